"""The pages: an HTMX client over forms that work without it."""
