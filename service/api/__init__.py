"""The API for programs: /api/v1, one resource a file. A route reads the request, calls one function, answers."""
