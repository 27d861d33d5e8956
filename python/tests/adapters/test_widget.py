"""The widget with the real anywidget, and its page in a real browser."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("anywidget")
import quandary  # noqa: E402
from quandary.widget import PuzzleWidget  # noqa: E402

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FAMILIES = ["sudoku", "nonogram", "aquarium", "ballsort"]


def received(widget: PuzzleWidget, **content: Any) -> None:
    """What ipywidgets does with a message of the browser."""
    widget._handle_custom_msg(content, [])


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_played_to_its_end_by_hints(family: str) -> None:
    item = quandary.Dataset(family, seed=1)[0]
    widget = PuzzleWidget(item.puzzle)
    assert widget.picture.startswith("<svg") and widget.setup["places"] and not widget.solved
    if family == "ballsort":
        for move in item.puzzle.solve().solutions[0]["moves"]:
            received(widget, kind="touch", touch={"move": {"from": move[0] - 1, "to": move[1] - 1}})
    else:
        symbols = "".join(item.answer.split())
        for place, cells in enumerate(widget.setup["places"]):
            row, column = (int(part) for part in cells[0][1:].split("c"))
            value = symbols[(row - 1) * widget.setup["columns"] + column - 1]
            if widget.values[place] != value:
                paints = [brush["symbol"] for brush in widget.setup["brushes"]]
                wanted = value if not paints else paints[0] if value in "#1~" else paints[1]
                received(widget, kind="touch", touch={"write": {"place": place, "value": wanted}})
    assert widget.solved and widget.message == "Solved."


def test_hints_go_from_where_to_what() -> None:
    widget = PuzzleWidget(SUDOKU)
    seen = []
    for _ in range(3):
        received(widget, kind="hint")
        seen.append(widget.message)
    assert len(set(seen)) == 3 and " is " in seen[2]
    received(widget, kind="touch", touch={"write": {"place": 2, "value": "5"}})
    assert widget.broken and widget.message, "two 5s in a row are seen at once"
    received(widget, kind="undo")
    assert not widget.broken and widget.values[2] == ""


def test_the_explanation_is_part_of_the_state() -> None:
    widget = PuzzleWidget(SUDOKU, explain=True)
    assert len(widget.steps) == len(quandary.read(SUDOKU).explain().steps)
    assert all(step["svg"].startswith("<svg") and step["text"] for step in widget.steps)
    json.dumps(widget.get_state("steps"))


@pytest.mark.parametrize("content", [
    {}, {"kind": "touch"}, {"kind": "touch", "touch": {"write": {"place": 1 << 40, "value": "1"}}},
    {"kind": "touch", "touch": {"move": {"from": 0, "to": 1}}}, {"kind": "touch", "touch": {"nonsense": 1}},
    {"kind": "_show"}, {"kind": ["hint"]},
])
def test_a_message_that_makes_no_sense_changes_nothing(content: dict[str, Any]) -> None:
    widget = PuzzleWidget(SUDOKU)
    before = (widget.picture, widget.values)
    received(widget, **content)
    assert (widget.values, widget.solved) == (before[1], False)


#: What a notebook gives to the widget's script, with Python at the other end.
MODEL = """
import("data:text/javascript;base64,SCRIPT").then(({ default: widget }) => {
  const state = STATE, handlers = {};
  window.update = (changes) => {
    Object.assign(state, changes);
    for (const name of Object.keys(changes)) for (const handler of handlers[`change:${name}`] ?? []) handler();
  };
  const model = { get: (name) => state[name], on: (name, handler) => (handlers[name] ??= []).push(handler), off() {},
                  send: (content) => window.sendToPython(content) };
  widget.render({ model, el: document.querySelector("#root") });
  window.isReady = true;
});
"""


def browser_path() -> str | None:
    finder = Path(__file__).resolve().parents[3] / "tests/browser/find-browser.sh"
    return subprocess.run([finder], capture_output=True, text=True).stdout.strip() or None


class InBrowser:
    """A widget on a page of a real browser."""

    def __init__(self, page: Any, widget: PuzzleWidget) -> None:
        import base64

        self.page, self.widget = page, widget
        # What Python has to say is fetched after each touch: the test drives both ends from one thread.
        self.inbox: list[Any] = []
        page.expose_function("sendToPython", lambda content: self.inbox.append(content))
        folder = Path(quandary.__file__).parent
        page.set_content(f"<style>{(folder / 'widget.css').read_text()}</style><div id=root></div>")
        script = base64.b64encode((folder / "widget.js").read_bytes()).decode()
        page.evaluate(MODEL.replace("SCRIPT", script).replace("STATE", json.dumps(self.state())))
        page.wait_for_function("window.isReady")

    def state(self) -> dict[str, Any]:
        names = ("title", "setup", "picture", "values", "legal", "broken", "question", "message", "steps", "solved")
        return {name: getattr(self.widget, name) for name in names}

    def settle(self) -> None:
        """Gives what the page has sent to the widget, and its state to the page."""
        self.page.evaluate("new Promise((done) => setTimeout(done, 50))")
        while self.inbox:
            received(self.widget, **self.inbox.pop(0))
        self.page.evaluate("(state) => window.update(state)", self.state())

    def cell(self, name: str) -> Any:
        return self.page.locator(f'[id$="-{name}"]').first


@pytest.fixture(scope="module")
def chromium() -> Any:
    driver = pytest.importorskip("playwright.sync_api")
    path = browser_path()
    if path is None:
        if os.environ.get("QUANDARY_BROWSER_REQUIRED"):
            pytest.fail("there is no browser")
        pytest.skip("there is no browser")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def shot(page: Any, name: str) -> None:
    """A picture of the page, where somebody wants to look at it."""
    folder = os.environ.get("QUANDARY_SHOTS")
    if folder:
        page.screenshot(path=f"{folder}/widget-{name}.png")


def test_a_sudoku_is_played_in_a_browser(chromium: Any) -> None:
    page = chromium.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    on = InBrowser(page, PuzzleWidget(SUDOKU))
    on.cell("r1c3").click()
    page.keyboard.press("4")
    on.settle()
    assert on.widget.values[2] == "4"
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="6", exact=True).click()
    on.settle()
    assert on.widget.values[3] == "6"
    page.get_by_role("button", name="Hint").click()
    on.settle()
    assert page.locator(".qw-message").inner_text() == on.widget.message != ""
    shot(page, "sudoku-hint")
    page.keyboard.press("5")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Explain").click()
    on.settle()
    slider = page.get_by_role("slider")
    slider.fill("7")
    assert page.locator(".qw-step").inner_text().startswith(f"Step 7 of {len(on.widget.steps)}: ")
    assert not page.get_by_role("button", name="Hint").is_visible()
    shot(page, "sudoku-step")
    slider.fill("0")
    assert page.get_by_role("button", name="Hint").is_visible()
    assert errors == []
    page.close()


def test_bottles_and_paint_are_played_in_a_browser(chromium: Any) -> None:
    errors: list[str] = []
    for family in ("ballsort", "nonogram", "aquarium"):
        page = chromium.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        on = InBrowser(page, PuzzleWidget(quandary.Dataset(family, seed=1)[0].puzzle))
        if family == "ballsort":
            source, target = on.widget.legal[0]
            on.cell(on.widget.setup["places"][source][0]).click()
            on.page.wait_for_selector(".qw-target")
            shot(page, f"{family}-lifted")
            on.cell(on.widget.setup["places"][target][0]).click()
            on.settle()
            assert on.widget.game.now.to_dict()["state"] == {"actions": [{"move": {"from": source, "to": target}}]}
        else:
            on.cell("r2c2").click()
            on.settle()
            first, second = (brush["symbol"] for brush in on.widget.setup["brushes"])
            assert first in on.widget.values
            on.cell("r1c1").click(button="right")
            on.settle()
            assert on.widget.values[0] == second
        shot(page, family)
        page.close()
    assert errors == []
