"""What can go wrong. Every exception has ``message`` and ``help``."""

from __future__ import annotations

from typing import Any


class QuandaryError(Exception):
    """The base of all exceptions of this package."""

    message: str
    help: str | None

    def __init__(self, message: str, *, help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.help = help

    def __str__(self) -> str:
        return self.message if self.help is None else f"{self.message}\nhelp: {self.help}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.message, {k: v for k, v in vars(self).items() if k != "message"})


def _rebuilt(kind: type[QuandaryError], message: str, fields: dict[str, Any]) -> QuandaryError:
    return kind(message, **fields)


class ReadError(QuandaryError, ValueError):
    """A text that cannot be read, with the place of the first mistake, counted from 1."""

    line: int | None
    column: int | None

    def __init__(
        self, message: str, *, help: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message, help=help)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}, column {self.column}: "
        return place + super().__str__()


class OptionError(QuandaryError, ValueError):
    """An argument that is not accepted."""


class Refused(QuandaryError):
    """There is no such puzzle, or this puzzle cannot be treated that way."""


class BudgetError(QuandaryError, TimeoutError):
    """The time, the nodes or the memory ran out before there was an answer."""

    stopped: str | None

    def __init__(self, message: str, *, help: str | None = None, stopped: str | None = None) -> None:
        super().__init__(message, help=help)
        self.stopped = stopped


class InternalError(QuandaryError, RuntimeError):
    """A bug in Quandary."""
