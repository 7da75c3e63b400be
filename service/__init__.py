"""The service: the umpire's engine, the games, the matches, what keeps them and the API that opens them."""
