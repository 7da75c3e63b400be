"""What every page is made of: forms, templates, problems, and who asks."""
