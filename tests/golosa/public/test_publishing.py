"""`[publish]` against a local S3 server (moto): only what changed, in order, keys from the environment alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from golosa.errors import GolosaError
from golosa.folder.game import Game
from golosa.public import publishing, write
from golosa.public.publishing import RECORD, publish

pytest.importorskip("obstore", reason="the extra golosa[publish] is not installed")
KEY, SECRET = "AKIAEXAMPLE", "not-for-anybody"
FILES = {"style.css": b"a{}", "data/game.json": b"{}", "index.html": b"<p>1", "state.json": b'{"version":"1"}'}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    moto = pytest.importorskip("moto.server", reason="moto is not installed")
    running = moto.ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    yield f"http://{host}:{port}"
    running.stop()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty bucket "players" that anybody may read; gives its address."""
    for name, value in {
        "AWS_ENDPOINT": server,
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET,
    }.items():
        monkeypatch.setenv(name, value)
    requests.post(f"{server}/moto-api/reset", timeout=5)
    requests.put(f"{server}/players", timeout=5).raise_for_status()
    anybody = {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::players/*"}
    policy = {"Version": "2012-10-17", "Statement": [anybody]}
    requests.put(f"{server}/players?policy", json=policy, timeout=5).raise_for_status()
    return f"{server}/players"


def test_all_is_put_once_and_then_only_what_changed_in_order(bucket: str, tmp_path: Path) -> None:
    assert publish(FILES, "s3://players/games/7", tmp_path) == tuple(FILES)
    for name, content in FILES.items():
        found = requests.get(f"{bucket}/games/7/{name}", timeout=5)
        assert found.content == content
    assert publish(FILES, "s3://players/games/7", tmp_path) == ()
    newer = {**FILES, "index.html": b"<p>2", "state.json": b'{"version":"2"}'}
    assert publish(newer, "s3://players/games/7", tmp_path) == ("index.html", "state.json")
    assert requests.get(f"{bucket}/games/7/index.html", timeout=5).content == b"<p>2"


def test_browsers_are_told_the_kind_and_to_ask_again(bucket: str, tmp_path: Path) -> None:
    publish(FILES, "s3://players", tmp_path)
    page, style = (requests.get(f"{bucket}/{name}", timeout=5).headers for name in ("index.html", "style.css"))
    assert (page["Content-Type"], page["Cache-Control"]) == ("text/html; charset=utf-8", "no-cache")
    assert (style["Content-Type"], style["Cache-Control"]) == ("text/css; charset=utf-8", "public, max-age=300")


def test_another_place_gets_everything(bucket: str, tmp_path: Path) -> None:
    publish(FILES, "s3://players/a", tmp_path)
    assert publish(FILES, "s3://players/b", tmp_path) == tuple(FILES)
    (tmp_path / RECORD).write_text("torn")
    assert publish(FILES, "s3://players/b", tmp_path) == tuple(FILES)


def test_what_came_through_before_a_failure_is_not_put_again(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, tried = publishing._put, list[str]()

    def failing(store: Any, name: str, content: bytes, to: str) -> None:
        tried.append(name)
        if len(tried) == 3:
            raise GolosaError("the network is down", 3)
        put(store, name, content, to)

    monkeypatch.setattr(publishing, "_put", failing)
    with pytest.raises(GolosaError, match="network is down"):
        publish(FILES, "s3://players", tmp_path)
    assert publish(FILES, "s3://players", tmp_path) == ("index.html", "state.json")


def test_a_bucket_that_is_not_there_is_told_in_one_line_without_keys(bucket: str, tmp_path: Path) -> None:
    with pytest.raises(GolosaError, match=r"cannot put the players' page to s3://nowhere/style\.css: ") as error:
        publish(FILES, "s3://nowhere", tmp_path)
    assert error.value.exit_code == 3
    assert KEY not in str(error.value) and SECRET not in str(error.value) and "\n" not in str(error.value)
    assert KEY not in (tmp_path / RECORD).read_text()


def test_without_the_package_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "find_spec", lambda name: None)
    with pytest.raises(GolosaError, match=r"pip install 'golosa\[publish\]'"):
        publish(FILES, "s3://players", tmp_path)


def test_a_written_page_goes_there_data_first_and_version_last(
    bucket: str, played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    toml = played.folder / "game.toml"
    toml.write_text(toml.read_text() + '\n[publish]\nto = "s3://players/g"\n')
    order: list[str] = []
    put = publishing._put
    monkeypatch.setattr(publishing, "_put", lambda store, name, *rest: (order.append(name), put(store, name, *rest)))
    played.vote("Аня", "09:00", "Лис")
    played.see("09:30")
    played.write("09:30")
    assert order[-1] == "state.json" and order.index("data/game.json") < order.index("index.html")
    for name in ("index.html", "votes.html", "data/game.json", "feed.xml", "style.css", "page.js", "state.json"):
        assert requests.get(f"{bucket}/g/{name}", timeout=5).content == (played.public / name).read_bytes()
    order.clear()
    played.write("09:30")
    assert order == []
    assert requests.get(f"{bucket}/g/days.json", timeout=5).status_code == 404


def test_the_page_is_written_here_where_the_bucket_fails_and_count_says_so(
    bucket: str, played: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    from golosa.cli import run
    from golosa.clock import using

    toml = played.folder / "game.toml"
    toml.write_text(toml.read_text() + '\n[publish]\nto = "s3://nowhere"\n')
    played.vote("Аня", "09:00", "Лис")
    played.see("22:30")
    with using(lambda: played.at("22:31")):
        assert run(["count", "-C", str(played.folder), "--offline"]) == 0
    assert "golosa: cannot put the players' page to s3://nowhere/" in capsys.readouterr().err
    assert played.data().day.out == ("Лис",)


def test_an_older_page_does_not_follow_a_newer_one(bucket: str, played: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two writers: the first is slow to publish, and the second has written meanwhile."""
    toml = played.folder / "game.toml"
    toml.write_text(toml.read_text() + '\n[publish]\nto = "s3://players"\n')
    played.see("09:30")
    put: list[bytes] = []
    monkeypatch.setattr("golosa.public.writing.publish", lambda files, to, out: put.append(files["state.json"]))
    read = Path.read_bytes

    def overtaken(self: Path) -> bytes:
        return b"newer" if self.name == "state.json" else read(self)

    monkeypatch.setattr(Path, "read_bytes", overtaken)
    game = Game(played.folder)
    write(game, now=played.at("09:30"))
    game.close()
    assert put == []
