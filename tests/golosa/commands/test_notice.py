"""`golosa notice`: each kind at its time, in both languages; public posts hold no secret."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

ROLES = {"Аня": "doctor", "Лис": "mafioso", "Ёжик": "commissar", "Гаррет": "townsman", "Шелли": "townsman"}


def notice(table: Any, kind: str, *more: object, status: int = 0) -> str:
    text: str = table.run("notice", kind, "-C", table.folder, *more, status=status)
    return text


def votes(table: Any, *cast: tuple[str, str, str], seen: str = "23:30:00") -> None:
    """A day of these votes (author, wall time, for whom), known whole."""
    table.new()
    posts = [table.post(number, *vote) for number, vote in enumerate(cast, 1)]
    table.count("--url", table.url, posts=posts, seen=seen, status=None)


@pytest.fixture
def decided(table: Any) -> Any:
    votes(table, ("Аня", "09:00", "Лис"), ("Лис", "10:00", "Ёжик"), ("Шелли", "11:00", "Лис"))
    return table


@pytest.fixture
def tied(table: Any) -> Any:
    votes(table, ("Аня", "09:00", "Лис"), ("Лис", "10:00", "Ёжик"), ("Шелли", "22:10", "Лис"))
    return table


def test_result_is_official_and_names_who_is_out(decided: Any) -> None:
    text = notice(decided, "result")
    assert "День 1: официальный итог голосования" in text
    assert "[*][b]Лис[/b] — 2 голоса: " in text
    assert "[b]Выбывает: Лис[/b] (по голосам)." in text
    assert "[b]Не голосовали (2):[/b] Ёжик, Гаррет" in text
    assert "Неофициально" not in text


def test_result_before_the_end_is_refused(decided: Any) -> None:
    decided.now = decided.moscow("21:00:00")
    assert notice(decided, "result", "--at", "2026-03-02T21:00:00+03:00", status=2) == ""
    assert "a result is written after that" in decided.err


def test_interim_says_until_when_and_that_it_is_unofficial(decided: Any) -> None:
    text = notice(decided, "interim", "--at", "2026-03-02T10:30:00+03:00")
    assert "Неофициально. Подсчитано на 2 марта 2026, 10:30, по сообщение" in text
    assert "День заканчивается 2 марта 2026, 22:00." in text
    assert "Выбывает" not in text


def test_c5_tie_announces_the_half_hour(tied: Any) -> None:
    text = notice(tied, "tie")
    assert "Поровну голосов: [b]Лис, Ёжик[/b]." in text
    assert "Тема открыта ещё 30 минут, до 2 марта 2026, 22:30." in text
    assert "решит жребий" in text


def test_tie_where_there_is_none_is_refused(decided: Any) -> None:
    notice(decided, "tie", status=2)
    assert "there is no tie" in decided.err
    notice(decided, "overtime", status=2)
    assert "no overtime has been played" in decided.err
    notice(decided, "split", status=2)
    assert "not ended in a split" in decided.err


def test_the_result_after_the_overtime_shows_both_counts(tied: Any) -> None:
    text = notice(tied, "overtime")
    assert text.index("[b]Лис[/b] — 1 голос") < text.index("Дополнительное время") < text.index("[b]Лис[/b] — 2 голоса")
    assert "[b]Выбывает: Лис[/b]" in text


def test_h15_split_names_the_damage(table: Any) -> None:
    table.new("--set", "tie.steps=['split']")
    posts = [table.post(1, "Аня", "09:00", "Лис"), table.post(2, "Лис", "10:00", "Ёжик")]
    table.count(posts=posts, seen="23:30:00", status=None)
    assert "каждый из них теряет 50 хп" in notice(table, "split")


def test_reminder_lists_who_has_not_voted(decided: Any) -> None:
    assert "Ещё не голосовали (2): [b]Ёжик, Гаррет[/b]." in notice(decided, "reminder")


def test_t14_5_missed_never_says_who_leaves(table: Any) -> None:
    table.new("--set", "missed.rule=lot")
    table.count(posts=[table.post(1, "Аня", "09:00", "Лис")], seen="23:30:00", status=None)
    text = notice(table, "missed")
    assert "[b]Лис, Ёжик, Гаррет, Шелли[/b]" in text
    assert "кто — станет известно утром" in text


def test_missed_before_the_end_is_refused(decided: Any) -> None:
    notice(decided, "missed", "--at", "2026-03-02T12:00:00+03:00", status=2)
    assert "who missed it is known after that" in decided.err


def test_opening_and_night(decided: Any) -> None:
    assert "[color=red]Аня[/color]" in notice(decided, "opening")
    assert "Ночные ходы принимаются" in notice(decided, "night")


def test_the_opening_says_that_a_vote_is_bold_where_it_must_be(table: Any) -> None:
    table.new("--rules", "majority")
    assert "Голос — слово «vote» и имя игрока жирным шрифтом, например: [b]vote Аня[/b]." in notice(table, "opening")


def test_the_opening_does_not_ask_for_bold_where_the_word_is_enough(table: Any) -> None:
    table.new("--rules", "majority", "--set", "votes.kinds=['line']", "--set", "votes.bold_needs_word=false")
    assert "Голос — слово «vote» и имя игрока, например: vote Аня." in notice(table, "opening")


def test_draw_without_a_lot_is_refused(decided: Any) -> None:
    notice(decided, "draw", status=2)
    assert "no lot of this day" in decided.err


def test_l2_draw_shows_its_proof_that_verify_accepts(table: Any) -> None:
    votes(table, ("Аня", "09:00", "Лис"), ("Лис", "10:00", "Ёжик"))
    table.run("dice", "commit", "-C", table.folder)
    assert "chain: " in notice(table, "opening")
    table.run("dice", "draw", "-C", table.folder, status=None)
    text = notice(table, "draw")
    assert "При равенстве голосов выбывает: [b]" in text
    proof = table.folder / "proof.txt"
    proof.write_text(text.partition("[code]")[2].partition("[/code]")[0], encoding="utf-8")
    table.run("dice", "verify", proof)
    assert "по жребию" in notice(table, "result")


def test_l2_a_candidate_named_like_a_tag_neither_breaks_the_post_nor_its_proof() -> None:
    from engine.lots import commit, draw, verify
    from golosa.folder.dice import block_of, parse_blocks
    from golosa.texts.bbcode import safe_lines

    chain = commit(b"d" * 32, b"k" * 32).chain
    proof = draw(b"k" * 32, 1, "day1.tie", ("[/code]Лис", "Ёжик"), "0" * 64)
    shown = safe_lines(block_of(proof, chain))
    assert "[/code]" not in shown
    ((read, head),) = parse_blocks(shown)
    verify(read, head)
    assert (read, head) == (proof, chain)


def test_changes_since_the_last_count_posted(table: Any) -> None:
    table.new()
    posts = [table.post(1, "Аня", "09:00", "Лис"), table.post(2, "Лис", "10:00", "Ёжик")]
    table.count("--at", "2026-03-02T10:30:00+03:00", "--mark-posted", posts=posts, seen="23:30:00", status=None)
    again = [*posts, table.post(3, "Аня", "12:00", "Ёжик"), table.post(4, "Шелли", "13:00", "Ёжик")]
    table.count(posts=again, seen="23:40:00", status=None)
    text = notice(table, "result")
    assert "Изменения с прошлого подсчёта[/b] (на 2 марта 2026, 10:30)" in text
    assert "[*]Аня: Лис → Ёжик" in text
    assert "[*]Шелли: нет голоса → Ёжик" in text


def test_v10_a_ruling_is_shown_as_such(decided: Any) -> None:
    decided.run("rule", "post", "2", "votes", "Гаррет", "-C", decided.folder)
    text = notice(decided, "result")
    assert "[b]Гаррет[/b] — 1 голос: " in text
    assert "(решение ведущего)" in text
    assert "[*]сообщение 2 — голос за игрока Гаррет" in text


def test_a_hosts_own_template_and_an_english_game(table: Any) -> None:
    table.new("--lang", "en")
    table.count(posts=[table.post(1, "Аня", "09:00", "Лис")], seen="23:30:00", status=None)
    assert "[b]Out: Лис[/b] (by votes)." in notice(table, "result")
    own = table.folder / "templates" / "count.bbcode.j2"
    own.parent.mkdir()
    own.write_text("{{ rows[0].target }}!", encoding="utf-8")
    assert notice(table, "result") == "Лис!\n"


def test_cut_plain_and_json(decided: Any) -> None:
    posts = json.loads(notice(decided, "result", "--longest", "500", "--json"))["posts"]
    assert len(posts) > 1 and all(len(post) <= 500 for post in posts)
    assert "• Лис — 2 голоса: Аня (http://forum.example/" in notice(decided, "result", "--plain")


@pytest.fixture
def night(table: Any) -> Any:
    """After a day without votes; the mafia's order has come."""
    table.new(*(word for name, role in ROLES.items() for word in ("--role", f"{name}={role}")))
    table.count("--at", table.end.isoformat(), posts=[table.post(1, "Аня", "12:00:00")], seen="22:30:00", status=None)
    table.now = table.end + timedelta(hours=2)
    _message(table, "Лис", "Ночь. Лис. Мафиози.", "Убить Гаррета")
    return table


