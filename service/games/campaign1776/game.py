"""1776 as it is printed; the umpire does not take it yet."""

from __future__ import annotations

from pathlib import Path

from service.data_files import read_folder

DATA = read_folder(Path(__file__).parent / "printed" / "data")
