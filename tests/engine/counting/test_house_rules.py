"""The knobs of house rules: kinds of marks and deciding."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.counts import By, Needs, Verdict, Why
from engine.day import Effect, EffectKind, Removal
from engine.people import Player, Roster
from engine.posts import Body, Line, Mark, MarkKind
from engine.rules import TieStep


def bold(text, **more):
    return Mark(text, MarkKind.BOLD, **more)


def lines(*texts):
    return Body((), tuple(Line(text) for text in texts))


def majority(table, **knobs):
    table.knobs("deciding", rule="majority", hammer=True, **knobs)
    table.knobs("votes", unvote=("снимаю голос",), no_lynch=("никого",))
    table.knobs("tie", steps=(TieStep.NOBODY,))


# --- kinds of marks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kinds", "counts"), [((MarkKind.COLOUR,), False), ((MarkKind.COLOUR, MarkKind.BOLD), True)])
def test_votes_kinds_bold(table, targets, kinds, counts):
    table.knobs("votes", kinds=kinds)
    table.post("Аня", "10:00", bold("Борис"))
    assert targets(table.count()) == ({"Аня": "Борис"} if counts else {})


def test_votes_kinds_one_text_that_two_kinds_cover_is_one_mark(table):
    table.knobs("votes", kinds=(MarkKind.COLOUR, MarkKind.BOLD))
    table.post("Аня", "10:00", content=Body((Mark("Борис", colour="#ff0000"), bold("Борис")), (Line("Борис"),)))
    assert [fate.text for fate in table.count().fates] == ["Борис"]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("VOTE: Борис", "Борис"),
        ("vote Борис", "Борис"),
        ("Снимаю голос, vote: Вера", "Вера"),
        ("Борис подозрителен", None),
        ("мой vote был за Борис", None),
    ],
)
def test_votes_bold_needs_word(table, targets, text, target):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True, unvote=("снимаю голос",))
    table.post("Аня", "10:00", bold(text))
    assert targets(table.count()) == ({"Аня": target} if target else {})


@pytest.mark.parametrize(
    ("word", "needs"), [("VOTE:", Needs.UNCLEAR_MARK), ("Vote", Needs.UNCLEAR_MARK), ("Hm:", None)]
)
def test_votes_bold_needs_word_where_the_word_alone_is_bold_is_asked_about(table, targets, word, needs):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", bold(word, after=" Борис, он врёт"))
    count = table.count()
    assert targets(count) == {}
    assert [(one.why, one.text) for one in count.rulings_needed] == ([(needs, "Борис, он врёт")] if needs else [])


@pytest.mark.parametrize("text", ["I vote Борис", "changing my vote to Борис", "ok, I am voting: no, vote Борис"])
def test_votes_bold_needs_word_in_a_bold_sentence_is_asked_about(table, targets, text):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", bold(text))
    count = table.count()
    assert targets(count) == {}
    assert [one.why for one in count.rulings_needed] == [Needs.UNCLEAR_MARK]


def test_votes_bold_needs_word_a_bold_sentence_that_names_nobody_is_no_question(table, targets):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", bold("please vote today, all of you"))
    assert not table.count().rulings_needed


@pytest.mark.parametrize("text", ["vote: Борис; unvote", "vote Борис — well, unvote"])
def test_v8_a_vote_taken_back_in_the_same_mark_is_asked_about(table, targets, text):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), unvote=("unvote",))
    table.post("Аня", "10:00", bold(text))
    count = table.count()
    assert targets(count) == {}
    assert [one.why for one in count.rulings_needed] == [Needs.UNCLEAR_MARK]


@pytest.mark.parametrize(("text", "target"), [("unvote, vote Борис", "Борис"), ("unvote Борис", None)])
def test_v8_a_vote_after_one_taken_back_is_clear(table, targets, text, target):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), unvote=("unvote",))
    table.post("Аня", "10:00", bold(text))
    count = table.count()
    assert (targets(count), count.rulings_needed) == ({"Аня": target} if target else {}, ())


def test_votes_bold_needs_word_a_heading_that_names_nobody_is_listed(table):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", bold("Vote:", after=" today until eight"))
    count = table.count()
    assert not count.rulings_needed
    assert [one.why for one in count.not_counted] == [Why.UNKNOWN_NAME]


@pytest.mark.parametrize(
    ("before", "after", "counts"),
    [
        ("VOTE:", "", True),
        ("##vote:", "since he lies", True),
        ("Vote", "", True),
        ("vote", "is what everybody said", False),
        ("why did you vote:", "", False),
        ("unvote:", "", False),
        ("not vote:", "", False),
        ("", "", False),
    ],
)
def test_votes_bold_needs_word_before_it_on_its_line(table, targets, before, after, counts):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote", "##vote"), bold_needs_word=True, unvote=("unvote",))
    table.post("Аня", "10:00", bold("Борис", before=before, after=after))
    assert targets(table.count()) == ({"Аня": "Борис"} if counts else {})


def test_votes_kinds_tag_with_its_word_inside(table, targets):
    table.knobs("votes", kinds=(MarkKind.TAG,), words=("vote",), unvote=("unvote",))
    table.post("Аня", "10:00", Mark("VOTE: Борис", MarkKind.TAG))
    table.post("Вера", "10:00", Mark("Борис", MarkKind.TAG))
    table.post("Гена", "10:00", Mark("Борис", MarkKind.TAG))
    table.post("Гена", "11:00", Mark("UNVOTE: Борис", MarkKind.TAG))
    assert targets(table.count()) == {"Аня": "Борис", "Вера": "Борис"}


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("##vote Борис", "Борис"),
        ("Голосую: Борис", "Борис"),
        ("казнить Борис", "Борис"),
        ("[vote Борис]", "Борис"),
        ("Я бы vote Борис", None),
    ],
)
def test_votes_kinds_line_and_words(table, targets, text, target):
    table.knobs("votes", kinds=(MarkKind.LINE,), words=("vote", "##vote", "голосую", "казнить"))
    table.post("Аня", "10:00", content=lines("Привет.", text))
    assert targets(table.count()) == ({"Аня": target} if target else {})


def test_votes_kinds_bare_in_a_votes_only_thread(table, targets, why):
    table.knobs("votes", kinds=(MarkKind.BARE,))
    table.post("Аня", "10:00", content=lines("Бориса"))
    prose = table.post("Вера", "10:01", content=lines("Доброе утро, мне кажется, что Борис, сегодня очень странный"))
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted)[prose] in (Needs.AMBIGUOUS_NAME, Why.UNKNOWN_NAME)


def test_votes_own_line(table, targets):
    table.knobs("votes", own_line=True)
    table.post("Аня", "10:00", Mark("Борис", colour="#ff0000", after="и хватит"))
    table.post("Вера", "10:00", Mark("Борис", colour="#ff0000", after="!"))
    assert targets(table.count()) == {"Вера": "Борис"}


def test_votes_final_makes_later_votes_void(table, targets, why):
    table.knobs("votes", final=("окончательно",))
    table.post("Аня", "10:00", Mark("Борис", colour="#ff0000", after="окончательно"))
    later = table.post("Аня", "11:00", "Вера")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {later: Why.FINAL}


def tally(table, nicks, kinds=(MarkKind.BOLD,), **knobs):
    """A roster of nicks under the rules of a vote word."""
    table.roster = Roster((*map(Player, nicks), Player("Host's friend")), ("Ведущий",))
    table.knobs(
        "votes", kinds=kinds, words=("vote",), bold_needs_word=MarkKind.BOLD in kinds, unvote=("unvote",), **knobs
    )


@pytest.mark.parametrize("kind", [MarkKind.BOLD, MarkKind.TAG, MarkKind.LINE])
@pytest.mark.parametrize(
    "text", ["Vote: killer because he lies", "Vote killer, obviously", "unvote. Vote: killer for now"]
)
def test_votes_words_cast_the_vote_so_a_short_nick_behind_them_counts(table, targets, kind, text):
    tally(table, ("killerQ77", "Anvil50"), (kind,))
    content = lines(text) if kind is MarkKind.LINE else Body((Mark(text, kind),), (Line(text),))
    table.post("Anvil50", "10:00", content=content)
    assert targets(table.count()) == {"Anvil50": "killerQ77"}


def test_votes_words_do_not_keep_a_mark_from_standing_alone(table, targets):
    tally(table, ("killerQ77", "Anvil50"), own_line=True)
    table.post("Anvil50", "10:00", bold("vote: killerQ77"))
    assert targets(table.count()) == {"Anvil50": "killerQ77"}


@pytest.mark.parametrize("text", ["moth", "vote: moth"])
def test_v5_a_part_of_a_dead_name_that_may_be_a_living_one_is_asked_about(table, why, text):
    tally(table, ("Night_Moth", "Mothra", "Anvil50"), (MarkKind.TAG,))
    table.frame(out=frozenset({"Night_Moth"}))
    table.post("Anvil50", "10:00", Mark(text, MarkKind.TAG))
    counted = table.count()
    assert [(one.candidates, one.why) for one in counted.rulings_needed] == [(("Mothra",), Needs.AMBIGUOUS_NAME)]
    assert not counted.first.ballots
    tally(table, ("Night_Moth", "Mothra", "Mothman", "Anvil50"), (MarkKind.TAG,))
    removed = tuple(Removal(name, table.day.starts) for name in ("Night_Moth", "Mothman"))
    table.frame(out=frozenset(), removals=removed)
    assert [one.candidates for one in table.count().rulings_needed] == [("Mothra",)]


def test_v5_a_dead_name_is_told_as_such(table, why):
    tally(table, ("Night_Moth", "Mothra", "Anvil50"), (MarkKind.TAG,))
    table.frame(out=frozenset({"Night_Moth"}))
    for text in ("Night Moth", "NM", "night_moth"):
        table.post("Anvil50", "10:00", Mark(text, MarkKind.TAG))
    assert set(why(table.count()).values()) == {Why.DEAD_TARGET}


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Борис", True),
        ("Голосую за Бориса, он молчит", True),
        ("за Бориса", True),
        ("Борис молчит", False),
        ("Борис, ты где?", False),
        ("Борис (мафия)", False),
    ],
)
def test_votes_kinds_bare_talk_about_a_player_is_asked_about(table, targets, text, counts):
    table.knobs("votes", kinds=(MarkKind.BARE,))
    table.post("Аня", "10:00", content=lines(text))
    counted = table.count()
    assert targets(counted) == ({"Аня": "Борис"} if counts else {})
    assert [needed.candidates for needed in counted.rulings_needed] == ([] if counts else [("Борис",)])


# --- deciding ---------------------------------------------------------------------------------------------------------


def test_deciding_hammer_ends_the_day_and_a_later_unvote_does_not_undo_it(table, targets, why):
    majority(table)
    *_, fourth = table.vote("Егор", "Аня", "Борис", "Вера", "Гена")
    back = table.post("Аня", "11:00", "снимаю голос")
    counted = table.count("12:00")
    assert (counted.verdict, counted.by, counted.out, counted.at_post) == (Verdict.OUT, By.HAMMER, ("Егор",), fourth)
    assert len(targets(counted)) == 4
    assert why(counted) == {back: Why.LATE}


def test_deciding_hammer_not_before_the_majority(table):
    majority(table)
    table.vote("Егор", "Аня", "Борис", "Вера")
    counted = table.count()
    assert (counted.verdict, counted.out, counted.at_post) == (Verdict.NOBODY, (), None)


def test_deciding_hammer_the_majority_follows_deaths(table):
    majority(table)
    table.vote("Егор", "Аня", "Борис", "Вера")
    table.frame(removals=(Removal("Дина", table.day.starts + timedelta(hours=3)),))
    counted = table.count()
    assert (counted.by, counted.out) == (By.HAMMER, ("Егор",))


def test_deciding_hammer_ballots_lapse_with_the_removed(table):
    majority(table)
    table.vote("Дина", "Аня", "Борис", "Вера")
    table.frame(removals=(Removal("Вера", table.day.starts + timedelta(hours=3)),))
    table.post("Гена", "12:00", "Дина")
    assert table.count().by is By.HAMMER


def test_deciding_majority_of_weights_or_players(table):
    majority(table)
    table.frame(weights={"Аня": 3})
    table.vote("Егор", "Борис", "Вера", "Гена", "Дина")
    assert table.count().verdict is Verdict.NOBODY
    table.knobs("deciding", majority_of="players")
    assert table.count().by is By.HAMMER


@pytest.mark.parametrize(("value", "votes"), [(-1, 3), (0, 4), (1, 5)])
def test_deciding_hated_and_loved_from_the_post_on(table, value, votes):
    majority(table)
    posts = table.vote("Егор", "Аня", "Борис", "Вера", "Гена", "Дина")
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.THRESHOLD, value=value, post=posts[0]),))
    assert table.count().at_post == posts[votes - 1]


def test_deciding_an_effect_counts_from_its_post(table):
    majority(table)
    posts = table.vote("Егор", "Аня", "Борис", "Вера", "Гена", "Дина")
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.THRESHOLD, value=-1, post=posts[3]),))
    assert table.count().at_post == posts[3]


@pytest.mark.parametrize(("needs", "hammered"), [("majority", False), ("half", True)])
def test_deciding_no_lynch_needs(table, needs, hammered):
    majority(table, no_lynch_needs=needs)
    table.vote("никого", "Аня", "Борис", "Вера")
    counted = table.count()
    assert (counted.verdict, counted.at_post is not None) == (Verdict.NOBODY, hammered)
    assert counted.by is (By.NO_LYNCH if hammered else None)


@pytest.mark.parametrize(("without", "out"), [("nobody", ()), ("plurality", ("Егор",))])
def test_deciding_without_majority(table, without, out):
    majority(table, without_majority=without)
    table.vote("Егор", "Аня", "Борис")
    assert table.count().out == out


def test_deciding_plurality_with_early_close(table):
    table.knobs("deciding", hammer=True)
    table.vote("Егор", "Аня", "Борис", "Вера", "Гена")
    assert table.count("11:00").by is By.HAMMER
    table.posts.pop()
    assert (table.count().by, table.count().out) == (By.VOTES, ("Егор",))


def test_deciding_majority_of_voters(table):
    table.knobs("deciding", rule="voters-majority")
    table.vote("Егор", "Аня", "Борис")
    table.vote("Дина", "Вера", hour=11)
    assert table.count().out == ("Егор",)
    table.post("Гена", "12:00", "Аня")
    assert table.count().verdict is Verdict.NOBODY


def test_deciding_minimum_votes(table):
    table.knobs("deciding", minimum_votes=3)
    table.vote("Егор", "Аня", "Борис")
    assert table.count().verdict is Verdict.NOBODY
    table.post("Вера", "12:00", "Егор")
    assert table.count().out == ("Егор",)


@pytest.mark.parametrize(("no_lynch", "by"), [("candidate", By.NO_LYNCH), ("abstention", By.VOTES)])
def test_deciding_no_lynch(table, no_lynch, by):
    table.knobs("votes", no_lynch=("никого",))
    table.knobs("deciding", no_lynch=no_lynch)
    table.vote("никого", "Аня", "Борис")
    table.post("Вера", "12:00", "Егор")
    assert table.count().by is by
    del table.posts[:2]
    assert table.count().by is By.VOTES


@pytest.mark.parametrize(("tie", "out"), [("nobody", ()), ("players", ("Егор",))])
def test_deciding_no_lynch_tie(table, tie, out):
    table.knobs("votes", no_lynch=("никого",))
    table.knobs("deciding", no_lynch_tie=tie)
    table.vote("никого", "Аня")
    table.post("Вера", "12:00", "Егор")
    assert table.count().out == out


def test_deciding_closes_all_voted(table):
    table.knobs("deciding", closes="all-voted")
    posts = table.vote("Егор", "Аня", "Борис", "Вера", "Гена", "Дина", "Егор")
    table.post("Аня", "12:00", "Борис")
    counted = table.count("13:00")
    assert (counted.verdict, counted.by, counted.out, counted.at_post) == (Verdict.OUT, By.VOTES, ("Егор",), posts[-1])


def test_deciding_closes_all_final(table):
    table.knobs("deciding", closes="all-final")
    table.knobs("votes", final=("досрочно",))
    for voter in ("Аня", "Борис", "Вера", "Гена", "Дина"):
        table.post(voter, "10:00", Mark("Егор", colour="#ff0000", after="досрочно"))
    assert table.count("12:00").at_post is None
    last = table.post("Егор", "10:10", Mark("Аня", colour="#ff0000", after="досрочно"))
    assert table.count("12:00").at_post == last


def test_v13_an_unsure_mark_before_the_hammer(table):
    majority(table)
    table.vote("Егор", "Аня", "Борис", "Вера")
    table.post("Гена", "11:00", "Егор или Дина")
    assert table.count("12:00").verdict is Verdict.OPEN
    table.post("Дина", "11:30", "Егор")
    counted = table.count("12:00")
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Егор",))
