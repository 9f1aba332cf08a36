"""How members log in, software by software, as data: where the form is, which fields, what only a member's page shows.

Pure: pages go in, requests come out. Secrets are wrapped (`Secret`) so that no message or trace shows them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from lxml import etree
from msgspec import Struct

from forums import registry
from forums.decode import decode
from forums.find import Find
from forums.forms import Form, forms_of
from forums.pages import PageError, Source
from forums.sheet import Sheet

_LONGEST_MESSAGE = 200


class Secret:
    """A text that must not be shown: it has no readable form but `reveal`."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself, for the one place that sends it."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(…)"


class Post(Struct, frozen=True):
    """A request that carries a password."""

    url: str
    body: Secret  #: as `application/x-www-form-urlencoded`
    headers: Mapping[str, str] = {}


class Verdict(StrEnum):
    """What a page after an attempt shows."""

    IN = "in"  #: only a member sees this
    OUT = "out"  #: a guest's page
    CAPTCHA = "captcha"  #: the form asks whether a human is writing
    SECOND_FACTOR = "second_factor"  #: the password was right; a code is wanted too
    LOCKED = "locked"  #: after too many wrong passwords no more are looked at for some time


class Login(Struct, frozen=True, kw_only=True):
    """How one software does it."""

    page: str  #: the form's page, from the board's folder, where no page links to it
    user: str  #: name of the field for the name
    password: str  #: name of the field for the password
    link: str  #: a piece of the addresses of links to the form's page
    inside: str  #: XPath of what only members see: the way out
    extra: tuple[tuple[str, str], ...] = ()  #: sent besides what the form holds, such as "remember me"
    hashes: tuple[str, ...] = ()  #: fields that take the password's MD5 in its place, where the form has them
    json: bool = False  #: no form: a token and an answer in JSON


def _way_out(*pieces: str) -> str:
    parts = " and ".join(f"contains(@href, '{piece}')" for piece in pieces)
    return f"//a[{parts}]"


_PUN = Login(
    page="login.php",
    user="req_username",
    password="req_password",
    link="login.php",
    inside=_way_out("login.php", "action=out") + " | //a[contains(@href, '/logout/')]",
    extra=(("save_pass", "1"),),
)
_VBULLETIN = Login(
    page="login.php?do=login",
    user="vb_login_username",
    password="vb_login_password",
    link="login.php",
    inside=_way_out("login.php", "do=logout"),
    extra=(("cookieuser", "1"),),
    hashes=("vb_login_md5password", "vb_login_md5password_utf"),
)
_IPS = Login(
    page="login/",
    user="auth",
    password="password",
    link="/login/",
    inside="//a[contains(@href, '/logout/')] | //form[contains(@action, '/logout/')]",
    extra=(("remember_me", "1"),),
)

#: By software (the ids of the adapters).
LOGINS: Mapping[str, Login] = {
    "phpbb": Login(
        page="ucp.php?mode=login",
        user="username",
        password="password",
        link="mode=login",
        inside=_way_out("mode=logout"),
        extra=(("autologin", "on"),),
    ),
    "phpbb2": Login(
        page="login.php",
        user="username",
        password="password",
        link="login.php",
        inside=_way_out("login.php", "logout=true"),
        extra=(("autologin", "on"),),
    ),
    "smf": Login(
        page="index.php?action=login",
        user="user",
        password="passwrd",
        link="action=login",
        inside=_way_out("action=logout"),
        extra=(("cookieneverexp", "on"),),
    ),
    "mybb": Login(
        page="member.php?action=login",
        user="username",
        password="password",
        link="member.php?action=login",
        inside=_way_out("member.php", "action=logout"),
        extra=(("remember", "yes"),),
    ),
    "fluxbb": _PUN,
    "punbb": _PUN,
    "mybbru": _PUN,
    "vbulletin3": _VBULLETIN,
    "vbulletin4": _VBULLETIN,
    "vbulletin5": Login(
        page="auth/login-form",
        user="username",
        password="password",
        link="auth/login",
        inside=_way_out("auth/logout"),
        extra=(("rememberme", "1"), ("privacyconsent", "1")),
    ),
    "xenforo1": Login(
        page="login/",
        user="login",
        password="password",
        link="login/",
        inside="//html[contains(concat(' ', @class, ' '), ' LoggedIn ')]",
        extra=(("remember", "1"), ("register", "0")),
    ),
    "xenforo": Login(
        page="login/",
        user="login",
        password="password",
        link="login/",
        inside="//html[@data-logged-in='true']",
        extra=(("remember", "1"),),
    ),
    "ipb2": Login(
        page="index.php?act=Login&CODE=00",
        user="UserName",
        password="PassWord",
        link="act=Login",
        inside=_way_out("act=Login", "CODE=03"),
        extra=(("CookieDate", "1"),),
    ),
    "ipb3": Login(
        page="index.php?app=core&module=global&section=login",
        user="ips_username",
        password="ips_password",
        link="section=login",
        inside=_way_out("section=login", "do=logout"),
        extra=(("rememberMe", "1"),),
    ),
    "ips4": _IPS,
    "ips5": _IPS,
    "discourse": Login(page="login", user="login", password="password", link="", inside="", json=True),
}
LOGINS = {**LOGINS, "smf1": LOGINS["smf"]}

