"""Every notebook runs from its first cell to its last."""

import json
import os
import sys
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_is_one_for_each_audience() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["data_engineer", "puzzle_maker", "researcher", "teacher"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The kernel of this interpreter, whatever kernels are installed elsewhere.
    kernel = tmp_path / "kernels" / "python3"
    kernel.mkdir(parents=True)
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": command, "display_name": "Python 3", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are stored without outputs"
    nbclient.NotebookClient(notebook, timeout=600, store_widget_state=True).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(output.output_type != "error" for cell in code for output in cell.outputs)
    assert any("image/svg+xml" in output.get("data", {}) or "image/png" in output.get("data", {}) or "text/html" in output.get("data", {})
               for cell in code for output in cell.outputs), "it shows something"
    if folder := os.environ.get("QUANDARY_SHOTS"):
        nbformat.write(notebook, f"{folder}/{path.name}")
