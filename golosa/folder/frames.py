"""Wall times of the rule set as moments: the frame of a night.

Knows zones; neither posts nor messages.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from engine.game.values import Night
from engine.rules import Rules

#: Instead of a wall time: when the host does it.
HOST = "host"


def night_frame(rules: Rules, label: str, resolve: datetime, day: tuple[datetime, datetime] | None) -> Night:
    """The frame of a night that is resolved at `resolve`; `day` are start and end of the day before it, None where the
    game begins with this night. Orders are cut off at the rule set's wall time, or when the host resolves (C6)."""
    until, opens = resolve, None
    if day is not None:
        opens = day[0]
        if rules.night.orders_from == "night":
            opens = day[1] if rules.night.starts == HOST else next_wall_time(rules, rules.night.starts, day[1])
    if rules.night.until != HOST:
        until = min(resolve, next_wall_time(rules, rules.night.until, day[1] if day else resolve - timedelta(days=1)))
    return Night(label=label, until=until.astimezone(UTC), opens=opens.astimezone(UTC) if opens else None)


def next_wall_time(rules: Rules, wall: str, moment: datetime) -> datetime:
    """The first moment at or after `moment` at which clocks of the rule set's zone show `wall` (HH:MM)."""
    zone = ZoneInfo(rules.day.zone)
    local = moment.astimezone(zone)
    due = datetime.combine(local.date(), time.fromisoformat(wall), zone)
    return due if due >= local else datetime.combine(local.date() + timedelta(days=1), time.fromisoformat(wall), zone)
