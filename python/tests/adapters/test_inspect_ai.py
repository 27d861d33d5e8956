"""inspect-ai, the real one, with its mock model."""

import pytest

inspect_ai = pytest.importorskip("inspect_ai")
from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: E402

import quandary  # noqa: E402
from quandary.inspect_ai import puzzles  # noqa: E402


@pytest.mark.parametrize("family", ["sudoku", "ballsort"])
def test_an_evaluation(family: str, tmp_path: object) -> None:
    items = list(quandary.Dataset(family, seed=3, split="test", size=4))
    replies = [items[0].answer, "no", f"so <answer>{items[2].answer}</answer>", ""]
    outputs = [ModelOutput.from_content("mockllm/model", reply) for reply in replies]
    for output in outputs:
        # Without one, the library counts tokens with a table that it downloads.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    model = get_model("mockllm/model", custom_outputs=outputs)
    [log] = inspect_ai.eval(puzzles(family, seed=3, size=4), model=model, log_dir=str(tmp_path), max_connections=1,
                            max_samples=1, display="none")
    assert log.status == "success", log.error
    scores = [next(iter(sample.scores.values())) for sample in log.samples]
    assert [score.value for score in scores] == [1.0, 0.0, 1.0, 0.0]
    assert scores[1].metadata["outcome"] == "unparsed"