_CAPTCHA = re.compile(
    r"g-recaptcha|h-captcha|data-sitekey|name=[\"'](?:confirm_code|qa_answer|imagestring|humanverify\[|captcha)", re.I
)
_SECOND = re.compile(r"two-step|two_step|/mfa|tfa_code|second_factor|action=logintfa", re.I)
#: Names of fields for the code, in a form that asks for no password any more.
_CODE = re.compile(r"(?:\A|[_\[-])(?:tfa|mfa|otp|totp|2fa)(?:[_\]-]|\Z)|auth_?code|authenticator|two_?factor", re.I)
_LOCKED = re.compile(
    r"\blocked\b(?! out)|\bused up\b|attempts threshold|(?:exceeded|reached) .{0,40}(?:attempts|logins)"
    r"|failed to log ?in within|too many (?:failed|login|times|attempts|requests)|(?:wait|again in) (?:about )?\d+"
    r"|слишком много|временно заблокирован|превысили|исчерпали|подождите|повторите попытку через",
    re.I,
)
_SAID = Find(
    "//*[contains(@class, 'error') or contains(@class, 'blockMessage') or contains(@class, 'standard_error') or "
    "@id='message' or @id='posterror' or @id='fatal_error' or contains(@class, 'ipsMessage') or "
    "contains(@class, 'panelsurround') or @id='msg']"
)
_FOLDERS = re.compile(r"/(?:index\.php|[\w-]+\.php|threads?/|topics?/|t/|forum/topic/).*", re.S)


def software_of(source: Source) -> str | None:
    """The software that made a page, whatever the page is; None where nobody knows it."""
    adapter = registry.recognise(Sheet(source).text)
    return adapter.software if adapter is not None else None


def board_of(url: str) -> str:
    """The folder of the board that an address belongs to, with its slash."""
    parts = urlsplit(url)
    path = _FOLDERS.sub("/", parts.path or "/")
    return f"{parts.scheme}://{parts.netloc}{path if path.endswith('/') else path.rpartition('/')[0] + '/'}"


def form_on(source: Source, login: Login) -> Form | None:
    """The form for logging in on a page, if it is there."""
    for form in forms_of(source):
        if login.password in form.passwords and form.value(login.user) is not None and form.post:
            return form
    return None


def page_with_form(source: Source, login: Login) -> str:
    """The address of the page with the form: the one that this page links to, else the usual one."""
    assert source.url is not None
    here = urlsplit(source.url)
    for link in _tree(source).iter("a"):
        address = urljoin(source.url, link.get("href") or "")
        if login.link in address and urlsplit(address).netloc == here.netloc and not re.search("logout|lost", address):
            return address
    if "?" in source.url and not here.path.endswith(".php"):
        return urljoin(board_of(source.url), login.page)
    # Boards without rewritten addresses: index.php?threads/…
    friendly = here.path.endswith("index.php") and "/" in here.query and not login.page.endswith(".php")
    return urljoin(board_of(source.url), f"index.php?{login.page}" if friendly else login.page)


