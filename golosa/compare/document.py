"""The machine form of a comparison: a plain dictionary, ready for JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from golosa.compare.differences import NOWHERE, Comparison, Line, Voter
from golosa.compare.reading import PostedCount
from golosa.folder.game import Counted
from golosa.texts.document import SCHEMA, stamp


def document(
    source: str, counted: Counted, posted: PostedCount, found: Comparison, why: str, *, same: bool
) -> dict[str, Any]:
    """What `golosa compare --json` prints."""
    silent = {"posted": posted.silent, "only_posted": found.not_voting, "only_counted": found.voting}
    return {
        "schema": SCHEMA,
        "source": source,
        "day": counted.day.number,
        "same": same,
        "at": stamp(counted.count.at),
        "at_why": why,
        "complete": counted.complete,
        "incomplete_why": counted.why_incomplete,
        "up_to": posted.up_to,
        "lines": [_line(line) for line in found.tables[-1]] if found.tables else [],
        "first_lines": [_line(line) for line in found.tables[0]] if len(found.tables) > 1 else [],
        "voters": [_voter(voter, counted) for voter in found.voters],
        "not_voting": silent if posted.silent is not None else None,
        "unread": msgspec.to_builtins(posted.unread),
        "passed_over": msgspec.to_builtins(posted.passed),
    }


def _line(line: Line) -> dict[str, Any]:
    row = line.row
    return {
        "line": row.line if row else None,
        "text": row.text if row else None,
        "target": line.target,
        "same": line.same,
        "differs": line.faults,
        "posted": {"votes": row.votes, "voters": row.voters, "short": row.short} if row else None,
        "counted": {"votes": line.votes, "voters": line.voters},
    }


def _voter(voter: Voter, counted: Counted) -> dict[str, Any]:
    urls = {post.id: post.url for post in counted.posts}
    return {
        "voter": voter.voter,
        "posted": voter.posted,
        "counted": None if voter.counted == NOWHERE else {"target": voter.counted, "post": voter.post},
        "url": urls.get(voter.post or ""),
        "marks": [
            {
                "post": mark.post,
                "url": urls.get(mark.post),
                "at": stamp(mark.at),
                "text": mark.text,
                "target": mark.target,
                "counts": mark.counts,
                "why": mark.why,
                "clause": mark.clause,
            }
            for mark in voter.marks
        ],
    }
