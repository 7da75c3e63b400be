"""What a player reads: the rules in our own words, the charts, and an example of play."""
