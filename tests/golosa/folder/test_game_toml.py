"""game.toml: what is wrong is told with file, key and what was expected; comments stay when the program writes."""

from __future__ import annotations

import stat
from datetime import datetime
from pathlib import Path

import pytest

from engine.day import EffectKind
from golosa.errors import GolosaError
from golosa.folder import config, gamefile
from golosa.folder.config import Config, DayTable, GameTable, PlayerTable

DAY = "[[day]]\nnumber = 1\nthreads = ['t']\nstarts = 2026-03-02T08:00:00+03:00\nends = 2026-03-02T22:00:00+03:00\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[game]\ncolour = 'red'", "game.colour: unknown key; expected one of title, rules, hosts, lang, zone"),
        ("[game]\nhosts = 'Ведущий'", "game.hosts: expected a list, got a text"),
        ("[game]\nhosts = [1]", "game.hosts[0]: expected a text, got a whole number"),
        ("[game]\nlang = 'de'", "game.lang: expected one of ru, en, got 'de'"),
        ('[game]\n"a\\nb" = 1', 'game."a\\nb": unknown key; expected one of title, rules, hosts, lang, zone'),
        ("players = []", "players: unknown key; expected one of game, forum, set, player, day"),
        ("[[player]]\nname = 'A'\n[[player]]\nname = 5", "player[1].name: expected a text, got a whole number"),
        ("[[player]]\nname = 'A'\n[[player]]\nnam = 'B'", "player[1].nam: unknown key; expected one of name, accounts"),
        ("[[player]]\naliases = ['A']", "player[0].name: is missing"),
        ("[[player]]\nname = 'A'\naliases = ['a', true]", "player[0].aliases[1]: expected a text, got true or false"),
        ("[[player]]\nname = ' '", "player[0].name: expected a name, got an empty text"),
        (
            "[[player]]\nname = 'Лис'\n[[player]]\nname = 'ЛИС'",
            "player[1].name: two players are called 'ЛИС'; rename one",
        ),
        (
            "[[player]]\nname = 'A'\naccounts = ['x']\n[[player]]\nname = 'B'\naccounts = ['X']",
            "player[1].accounts: 'X' is the account of A too",
        ),
        (  # V5
            "[game]\nhosts = ['Fox_1']\n[[player]]\nname = 'Лис'\naccounts = ['fox_1']",
            "player[0].accounts: 'fox_1' is a host's account: the host cannot play (V5)",
        ),
        (
            "[game]\nhosts = ['лис']\n[[player]]\nname = 'A'\n[[player]]\nname = 'Лис'",
            "player[1].accounts: 'Лис' is a host's account",
        ),
        ("[game]\nzone = 'Moscow'", "game.zone: no zone 'Moscow'; give an IANA name such as Europe/Moscow"),
        ("[forum]\nzone = '../etc'", "forum.zone: no zone '../etc'"),
        ("[forum]\nedit_zone = 'X/Y'", "forum.edit_zone: no zone 'X/Y'"),
        (DAY.replace("22:00", "07:00"), "day[0].ends: the day ends before it starts"),
        (DAY.replace("22:00:00+03:00", "22:00:00"), "day[0].ends: the time needs an offset"),
        (DAY.replace("2026-03-02T08:00:00+03:00", "'morning'"), "day[0].starts: expected a time such as 2026-03-02T22"),
        ("set = 3", "set: expected a table, got a whole number"),
        ("[[player]]\nname = 'Лис'\n[[player]]\nname = ' лис '", "player[1].name: two players are called ' лис '"),
        (DAY + DAY, "day[1].number: two days have the number 1"),
        (DAY.replace("number = 1", "number = 0"), "day[0].number: days are numbered from 1"),
        (DAY.replace("number = 1", f"number = {10**20}"), "day[0].number: days are numbered from 1 to 9999"),
        (DAY + "votes_thread = 'other'", "day[0].votes_thread: expected one of the day's threads, got 'other'"),
        ("[game]\nlongest_post = 9", "game.longest_post: expected a whole number of at least 500"),
        ("[watch]\npoll_minutes = 0", "watch.poll_minutes: expected a number of at least 0.5"),
        ("[watch]\nremind_minutes = inf", "watch.remind_minutes: expected a number of at most 1440"),
        ("[public]\ndelay_minutes = 1441", "public.delay_minutes: expected a whole number of at most 1440"),
        ("[public]\nhide = true", "public.hide: unknown key; expected one of delay_minutes, hide_until_end"),
        ("[publish]\nto = 'https://forum.example'", 'publish.to: expected "s3://bucket" or "s3://bucket/folder"'),
        ("[publish]\nto = 's3://KEY:SECRET@bucket'", "publish.to: expected"),
        ("[watch]\npoll = 5", "watch.poll: unknown key; expected one of poll_minutes, last_minutes"),
        ("[watch]\nnotify = ['tgram:/x']", 'watch.notify[0]: expected an address of apprise, "env:NAME"'),
        ("[game\n", "not valid TOML: "),
        ("[game]\ntitle = 'a'\ntitle = 'b'", "not valid TOML: "),
    ],
)
def test_what_is_wrong_is_told_with_file_key_and_what_was_expected(text: str, told: str) -> None:
    with pytest.raises(GolosaError) as error:
        config.parse(text, "my/game.toml")
    assert str(error.value).startswith(f"my/game.toml: {told}")
    assert error.value.exit_code == 2


