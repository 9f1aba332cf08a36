"""Boards as data, boards of unknown software, and readers in two zones, each on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.times import Interval, Resolution
from forums import Source, read
from golosa.commands import taught
from golosa.errors import GolosaError
from golosa.reading import boards, shifts
from golosa.reading.boards import BoardTable, board_for
from golosa.reading.teaching import Unknown

UNKNOWN = Path(__file__).parents[3] / "fixtures" / "unknown"
PAGES = Path(__file__).parents[3] / "fixtures" / "pages"


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's own boards.toml, in a folder of this test."""
    path = tmp_path / "config" / "boards.toml"
    path.parent.mkdir()
    monkeypatch.setattr(boards, "user_file", lambda: path)
    monkeypatch.setattr("golosa.reading.teaching.user_file", lambda: path)
    yield path


def test_the_nearer_goes_first_key_by_key(mine: Path) -> None:
    mine.write_text('[board."les.example"]\nzone = "Europe/Samara"\nposts_per_page = 15\nquotes = ["cite"]\n')
    board = board_for("https://www.les.example/viewtopic.php?t=7", BoardTable(zone="Europe/Moscow"))
    assert (board.zone, board.posts_per_page, board.quotes) == ("Europe/Moscow", 15, ("cite",))
    assert board_for("https://bor.example/", BoardTable()).posts_per_page is None
    assert board_for(None, BoardTable()).zone is None


def test_names_of_classes_and_colours_may_be_written_in_any_way(mine: Path) -> None:
    mine.write_text('[board."les.example"]\nquotes = ["CiteBox"]\ncolours = { Vote = "Red" }\n')
    board = board_for("https://les.example/", BoardTable())
    assert (board.quotes, board.colours) == (("citebox",), (("vote", "#ff0000"),))


@pytest.mark.parametrize("key", ["les.example", "les.example/", "https://les.example/", "http://www.les.example"])
def test_a_board_may_be_named_by_its_address(key: str, mine: Path) -> None:
    mine.write_text(f'[board."{key}"]\nposts_per_page = 15\n')
    assert board_for("https://les.example/viewtopic.php?t=7", BoardTable()).posts_per_page == 15


def test_the_longest_key_that_fits_holds(mine: Path) -> None:
    mine.write_text(
        '[board."les.example"]\nposts_per_page = 15\n[board."les.example/forum"]\nposts_per_page = 30\n'
        '[board."les.example/forumer"]\nposts_per_page = 40\n'
    )
    sizes = [board_for(f"https://les.example/{path}", BoardTable()).posts_per_page for path in ("", "forum/x.php", "f")]
    assert sizes == [15, 30, 15]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[board", "not valid TOML"),
        ("zone = 'UTC'", 'expected tables like [board."forum.example"] only'),
        ('[board."les.example"]\nzone = "Moscow"', "board.\"les.example\".zone: no zone 'Moscow'"),
        ('[board]\n"les\\n" = 1', 'board."les\\n": expected a table'),
        ('[board."les.example"]\nzones = "UTC"', 'board."les.example".zones: '),
        ('[board."les.example"]\nposts_per_page = "x"', 'board."les.example".posts_per_page: expected a whole number'),
        ('[board."les.example"]\ncolours = { vote = "redd" }', ".colours.vote: 'redd' is no colour"),
        (
            '[board."les.example"]\nselectors = { author = "a[[" }',
            'board."les.example".selectors.author: expected a CSS',
        ),
        ('[board]\n"les.example" = 5', 'board."les.example": expected a table'),
    ],
)
def test_a_fault_names_file_and_key(mine: Path, text: str, told: str) -> None:
    mine.write_text(text)
    with pytest.raises(GolosaError) as error:
        board_for("https://les.example/", BoardTable())
    assert str(error.value).startswith(f"{mine}: ")
    assert told in str(error.value)


def test_faults_of_game_toml_are_told_alike(table: Any) -> None:
    table.new()
    path = table.folder / "game.toml"
    path.write_text(path.read_text("utf-8").replace("[forum]", '[forum]\nselectors = { body = ".txt" }'), "utf-8")
    table.run("count", "-C", table.folder, "--offline", status=2)
    assert "game.toml: forum.selectors.body: needs `post` beside it" in table.err


def test_the_shipped_file_is_read_and_says_nothing_yet() -> None:
    assert boards._boards(None) == {}


def probe(table: Any, *more: object, status: int = 0) -> str:
    return str(table.run("probe", *more, status=status))


def test_a_guess_is_labelled(table: Any) -> None:
    file = UNKNOWN / "structure_p1.html"
    told = json.loads(probe(table, file, "--zone", "Europe/Moscow", "--json"))["pages"][0]
    assert (told["software"], told["guess"], told["wall"], len(told["posts"])) == ("generic", True, None, 3)
    shown = " ".join(probe(table, file, "--zone", "Europe/Moscow").split())
    assert f"read by guess ({told['shape']})" in shown
    assert "minutes only" in shown


