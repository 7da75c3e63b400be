"""What a side knows: its picture, the reports that make it, and what it can reckon by it."""