def test_a_folder_without_a_game_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(GolosaError, match="no game here; make one with `golosa new`"):
        config.load(tmp_path)


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_bytes(b"[game]\ntitle = '\xcc\xe0\xf4\xe8\xff'\n")
    with pytest.raises(GolosaError, match="must be a text file in UTF-8"):
        config.load(tmp_path)


def test_a_file_saved_by_notepad_is_read(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text("[game]\r\ntitle = 'Игра'\r\n", encoding="utf-8-sig")
    assert config.load(tmp_path).game.title == "Игра"


def test_knobs_may_stand_in_tables_or_under_dotted_names() -> None:
    nested = config.parse("[set.votes]\nself_vote = false\n[set.tie]\nsteps = ['lot']\n", "x")
    dotted = config.parse("[set]\n'votes.self_vote' = false\n'tie.steps' = ['lot']\n", "x")
    assert nested.set == dotted.set == {"votes.self_vote": False, "tie.steps": ["lot"]}


def full() -> Config:
    starts, ends = (datetime.fromisoformat(f"2026-03-02T{hour}:00+03:00") for hour in ("08:00", "22:00"))
    return Config(
        game=GameTable(title="Игра «у реки»", rules="town14", hosts=("Ведущий",), zone="Europe/Moscow"),
        watch=config.WatchTable(poll_minutes=2),
        public=config.PublicTable(delay_minutes=10, hide_until_end=True),
        publish=config.PublishTable(to="s3://bucket/games/7"),
        set={"votes.self_vote": True, "tie.steps": ["lot"]},
        player=(PlayerTable(name='Аня "Лис"', accounts=("anya",), aliases=("Анютка",)), PlayerTable(name="[Тень]")),
        day=(DayTable(number=1, threads=("https://forum.example/t=1",), starts=starts, ends=ends),),
        effect=(config.EffectTable(player="[Тень]", kind=EffectKind.WEIGHT, value=0.5, day=1, lasts="game"),),
        rules_from=(config.RulesTable(day=1, post="17", set={"votes.self_vote": False}),),
    )


def test_what_is_composed_is_read_back_as_it_was() -> None:
    text = gamefile.compose(full())
    assert config.parse(text, "x") == full()
    assert all(f"# {comment}" in text for comment in gamefile.COMMENTS.values())


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ('[[effect]]\nplayer = "Кто"\nkind = "weight"\nday = 1', "effect[0].player: no player is called 'Кто'"),
        ('[[effect]]\nplayer = "Аня"\nkind = "weigth"\nday = 1', "effect[0].kind: "),
        ('[[effect]]\nplayer = "Аня"\nkind = "weight"\nvalue = -1\nday = 1', "effect[0].value: expected 0 or more"),
        ('[[effect]]\nplayer = "Аня"\nkind = "blocked"\nvalue = 1\nday = 1', "effect[0].value: blocked takes no"),
        ('[[effect]]\nplayer = "Аня"\nkind = "follows"\nday = 1', "effect[0].by: a vote that follows"),
        ('[[effect]]\nplayer = "Аня"\nkind = "follows"\nby = "Аня"\nday = 1', "effect[0].by: expected another player"),
        ('[[effect]]\nplayer = "Аня"\nkind = "blocked"\nday = 0', "effect[0].day: days are numbered from 1"),
        ('[[effect]]\nplayer = "Аня"\nkind = "blocked"\nday = 1\nat = 2026-03-02T12:00:00', "effect[0].at: the time"),
        (
            '[[effect]]\nplayer = "Аня"\nkind = "blocked"\nday = 1\npost = "3"\nat = 2026-03-02T12:00:00Z',
            "effect[0].at: give the post",
        ),
        ('[[rules_from]]\nday = 1\npost = "3"\nset = {}', "rules_from[0].set: no knob is changed"),
        ('[[rules_from]]\nday = 1\npost = "3"\nset.day.ends = "21:00"', "rules_from[0].set: day.ends cannot change"),
        ('[[rules_from]]\nday = 0\npost = "3"\nset.votes.self_vote = true', "rules_from[0].day: days are"),
    ],
)
def test_effects_and_changes_of_rules_are_checked(table: str, told: str) -> None:
    with pytest.raises(GolosaError) as error:
        config.parse(f'[[player]]\nname = "Аня"\n{table}\n', "my/game.toml")
    assert str(error.value).startswith(f"my/game.toml: {told}")


