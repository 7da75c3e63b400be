"""The rulebook, its charts and its example."""
