"""A game is played to its end, and every byte that the public gets is searched for what only the host may know."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
import requests

from golosa.folder.game import Game
from golosa.public.serving import Pages
from golosa.web import background

ROLES = {
    "Аня": "doctor", "Лис": "mafioso", "Ёжик": "commissar", "Гаррет": "townsman", "Шелли": "townsman",
}  # fmt: skip
ACCOUNT, BODY, NOTE, REASON, PASSWORD = "uchetka_4471", "тайник-8812", "записка-3390", "причина-5512", "parol-9034"


@pytest.fixture
def played(table, monkeypatch: pytest.MonkeyPatch):
    """The first day and night of a game whose secrets are marked, and the posts for everybody until then."""
    monkeypatch.setenv("GOLOSA_PASSWORD", PASSWORD)
    roles = (word for name, role in ROLES.items() for word in ("--role", f"{name}={role}"))
    table.new("--player", f"Марта={ACCOUNT}", "--role", "Марта=townsman", *roles)
    posts = [table.post(1, "Аня", "12:00:00", "Шелли"), table.post(2, "Ёжик", "13:00:00", "Шелли")]
    table.said = [table.run("dice", "commit", "-C", table.folder, status=None)]
    table.count(posts=posts, seen="21:30:00", status=None)
    table.said += [public(table, "opening"), public(table, "reminder")]
    table.now = table.end + timedelta(hours=1)
    table.count("--official", posts=posts, seen="22:30:00", status=None)
    table.run("day", "close", "-C", table.folder, status=None)
    table.said += [public(table, "result"), public(table, "night")]
    send(table, "Лис", "Ночь. Лис. Мафиози.", f"Убить Гаррета. {BODY}")
    send(table, "Аня", "Ночь. Аня. Доктор.", f"Лечить Ёжика {BODY}")
    send(table, "Ёжик", "Ночь. Ёжик. Комиссар.", f"Проверить Лиса {BODY}")
    table.run("act", "role", "Марта", "townsman", "-C", table.folder, "--reason", REASON, status=None)
    table.run("night", "-C", table.folder, status=None)
    table.said.append(public(table, "morning"))
    table.run("count", "-C", table.folder, "--offline", status=None)
    return table


def public(table, kind: str) -> str:
    """A post for everybody, in both its forms."""
    told = [table.run("notice", kind, "-C", table.folder, *more, status=None) for more in ((), ("--plain",))]
    return "\n".join(told)


def send(table, sender: str, subject: str, body: str) -> None:
    table.run(
        "order", "add", "-C", table.folder, "--from", sender, "--at", "2026-03-02T22:10:00+03:00",
        "--subject", subject, "--body", body,
    )  # fmt: skip


def secrets(folder: Path) -> dict[str, str]:
    """What must not be found, by what it is: the marked texts, and the keys of lots that the store holds."""
    game = Game(folder)
    try:
        keys = [
            found
            for fact in game.facts.all()
            if fact.kind in ("keys", "key", "secret", "dice")
            for found in re.findall(r"[0-9a-f]{32,}", bytes(fact.payload).decode())
        ]
    finally:
        game.close()
    found = {"account": ACCOUNT, "order": BODY, "reason": REASON, "password": PASSWORD, "folder": str(folder)}
    return found | {f"key {place}": key for place, key in enumerate(keys)}


def test_the_secrets_are_where_they_belong(played) -> None:
    """Else the search below would find nothing for want of anything to find."""
    assert len(secrets(played.folder)) > 5
    assert BODY in played.run("order", "list", "-C", played.folder, "--json")
    assert REASON in played.run("act", "list", "-C", played.folder)
    assert ACCOUNT in (played.folder / "game.toml").read_text(encoding="utf-8")


def test_no_public_file_holds_a_secret(played) -> None:
    files = [path for path in (played.folder / "out" / "public").rglob("*") if path.is_file()]
    assert {".html", ".json", ".xml"} <= {path.suffix for path in files}
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace")
        for what, secret in secrets(played.folder).items():
            assert secret not in text, (path.name, what)
        if path.suffix != ".js":
            assert not re.search(r"doctor|mafioso|commissar|townsman|доктор|комиссар", text, re.I), path.name


def test_no_post_for_everybody_holds_a_secret(played) -> None:
    assert any("Гаррет" in said for said in played.said)
    for said in played.said:
        for what, secret in secrets(played.folder).items():
            assert secret not in said, what


def test_what_is_served_and_logged_holds_no_secret(played, capsys: pytest.CaptureFixture[str]) -> None:
    pages = Pages({"": played.folder / "out" / "public"})
    with background(pages.app, on_stop=pages.close) as address:
        state = requests.get(f"{address}/", timeout=5)
        found = [state.text, json.dumps(dict(state.headers))]
        for path in ("game.toml", "game.db", "../game.toml", "%2e%2e/game.db", "..%2f..%2fgame.db"):
            answer = requests.get(f"{address}/{path}", timeout=5)
            assert answer.status_code == 404, path
            found.append(answer.text)
    log = capsys.readouterr()
    for text in (*found, log.out, log.err):
        for what, secret in secrets(played.folder).items():
            assert secret not in text, what


def test_folder_and_store_are_the_owners_alone(played) -> None:
    for path in (played.folder / "game.db", played.folder / "game.toml"):
        assert path.stat().st_mode & 0o077 == 0, path