def _message(table: Any, sender: str, subject: str, body: str, status: int = 0) -> None:
    table.run(
        "order", "add", "-C", table.folder, "--from", sender, "--at", "2026-03-02T22:10:00+03:00",
        "--subject", subject, "--body", body, status=status,
    )  # fmt: skip


def _next_day(table: Any) -> None:
    table.run("night", "-C", table.folder)
    table.run("day", "open", "-C", table.folder, "--thread", "http://forum.example/viewtopic.php?t=8")
    table.now += timedelta(hours=10)


def test_owed_lists_who_may_act_and_has_not(night: Any) -> None:
    text = notice(night, "owed")
    assert text.startswith("Только для ведущего.")
    assert "• Аня — Доктор (лечение)" in text and "• Ёжик — Комиссар (проверка)" in text
    assert "Лис" not in text and "Шелли" not in text


def test_g4_who_sends_that_he_targets_nobody_owes_nothing(night: Any) -> None:
    _message(night, "Ёжик", "Ночь. Ёжик. Комиссар.", "Никого")
    text = notice(night, "owed")
    assert "Ёжик" not in text and "• Аня — Доктор (лечение)" in text


def test_owed_does_not_wait_for_an_order_that_is_unclear(night: Any) -> None:
    _message(night, "Ёжик", "Ночь. Ёжик. Комиссар.", "Проверить Гаррета или Шелли", status=1)
    text = notice(night, "owed")
    assert "Ход пришёл, но против кого он, решать вам: Ёжик." in text
    assert "• Аня — Доктор (лечение)" in text and "• Ёжик" not in text
    assert "Гаррет" not in text and "Шелли" not in text
    _message(night, "Аня", "Ночь. Аня. Доктор.", "Лечить Лиса")
    assert "прислали ходы" not in notice(night, "owed")


