"""What `Game.validate` finds wrong in a game before a match of it is opened."""
