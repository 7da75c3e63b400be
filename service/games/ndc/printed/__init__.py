"""What is printed: data, tables, counters, map and order of battle."""
