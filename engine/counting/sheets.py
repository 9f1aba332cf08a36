"""All marks of a day by one clock, judged, and the voters by them. Knows one round; which rounds there are does not."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from engine.counting.deciding import Extra, counts_of, decide, needs_history, top_of
from engine.counting.earlier import overwritten
from engine.counting.explaining import Told
from engine.counting.frame import Frame
from engine.counting.items import Item, items_of, may_speak, says_something
from engine.counting.lastposts import only_last_posts, several_marks
from engine.counting.openness import Judged
from engine.counting.running import may_end_early
from engine.counting.scoring import World, round_of
from engine.counting.voters import Voter, voter_of
from engine.counts import Report, Round, Why
from engine.posts import Post
from engine.rules import Edits, TieStep


class Sheet(Struct, frozen=True):
    """All marks by one clock, judged."""

    judged: Judged
    raw: tuple[Item, ...]  #: each for itself, before the rules of last posts and several marks
    items: tuple[Item, ...]
    lost: tuple[Report, ...]
    tied: tuple[str, ...]

    @property
    def frame(self) -> Frame:
        return self.judged.frame

    @property
    def voters(self) -> tuple[Voter, ...]:
        return self.judged.voters

    @property
    def told(self) -> Told:
        return Told(self.frame, self.items, self.voters)

    @property
    def round(self) -> Round:
        return round_of(self.judged.certain, self.frame, self.tied)

    @property
    def everything(self) -> World:
        """What everybody did by the certain marks, also who has been removed since."""
        return {**self.judged.certain, **self.judged.certain_gone}

    def waiting_for(self, step: TieStep, extras: Sequence[Sheet]) -> tuple[str, ...]:
        """Between whom the day waits for this step of the tie after these extra times; nobody if it does not."""
        played = [Extra(extra.judged.certain, extra.frame) for extra in extras]
        decided = decide(self.judged.certain, self.frame, played, ended=True, gone=self.judged.certain_gone)
        return decided.tied if decided.waits_for is step else ()


def sheet_of(
    posts: Sequence[Post], frame: Frame, had: frozenset[str] | None = None, before: Sheet | None = None
) -> Sheet:
    """Judges every mark by the frame's clock. `had`: who, in the extra time, may have had no ballot before; `before`:
    the round that went before it."""
    settled: dict[str, list[Item]] = {}
    for item in _unmoved(before) if before is not None else ():
        settled.setdefault(item.post.id, []).append(item)
    speaking = may_speak(posts, frame)
    judged_items = [item for post in speaking for item in settled.get(post.id) or items_of(post, frame)]
    last = only_last_posts(several_marks(judged_items, frame), posts, frame)
    offenders = _offenders(last.items, frame)
    taken = overwritten(before.items, last.items, frame) if before is not None else ()
    mine = _by_voter(last.items, frame, offenders)
    # Where only last posts count, none that came before changes anything.
    earlier = _by_voter(taken, frame, offenders) if frame.rules.votes.edits is not Edits.LAST_POST else {}
    whole = needs_history(frame)
    voters = []
    for name in frame.voters:
        voter = voter_of(name, mine.get(name, []), frame, whole=whole, earlier=earlier.get(name, []))
        voters.append(_maybe_barred(voter, had))
    removed = frame.removed if may_end_early(frame) else ()
    gone = tuple(voter_of(name, mine.get(name, []), frame, whole=whole) for name in removed)
    judged = Judged(structs.replace(frame, offenders=offenders), tuple(voters), gone=gone)
    tied = top_of(counts_of(judged.certain, frame), frame).players
    return Sheet(judged, tuple(judged_items), (*last.items, *taken), last.lost, tied if len(tied) > 1 else ())


def _by_voter(items: Sequence[Item], frame: Frame, offenders: frozenset[str]) -> dict[str, list[Item]]:
    """The marks that this round looks at, by who made them: who may only change a ballot, and had none, gets none by an
    edit either (T14-14)."""
    found: dict[str, list[Item]] = {}
    for item in items:
        if item.voter in offenders or (frame.first_voters is not None and item.voter not in frame.first_voters):
            continue
        if frame.candidates is None or frame.clock.in_extra_time(item.at):
            found.setdefault(item.voter or "", []).append(item)
    return found


def _offenders(items: Sequence[Item], frame: Frame) -> frozenset[str]:
    """Who has edited a vote where that costs more than the vote."""
    if frame.rules.votes.edits is not Edits.FORBIDDEN or frame.rules.votes.edit_costs == "void":
        return frozenset()
    stood = (None, Why.LAPSED)  # it was a vote as it was taken out, whoever has left since
    edited = (item for item in items if item.why is Why.EDITED or (item.statement.erased and item.why in stood))
    return frozenset(item.voter for item in edited if item.voter is not None and says_something(item, frame))


def _maybe_barred(voter: Voter, unsure: frozenset[str] | None) -> Voter:
    """T14-14: who may have had no ballot may have been barred from the overtime, and then has none in it."""
    if unsure is None or voter.name not in unsure or voter.courses is None or () in voter.courses:
        return voter
    return structs.replace(voter, courses=(*voter.courses, ()))


def _unmoved(first: Sheet) -> list[Item]:
    """Marks of posts that nothing has touched since the end of the day: the extra time judges them the same."""
    day, end = first.frame.day, first.frame.clock.end
    if day.removals or day.revivals or first.frame.rules.votes.replaced == "lapse":
        return []
    return [item for item in first.raw if _untouched(item.post) and item.post.at.latest <= end]


def _untouched(post: Post) -> bool:
    only = post.revisions[0]
    return len(post.revisions) == 1 and only.edited is None and not only.body.merged
