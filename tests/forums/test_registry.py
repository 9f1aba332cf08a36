"""Which software made a page: the same answer whether or not another page of the thread has told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from forums.registry import ENTRIES, recognise

SOFTWARE = sorted({entry.software for entry in ENTRIES})


@pytest.mark.parametrize("software", SOFTWARE)
def test_a_known_software_is_recognised_as_it_is_unknown(software: str, written_pages: Path) -> None:
    pages = [path.read_text("utf-8", "replace") for path in sorted(written_pages.glob(f"{software}/*.htm*"))]
    assert pages
    for text in pages:
        assert recognise(text, software) is recognise(text) is not None


@pytest.mark.parametrize("software", SOFTWARE)
def test_a_page_of_another_software_than_the_thread_is_recognised_all_the_same(software: str) -> None:
    text = "<html><body class='plain'>Our forum is closed today.</body></html>"
    assert recognise(text, software) is None
    other = "phpbb" if software != "phpbb" else "smf"
    bare = {"phpbb": '<body id="phpbb" class="x">', "smf": "<script>var smf_scripturl = 1;</script>"}[other]
    found = recognise(bare, software)
    assert found is not None and found.software == other


@pytest.mark.parametrize(
    "software", ["vbulletin3", "vbulletin4", "vbulletin5", "xenforo", "xenforo1", "ipb2", "ipb3", "ips4", "ips5"]
)
def test_posts_alone_tell_their_software(software: str, written_pages: Path) -> None:
    for path in sorted(written_pages.glob(f"{software}/*.html")):
        text = re.sub(r"<(html|body)\b[^>]*>", r"<\1>", path.read_text("utf-8", "replace"))
        found = recognise(re.sub(r"<meta[^>]*generator[^>]*>", "", text), None)
        assert found is not None and found.software == software, path.name
