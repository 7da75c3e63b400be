"""The game's book: its rules, charts and example of play."""
