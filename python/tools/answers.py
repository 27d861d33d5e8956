"""Writes ``src/quandary/_answers.py`` from the OpenAPI document, which is generated from the Rust types.

``python tools/answers.py`` writes the file; with ``--check`` it fails where the file is not current.
"""

from __future__ import annotations

import json
import keyword
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
DOCUMENT = HERE.parent / "crates" / "quandary-web" / "openapi.json"
TARGET = HERE / "src" / "quandary" / "_answers.py"
ROOTS = ["Solved", "Checked", "Hint", "Explained", "Graded", "Comparison", "Converted", "Drawn", "Played", "Board",
         "Catalogue", "Certified", "Edited", "Experimented", "Replay"]


def name_of(ref: str) -> str:
    return ref.rsplit("/", 1)[1]


class Writer:
    def __init__(self, schemas: dict[str, Any]) -> None:
        self.schemas = schemas
        self.done: dict[str, str] = {}

    def is_object(self, name: str) -> bool:
        return "properties" in self.schemas[name]

    def kinds(self, schema: Any) -> list[str]:
        """The object types that a field may hold, also in lists."""
        if not isinstance(schema, dict):
            return []
        if "$ref" in schema:
            name = name_of(schema["$ref"])
            if self.is_object(name):
                return [name]
            return self.kinds(self.schemas[name])
        found: list[str] = []
        for part in schema.get("anyOf", []) + schema.get("oneOf", []) + schema.get("allOf", []):
            found += self.kinds(part)
        return found + self.kinds(schema.get("items"))

    def type_of(self, schema: Any) -> str:
        if not isinstance(schema, dict):
            return "Any"
        if "$ref" in schema:
            name = name_of(schema["$ref"])
            if self.is_object(name):
                return name
            # Who asks for a solution knows its form: nobody should have to prove to a type checker that it is no other.
            if name == "Solution":
                return "Any"
            return self.type_of(self.schemas[name])
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
        options = schema.get("anyOf") or schema.get("oneOf")
        if options:
            return joined(self.type_of(option) for option in options)
        if "allOf" in schema and len(schema["allOf"]) == 1:
            return self.type_of(schema["allOf"][0])
        kind = schema.get("type")
        if isinstance(kind, list):
            return joined(self.type_of({**schema, "type": one}) for one in kind)
        if kind == "array":
            return f"list[{self.type_of(schema.get('items'))}]"
        if kind == "object":
            return "dict[str, Any]"
        return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}.get(kind, "Any")

    def write(self, name: str) -> None:
        if name in self.done:
            return
        self.done[name] = ""
        schema = self.schemas[name]
        required = set(schema.get("required", []))
        lines, nested, names, lists = [], [], [], []
        for field, description in schema["properties"].items():
            python = field + "_" if keyword.iskeyword(field) or field == "move" else field
            names.append(python)
            kinds = self.kinds(description)
            for kind in kinds:
                self.write(kind)
            if kinds:
                nested.append(f"{python!r}: ({', '.join(kinds)},)")
            type_ = self.type_of(description)
            if type_.startswith("list["):
                lists.append(python)
            elif field not in required and "None" not in type_ and type_ != "Any":
                type_ += " | None"
            lines.append(f"    {python}: {type_}")
            if isinstance(description, dict) and "description" in description:
                lines.append(f'    """{escaped(description["description"])}"""')
        body = "\n".join(lines)
        self.done.pop(name)
        self.done[name] = (
            f"class {name}(Answer):\n"
            f'    """{escaped(schema.get("description", name))}"""\n\n'
            "    __slots__ = ()\n"
            f"{annotations(body)}\n"
            f"    _names = {tuple(names)!r}\n"
            f"    _lists = frozenset({sorted(lists)!r})\n"
            f"    _required = frozenset({sorted(required)!r})\n"
            # A step may hold steps, so this has to wait until the class exists.
            + (f"\n\n{name}._nested = {{{', '.join(nested)}}}\n" if nested else "")
        )


def annotations(body: str) -> str:
    """Type checkers read the fields; at run time they would only cost time when the module is loaded."""
    indented = "\n".join("    " + line if line else line for line in body.splitlines())
    return f"    if TYPE_CHECKING:\n{indented}\n"


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''").replace("\n", " ").strip()


def joined(types: Any) -> str:
    seen: list[str] = []
    for type_ in types:
        for part in ([type_] if type_.startswith(("list[", "Literal[", "dict[")) else type_.split(" | ")):
            if part not in seen:
                seen.append(part)
    if "None" in seen:
        seen.remove("None")
        seen.append("None")
    return "Any" if "Any" in seen else " | ".join(seen)


def document() -> str:
    writer = Writer(json.loads(DOCUMENT.read_text(encoding="utf-8"))["components"]["schemas"])
    for root in ROOTS:
        writer.write(root)
    head = (
        '"""Answers of the typed API. Written by tools/answers.py from the OpenAPI document; do not edit."""\n\n'
        "# ruff: noqa: E501\nfrom __future__ import annotations\n\n"
        "from typing import TYPE_CHECKING, Any, Literal\n\nfrom ._answer import Answer\n\n"
        f"__all__ = {sorted(writer.done)!r}\n"
    )
    return head + "\n\n" + "\n\n".join(writer.done.values())


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        if TARGET.read_text(encoding="utf-8") != document():
            sys.exit("python/src/quandary/_answers.py is not current: run python/tools/answers.py")
    else:
        TARGET.write_text(document(), encoding="utf-8")
