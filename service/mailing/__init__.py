"""Mailing: makes mails of what waits to be told, and hands them to a mail server. It knows no game."""
