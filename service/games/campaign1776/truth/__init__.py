"""What is true: the position, and what each side sees of it."""
