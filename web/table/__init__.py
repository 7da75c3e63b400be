"""The match page: what a player sees and does at the table."""
