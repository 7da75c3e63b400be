"""The sections of the rules, each with its orders and procedures."""