def thread(table: Any, *posts: tuple[int, str, str, str], hours: int = 0) -> Path:
    """A page of no known software, with its times told so many hours later."""
    rows = "".join(
        f'<div class="m" id="m{ref}"><p class="who"><a href="/user/{ref}">{author}</a></p>'
        f'<p class="when">02.03.2026 {int(clock[:2]) + hours:02d}{clock[2:]}</p>'
        f'<div class="txt">Голосую: <span style="color: #FF0000">{vote}</span></div></div>'
        for ref, author, clock, vote in posts
    )
    file: Path = table.saved / "page.html"
    file.write_text(f"<!DOCTYPE html><html><body><h1>День 1</h1>{rows}</body></html>", "utf-8")
    return file


POSTS = ((1, "Аня", "09:00:00", "Лис"), (2, "Лис", "09:30:00", "Аня"), (3, "Ёжик", "10:00:00", "Лис"))


def saved(table: Any, file: Path, status: int) -> dict[str, Any]:
    seen = table.moscow("22:30:00").isoformat()
    out = table.run(
        "count", "-C", table.folder, "--json", "--saved", "--seen-at", seen, "--url", table.url, file, status=status
    )
    found: dict[str, Any] = json.loads(out) if out else {}
    return found


def test_a_guess_counts_once_the_host_has_confirmed_it_and_asks_again_for_another_layout(table: Any) -> None:
    table.new()
    file = thread(table, *POSTS)
    assert saved(table, file, 3) == {}
    assert "read by guess" in table.err
    assert "golosa probe --confirm" in table.err
    assert not table.targets(table.count(status=3))

    out = probe(table, file, "--zone", "Europe/Moscow", "--url", table.url, "-C", table.folder, "--confirm")
    assert "Confirmed in" in out
    assert 'guess = "structure-' in (table.folder / "game.toml").read_text("utf-8")
    assert table.targets(saved(table, file, 0)) == {"Аня": "Лис", "Лис": "Аня", "Ёжик": "Лис"}

    file.write_text(file.read_text("utf-8").replace('class="txt"', 'class="text"'), "utf-8")
    assert saved(table, file, 3) == {}
    assert "read by guess" in table.err


