"""NATO Division Commander by mail: double-blind, with intelligence levels that decide what each side learns."""
