"""The wire and nothing but the wire: what requests, answers and socket messages look like."""
