"""What is true: the position, the events that several sections share, and what is told of it."""
