"""Sitrep beside other servers, on like work: the harness of `python -m bench ratios`."""
