"""Every block of docs/python.md and of README.md runs, in order, in one namespace for each page."""

import importlib.util
import os
import re
from pathlib import Path

import pytest


ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page, least", [("docs/python.md", 15), ("README.md", 2)])
def test_every_block_runs(page: str, least: int) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= least
    names: dict[str, object] = {}
    for block in blocks:
        if block.startswith("# not run here"):
            compile(block, page, "exec")
            continue
        needs = re.match(r"# needs: (.*)\n", block)
        missing = [name for name in needs[1].split(", ") if not importlib.util.find_spec(name)] if needs else []
        if missing:
            assert not os.environ.get("QUANDARY_ADAPTERS_REQUIRED"), f"missing: {missing}"
            continue
        exec(compile(block, page, "exec"), names)


def test_docstrings_run() -> None:
    import doctest

    import quandary

    assert doctest.testmod(quandary).failed == 0