def test_comments_stay_when_a_day_is_added_or_changed(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(
        "# my game\n[game]\ntitle = 'x'  # of the house\n\n" + DAY.replace("threads", "# here we play\nthreads"),
        encoding="utf-8",
    )
    (day,) = full().day
    gamefile.add_day(tmp_path, day)
    gamefile.add_day(tmp_path, DayTable(number=2, threads=("t2",), starts=day.ends, ends=day.ends.replace(day=4)))
    text = path.read_text(encoding="utf-8")
    assert "# my game" in text and "# of the house" in text and "# here we play" in text
    days = config.load(tmp_path).day
    assert [(found.number, found.threads) for found in days] == [(1, ("https://forum.example/t=1",)), (2, ("t2",))]


def test_a_file_that_begins_with_the_mark_of_some_editors_can_be_changed(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text("# my game\n[game]\ntitle = 'x'\n", encoding="utf-8-sig")
    (day,) = full().day
    gamefile.add_day(tmp_path, day)
    gamefile.set_knobs(tmp_path, {"votes.self_vote": True})
    gamefile.set_forum(tmp_path, {"user": "Ведущий"})
    gamefile.set_players(tmp_path, full().player)
    found = config.load(tmp_path)
    assert (found.day, found.set, found.forum.user) == ((day,), {"votes.self_vote": True}, "Ведущий")
    assert (found.game.title, found.player) == ("x", full().player)
    assert (tmp_path / "game.toml").read_text(encoding="utf-8").startswith("# my game")


def test_what_is_set_as_it_stands_already_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text("[game]\ntitle = 'x'\n", encoding="utf-8")
    before = path.stat().st_mtime_ns
    gamefile.set_forum(tmp_path, {"user": None, "cookies": None})
    gamefile.set_table(tmp_path, "game", {"title": "x"})
    assert (path.stat().st_mtime_ns, path.read_text(encoding="utf-8")) == (before, "[game]\ntitle = 'x'\n")


def test_a_day_that_would_be_wrong_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(DAY, encoding="utf-8")
    (day,) = full().day
    with pytest.raises(GolosaError, match="ends before it starts"):
        gamefile.add_day(tmp_path, DayTable(number=2, starts=day.ends, ends=day.starts))
    assert path.read_text(encoding="utf-8") == DAY


def test_only_the_owner_may_read_what_is_written(tmp_path: Path) -> None:
    config.write(tmp_path / "game.toml", "x")
    assert stat.S_IMODE((tmp_path / "game.toml").stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["game.toml"]


def test_a_folder_that_is_not_there_is_told_when_writing(tmp_path: Path) -> None:
    with pytest.raises(GolosaError, match="cannot write"):
        config.write(tmp_path / "nowhere" / "game.toml", "x")


def test_a_notification_address_that_is_wrong_is_not_told_since_it_may_be_a_secret() -> None:
    with pytest.raises(GolosaError) as error:
        config.parse("[watch]\nnotify = ['json://ok', 'tgram//123456:secret']", "my/game.toml")
    assert "watch.notify[1]" in str(error.value)
    assert "secret" not in str(error.value)


def test_a_watch_that_is_not_as_usual_is_written_and_read_again() -> None:
    watch = config.WatchTable(poll_minutes=2.5, draw=False, notify=("env:GOLOSA_NOTIFY",))
    assert config.parse(gamefile.compose(Config(watch=watch)), "g").watch == watch
    assert "[watch]" not in gamefile.compose(Config())
