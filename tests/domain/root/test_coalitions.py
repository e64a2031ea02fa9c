"""Coalitions (RO-9.2.8), from the Law's sentences, with two Vagabonds at the table.

"He may form a coalition with another player who has fewer points than each other player but him" (the other Vagabond is
a player), "who is in no coalition"; "if that player wins, he wins, too".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tablescribe.domain.games.root.actions.core import Battle, Craft
from tablescribe.domain.games.root.actions.vagabond import Coalition
from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.rootlog.exporting import write_match
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.logs import record
from tests.domain.root.table import given, when
from tests.support import STAMP

CARD = "card:dominance-bird"


def two_vagabonds(values: Mapping[str, Any] | None = None, *, edition: str = "") -> Match:
    """The Marquise (8), the Eyrie (9), a Vagabond (11) and another (4); it is the first one's turn."""
    scores = {"score:1": 8, "score:2": 9, "score:3": 11, "score:4": 4}
    return given(
        "CEVG", clearings={1: "vagabond:pawn", 2: "vagabond2:pawn", 8: "marquise:warrior"},
        hands={3: ["dominance-bird"]},
        values={**scores, "character:3": "thief", "character:4": "ranger", **(values or {})}, turn=3, edition=edition,
    )  # fmt: skip


def form(match: Match, faction: str, seat: int = 3, card: str = CARD) -> None:
    when(match, seat, Coalition.model_validate({"card": card, "faction": faction}))


def test_the_other_vagabond_is_joined_if_he_has_the_fewest_points() -> None:
    match = two_vagabonds()
    form(match, "vagabond2")
    assert match.table.get("coalition:3") == 4


def test_the_other_vagabond_counts_as_poorer() -> None:
    with pytest.raises(Illegal, match=r"RO-9\.2\.8: choose a player with the fewest points"):
        form(two_vagabonds(), "marquise")


@pytest.mark.parametrize(("values", "partner"), [({"score:4": 8}, "marquise"), ({"score:4": 8}, "vagabond2")])
def test_of_those_tied_he_picks(values: dict[str, int], partner: str) -> None:
    form(two_vagabonds(values), partner)


def test_his_own_points_do_not_matter() -> None:
    match = two_vagabonds({"score:1": 15, "score:2": 16, "score:3": 11, "score:4": 14})
    form(match, "vagabond2")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"coalition:4": 2, "score:4": None}, "is already in a coalition"),
        ({"dominance:4": "card:dominance-fox"}, "has activated"),
    ],
)
def test_who_is_in_a_coalition_or_has_no_marker_is_not_joined_and_the_reason_is_true(
    value: dict[str, Any], why: str
) -> None:
    with pytest.raises(Illegal, match=rf"RO-AMB-11: .*{why}"):
        form(two_vagabonds(value), "vagabond2")


def test_who_is_in_a_coalition_is_not_counted_among_the_poorest() -> None:
    match = two_vagabonds({"coalition:4": 2, "score:4": None, "dominance:4": "card:dominance-fox"})
    form(match, "marquise")
    assert match.table.get("coalition:3") == 1


def test_who_has_joined_somebody_joins_nobody_else() -> None:
    match = two_vagabonds({"coalition:3": 1})
    with pytest.raises(Illegal, match=r"RO-9\.2\.8: you have already formed a coalition"):
        form(match, "vagabond2")


def chain() -> Match:
    """The first Vagabond has joined the second; the second, whom nobody forbids it, joins the Marquise."""
    match = given(
        "CEVG", clearings={1: "vagabond:pawn", 8: "vagabond2:pawn, marquise:warrior"}, hands={4: ["dominance-fox"]},
        values={
            "score:1": 8, "score:2": 9, "score:4": 12, "coalition:3": 4, "dominance:3": CARD, "character:3": "thief",
            "character:4": "ranger",
        },
        zones={"satchel:4": "item:sword"}, turn=4,
    )  # fmt: skip
    form(match, "marquise", 4, "card:dominance-fox")
    return match


def test_who_is_joined_may_join_a_third_and_all_three_are_in_coalition() -> None:
    match = chain()
    board = Board(match.opening, match.table)
    assert [board.partners(seat) for seat in (1, 2, 3, 4)] == [(3, 4), (), (1, 4), (1, 3)]
    assert not board.are_enemies("marquise", "vagabond")
    assert board.are_enemies("eyrie", "vagabond")
    with pytest.raises(Illegal, match="RO-AMB-12"):
        when(match, 4, Battle(at=8, defender="marquise"))


def test_all_three_of_them_win() -> None:
    match = given(
        "CEVG", clearings={1: "marquise:workshop"}, hands={1: ["anvil"]},
        values={"score:1": 29, "coalition:3": 4, "coalition:4": 1, "dominance:3": CARD, "dominance:4": CARD},
        stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:anvil"))
    result = match.close(STAMP).result
    assert (result.ending, result.rule, result.winners) == ("coalition", "RO-9.2.8", (1, 3, 4))


# --- logs ------------------------------------------------------------------------------------------

LOG = (
    "Map: Fall\nDeck: Standard\nC: Ada\nE: Ben\nV: Cleo\nG: Dan\n\n"
    "C:t_k->1/b_s->1/b_w->5/b_r->9/w->1+2+4+5+6+7+8+9+10+11+12\nE:b+6w->3/#despot->$\n"
    "V:#thief->$/p->1_2_5_10\nG:#ranger->$/p->1_2_5_10\n"
)


def winners(match: Match) -> str:
    """Return the letters of those who have won."""
    letters = {"marquise": "C", "eyrie": "E", "vagabond": "V", "vagabond2": "G"}
    result = match.close(STAMP).result
    return "".join(sorted(letters[Board(match.opening, match.table).faction(seat)] for seat in result.winners))


def test_a_log_with_three_winners_keeps_all_of_them() -> None:
    recorded = record(f"{LOG}V:++->G$\nG:++->C$\nC:++30\nWinner: CGV\n")
    assert recorded.odd == []
    match = recorded.match
    assert winners(match) == "CGV"
    people = ["Ada", "Ben", "Cleo", "Dan"]
    written = write_match(match.opening, [match.moves[n] for n in (0, *match.line.after(0))], people)
    assert "Winner: CGV" in written


def test_a_winner_of_whose_coalition_the_log_does_not_tell_is_kept_and_noted() -> None:
    recorded = record(f"{LOG}G:++->C$\nC:++30\nWinner: CGV\n")
    assert [rule for _, _, rule in recorded.odd] == ["RO-LOG-6"]
    assert winners(recorded.match) == "CGV"


def test_a_match_of_the_first_edition_goes_on_by_its_reading() -> None:
    with pytest.raises(Illegal, match=r"RO-9\.2\.8: choose a player with the fewest points"):
        form(two_vagabonds(edition="1"), "vagabond2")
    form(two_vagabonds(edition="1"), "marquise")
