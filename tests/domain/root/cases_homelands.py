"""Cases of Root's rules: how factions begin by their setup cards (RO-A), besides those in `cases_advanced`."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.advanced import Choose, Scatter
from tablescribe.domain.games.root.actions.core import Settle
from tablescribe.domain.games.root.parts import FactionKey
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import drafted, go_on_until
from tests.domain.root.table import at, when


def after_the_eyrie(*others: FactionKey) -> Match:
    """Return a match in which the last player has begun as the Eyrie in 1; the second is to choose."""
    match = drafted("eyrie", *others)
    when(match, 3, Choose(faction="eyrie"))
    when(match, 3, Settle(at=1))
    return go_on_until(match, lambda match: match.to_act == (2,))


def chosen(key: FactionKey, *others: FactionKey) -> Match:
    """Return a match in which the second player has chosen a faction, and is to set it up."""
    match = after_the_eyrie(key, *others)
    as_it_falls(match, Choose(faction=key))
    return match


def as_it_falls(match: Match, act: Action) -> None:
    """Let the second player do something; chance gives the first thing that can be, as often as it is asked."""
    fell: list[Outcome] = []
    while True:
        try:
            when(match, 2, act, *fell)
        except NeedsOutcome as asked:
            fell.append(next(iter(asked.question.among)))
        else:
            return


@CASES.obeys("RO-A-L")
def the_cult_spreads_out() -> Match:
    match = chosen("lizards", "marquise", "duchy")
    when(match, 2, Settle(at=8))  # a fox clearing beside 4 and 7
    when(match, 2, Scatter(at=4))
    assert at(match, 8) == {"lizards:garden.fox": 1, "lizards:warrior": 4}
    assert (at(match, 4), at(match, 7)) == ({"lizards:warrior": 2}, {"lizards:warrior": 1})
    assert match.table.count("acolytes", "lizards:warrior") == 2
    return match


@CASES.obeys("RO-A-D")
def the_duchy_spreads_out() -> Match:
    match = chosen("duchy", "marquise", "lizards")
    when(match, 2, Settle(at=8))
    when(match, 2, Scatter(at=7))
    assert at(match, 8) == {"duchy:tunnel": 1, "duchy:warrior": 2}
    assert (at(match, 4), at(match, 7)) == ({"duchy:warrior": 2}, {"duchy:warrior": 3})
    return match


@CASES.obeys("RO-A-P")
def the_corvids_begin_with_a_plot() -> Match:
    match = chosen("corvids", "marquise", "duchy")
    when(match, 2, Settle(at=8))
    assert at(match, 8)["corvids:warrior"] == 1
    assert sum(n for piece, n in at(match, 8).items() if "plot" in piece) == 1
    return match


@CASES.obeys("RO-A-O")
def the_riverfolk_have_no_homeland() -> Match:
    return after_and_choose("riverfolk")


def after_and_choose(key: FactionKey) -> Match:
    """Return a match in which the second player has just chosen a faction."""
    return chosen(key, "marquise", "duchy")


@CASES.obeys("RO-A-H")
def the_hundreds_far_away() -> Match:
    match = chosen("hundreds", "marquise", "duchy")
    when(match, 2, Settle(at=3))
    assert at(match, 3) == {"hundreds:stronghold": 1, "hundreds:warlord": 1, "hundreds:warrior": 4}
    return match


@CASES.breaks("RO-A-H")
def the_hundreds_in_the_middle() -> None:
    when(chosen("hundreds", "marquise", "duchy"), 2, Settle(at=11))


@CASES.obeys("RO-A-K")
def two_homelands_of_the_keepers() -> Match:
    match = chosen("keepers", "marquise", "duchy")
    when(match, 2, Settle(at=3))
    as_it_falls(match, Settle(at=7))
    assert (at(match, 3), at(match, 7)) == ({"keepers:warrior": 4},) * 2
    return match


@CASES.breaks("RO-A-K")
def keepers_in_the_middle() -> None:
    when(chosen("keepers", "marquise", "duchy"), 2, Settle(at=11))


CASES.forged("RO-A-L", "RO-A-D", "RO-A-P", "RO-A-O")
