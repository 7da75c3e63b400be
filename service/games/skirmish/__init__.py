"""Squad-level miniatures: one base at a time, opportunity fire at any time."""
