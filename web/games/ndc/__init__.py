"""How the map and the counters of NATO Division Commander are drawn, and its words on the page."""
