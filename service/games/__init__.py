"""The games on offer, each a package of its own that knows none of the others."""
