"""The base of all answers: immutable objects over the JSON of the typed API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class Answer:
    """An answer. Its fields are attributes; ``to_dict()`` gives the JSON it was made from."""

    __slots__ = ("_json",)
    _json: Mapping[str, Any]
    #: Fields that are answers themselves, or lists of them.
    _nested: ClassVar[Mapping[str, tuple[type[Answer], ...]]] = {}
    _names: ClassVar[tuple[str, ...]] = ()
    _lists: ClassVar[frozenset[str]] = frozenset()
    _required: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, json: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_json", json)

    def __getattr__(self, name: str) -> Any:
        # Only for names that are no attributes of the class; slots of subclasses are none.
        if name not in type(self)._names:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}; it has: {', '.join(self._names)}")
        value = self._json.get(_KEYS.get(name, name))
        if value is None and name in self._lists:
            return []
        kinds = self._nested.get(name)
        return value if kinds is None or value is None else _wrapped(kinds, value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"answers do not change: {name!r} cannot be set")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._names]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._json == other._json

    def __hash__(self) -> int:
        return hash((type(self).__name__, repr(self._json)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json,)

    def __copy__(self) -> Answer:
        return self

    def to_dict(self) -> dict[str, Any]:
        """The JSON that this answer was made from."""
        return dict(self._json)

    def __repr__(self) -> str:
        shown = []
        for name in self._names:
            value = self._json.get(_KEYS.get(name, name))
            if value is None or value == [] or name in ("svg", "html", "source", "puzzle"):
                continue
            text = repr(value)
            shown.append(f"{name}={text if len(text) <= 60 else text[:57] + '...'}")
        return f"{type(self).__name__}({', '.join(shown)})"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        bundle = {"text/plain": repr(self)}
        svg = self._json.get("svg")
        if svg is not None:
            from ._display import separate

            bundle["image/svg+xml"] = separate(svg)
        return bundle


#: Fields whose JSON names are keywords of Python.
_KEYS = {"move_": "move", "from_": "from"}


def _wrapped(kinds: tuple[type[Answer], ...], value: Any) -> Any:
    if isinstance(value, list):
        return [_wrapped(kinds, each) for each in value]
    if not isinstance(value, Mapping):
        return value
    for kind in kinds:
        if kind._required <= value.keys():
            return kind(value)
    return value
