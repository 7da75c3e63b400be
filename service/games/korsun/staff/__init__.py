"""What is said to players, in sentences."""
