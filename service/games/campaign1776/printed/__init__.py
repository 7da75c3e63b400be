"""What is printed: figures, maps and scenarios, read from data files and checked whole."""
