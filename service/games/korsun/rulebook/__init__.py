"""The game's book: its rules and charts."""
