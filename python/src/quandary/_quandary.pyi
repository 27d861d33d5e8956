from typing import final

__all__ = [
    "Board",
    "Maker",
    "Table",
    "__version__",
    "catalogue",
    "grade_batch",
    "panic_for_tests",
    "perform",
    "png",
    "restore",
    "score",
    "score_batch",
    "score_steps",
    "solve_batch",
]
__version__: str

@final
class Board:
    @staticmethod
    def read(text: str, family: str | None = None, notation: str | None = None, rule: str | None = None) -> Board: ...
    @property
    def family(self) -> str: ...
    @property
    def rule(self) -> str | None: ...
    @property
    def size(self) -> str: ...
    @property
    def heading(self) -> str: ...
    def ask(
        self, action: str, options: str, time_limit: float | None = None, node_limit: int | None = None
    ) -> str: ...
    def text(self) -> str: ...
    def canonical(self) -> str | None: ...
    def fingerprint(self) -> int: ...
    def prompt(self, style: str) -> str: ...

@final
class Maker:
    def __new__(
        cls, family: str, seed: int, split: str, options: str, style: str, excluded: set[int], graded: bool
    ) -> Maker: ...
    @property
    def revision(self) -> str: ...
    @property
    def series_seed(self) -> int: ...
    def make(
        self, index: int, time_limit: float | None = None
    ) -> tuple[int, str, str, str, tuple[str, float, list[str]] | None]: ...
    def batch(
        self, start: int, stop: int, *, threads: int | None = None, time_limit: float | None = None
    ) -> Table: ...

@final
class Table:
    """Columns of results, which every Arrow library reads without a copy."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __copy__(self) -> Table: ...
    def __deepcopy__(self, _memo: object) -> Table: ...
    def __len__(self) -> int: ...
    @property
    def column_names(self) -> list[str]: ...
    def column(self, name: str) -> list[object]: ...
    def to_pydict(self) -> dict[str, list[object]]: ...

def catalogue(family: str | None) -> str: ...
def panic_for_tests() -> None: ...
def perform(action: str, request: str, time_limit: float | None = None) -> str: ...
def png(svg: str, scale: float) -> bytes: ...
def restore(columns: list[tuple[str, str]], batches: list[list[list[object]]]) -> Table: ...
def solve_batch(
    puzzles: object,
    *,
    column: str = "puzzle",
    solutions: int,
    threads: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Table: ...
def grade_batch(
    puzzles: object,
    *,
    column: str = "puzzle",
    threads: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Table: ...
def score_batch(
    replies: object,
    puzzles: object,
    *,
    reward: str = "strict",
    reply_column: str = "reply",
    column: str = "puzzle",
    threads: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Table: ...
def score(
    reply: str,
    board: Board,
    reward: str = "strict",
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> tuple[float, str, str, str | None]: ...
def score_steps(text: str, board: Board, state: str | None = None, time_limit: float | None = None) -> str: ...
