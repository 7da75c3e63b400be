"""1776, the American Revolution month by month: two seats, land and sea, and a referee."""
