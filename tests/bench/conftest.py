"""The commands of `bench/`, of which the suite runs small samples."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture(scope="session")
def bench() -> Callable[[str], ModuleType]:
    """Gives a module of `bench/`, which is no package."""

    def load(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(f"golosa_bench_{name}", BENCH / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module

    return load
