"""Round the table: home, accounts, the lobby, opening a match, and the files that browsers keep."""