def filled(form: Form, login: Login, user: str, password: Secret) -> Post:
    """The form as a browser would send it. Raises PageError for signs that the board's encoding lacks."""
    fields = dict(form.fields) | dict(login.extra)
    fields |= {name: value for name, value in form.buttons[:1] if name not in fields}
    fields[login.user] = user
    if login.hashes and any(name in fields for name in login.hashes):
        fields |= dict(zip(login.hashes, _hashes(password.reveal()), strict=True))
        fields[login.password] = ""
    else:
        fields[login.password] = password.reveal()
    try:
        body = urlencode(list(fields.items()), encoding=form.encoding, errors="strict")
    except (UnicodeEncodeError, LookupError):
        # Without its cause: that would hold what was to be sent.
        raise PageError("the name or the password has signs that this forum's encoding lacks") from None
    return Post(form.action, Secret(body))


def _hashes(password: str) -> tuple[str, str]:
    """The two sums that vBulletin's page makes: of the text with HTML entities for far letters, and of its UTF-8."""
    text = "".join(letter if ord(letter) < 256 else f"&#{ord(letter)};" for letter in password.strip())
    sums = (hashlib.md5(data, usedforsecurity=False) for data in (text.encode("latin-1"), password.strip().encode()))
    first, second = (found.hexdigest() for found in sums)
    return first, second


def verdict(source: Source, login: Login) -> Verdict:
    """Whether a page is a member's, and if it is not, what it asks for."""
    if login.json:
        return _json_verdict(source)
    if Find(login.inside).first(_tree(source)) is not None:
        return Verdict.IN
    text, forms = decode(source.content, source.headers).text, forms_of(source)
    if _SECOND.search(source.url or "") or any(_SECOND.search(form.action) for form in forms):
        return Verdict.SECOND_FACTOR
    if any(_CODE.search(name) for form in forms if not form.passwords for name in form.typed):
        return Verdict.SECOND_FACTOR
    if form_on(source, login) is not None and _CAPTCHA.search(text):
        return Verdict.CAPTCHA
    return Verdict.LOCKED if _LOCKED.search(said(source, login)) else Verdict.OUT


def is_guests(source: Source) -> bool | None:
    """Whether a page is one that a guest sees; None where its software is unknown, or its pages do not tell."""
    login = LOGINS.get(software_of(source) or "")
    if login is None or login.json or source.content.lstrip()[:1] != b"<":
        return None
    return verdict(source, login) is not Verdict.IN


def session_page(source: Source) -> str | None:
    """The address that tells who is reading, for software whose pages do not; None for other software."""
    login = LOGINS.get(software_of(source) or "")
    if login is None or not login.json or source.url is None:
        return None
    return urljoin(board_of(source.url), "session/current.json")


def said(source: Source, login: Login) -> str:
    """What the forum says of a failed attempt, in short; "" where it says nothing."""
    if login.json:
        told = _document(source)
        errors = told.get("errors")
        words = told.get("error") or (" ".join(map(str, errors)) if isinstance(errors, list) else "")
        return str(words)[:_LONGEST_MESSAGE]
    for box in _SAID.all(_tree(source)):
        words = " ".join("".join(str(text) for text in box.itertext()).split())
        if words:
            return words[:_LONGEST_MESSAGE]
    return ""


# Discourse.

JSON_HEADERS = {"Accept": "application/json", "X-Requested-With": "XMLHttpRequest"}


def token_page(board: str) -> str:
    """Where the token is asked for."""
    return urljoin(board, "session/csrf.json")


def json_post(board: str, token: Source, user: str, password: Secret) -> Post:
    """The request with name and password. Raises PageError where the token did not come."""
    csrf = _document(token).get("csrf")
    if not isinstance(csrf, str):
        raise PageError("{url}: the forum gave no token for logging in", url=token.url)
    body = urlencode({"login": user, "password": password.reveal()})
    return Post(urljoin(board, "session.json"), Secret(body), JSON_HEADERS | {"X-CSRF-Token": csrf})


def _json_verdict(source: Source) -> Verdict:
    told = _document(source)
    if isinstance(told.get("user"), dict) or isinstance(told.get("current_user"), dict):
        return Verdict.IN
    if told.get("second_factor_required") or told.get("reason") == "invalid_second_factor":
        return Verdict.SECOND_FACTOR
    return Verdict.LOCKED if told.get("error_type") == "rate_limit" or source.status == 429 else Verdict.OUT


def _document(source: Source) -> dict[str, Any]:
    try:
        told = json.loads(source.content)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _tree(source: Source) -> etree._Element:
    return Sheet(source).tree
