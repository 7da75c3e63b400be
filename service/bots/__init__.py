"""Players that sit at a seat as people do: over HTTP, knowing what that seat is told and importing nothing of ours."""
