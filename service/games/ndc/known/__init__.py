"""What a side knows: its picture, the reports that build it, and what can be worked out from it."""
