"""How the map and the bases of Skirmish are drawn, and its words on the page."""
