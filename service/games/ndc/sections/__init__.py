"""The sections of the rules: a file for each, with its orders, events and procedures."""
