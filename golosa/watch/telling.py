"""What the host is told, in the game's language: texts to paste, what waits for him, what could not be seen.

Knows games and words; sends nothing and shows nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct

from engine.counts import Needs
from golosa import catalogue
from golosa.errors import GolosaError
from golosa.folder.config import DayTable, utc, write
from golosa.folder.game import Counted, Game
from golosa.folder.phases import day_label
from golosa.texts import bbcode, notices
from golosa.texts.plurals import plural, short_moment
from golosa.watch import words as all_words
from golosa.watch.state import Known, Need

#: Where texts for the host lie, in the game's folder. Nothing in it is public.
HOST = Path("out", "host")
INCOMPLETE = 3
_BETWEEN = "\n\n----\n\n"


class Message(Struct, frozen=True, kw_only=True):
    """A text for the host: to paste, or to act upon."""

    kind: str
    title: str
    parts: tuple[str, ...]  #: the text, cut to the length of a post
    failed: bool = False  #: it could not be made, and says why

    @property
    def text(self) -> str:
        """All of it."""
        return _BETWEEN.join(part.rstrip("\n") for part in self.parts) + "\n"


def to_paste(game: Game, day: DayTable, kind: str, now: datetime) -> Message:
    """The post of that kind: "remind", "notice", "result", "draw" or "missed"; where it cannot be made, as by a wrong
    template of the host's, why. Raises GolosaError (exit status 3) where the thread has become unknown meanwhile."""
    words = all_words.of(game.config.game.lang)
    notice = {"remind": "reminder", "notice": "tie"}.get(kind, kind)
    title = words.title[kind].format(day=day.number)
    try:
        text = notices.text_of(game, notice, day, now)
    except GolosaError as error:
        if error.exit_code == INCOMPLETE:
            raise
        said = words.not_written.format(why=error, kind=notice)
        return Message(kind=kind, title=title, parts=(said,), failed=True)
    longest = game.config.game.longest_post
    return Message(kind=kind, title=title, parts=bbcode.split(text, longest) if longest else (text,))


def to_ask(game: Game, known: Known) -> Message:
    """All that waits for the host."""
    words = all_words.of(game.config.game.lang)
    said = "\n".join(f"- {need_in_words(game, known.counted, need)}" for need in known.needs)
    return Message(kind="ask", title=words.title["ask"].format(day=known.day.number), parts=(said,))


def to_know(game: Game, known: Known) -> Message | None:
    """What the host should know of the watch once the day is over; None where there is nothing."""
    notes = notes_in_words(game, known)
    if not notes:
        return None
    title = all_words.of(game.config.game.lang).title["notes"].format(day=known.day.number)
    return Message(kind="notes", title=title, parts=("\n".join(f"- {note}" for note in notes),))


def keep(game: Game, day: DayTable, message: Message) -> Path:
    """Writes the text into the host's folder, whole or not at all; gives its path from the game's folder."""
    path = HOST / f"{day_label(day.number)}-{message.kind}.txt"
    (game.folder / HOST).mkdir(mode=0o700, parents=True, exist_ok=True)
    write(game.folder / path, message.text)
    return path


def need_in_words(game: Game, counted: Counted, need: Need) -> str:
    """What waits for the host and what he does about it, in one line."""
    lang = game.config.game.lang
    words = all_words.of(lang)
    number = next((post.number for post in counted.posts if post.id == need.post and post.number is not None), None)
    who = ", ".join(need.candidates)
    why = catalogue.of(lang).needs[Needs(need.why)] if need.what == "ruling" else need.why
    if need.what == "ruling" and who:
        who = f" ({who}?)"
    said = "action" if need.what == "ruling" and need.why == Needs.DAY_ACTION else need.what
    return words.need[said].format(
        post=number or need.post, ref=need.post, author=need.author, text=" ".join(need.text.split()), why=why, who=who
    )


def notes_in_words(game: Game, known: Known) -> tuple[str, ...]:
    """What could not be seen, and what else the host should know of the watch."""
    lang, zone, day = game.config.game.lang, game.zone, known.day
    words, count = all_words.of(lang), known.counted.count

    def when(at: datetime) -> str:
        return short_moment(at.replace(microsecond=0), day.ends, zone, lang)

    notes = []
    if count.ended_at is not None:
        notes.append(words.ended_early.format(at=when(count.ended_at)))
    if known.offset:
        notes.append(words.clocks.format(offset=offset_in_words(known.offset)))
    notes += [words.gap.format(since=when(gap.since), until=when(gap.until)) for gap in known.gaps]
    if known.state.outcome is not None:
        last = _last_whole(game, day, count.ended_at or utc(day.ends))
        notes.append(words.last_whole.format(at=when(last)) if last else words.no_last_whole)
    return tuple(notes)


def _last_whole(game: Game, day: DayTable, ends: datetime) -> datetime | None:
    """Up to when the day's threads had been read whole before its end."""
    last = []
    for thread in day.threads:
        before = [visit.ended for visit in game.archive.sweeps(thread) if visit.complete and visit.ended < ends]
        if not before or max(before) < utc(day.starts):
            return None
        last.append(max(before))
    return min(last, default=None)


def offset_in_words(offset: timedelta) -> str:
    """«+0:03:20»: how far the forum's clock is ahead of ours."""
    return f"{'+' if offset > timedelta() else '−'}{timedelta(seconds=round(abs(offset).total_seconds()))}"


def tally_in_words(counted: Counted, lang: str) -> str:
    """The count in one line: «Кузнец 5, Сорока 4»."""
    words = all_words.of(lang)
    last = counted.count.shown or counted.count.overtime or counted.count.first
    standing = sorted(last.counts, key=lambda tally: -tally.votes)
    return ", ".join(f"{tally.target or words.nobody} {tally.votes:g}" for tally in standing) or "—"


def posts_in_words(number: int, lang: str) -> str:
    """«3 сообщения»."""
    return plural(number, all_words.of(lang).post, lang)
