"""Prints the folder of the task files, for ``--include_path``."""

from pathlib import Path

print(Path(__file__).resolve().parent)
