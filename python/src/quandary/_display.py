"""Pictures in notebooks: several on one page, in light and dark mode."""

from __future__ import annotations

import itertools
import re

from . import _quandary

_numbers = itertools.count(1)
_IDS = re.compile(r'\b(id|href|xlink:href|aria-labelledby|aria-describedby)="(#?)([^"]*)"')
_URLS = re.compile(r"url\(#([^)]*)\)")


def png(svg: str, *, scale: float = 2.0) -> bytes:
    """A board that Quandary drew (``solve(svg=True).svg``, a step, a hint) as a PNG file. Charts are SVG only."""
    return _quandary.png(svg, scale)


def separate(svg: str) -> str:
    """The same picture with ids of its own, so that pictures on one page do not share them."""
    prefix = f"q{next(_numbers)}-"

    def attribute(found: re.Match[str]) -> str:
        name, mark, value = found.groups()
        if name.endswith("href") and not mark:
            return found[0]
        return f'{name}="{mark}{" ".join(prefix + part for part in value.split())}"'

    return _URLS.sub(lambda found: f"url(#{prefix}{found[1]})", _IDS.sub(attribute, svg))
