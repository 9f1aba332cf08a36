"""Every clause of the rule sets is shown by a test or a scenario that bears its id; docs/clauses.md says by which."""

import functools
import os
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("GOLOSA_SHARED", ROOT.parent / "shared"))
CLAUSES = SHARED / "rules" / "CLAUSES.md"
MADE = runpy.run_path(str(ROOT / "docs" / "make_clauses.py"))
SHOWN_BY = functools.cache(MADE["shown_by"])


@pytest.mark.parametrize("clause", MADE["IDS"])
def test_clause_is_shown(clause):
    assert SHOWN_BY()[clause], f"no test and no scenario is named after {clause}"


def test_no_test_is_named_after_a_clause_that_there_is_not():
    assert set(SHOWN_BY()) == set(MADE["IDS"])


def test_the_table_is_up_to_date():
    assert (ROOT / "docs" / "clauses.md").read_text(encoding="utf-8") == MADE["document"](), (
        "run: python docs/make_clauses.py"
    )


def test_ids_are_read_from_the_beginning_of_a_name():
    assert MADE["clauses_of"]("test_t14_31_bull") == ["T14-31"]
    assert MADE["clauses_of"]("test_e3_e4_both") == ["E3", "E4"]
    assert MADE["clauses_of"]("test_v13") == ["V13"]
    assert MADE["clauses_of"]("test_e2e_something") == []


@pytest.mark.skipif(not CLAUSES.exists(), reason="the rules are not beside the project (GOLOSA_SHARED)")
def test_the_list_of_clauses_is_that_of_the_rules():
    there = re.findall(r"^\| ((?:T14-|[VGLCEH])\d+) \|", CLAUSES.read_text(encoding="utf-8"), re.M)
    assert sorted(there) == sorted(MADE["IDS"])
