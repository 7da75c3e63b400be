"""Maps as SVG, whatever the game."""
