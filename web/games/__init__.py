"""How each game looks on a page: its map, its counters, its colours."""
