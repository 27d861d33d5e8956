"""verifiers v1, the real one: tasks are loaded, validated and scored by its own code."""

import asyncio
import itertools
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

vf = pytest.importorskip("verifiers.v1")
from quandary.verifiers import PuzzleConfig, PuzzleTaskset  # noqa: E402


class Reply(SimpleNamespace):
    """A trace with a reply, as far as scoring uses one."""

    def __init__(self, reply: str) -> None:
        super().__init__(last_reply=reply, info={}, rewards={}, metrics={})

    def record_reward(self, name: str, value: float, weight: float = 1.0) -> None:
        self.rewards[name] = value * weight


@pytest.mark.parametrize("family", ["sudoku", "nonogram", "aquarium", "ballsort"])
def test_tasks_are_loaded_validated_and_scored(family: str) -> None:
    taskset = PuzzleTaskset(PuzzleConfig(family=family, seed=1, size=3))
    tasks = list(taskset)
    assert [task.data.idx for task in tasks] == [0, 1, 2] and taskset.bounded
    for task in tasks:
        assert asyncio.run(task.validate(None)) is True
        for reply, value in ((f"<answer>{task.data.answer}</answer>", 1.0), ("no", 0.0)):
            trace = Reply(reply)
            asyncio.run(task.score(trace))
            assert trace.rewards == {"solved": value} and trace.info["outcome"]
    assert len({task.key for task in tasks}) == 3


def test_without_a_size_there_is_no_end() -> None:
    taskset = PuzzleTaskset(PuzzleConfig(family="sudoku"))
    assert not taskset.bounded and len(list(itertools.islice(taskset, 5))) == 5
    assert len(list(taskset.take(2))) == 2


class Model(BaseHTTPRequestHandler):
    """A model endpoint: it gives the answers that it was told to give."""

    replies: dict[str, str] = {}

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = body["messages"][-1]["content"]
        text = asked if isinstance(asked, str) else "".join(part["text"] for part in asked)
        message = {"role": "assistant", "content": self.replies[text]}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        reply = json.dumps({"id": "1", "object": "chat.completion", "created": 0, "model": body["model"], "usage": usage,
                            "choices": [{"index": 0, "finish_reason": "stop", "message": message}]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def asking_harness() -> object:
    """A harness that asks the model once. The library's own one downloads a program, which tests must not."""
    import httpx
    from verifiers.v1.configs.harness import HarnessConfig
    from verifiers.v1.harness import Harness
    from verifiers.v1.runtimes import ProgramResult

    class Asking(Harness[HarnessConfig]):
        NEEDS_CONTAINER = False

        async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data, tool_interception_url=None):  # type: ignore[no-untyped-def]
            body = {"model": ctx.model, "messages": [{"role": "user", "content": data.prompt}]}
            async with httpx.AsyncClient(timeout=60) as client:
                reply = await client.post(f"{endpoint.rstrip('/')}/chat/completions", json=body,
                                          headers={"Authorization": f"Bearer {secret}"})
            return ProgramResult(exit_code=0 if reply.status_code == 200 else 1, stdout=reply.text, stderr=reply.text)

    return Asking(HarnessConfig(id="asking"))


def test_rollouts_go_from_the_question_to_the_reward(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifiers.v1.agent import Agent
    from verifiers.v1.clients import EvalClientConfig
    from verifiers.v1.configs.agent import AgentConfig
    from verifiers.v1.runtimes import SubprocessConfig

    monkeypatch.setenv("QUANDARY_TEST_KEY", "none")
    tasks = [task for family in ("sudoku", "ballsort") for task in PuzzleTaskset(PuzzleConfig(family=family, seed=1, size=2))]
    # Every second answer is wrong.
    expected = [float(place % 2 == 0) for place in range(len(tasks))]
    Model.replies = {task.data.prompt: f"<answer>{task.data.answer if value else 'no'}</answer>"
                     for task, value in zip(tasks, expected)}

    async def rollouts() -> list[object]:
        config = AgentConfig(model="told", client=EvalClientConfig(base_url=endpoint, api_key_var="QUANDARY_TEST_KEY"),
                             runtime=SubprocessConfig())
        agent = Agent(config)
        agent.harness = asking_harness()
        async with agent:
            return [await agent.run(task) for task in tasks]

    traces = asyncio.run(rollouts())
    assert [trace.errors for trace in traces] == [[]] * len(tasks)
    assert [trace.reward for trace in traces] == expected
    assert [trace.info["outcome"] == "right" for trace in traces] == [value == 1.0 for value in expected]
