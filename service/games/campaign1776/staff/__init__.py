"""What is said to players, from what they know."""
