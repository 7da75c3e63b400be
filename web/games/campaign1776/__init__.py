"""1776 on a page."""
