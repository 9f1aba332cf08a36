"""`golosa serve`: the files of out/public/ and nothing else, events, several games, a quick end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import requests

from golosa.public.serving import Pages, names_of
from golosa.public.snapshot import LARGEST
from golosa.web import POLICY, background

from .conftest import Played


@contextmanager
def served(*folders: Path) -> Iterator[str]:
    pages = Pages({name: folder / "out" / "public" for name, folder in names_of(folders).items()})
    with background(pages.app, on_stop=pages.close) as address:
        yield address


def get(address: str, **headers: str) -> requests.Response:
    return requests.get(address, headers=headers, timeout=5)


@pytest.fixture
def written(played: Any) -> Any:
    played.vote("Аня", "09:00", "Лис")
    played.see("09:30")
    played.write("09:30")
    return played


def test_it_serves_the_files_with_their_kinds_and_strict_headers(written: Any) -> None:
    kinds = {
        "": "text/html; charset=utf-8",
        "index.html": "text/html; charset=utf-8",
        "votes.html": "text/html; charset=utf-8",
        "style.css": "text/css; charset=utf-8",
        "page.js": "text/javascript; charset=utf-8",
        "data/game.json": "application/json",
        "state.json": "application/json",
        "feed.xml": "application/atom+xml; charset=utf-8",
        "icon.svg": "image/svg+xml",
    }
    with served(written.folder) as address:
        for path, kind in kinds.items():
            found = get(address + path)
            assert (found.status_code, found.headers["Content-Type"]) == (200, kind)
            assert found.headers["Content-Security-Policy"] == POLICY
            assert found.content == (written.public / (path or "index.html")).read_bytes()
        assert get(f"{address}state.json").headers["Golosa-Events"] == "events"
        assert requests.post(address, timeout=5).status_code == 405
        assert requests.head(address, timeout=5).content == b""


def test_who_has_a_file_already_is_told_so_in_a_few_bytes(written: Any) -> None:
    with served(written.folder) as address:
        first = get(f"{address}state.json")
        assert first.headers["Cache-Control"] == "no-cache"
        again = get(f"{address}state.json", **{"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["Golosa-Events"] == "events"
        assert "immutable" in get(f"{address}style.css?v=1").headers["Cache-Control"]
        plain = get(address, **{"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers and get(address).headers["Content-Encoding"] == "gzip"
        assert plain.content == get(address).content


@pytest.mark.parametrize(
    "path",
    [
        "/../game.toml",
        "/../../game.db",
        "/%2e%2e/game.toml",
        "/..%2fgame.toml",
        "/..%5cgame.toml",
        "//etc/passwd",
        "/data/../../game.toml",
        "/data/%2e%2e/%2e%2e/%2e%2e/game.db",
        "/%00",
        "/index.html%00.css",
        "/.hidden.html",
        "/game.db",
        "/notes.txt",
        "/link.html",
        "/linked/game.toml",
        "/large.json",
        "/a/b/c.html",
        "/data/",
        "/data",
        "/INDEX.HTML",
    ],
)
def test_nothing_else_is_served(written: Any, path: str) -> None:
    public = written.public
    for name in (".hidden.html", "game.db", "notes.txt"):
        (public / name).write_text("secret")
    (public / "link.html").symlink_to(written.folder / "game.toml")
    (public / "linked").symlink_to(written.folder, target_is_directory=True)
    (public / "large.json").write_bytes(b" " * (LARGEST + 1))
    (public / "a" / "b").mkdir(parents=True)
    (public / "a" / "b" / "c.html").write_text("secret")
    with served(written.folder) as address:
        host, port = re.findall(r"http://(.*):(\d+)/", address)[0]
        with socket.create_connection((host, int(port)), timeout=5) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            answer = b"".join(iter(lambda: connection.recv(4096), b""))
    assert re.match(rb"HTTP/1\.1 4\d\d ", answer), answer
    assert b"[game]" not in answer and b"secret" not in answer


def test_each_new_version_is_told_to_open_streams(written: Any) -> None:
    with served(written.folder) as address:
        stream = requests.get(f"{address}events", stream=True, timeout=5)
        lines = stream.iter_lines(chunk_size=1)
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.headers["X-Content-Type-Options"] == "nosniff"

        def version() -> bytes:
            return next(line for line in lines if line.startswith(b"data: ")).removeprefix(b"data: ")

        first = version()
        assert first.decode() in (written.public / "state.json").read_text()
        written.vote("Ёжик", "09:40", "Лис")
        written.see("09:45")
        before = time.monotonic()
        written.write("09:45")
        second = version()
        assert time.monotonic() - before < 2
        assert second != first and second in get(address).content
        lines.close()


def test_a_folder_that_is_not_written_yet_and_one_that_is_torn(tmp_path: Path) -> None:
    (tmp_path / "out" / "public" / "data").mkdir(parents=True)
    with served(tmp_path) as address:
        assert get(address).status_code == 404
    (tmp_path / "out" / "public" / "state.json").write_text("{")
    (tmp_path / "out" / "public" / "data" / "game.json").write_text("[]")
    other = tmp_path / "other"
    other.mkdir()
    with served(tmp_path, other) as address:
        assert get(f"{address}{tmp_path.name}/state.json").text == "{"
        assert "Игр ещё нет." in get(address).text


def test_several_games_stand_in_a_list_each_under_its_folders_name(tmp_path: Path) -> None:
    folders = [tmp_path / "Игра один", tmp_path / "б" / "{x}", tmp_path / "в" / "{x}"]
    for number, folder in enumerate(folders):
        folder.parent.mkdir(exist_ok=True)
        game = Played(folder)
        game.set_up(title=f"<Игра {number}>", lang="en" if number else "ru")
        game.see("09:00")
        game.write("09:00")
    assert list(names_of(folders)) == ["Игра один", "{x}", "{x}-2"]
    with served(*folders) as address:
        listed = get(address)
        assert listed.headers["Content-Security-Policy"] == POLICY
        links = re.findall(r'<a href="([^"]*)"><bdi>&lt;Игра (\d)&gt;', listed.text)
        assert len(links) == 3
        for link, number in links:
            assert f"&lt;Игра {number}&gt;" in get(address + link).text
            assert get(f"{address}{link}data/game.json").json()["title"] == f"<Игра {number}>"
            assert get(f"{address}{link}../game.toml").status_code == 404
        bare = requests.get(address + links[0][0].rstrip("/"), allow_redirects=False, timeout=5)
        assert (bare.status_code, bare.headers["Location"]) == (308, "./" + links[0][0])
        assert bare.next is not None and bare.next.url == address + links[0][0]
        assert get(f"{address}style.css").status_code == 200
        assert get(f"{address}nowhere/index.html").status_code == 404


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent to a process by a POSIX signal here")
def test_the_command_serves_a_fresh_game_and_ends_quickly_with_streams_open(played: Any) -> None:
    command = [sys.executable, "-m", "golosa", "serve", str(played.folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"the players' page is at (http://127\.0\.0\.1:\d+/); Ctrl-C ends it", line)
        assert found is not None, line
        assert get(found[1]).status_code == 200
        streams = [requests.get(f"{found[1]}events", stream=True, timeout=5) for _ in range(5)]
        readers = [threading.Thread(target=lambda one=one: one.content) for one in streams]
        for reader in readers:
            reader.start()
        before = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, complaints = process.communicate(timeout=10)
        assert time.monotonic() - before < 2
        for reader in readers:
            reader.join(2)
            assert not reader.is_alive()
    assert (process.returncode, out, complaints) == (0, "", "")


def test_the_command_refuses_what_is_no_game_and_a_taken_port(played: Any, tmp_path: Path, capsys: Any) -> None:
    from golosa.cli import run

    for words in ((), ("-C",)):
        assert run(["serve", *words, str(tmp_path / "nowhere")]) == 2
        assert "nowhere/game.toml: no game here" in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", str(played.folder), "--port", str(port)]) == 2
    assert f"port {port}" in capsys.readouterr().err
