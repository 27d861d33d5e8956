"""Datasets: any item by its number, the same everywhere and for ever, in splits that share no board."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from . import _quandary
from ._errors import OptionError
from ._puzzle import Puzzle, _json, _whole

if TYPE_CHECKING:
    from ._score import Score

Excluded = "Puzzle | str | Dataset"


#: Options whose names mean something else here: ``size`` is the number of items. What is a word of Python ends with ``_``: ``class_``.
_OPTIONS = {"board_size": "size"}

#: Options of the command ``generate`` that mean nothing here: items are asked for by their numbers.
_ELSEWHERE = {"count", "start", "to"}


class Item(Mapping[str, Any]):
    """An item: ``question``, ``answer`` and ``metadata``, as attributes and as a mapping."""

    __slots__ = ("question", "answer", "metadata")

    def __init__(self, question: str, answer: str, metadata: Mapping[str, Any]) -> None:
        self.question = question
        self.answer = answer
        self.metadata = dict(metadata)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return Puzzle(self.metadata["puzzle"], family=self.metadata["family"])

    def __getitem__(self, name: str) -> Any:
        if name in Item.__slots__:
            return getattr(self, name)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(Item.__slots__)

    def __len__(self) -> int:
        return len(Item.__slots__)

    def __repr__(self) -> str:
        return f"Item({self.metadata['family']} {self.metadata['index']}, grade={self.metadata['grade']!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Item, (self.question, self.answer, self.metadata)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return self.puzzle._repr_mimebundle_()


class Dataset(Sequence[Item]):
    """Puzzles of a family with questions and answers.

    The key of an item is the revision, the family, all options, the seed, the split and its number. Every board, with all
    its copies, belongs to one of the splits ``train``, ``validation`` and ``test``, whatever the seed and the options; ``all``
    is for data that is never split. ``exclude`` leaves boards out, and all their copies: puzzles, their texts, or datasets
    of a known size. With ``graded=True`` every item has its grade and techniques, which takes milliseconds each;
    with ``grade=``, ``needs=`` or ``avoids=`` they are as ordered, or :class:`Refused` is raised. All other options are those
    of the family's generator; the size of the boards is ``board_size``.
    """

    def __init__(self, family: str, *, seed: int = 0, split: str = "train", size: int | None = None,
                 grade: str | None = None, needs: Iterable[str] = (), avoids: Iterable[str] = (),
                 prompt: str = "plain", exclude: Iterable[Puzzle | str] = (), graded: bool = False,
                 **options: Any) -> None:
        if size is not None:
            size = _whole("size", size, 0, "a number of items")
        seed = _whole("seed", seed, 0, "a whole number from 0 to 2**64 - 1")
        if grade is not None and not isinstance(grade, str):
            raise OptionError(f"grade: expected a word such as 'hard' or a range such as '150..320', not {grade!r}")
        if other := sorted(_ELSEWHERE & options.keys()):
            raise OptionError(f"{other[0]}: a dataset has no such option; an item has its place as its number")
        if isinstance(exclude, (str, Puzzle)):
            raise OptionError("exclude: expected many puzzles, not one: put it into a list")
        if isinstance(exclude, Dataset) and exclude.size is None:
            raise OptionError("exclude: this dataset has no size, so it has no end: give it one")
        self.family = family
        self.seed = seed
        self.split = split
        self.size = size
        self.prompt = prompt
        self.graded = graded
        own = {_OPTIONS.get(name, name.rstrip("_").replace("_", "-")): value for name, value in options.items()}
        given = {"grade": grade, "needs": _names("needs", needs), "avoids": _names("avoids", avoids), **own}
        self.options: dict[str, Any] = json.loads(_json(given))
        self._excluded = {int(fingerprint, 16) for fingerprint in _fingerprints(exclude)}
        self._maker = self._make()

    def _make(self) -> _quandary.Maker:
        options = _json({name: value for name, value in self.options.items() if value is not None})
        return _quandary.Maker(self.family, self.seed, self.split, options, self.prompt, self._excluded, self.graded)

    @property
    def revision(self) -> str:
        """The revisions of the dataset, of the generator, and of grades where they matter: items change only when it does."""
        return self._maker.revision

    @property
    def key(self) -> str:
        """What the items depend on, in one line."""
        given = {name: value for name, value in self.options.items() if value not in (None, [])}
        options = json.dumps(given, sort_keys=True, separators=(",", ":"))
        return f"{self.family}/{self.revision}/{self.split}/{self.seed}/{options}"

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            if self.size is None and (index.stop is None or index.stop < 0 or (index.start or 0) < 0):
                raise IndexError("a dataset without a size has no end")
            length = self.size if self.size is not None else index.stop
            return [self[place] for place in range(*index.indices(length))]
        place = operator.index(index)
        if place < 0 and self.size is not None:
            place += self.size
        if place < 0 or (self.size is not None and place >= self.size):
            raise IndexError(f"item {index} of {'infinitely many' if self.size is None else self.size}")
        return self._item(place, *self._maker.make(place))

    def _item(self, index: int, number: int, puzzle: str, question: str, answer: str,
              grade: tuple[str, float, list[str]] | None) -> Item:
        word, score, techniques = grade if grade is not None else (None, None, None)
        return Item(question, answer, {
            "family": self.family, "puzzle": puzzle, "solution": answer, "index": index, "key": self.key,
            "series_seed": self._maker.series_seed, "series_index": number,
            "grade": word, "score": score, "techniques": techniques,
        })

    def __len__(self) -> int:
        if self.size is None:
            raise TypeError("this dataset has no size: give it one, or iterate over it")
        return self.size

    def __bool__(self) -> bool:
        return self.size != 0

    def __iter__(self) -> Iterator[Item]:
        index = 0
        while self.size is None or index < self.size:
            yield self[index]
            index += 1

    def batch(self, start: int = 0, stop: int | None = None, *, threads: int | None = None) -> _quandary.Table:
        """Items as Arrow columns, with an error for each item that could not be made."""
        stop = self.size if stop is None else stop
        if stop is None:
            raise OptionError("stop: a dataset without a size has no end")
        try:
            start, stop = operator.index(start), operator.index(stop)
        except TypeError:
            raise OptionError(f"expected a range of items, not {start!r}..{stop!r}") from None
        if not 0 <= start <= stop:
            raise OptionError(f"expected a range of items, not {start}..{stop}")
        if self.size is not None and stop > self.size:
            raise OptionError(f"stop: this dataset has {self.size} items, not {stop}")
        return self._maker.batch(start, stop, threads=threads)

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """The strict score of an answer to an item, decoded or not."""
        from ._score import score

        return score(answer, entry).value

    def score(self, answer: str | None, item: Mapping[str, Any], **options: Any) -> Score:
        """The score of an answer to an item."""
        from ._score import score

        return score(answer, item, **options)

    def __repr__(self) -> str:
        return f"<Dataset {self.key}, {'no end' if self.size is None else f'{self.size} items'}>"

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_maker"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._maker = self._make()


def _names(option: str, names: Iterable[str]) -> list[str]:
    """Names of techniques; one name may stand alone."""
    listed = [names] if isinstance(names, str) else list(names)
    if not all(isinstance(name, str) for name in listed):
        raise OptionError(f"{option}: expected names of techniques, not {names!r}")
    return listed


def _fingerprints(exclude: Iterable[Puzzle | str | Item]) -> Iterator[str]:
    for one in exclude:
        if isinstance(one, Item):
            one = one.puzzle
        if isinstance(one, str) and len(one) == 16 and all(sign in "0123456789abcdef" for sign in one):
            yield one
        else:
            yield (one if isinstance(one, Puzzle) else Puzzle(one)).fingerprint()


def generate(family: str, *, seed: int, index: int = 0, split: str = "train", grade: str | None = None,
             needs: Iterable[str] = (), avoids: Iterable[str] = (), **options: Any) -> Puzzle:
    """Makes one puzzle: item ``index`` of the dataset with these options."""
    return Dataset(family, seed=seed, split=split, grade=grade, needs=needs, avoids=avoids, **options)[index].puzzle
