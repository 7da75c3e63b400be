"""The Korsun pocket, February 1944: two seats, a referee, and much that neither seat sees."""
