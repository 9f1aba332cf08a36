"""A count in the terminal: the table, the verdict, what needs the host and what he should know.

Knows views, not counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.counts import Needed, Verdict
from golosa import catalogue
from golosa.texts.screen import Column, Screen, plain
from golosa.views.shapes import CountView, MarkView, RowView


def print_table(
    view: CountView, screen: Screen, reports: Sequence[MarkView] = (), truly: Sequence[Needed] = ()
) -> None:
    """Prints a count in the game's language; `reports`, and what is `truly` missing to a majority where the public is
    shown another number, are for the host alone."""
    words = catalogue.of(view.lang).terminal
    kind = words["official" if view.official else "unofficial"]
    screen.heading(plain(words["title"].format(title=view.title, day=view.day, kind=kind, at=view.at)))
    _table(view.rows, screen, words)
    if view.overtime is not None:
        screen.heading(plain(words["overtime"].format(at=view.overtime_at)))
        _table(view.overtime, screen, words)
    if not view.complete:
        screen.told(words["incomplete"], plain(view.why_incomplete or ""), fg="red")
    if view.no_ballot:
        screen.told(words["no_vote"], plain(", ".join(view.no_ballot)))
    _verdict(view, screen, words)
    if truly:
        told = ", ".join(f"{one.target or '—'} {one.votes}" for one in truly)
        screen.told(words["truly"], plain(told))
    for change in view.changes:
        screen.told(words["changed"], plain(f"{change.voter}: {change.before or '—'} → {change.now or '—'}"))
    for ruling in view.ruled:
        screen.told(words["ruled"], plain(ruling))
    _marks(words["needs_you"], view.rulings, screen, fg="yellow")
    _marks(words["not_counted"], view.not_counted, screen)
    _marks(words["to_know"], reports, screen)


def _table(rows: Sequence[RowView], screen: Screen, words: Mapping[str, str]) -> None:
    short = any(row.needed is not None for row in rows)
    needed = [Column(words["needed"], right=True)] if short else []
    columns = [Column(words["votes"], right=True, whole=True), Column(words["for"], bold=True), *needed]
    lines = []
    for row in rows:
        missing = ["" if row.needed is None else str(row.needed)] if short else []
        lines.append((f"{row.number:g}", plain(row.target or "—"), *missing, plain(_voters(row, words))))
    screen.table([*columns, Column(words["by"])], lines or [("0", "—", "")])


def _voters(row: RowView, words: Mapping[str, str]) -> str:
    voters = [
        voter.name + (f" {voter.weight}" if voter.weight else "") + (f" ({words['default']})" if voter.default else "")
        for voter in row.voters
    ]
    return ", ".join([*voters, f"+{row.bonus}"] if row.bonus else voters)


def _verdict(view: CountView, screen: Screen, words: Mapping[str, str]) -> None:
    if view.ended_by:
        screen.told(words["ended_early"], words["by_post"].format(post=plain(view.ended_by)))
    elif not view.ended:
        screen.line(words["ends"].format(at=view.ends))
        return
    if not view.complete:
        return  # what is not known may have decided otherwise
    if view.annulled:
        screen.told(words["annulled"], words["void"])
    if view.verdict == Verdict.OUT:
        screen.told(words["out"], f"{plain(', '.join(view.out))} ({view.by})")
    elif view.lots:
        screen.told(words["lot"], f"{', '.join(view.lots)} (`golosa dice draw`)")
    elif view.verdict == Verdict.OPEN and view.tied:
        until = words["until"].format(at=view.overtime_until) if view.overtime_until else ""
        screen.told(words["tie"], f"{plain(', '.join(view.still_tied or view.tied))}{until}")
    else:
        screen.told(words["verdict"], catalogue.of(view.lang).verdict[Verdict(view.verdict)])
    if view.missed_out:
        screen.told(words["missed_out"], plain(", ".join(view.missed_out)))


def _marks(title: str, marks: Sequence[MarkView], screen: Screen, fg: str | None = None) -> None:
    if marks:
        screen.told(title, fg=fg)
    for mark in marks:
        said = f" «{mark.text}»" if mark.text else ""
        asked = f" ({', '.join(mark.candidates)}?)" if mark.candidates else ""
        screen.line(plain(f"#{mark.post} {mark.author}{said}: {mark.why}{asked}"), indent=2)
