"""Korsun on a page."""
