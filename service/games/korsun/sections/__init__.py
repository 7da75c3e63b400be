"""The sections of the rules, a file each: its orders, events and procedures."""
