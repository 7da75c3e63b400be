"""What is true: the position, and who sees whom."""