def test_owed_is_told_while_the_day_goes_on(night: Any) -> None:
    night.now = night.moscow("15:00:00")
    assert "• Аня — Доктор (лечение)" in notice(night, "owed")


def test_t14_44_who_cannot_act_this_night_owes_nothing(table: Any) -> None:
    roles = {"Аня": "maniac", "Лис": "boss", "Ёжик": "townsman", "Гаррет": "townsman", "Шелли": "townsman"}
    given = [word for name, role in roles.items() for word in ("--role", f"{name}={role}")]
    table.new("--rules", "town14", "--set", "missed.rule=none", *given)
    table.count("--at", table.end.isoformat(), posts=[table.post(1, "Аня", "12:00:00")], seen="22:30:00", status=None)
    table.now = table.end + timedelta(hours=1)
    _message(table, "Аня", "Ночь. Аня. Маньяк.", "Убить Гаррета")
    _next_day(table)
    text = notice(table, "owed")
    assert "ночь 2" in text and "Лис" in text and "Аня" not in text


def test_t14_23_dying_names_whom_to_ask_for_a_note(night: Any) -> None:
    text = notice(night, "dying")
    assert "Личное сообщение игроку Гаррет (мафия):" in text
    assert "«Мафия.1.Записка»" in text
    assert "out since" not in night.run("day", "list", "-C", night.folder)


def test_c15_morning_names_the_victim_and_his_role_and_no_secret(night: Any) -> None:
    _message(night, "Гаррет", "Мафия.1.Записка", "Он знал слишком много.\n[b]Прощайте")
    _message(night, "Шелли", "Мафия.1.Записка", "Эту записку не увидит никто")
    _message(night, "Ёжик", "Ночь. Ёжик. Комиссар.", "Проверить Лиса")
    _next_day(night)
    text = notice(night, "morning")
    assert "Выбывает [b]Гаррет[/b] — Мирный житель. Причина: мафия." in text
    assert "[quote]Он знал слишком много.\n[\u2060b]Прощайте[/quote]" in text
    assert "[b]В игре (4):[/b] Аня, Лис, Ёжик, Шелли" in text
    for secret in ("не увидит никто", "Комиссар", "Доктор", "mafioso"):
        assert secret not in text


def test_morning_before_the_night_is_resolved_is_refused(night: Any) -> None:
    notice(night, "morning", status=2)
    assert night.err.startswith("golosa: no night came before day 1: `golosa night`, then `golosa day open`")


def test_end_is_refused_while_nobody_has_won(night: Any) -> None:
    assert notice(night, "end", status=2) == ""
    assert "nobody has won" in night.err


def test_end_shows_all_roles(table: Any) -> None:
    table.new(*(word for name, role in ROLES.items() for word in ("--role", f"{name}={role}")))
    posts = [table.post(1, "Аня", "12:00", "Лис")]
    table.count(posts=posts, seen="22:30:00", status=None)
    text = notice(table, "end")
    assert "[*]Лис — [b]Мафиози[/b] (Мафия); день 1: голосование" in text
    assert "[*]Аня — [b]Доктор[/b]" in text and "; в игре до конца" in text
    assert "Победа: " in text
