"""The stubs and the types of answers are those of the native part."""

import subprocess
import sys
from pathlib import Path

import pytest

#: Types of libraries that are not installed here are not known.
ADAPTERS = r"/(reasoning_gym|hf|inspect_ai|gym|ray|spark|verifiers|lm_eval|widget|_beside)"
ROOT = Path(__file__).resolve().parent.parent


def run(*command: str) -> None:
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_answers_are_those_of_the_typed_api() -> None:
    run("tools/answers.py", "--check")


def test_stubs_agree_with_the_native_module() -> None:
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "quandary._quandary"], capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_typed_strictly() -> None:
    pytest.importorskip("mypy")
    run("-m", "mypy", "--strict", "src/quandary", "--exclude", ADAPTERS)
