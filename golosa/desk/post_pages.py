"""A post of a day at the desk, with all of its texts, and the rulings that the host takes on posts, names, accounts."""

from __future__ import annotations

from datetime import datetime

from starlette.responses import Response
from starlette.routing import Route

from engine.counts import MarkFate, Needs
from engine.rulings import ActionRuling, AliasRuling, CloseRuling, ReplaceRuling, Ruling, VoidRuling, VoteRuling
from golosa import catalogue
from golosa.clock import system_clock
from golosa.desk.asking import Ask, does, shows
from golosa.desk.named import day_of, player_of
from golosa.desk.posts import shown
from golosa.desk.typed import whole
from golosa.errors import GolosaError
from golosa.folder import rulings
from golosa.folder.game import Counted, Game
from golosa.folder.people import find_player

BACK = "/day"


def page(ask: Ask) -> Response:
    """One post with all of its texts, what became of its marks, and the rulings that it may get."""
    now = system_clock()
    with ask.desk.game() as game:
        day = game.day(whole(ask.query("day")), now)
        counted = game.count(day, now)
        asked = ask.query("post").removeprefix("№").strip()
        found = next((post for post in counted.posts if post.id == asked), None) or next(
            (post for post in counted.posts if asked in (str(post.number), post.url)), None
        )
        if found is None:
            raise GolosaError(str(ask.words["hand"]["no_post"]).format(post=asked, day=day.number))
        return ask.show(
            "post",
            day=day.number,
            post=shown(game, game.with_lines(day, found), ask.lang),
            fates=[(fate.text, became(fate, ask)) for fate in counted.count.fates if fate.post == found.id],
            living=counted.count.living,
        )


def became(fate: MarkFate, ask: Ask) -> str:
    """What became of a mark, in the desk's words."""
    words = catalogue.of(ask.lang)
    if fate.why is None:
        return str(ask.words["post"]["counts"])
    return words.needs[fate.why] if isinstance(fate.why, Needs) else words.why[fate.why]


def told(ruling: Ruling, post: str | None, ask: Ask) -> str:
    """A ruling in the desk's words."""
    words = ask.words["ruling"]
    if isinstance(ruling, VoidRuling):
        return str(words["void"]).format(post=post)
    if isinstance(ruling, CloseRuling):
        return str(words["close"]).format(post=post)
    if isinstance(ruling, VoteRuling):
        return str(words["vote" if ruling.target else "nobody"]).format(post=post, target=ruling.target)
    if isinstance(ruling, ActionRuling):
        return str(words["action" if ruling.target else "no_action"]).format(post=post, target=ruling.target)
    if isinstance(ruling, AliasRuling):
        return str(words["alias"]).format(alias=ruling.alias, player=ruling.player)
    if isinstance(ruling, ReplaceRuling):
        return str(words["replace"]).format(account=ruling.replace, player=ruling.player)
    return str(words["order" if ruling.target else "no_order"]).format(target=ruling.target)


def rule(ask: Ask) -> Response:
    """Takes a ruling on a post."""
    now, post = system_clock(), ask.text("post")
    with ask.desk.game() as game:
        _counted_with(game, ask, post, now)
        ruling: Ruling
        if ask.text("act") or ask.text("do") in ("act_other", "no_act"):
            ruling = ActionRuling(post, None if ask.text("do") == "no_act" else _named(ask, game, "act"), now)
        elif ask.text("vote") or ask.text("do") == "other":
            ruling = VoteRuling(post, _named(ask, game, "vote"), now)
        elif ask.text("do") == "nobody":
            ruling = VoteRuling(post, None, now)
        elif ask.text("do") == "closes":
            ruling = CloseRuling(post, now)
        else:
            ruling = VoidRuling(post, now)
        taken = rulings.take(game, ruling, now)
    return _ruled(ask, "taken", taken)


def _named(ask: Ask, game: Game, button: str) -> str:
    """The player of the button that was pressed, or of the list beside it."""
    name = ask.text(button) or ask.text("other")
    if name not in game.roster.names:
        raise GolosaError(ask.words["rule"]["whom"])
    return name


def taken_in(ask: Ask, where: str, told: str, taken: rulings.Taken) -> Response:
    """Back to a page, after a ruling: what was done, what the host should know of it, what is another by it."""
    ask.changed(taken.changes)
    ask.desk.say(told)
    for note in taken.notes:
        ask.desk.say(note)
    return ask.done(where)


def _ruled(ask: Ask, word: str, taken: rulings.Taken) -> Response:
    return taken_in(ask, f"{BACK}?day={ask.text('day')}", ask.words["rule"][word], taken)


def teach(ask: Ask) -> Response:
    """Teaches what a text means, from the post on in which it stands."""
    if not ask.text("alias"):
        raise GolosaError(ask.words["players"]["text"])
    now = system_clock()
    with ask.desk.game() as game:
        counted = _counted_with(game, ask, ask.text("post"), now)
        post = next(post for post in counted.posts if post.id == ask.text("post"))
        player = find_player(game, ask.text("player"))
        taken = rulings.take(game, AliasRuling(ask.text("alias"), player, now, since=post.at.earliest), now)
    return _ruled(ask, "taught", taken)


def account(ask: Ask) -> Response:
    """Rules that an account is a player's, and always was."""
    with ask.desk.game() as game:
        player = player_of(ask, "player", game)
        if not ask.text("account"):
            raise GolosaError(ask.words["rule"]["whom"])
        taken = rulings.take(game, ReplaceRuling(ask.text("account"), player, None), system_clock())
    return _ruled(ask, "taken", taken)


def _counted_with(game: Game, ask: Ask, post: str, now: datetime) -> Counted:
    """The count of the form's day. Raises GolosaError where the post is none of that day."""
    day = day_of(ask, game, now)
    counted = game.count(day, now)
    if not any(known.id == post for known in counted.posts):
        raise GolosaError("post {post!r} is not of day {day}", post=post, day=day.number)
    return counted


def undo(ask: Ask) -> Response:
    """Takes a ruling back."""
    with ask.desk.game() as game:
        number = ask.text("number")
        if number not in {str(fact.id) for fact in game.facts.all(rulings.RULING)}:
            raise GolosaError(ask.words["rule"]["gone"])
        taken = rulings.undo(game, int(number), system_clock())
    return _ruled(ask, "undone", taken)


ROUTES: list[Route] = [
    shows("/day/post", page),
    does("/day/rule", rule, BACK),
    does("/day/teach", teach, BACK),
    does("/day/account", account, BACK),
    does("/day/undo", undo, BACK),
]
