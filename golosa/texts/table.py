"""A count in the terminal: the table, the verdict, what needs the host and what he should know.

Texts of strangers are shown without the terminal's markup and control signs. Knows views, not counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table

from engine.counts import Needed, Verdict
from golosa import catalogue
from golosa.views.shapes import CountView, MarkView, RowView


def plain(text: str) -> str:
    """A stranger's text for the terminal: no markup of rich, no control signs."""
    return escape("".join(sign if sign.isprintable() else " " for sign in text))


def print_table(
    view: CountView, console: Console, reports: Sequence[MarkView] = (), truly: Sequence[Needed] = ()
) -> None:
    """Prints a count in the game's language; `reports`, and what is `truly` missing to a majority where the public is
    shown another number, are for the host alone."""
    words = catalogue.of(view.lang).terminal
    for table in tables(view):
        console.print(table)
    if not view.complete:
        console.print(f"[bold red]{words['incomplete']}:[/] {plain(view.why_incomplete or '')}")
    if view.no_ballot:
        console.print(f"[bold]{words['no_vote']}:[/] {plain(', '.join(view.no_ballot))}")
    _verdict(view, console, words)
    if truly:
        told = ", ".join(f"{one.target or '—'} {one.votes}" for one in truly)
        console.print(f"[bold]{words['truly']}:[/] {plain(told)}")
    for change in view.changes:
        turn = f"{change.voter}: {change.before or '—'} → {change.now or '—'}"
        console.print(f"[bold]{words['changed']}:[/] {plain(turn)}")
    for ruling in view.ruled_by_id:
        console.print(f"[bold]{words['ruled']}:[/] {plain(ruling)}")
    _marks(words["needs_you"], view.rulings, "bold yellow", console)
    _marks(words["not_counted"], view.not_counted, "bold", console)
    _marks(words["to_know"], reports, "bold", console)


def tables(view: CountView) -> tuple[RenderableType, ...]:
    """The first count and, where there is one, the overtime's: a title and a table each."""
    words = catalogue.of(view.lang).terminal
    kind = words["official" if view.official else "unofficial"]
    title = words["title"].format(title=view.title, day=view.day, kind=kind, at=view.at)
    found = [_title(title), _table(view.rows, words)]
    if view.overtime is not None:
        found += [_title(words["overtime"].format(at=view.overtime_at)), _table(view.overtime, words)]
    return tuple(found)


def _title(text: str) -> RenderableType:
    """A line of its own: the title of a table would be broken at the table's width."""
    return f"[bold]{plain(text)}[/]"


def _table(rows: Sequence[RowView], words: Mapping[str, str]) -> Table:
    table = Table(expand=False)
    table.add_column(words["votes"], justify="right", no_wrap=True)
    table.add_column(words["for"], style="bold", overflow="fold")
    short = any(row.needed is not None for row in rows)
    if short:
        table.add_column(words["needed"], justify="right")
    table.add_column(words["by"], overflow="fold")
    for row in rows:
        needed = ["" if row.needed is None else str(row.needed)] if short else []
        table.add_row(f"{row.number:g}", plain(row.target or "—"), *needed, plain(_voters(row, words)))
    if not rows:
        table.add_row("0", "—", "")
    return table


def _voters(row: RowView, words: Mapping[str, str]) -> str:
    voters = [
        voter.name + (f" {voter.weight}" if voter.weight else "") + (f" ({words['default']})" if voter.default else "")
        for voter in row.voters
    ]
    return ", ".join([*voters, f"+{row.bonus}"] if row.bonus else voters)


def _verdict(view: CountView, console: Console, words: Mapping[str, str]) -> None:
    if view.ended_by:
        console.print(f"[bold]{words['ended_early']}:[/] {words['by_post'].format(post=plain(view.ended_by))}")
    elif not view.ended:
        console.print(words["ends"].format(at=view.ends))
        return
    if not view.complete:
        return  # what is not known may have decided otherwise
    if view.annulled:
        console.print(f"[bold]{words['annulled']}:[/] {words['void']}")
    if view.lots:
        among = f": {', '.join(view.still_tied or view.tied)}" if view.lots[0].endswith(".tie") else ""
        console.print(f"[bold]{words['lot']}:[/] {plain(', '.join(view.lots) + among)} (`golosa dice draw`)")
    if view.verdict == Verdict.OUT:
        console.print(f"[bold]{words['out']}:[/] {plain(', '.join(view.out))} ({view.by})")
    elif view.lots and view.verdict == Verdict.OPEN:
        pass  # the lot, told above, decides
    elif view.verdict == Verdict.OPEN and view.tied:
        until = words["until"].format(at=view.overtime_until) if view.overtime_until else ""
        console.print(f"[bold]{words['tie']}:[/] {plain(', '.join(view.still_tied or view.tied))}{until}")
    elif view.verdict == Verdict.OPEN:
        console.print(f"[bold]{catalogue.of(view.lang).verdict[Verdict.OPEN]}[/]")
    else:
        console.print(f"[bold]{words['verdict']}:[/] {catalogue.of(view.lang).verdict[Verdict(view.verdict)]}")
    if view.missed_out:
        console.print(f"[bold]{words['missed_out']}:[/] {plain(', '.join(view.missed_out))}")


def _marks(title: str, marks: Sequence[MarkView], style: str, console: Console) -> None:
    if marks:
        console.print(f"[{style}]{title}:[/]")
    for mark in marks:
        said = f" «{mark.text}»" if mark.text else ""
        asked = f" ({', '.join(mark.candidates)}?)" if mark.candidates else ""
        console.print(f"  #{plain(f'{mark.post} {mark.author}{said}: {mark.why}{asked}')}")
