"""Every block of docs/python.md runs, in order, in one namespace."""

import importlib.util
import os
import re
from pathlib import Path


PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"


def test_every_block_runs() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 8
    names: dict[str, object] = {}
    for block in blocks:
        if block.startswith("# not run here"):
            compile(block, str(PAGE), "exec")
            continue
        needs = re.match(r"# needs: (.*)\n", block)
        missing = [name for name in needs[1].split(", ") if not importlib.util.find_spec(name)] if needs else []
        if missing:
            assert not os.environ.get("QUANDARY_ADAPTERS_REQUIRED"), f"missing: {missing}"
            continue
        exec(compile(block, str(PAGE), "exec"), names)


def test_docstrings_run() -> None:
    import doctest

    import quandary

    assert doctest.testmod(quandary).failed == 0
