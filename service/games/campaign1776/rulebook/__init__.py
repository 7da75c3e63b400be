"""What players of 1776 read."""
