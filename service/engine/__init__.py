"""The umpire: runs any game's sequence of play and knows no game, no web, no database and no third-party library."""