def test_confirming_without_a_game_goes_to_the_boards_of_the_user(
    table: Any, mine: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    file = UNKNOWN / "structure_p1.html"
    url = "https://les.example/t/12"
    probe(table, file, "--zone", "Europe/Moscow", "--url", url, "--confirm")
    assert "les.example" in mine.read_text("utf-8")
    told = json.loads(probe(table, file, "--zone", "Europe/Moscow", "--url", url, "--json"))["pages"][0]
    assert told["guess"] is False


def test_only_a_guess_can_be_confirmed(table: Any) -> None:
    file = PAGES / "ipb3" / "ru_3_4_p1.html"
    probe(table, file, "--confirm", status=2)
    assert "nothing was read by guess" in table.err


def test_the_same_posts_at_other_times_stop_the_count(table: Any) -> None:
    table.new()
    file = thread(table, *POSTS)
    probe(table, file, "--zone", "Europe/Moscow", "--url", table.url, "-C", table.folder, "--confirm")
    saved(table, file, 0)
    assert saved(table, thread(table, *POSTS, hours=2), 3) == {}
    assert "2:00 h later than at the visit before: the zone of this reader's profile" in table.err
    assert table.targets(saved(table, thread(table, *POSTS), 0))["Аня"] == "Лис"


def test_two_readers_in_two_zones_are_told_by_probe(table: Any) -> None:
    one = thread(table, *POSTS)
    other = one.with_name("member.html")
    other.write_text(thread(table, *POSTS, hours=3).read_text("utf-8"), "utf-8")
    thread(table, *POSTS)
    probe(table, one, other, "--zone", "Europe/Moscow")
    assert "3:00 h later" in table.err


def moment(minute: int, length: Resolution = Resolution.MINUTE) -> Interval:
    from datetime import UTC, datetime, timedelta

    return Interval.shown(datetime(2026, 3, 2, tzinfo=UTC) + timedelta(minutes=minute), length)


@pytest.mark.parametrize(
    ("earlier", "later", "hours"),
    [
        ({"1": 0, "2": 9}, {"1": 180, "2": 189}, 3.0),
        ({"1": 180}, {"1": 0}, -3.0),
        ({"1": 0}, {"1": 330}, 5.5),
        ({"1": 0, "2": 9}, {"1": 0, "2": 189}, None),
        ({"1": 0, "2": 9}, {"1": 180, "2": 69}, None),
        ({"1": 0}, {"1": 7}, None),
        ({"1": 0}, {"2": 180}, None),
    ],
)
def test_a_shift_is_one_of_whole_quarters_for_all_posts(
    earlier: dict[str, int], later: dict[str, int], hours: float | None
) -> None:
    one, other = ({post: moment(minute) for post, minute in told.items()} for told in (earlier, later))
    found = shifts.shift(one, other)
    assert (found.total_seconds() / 3600 if found else None) == hours


def test_times_that_overlap_prove_one_zone() -> None:
    """«9 часов назад» and a later «27.11.2026, 14:10» are the same moment, told less and more exactly."""
    assert shifts.shift({"1": moment(0, Resolution.HOUR)}, {"1": moment(45)}) is None


def test_teaching_without_a_terminal_prints_the_entry_with_what_is_missing(table: Any, mine: Path) -> None:
    file = PAGES / "smf" / "ru_2_1_p1.html"
    url = "https://les.example/index.php?topic=9.0"
    out = probe(table, file, "--url", url, "--seen-at", "2026-03-02T22:30:00+03:00", "--teach", status=1)
    assert '[board."les.example"]' in out
    assert "# zone = …" in out
    assert not mine.exists()
    known = probe(
        table, file, "--url", url, "--seen-at", "2026-03-02T22:30:00+03:00", "--teach", "--zone", "Europe/Moscow"
    )
    assert "posts_per_page = 3" in known


def test_what_the_page_lacks_of_itself_is_not_asked_of_the_board(table: Any) -> None:
    probe(table, PAGES / "smf" / "ru_2_1_p2.html", "--url", "https://les.example/index.php?topic=9.3",
          "--zone", "Europe/Moscow", "--teach", status=2)  # fmt: skip
    assert "--seen-at" in table.err


def test_teaching_asks_for_the_zone_of_a_page_whose_posts_were_just_written(table: Any) -> None:
    file, url = PAGES / "smf" / "ru_2_0_p2.html", "https://les.example/index.php?topic=9.15"
    out = probe(table, file, "--url", url, "--seen-at", "2026-03-02T08:30:00Z", "--teach", status=1)
    assert "# zone = …  not told by the page" in out


def test_teaching_asks_for_the_zone_of_a_page_that_tells_only_how_far_it_is_from_utc_now(table: Any) -> None:
    file, url = PAGES / "phpbb" / "ru_3_3_p1.html", "https://les.example/viewtopic.php?t=7"
    out = probe(table, file, "--url", url, "--seen-at", "2026-03-02T22:30:00+03:00", "--teach", status=1)
    assert "# zone = …  not told by the page" in out


def test_teaching_needs_the_address(table: Any) -> None:
    probe(table, PAGES / "ipb3" / "ru_3_4_p1.html", "--teach", status=2)
    assert "give --url" in table.err


def test_teaching_on_a_terminal_asks_writes_and_is_then_known(
    table: Any, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Unknown] = []

    def answer(missing: Unknown) -> Any:
        asked.append(missing)
        return {Unknown.ZONE: "Europe/Moscow"}[missing]

    replies: Callable[..., bool] = lambda *_args, **_more: True  # noqa: E731 - a reply to any question
    monkeypatch.setattr(taught, "questions", lambda: answer)
    monkeypatch.setattr("click.confirm", replies)
    mine.write_text('# mine\n[board."bor.example"]\nzone = "Europe/Samara"\n')
    file, url = UNKNOWN / "structure_p1.html", "https://les.example/t/12"
    out = probe(table, file, "--url", url, "--teach")
    assert asked == [Unknown.ZONE]
    assert "Written to" in out
    text = mine.read_text("utf-8")
    assert text.startswith('# mine\n[board."bor.example"]\nzone = "Europe/Samara"')
    told = json.loads(probe(table, file, "--url", url, "--json"))["pages"][0]
    assert (told["guess"], told["posts"][0]["at"]) == (False, "2026-03-02T06:00:00Z")


def test_dates_whose_order_nothing_settles_are_asked_for(table: Any, mine: Path) -> None:
    file = thread(table, *POSTS)
    file.write_text(file.read_text("utf-8").replace("02.03.2026", "02/03/2026"), "utf-8")
    url = "https://les.example/t/12"
    out = probe(table, file, "--url", url, "--zone", "Europe/Moscow", "--teach", status=1)
    assert "# day_first = …" in out
    mine.write_text('[board."les.example"]\nday_first = true\n')
    told = json.loads(probe(table, file, "--url", url, "--zone", "Europe/Moscow", "--json"))["pages"][0]
    assert told["posts"][0]["at"] == "2026-03-02T06:00:00Z"


def test_pages_of_two_kinds_that_number_the_same_posts_otherwise_are_not_counted_together() -> None:
    """Discourse's data and its page for robots: each post would be there twice."""
    url = "https://les.example/t/den-1/12"
    data, more, robots = (
        read(Source(content=(PAGES / "discourse" / name).read_bytes(), url=url, name=name))
        for name in ("ru_p1.htm", "api_p2.json", "crawler_p1.html")
    )
    with pytest.raises(GolosaError, match="the same posts had other ids at the visit before"):
        shifts.require_one_numbering(data, [robots], url)
    shifts.require_one_numbering(data, [more], url)
    shifts.require_one_numbering(None, [robots], url)
