"""Legal actions are complete and sound, compared with trying all possible actions."""

import random
from itertools import product
from typing import Any

import pytest

from tablescribe.domain.games.ultime.actions import Decline, Defend, Discard, PlayMovement, PlayPower, Skip
from tablescribe.domain.games.ultime.components import UltimeCatalogue
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome
from tablescribe.domain.rules.deciding import decide, legal_actions, may
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.depth import times
from tests.domain.random_play import SEED, open_match, random_move
from tests.domain.ultime.table import card, given, power, when


def uses(match: Match) -> list[tuple[str, int | None]]:
    """Return every way to use a movement card; one that splits it between two pawns for each place with pawns."""
    apart = [("split", at) for at in range(1, 4 * match.opening.seats + 1) if match.table.count(f"terrain:{at}")]
    options = match.opening.options.model_dump()
    return [("circle", None), ("square", None), ("split", None), ("first", None), *(
        apart if options["split_may_move_two_pawns"] else apart[:1])]  # fmt: skip


def everything(match: Match) -> list[Action]:
    """Return every action that can be said at this table, sensible or not."""
    catalogue = match.opening.catalogue
    assert isinstance(catalogue, UltimeCatalogue)
    seats = range(1, match.opening.seats + 1)
    fields = range(1, 4 * match.opening.seats + 1)
    nobody: list[int | None] = [None, *seats]
    found: list[Action] = [Skip(), Defend(), Decline(), Discard(card="?movement"), Discard(card="?power")]
    for one in catalogue.movement_cards:
        name = f"movement:{one.id}"
        found.append(Discard(card=name))
        for owner, at, (use, second), opposite in product(seats, fields, uses(match), nobody):
            if match.table.count(f"terrain:{at}", f"pawn:{owner}"):
                found.append(card(one.id, owner, at, use, opposite, second))
    for other in catalogue.power_cards:
        found.append(Discard(card=f"power:{other.id}"))
        if other.id == "swap":
            places = [at for at in fields if match.table.count(f"terrain:{at}")]
            found += [power("swap", t, a, b) for t, a, b in product(nobody, places, places)]
        else:
            found += [power(other.id, target) for target in nobody]
    return found


def meaning(action: Action) -> str:
    """Naming the only pawn that can take part is the same as not naming it."""
    return str(action.data())


def compare(match: Match) -> int:
    compared = 0
    for seat in range(1, match.opening.seats + 1):
        offered = {meaning(action) for action in legal_actions(match.opening, match.table, seat)}
        legal = [action for action in everything(match) if may(match.opening, match.table, seat, action)]
        for action in legal:
            plain = action.model_copy(update={"opposite": None}) if isinstance(action, PlayMovement) else action
            needless = plain != action and may(match.opening, match.table, seat, plain)
            assert needless or meaning(action) in offered, action
        assert offered <= {meaning(action) for action in legal}
        compared += len(offered)
    return compared


@pytest.mark.parametrize(
    "match",
    [
        given(),
        given({1: (8, 2), 2: (9, 6), 3: (9, 10)}, power={1: 2}),
        given({1: (1, 9), 2: (3, 8), 3: (9, 8)}, power={1: 1, 2: 1}),
        given(movement={1: 0}),
        given({1: (2, 9), 2: (3, 6), 3: (11, 7)}, split_may_move_two_pawns=True, split_second_move_optional=True),
    ],
)
def test_what_is_offered_is_what_is_legal(match: Match) -> None:
    assert compare(match)


def test_in_windows_too() -> None:
    match = given({1: (5, 6)}, power={2: 1})
    when(match, 1, card(2, 1, 6))
    assert compare(match) == 2
    match = given(movement={1: 7})
    when(match, 1, Skip())
    assert compare(match) > 7


@pytest.mark.parametrize("number", range(times(1, 3)))
def test_at_positions_of_random_play(number: int) -> None:
    choose = random.Random(number)
    match = open_match(
        "ultime", 3, first_player=1, events_need_active_pawn=number != 1, swap_can_trigger_event=number == 2
    )
    for n in range(45):
        if match.is_over:
            break
        if n % 15 == 14:
            compare(match)
        random_move(match, choose)


def happens(match: Match, seat: int, action: Action) -> bool:
    """Return whether an action is legal including all its consequences, with the seed's outcomes."""
    try:
        decide(match.opening, match.table, seat, action, match.chance(seed=SEED))
    except (Illegal, Impossible):
        return False
    except NeedsOutcome:
        raise AssertionError("a sealed match asks nobody") from None
    return True


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"events_need_active_pawn": False, "sneaky_on_own_village": True},
        {"swap_can_trigger_event": True, "hand_limit_counts_power_cards": True},
        {"defence_mode": "armed", "hand_limit_method": "draw_only_to_limit"},
    ],
)
def test_what_has_been_checked_is_refused_by_nothing_that_follows(options: dict[str, Any]) -> None:
    choose, compared = random.Random(str(options)), set()
    match = open_match("ultime", 4, first_player=1, **options)
    for _ in range(60):
        if match.is_over:
            break
        for seat in range(1, 5):
            for action in (*match.opening.game.offers(match.opening, match.table, seat), Skip(), Decline(), Defend()):
                legal = may(match.opening, match.table, seat, action)
                assert legal == happens(match, seat, action), action
                compared.add((legal, action.data()["do"]))
        random_move(match, choose)
    assert {(True, "play_movement"), (True, "skip"), (False, "skip"), (False, "decline")} <= compared


def test_actions_say_what_they_are() -> None:
    match = given()
    for action in [
        card(7, 1, 2, "split"), card(2, 1, 2, "square", opposite=3), power("heal"), power("swap", 2, 2, 6),
        Skip(), Defend(), Decline(), Discard(card="movement:4"),
    ]:  # fmt: skip
        assert match.opening.told(action.text())
    assert match.opening.told(PlayPower(card="power:thief", target=2).text()) == "plays Thief against yellow"
