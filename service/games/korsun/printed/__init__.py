"""What is printed: figures, map, counters and scenarios, read from data files and checked whole."""
