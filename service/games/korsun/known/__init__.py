"""What a side knows: its picture, the reports that make it, and what the rules say to it by it alone."""
