"""The promises of the style: short files, short functions, no machine paths."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ("engine", "forums", "scraper", "golosa", "bench", "tests")


def sources() -> list[Path]:
    return [path for top in CODE for path in sorted((ROOT / top).rglob("*.py"))]


def test_no_file_is_longer_than_400_lines() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    assert {name: lines for name, lines in lengths.items() if lines > 400} == {}


def test_no_function_is_longer_than_60_lines() -> None:
    long = []
    for path in sources():
        for node in functions(ast.parse(path.read_text(encoding="utf-8"))):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > 60:
                long.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name} ({lines})")
    assert long == []


def functions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Those in a file or in a part of it. None stands in an expression, and most of a file is expressions."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part
        if not isinstance(part, ast.expr):
            yield from functions(part)


def test_no_machine_path_in_the_project() -> None:
    pattern = re.compile(r"/(?:ro[o]t|wo[r]k|tm[p])/[a-z]")
    suffixes = {".py", ".md", ".toml", ".html", ".json", ".j2", ".txt"}
    found = []
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT).parts
        if path.suffix in suffixes and not any(part.startswith(".") or part in ("build", "dist") for part in inside):
            text = path.read_text(encoding="utf-8", errors="replace")
            found += [str(path.relative_to(ROOT))] if pattern.search(text) else []
    assert found == []
