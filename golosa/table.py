"""A count in the terminal: the table, the verdict, what needs the host and what he should know.

Texts of strangers are shown without the terminal's markup and control signs. Knows views, not counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table

from golosa.views.shapes import CountView, MarkView, RowView


def plain(text: str) -> str:
    """A stranger's text for the terminal: no markup of rich, no control signs."""
    return escape("".join(sign if sign.isprintable() else " " for sign in text))


def print_table(view: CountView, console: Console, reports: Sequence[MarkView] = ()) -> None:
    """Prints a count; `reports` are for the host alone."""
    for table in tables(view):
        console.print(table)
    if not view.complete:
        console.print(f"[bold red]incomplete:[/] {plain(view.why_incomplete or '')}")
    if view.no_ballot:
        console.print(f"[bold]no vote:[/] {plain(', '.join(view.no_ballot))}")
    _verdict(view, console)
    for change in view.changes:
        turn = f"{change.voter}: {change.before or '—'} → {change.now or '—'}"
        console.print(f"[bold]changed:[/] {plain(turn)}")
    for ruling in view.ruled:
        console.print(f"[bold]you ruled:[/] {plain(ruling)}")
    _marks("needs you", view.rulings, "bold yellow", console)
    _marks("not counted", view.not_counted, "bold", console)
    _marks("to know", reports, "bold", console)


def tables(view: CountView) -> tuple[RenderableType, ...]:
    """The first count and, where there is one, the overtime's, as tables."""
    kind = "official" if view.official else "unofficial"
    found = [_table(view.rows, f"{view.title} · day {view.day} · {kind} · as of {view.at}")]
    if view.overtime is not None:
        found.append(_table(view.overtime, f"overtime · as of {view.overtime_at}"))
    return tuple(found)


def _table(rows: Sequence[RowView], title: str) -> Table:
    table = Table(title=plain(title), title_justify="left", title_style="bold", expand=False)
    table.add_column("votes", justify="right", no_wrap=True)
    table.add_column("for", style="bold", overflow="fold")
    table.add_column("by", overflow="fold")
    for row in rows:
        table.add_row(f"{row.number:g}", plain(row.target or "—"), plain(_voters(row)))
    if not rows:
        table.add_row("0", "—", "")
    return table


def _voters(row: RowView) -> str:
    voters = [
        voter.name + (f" {voter.weight}" if voter.weight else "") + (" (by default)" if voter.default else "")
        for voter in row.voters
    ]
    return ", ".join([*voters, f"+{row.bonus}"] if row.bonus else voters)


def _verdict(view: CountView, console: Console) -> None:
    if view.ended_by:
        console.print(f"[bold]ended early:[/] by post {plain(view.ended_by)}")
    elif not view.ended:
        console.print(f"the day ends at {view.ends}")
        return
    if not view.complete:
        return  # what is not known may have decided otherwise
    if view.annulled:
        console.print("[bold]annulled:[/] the day's vote is void")
    if view.verdict == "out":
        console.print(f"[bold]out:[/] {plain(', '.join(view.out))} ({view.by})")
    elif view.lots:
        console.print(f"[bold]a lot decides:[/] {', '.join(view.lots)} (`golosa dice draw`)")
    elif view.verdict == "open" and view.tied:
        until = f", overtime until {view.overtime_until}" if view.overtime_until else ""
        console.print(f"[bold]tie:[/] {plain(', '.join(view.still_tied or view.tied))}{until}")
    else:
        console.print(f"[bold]verdict:[/] {view.verdict}")
    if view.missed_out:
        console.print(f"[bold]out for not voting:[/] {plain(', '.join(view.missed_out))}")


def _marks(title: str, marks: Sequence[MarkView], style: str, console: Console) -> None:
    if marks:
        console.print(f"[{style}]{title}:[/]")
    for mark in marks:
        said = f" «{mark.text}»" if mark.text else ""
        asked = f" ({', '.join(mark.candidates)}?)" if mark.candidates else ""
        console.print(f"  #{plain(f'{mark.post} {mark.author}{said}: {mark.why}{asked}')}")
