"""The game as a fold: a state, a phase's inputs, and the rule set give the next state and what is told of it.

Knows no rule set by name, no forum, no message text, no words of what people read.

    state = open_game(rules, roster, roles, open_roles)
    state, outcome = close_day(rules, state, day, count, orders, acts)
    state, outcome = resolve_night(rules, state, night, orders, acts)

`close_day` takes a count whose verdict is settled. Where the count still needs the lot of a missed day, call it with
that count first: if `outcome.public.winner` is set, the game is over and no lot is drawn (G1); else draw, count again
and close the day with the new count.
"""
