"""`golosa desk` as a process: it says its address, lets one browser in, and ends cleanly."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from golosa.cli import run


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    words = [sys.executable, "-m", "golosa", "desk", "-C", str(tmp_path / "game"), "--no-browser", "--port", "0"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process, process.stdout.readline()
    process.kill()
    process.communicate()


def test_it_opens_on_loopback_lets_in_by_its_address_and_ends_with_ctrl_c(desk: Any, tmp_path: Path) -> None:
    process, said = desk
    found = re.search(r"http://127\.0\.0\.1:(\d+)(/enter\?token=[\w-]+)", said)
    assert found is not None, said
    connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=20)
    connection.request("GET", found[2])
    answer = connection.getresponse()
    answer.read()
    cookie = answer.getheader("set-cookie").partition(";")[0]
    connection.request("GET", "/start", headers={"Cookie": cookie})
    answer = connection.getresponse()
    assert answer.status == 200 and "<form" in answer.read().decode()
    connection.close()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert (process.returncode, told) == (0, "")
    assert not (tmp_path / "game").exists()


def test_a_port_that_is_taken_is_told(desk: Any, capsys: pytest.CaptureFixture[str]) -> None:
    port = re.search(r":(\d+)/", desk[1])
    assert port is not None
    assert run(["desk", "--no-browser", "--port", port[1]]) == 2
    assert "cannot listen on 127.0.0.1" in capsys.readouterr().err
