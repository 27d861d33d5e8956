"""lm-eval, the real one, with a model that answers from a list."""

import pytest

lm_eval = pytest.importorskip("lm_eval")
from pathlib import Path  # noqa: E402

from lm_eval.api.model import LM  # noqa: E402
from lm_eval.tasks import TaskManager  # noqa: E402

import quandary  # noqa: E402
import quandary.lm_eval  # noqa: E402


class Listed(LM):
    """Knows half of the answers."""

    def generate_until(self, requests: list, disable_tqdm: bool = False) -> list[str]:
        return [f"<answer>{request.doc['answer']}</answer>" if place % 2 else "no" for place, request in enumerate(requests)]

    def loglikelihood(self, requests: list) -> list:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: list) -> list:
        raise NotImplementedError


@pytest.mark.parametrize("family", ["sudoku", "nonogram", "aquarium", "ballsort"])
def test_tasks(family: str) -> None:
    manager = TaskManager(include_path=str(Path(quandary.lm_eval.__file__).parent), include_defaults=False,
                          metadata={"size": 4})
    results = lm_eval.simple_evaluate(model=Listed(), tasks=[f"quandary_{family}"], task_manager=manager,
                                      metadata={"size": 4}, bootstrap_iters=0)
    [result] = results["results"].values()
    assert result["solved,none"] == 0.5
    assert results["n-samples"][f"quandary_{family}"]["original"] == 4
