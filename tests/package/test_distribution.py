"""What the distribution ships: exactly the packages of the tree, and no top-level name that somebody else owns."""

from __future__ import annotations

import importlib.metadata
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
OURS = ("engine", "forums", "scraper", "golosa")


def tree_packages() -> set[str]:
    mapped = {folder: name for name, folder in CONFIG["package-dir"].items()}
    found = {mapped.get(folder, "") for folder in mapped} - {""}
    for top in OURS:
        for init in (ROOT / top).rglob("__init__.py"):
            found.add(".".join(init.parent.relative_to(ROOT).parts))
    return found


def test_the_package_list_is_the_tree() -> None:
    assert set(CONFIG["packages"]) == tree_packages()


def test_tests_fixtures_and_docs_are_never_imports() -> None:
    assert not {name for name in CONFIG["packages"] if name.split(".")[0] in ("tests", "fixtures", "docs", "bench")}


def test_nothing_else_installed_owns_our_top_level_names() -> None:
    owners = importlib.metadata.packages_distributions()
    for name in OURS:
        assert set(owners.get(name, [])) <= {"golosa"}, f"{name} is also owned by {owners[name]}"


def test_every_module_says_what_it_knows() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for top in OURS
        for path in (ROOT / top).rglob("*.py")
        if not path.read_text(encoding="utf-8").lstrip().startswith('"""')
    ]
    assert silent == []
