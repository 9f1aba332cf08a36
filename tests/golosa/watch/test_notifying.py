"""Messages to the host's phone: by apprise, to a receiver on this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_string
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import find_spec
from threading import Thread
from typing import Any

import pytest

from golosa.errors import GolosaError
from golosa.watch import notifying
from golosa.watch.notifying import TRIES, Notifier, notifier

NOW = datetime(2026, 3, 2, 19, tzinfo=UTC)


class Receiver:
    """Takes what is posted, or refuses it with `status`."""

    def __init__(self) -> None:
        self.got: list[Any] = []
        self.status = 200
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                receiver.got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(receiver.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
                """Quiet."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"json://127.0.0.1:{self.server.server_address[1]}/?key=s3cret"
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    pytest.importorskip("apprise")
    made = Receiver()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_a_message_carries_title_and_text(receiver: Receiver) -> None:
    assert notifier([receiver.address]).send("День 1: итог", "[b]Выбывает[/b]: Аня", NOW) is None
    assert [(one["title"], one["message"]) for one in receiver.got] == [("День 1: итог", "[b]Выбывает[/b]: Аня")]


def test_the_watch_sends_what_is_to_be_pasted(world: Any, receiver: Receiver) -> None:
    world.vote_all()
    world.new(watch="poll_minutes = 60\nlast_poll_minutes = 5\nsweep_minutes = 300")
    world.run(notifier=notifier([receiver.address]))
    assert [one["title"] for one in receiver.got] == [message.title for _, message in world.pasted]
    assert "[b]Выбывает: Аня[/b]" in receiver.got[1]["message"]


def test_a_text_that_is_longer_than_a_service_takes_comes_in_several_messages(receiver: Receiver) -> None:
    text = "\n".join(f"{number}. Голос за игрока Кузнец" for number in range(2000))
    assert notifier([receiver.address]).send("Итог", text, NOW) is None
    assert len(receiver.got) > 1
    assert "".join("".join(one["message"].split()) for one in receiver.got) == "".join(text.split())


def test_a_mail_is_plain_text_to_the_host_alone_whatever_nicks_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("apprise")
    sent: list[tuple[Any, str]] = []

    class Server:
        def __init__(self, *_: Any, **__: Any) -> None:
            """Takes whatever it is called with."""

        def __getattr__(self, name: str) -> Any:
            return lambda *_, **__: (250, b"")

        def sendmail(self, sender: str, to: Any, message: str) -> None:
            sent.append((to, message))

    monkeypatch.setattr("smtplib.SMTP", Server)
    address = "mailto://127.0.0.1:25?from=golosa@forum.example&to=host@forum.example"
    nick = "<script>alert(1)</script>{{1117*1117}}"
    assert notifier([address]).send(f"День 1: {nick}\nBcc: all@forum.example", f"Выбывает {nick}", NOW) is None
    ((to, written),) = sent
    mail = message_from_string(written)
    assert (to, mail.get_all("Bcc"), mail.get_content_type()) == (["host@forum.example"], None, "text/plain")
    assert mail.get_payload(decode=True).decode("utf-8").strip() == f"Выбывает {nick}"


def test_an_address_may_stand_in_the_environment(receiver: Receiver) -> None:
    assert notifier(["env:MY_PHONE"], {"MY_PHONE": receiver.address}).send("a", "b", NOW) is None
    assert len(receiver.got) == 1
    with pytest.raises(GolosaError, match=r"watch.notify\[0\]: the environment has no MY_PHONE"):
        notifier(["env:MY_PHONE"], {})


def test_an_address_may_stand_in_the_keyring(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = pytest.importorskip("keyring")
    monkeypatch.setattr(keyring, "get_password", lambda service, name: receiver.address if name == "phone" else None)
    assert notifier(["keyring:phone"]).send("a", "b", NOW) is None
    with pytest.raises(GolosaError, match="keyring set golosa other"):
        notifier(["keyring:other"])


def test_a_keyring_that_cannot_be_read_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = pytest.importorskip("keyring")
    pytest.importorskip("apprise")

    def fail(service: str, name: str) -> str:
        raise keyring.errors.NoKeyringError("no backend")

    monkeypatch.setattr(keyring, "get_password", fail)
    with pytest.raises(GolosaError, match="keyring cannot be read"):
        notifier(["keyring:phone"])


def test_a_service_that_refuses_is_told_by_its_place_and_never_by_its_address(
    receiver: Receiver, capfd: pytest.CaptureFixture[str]
) -> None:
    receiver.status = 500
    problem = notifier([receiver.address]).send("a", "b", NOW)
    assert problem == "watch.notify[0]"
    with pytest.raises(GolosaError, match=r"watch.notify\[1\]: apprise knows no such address") as error:
        notifier([receiver.address, "nosuch://s3cret"])
    out, err = capfd.readouterr()
    assert "s3cret" not in f"{problem}{error.value}{out}{err}"


def test_without_apprise_the_start_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifying, "find_spec", lambda name: None if name == "apprise" else find_spec(name))
    monkeypatch.setitem(sys.modules, "apprise", None)
    with pytest.raises(GolosaError, match=r"pip install 'golosa\[notify\]'"):
        notifier(["json://localhost"])
    assert notifier([]).send("a", "b", NOW) is None


def test_what_was_not_taken_is_sent_again_for_a_while_and_only_to_those_who_did_not_take_it() -> None:
    tries: dict[str, list[str]] = {"good": [], "bad": []}

    def good(title: str, text: str) -> bool:
        tries["good"].append(title)
        return True

    def bad(title: str, text: str) -> bool:
        tries["bad"].append(title)
        return False

    sender = Notifier([good, bad])
    assert sender.send("one", "text", NOW) == "watch.notify[1]"
    now, told = NOW, 0
    assert not sender.due(NOW + timedelta(seconds=29))
    for _ in range(200):
        now += timedelta(seconds=30)
        told += len(sender.again(now))
    assert (len(tries["good"]), len(tries["bad"]), told) == (1, TRIES, TRIES - 1)


def test_a_message_that_is_taken_later_is_not_sent_once_more() -> None:
    answers = iter((False, True))
    sender = Notifier([lambda title, text: next(answers)])
    assert sender.send("one", "text", NOW) == "watch.notify[0]"
    assert sender.again(NOW + timedelta(minutes=1)) == ()
    assert sender.again(NOW + timedelta(hours=1)) == ()
