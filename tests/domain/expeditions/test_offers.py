"""Legal actions are complete and sound, compared with trying all possible actions."""

import random
from itertools import product

import pytest

from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.bot import choose as sensible
from tablescribe.domain.games.expeditions.effects import Choose, sides, slug
from tablescribe.domain.games.expeditions.paths import distances
from tablescribe.domain.games.expeditions.rules import action as rules
from tablescribe.domain.games.expeditions.zones import CATEGORIES, HUMAN_MECH
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NoChance, Outcome, Question
from tablescribe.domain.rules.deciding import decide, legal_actions, may
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.depth import times
from tests.domain.expeditions.table import given, said, when, with_ability
from tests.domain.random_play import open_match, play, random_move


def everything(match: Match) -> list[Action]:
    """Return every action that can be said at this table, sensible or not; declaring a card aside."""
    board = Board(match.opening, match.table)
    places, colours = list(board.places), [None, *board.catalogue.workers]
    pieces = list(board.catalogue.by_piece)
    names = {
        slug(side) for _, effect in board.dues for side in (effect, *(effect.of if isinstance(effect, Choose) else ()))
    }
    found = [said(do) for do in ("gather", "vanquish", "cleanse", "done", "automa")]
    found += [said("shift", to=to) for to in ("move", "play", "gather", "refresh")]
    found += [said(do, to=place) for do, place in product(("move", "travel"), places)]
    found += [said("gather_at", place=place) for place in places]
    found += [said(do, card=card, worker=c) if c else said(do, card=card)
              for do, card, c in product(("play", "play_more"), pieces, colours)]  # fmt: skip
    cards = ("solve", "upgrade", "meld", "gain_card", "return_card", "return_worker", "sweep", "trash", "rescue",
             "use_ability")  # fmt: skip
    found += [said(do, card=card) for do, card in product(cards, pieces)]
    found += [said("boast", category=category) for category in CATEGORIES]
    found += [said("gain_worker", colour=colour) for colour in board.catalogue.workers]
    here = {slug(part) for place in places if (at := board.location(place)) for part in sides(at.gather)} | {"boast"}
    found += [said("gather_one", place=place, benefit=name) for place, name in product(places, sorted(here))]
    found += [said("tell", benefit=name) for name in sorted({*names, "1_power"})]
    found += [said("take", benefit=name) for name in sorted({*names, "1_power"})]
    return found


class Whatever(NoChance):
    """Chance with random outcomes."""

    def answer(self, question: Question) -> Outcome:
        return next(iter(question.among))


def is_decided(match: Match, seat: int, action: Action) -> bool:
    """Return whether an action is legal, all that follows from it being carried out."""
    try:
        decide(match.opening, match.table, seat, action, Whatever())
    except (Illegal, Impossible):
        return False
    return True


def compare(match: Match) -> int:
    compared = 0
    for seat in (1, 2):
        for action in match.opening.game.offers(match.opening, match.table, seat):
            legal = may(match.opening, match.table, seat, action)
            assert legal == is_decided(match, seat, action), "asking stops where nothing can be refused any more"
        offered = {str(action.data()) for action in legal_actions(match.opening, match.table, seat)}
        possible = {str(one.data()) for one in everything(match) if may(match.opening, match.table, seat, one)}
        assert offered == possible
        compared += len(offered)
    return compared


def test_everything_means_every_action() -> None:
    match = given("S1")
    declared = {kind for kind in rules.kinds() if kind.__name__.startswith("Declare")}
    assert {type(one) for one in everything(match)} | declared == set(rules.kinds())


@pytest.mark.parametrize(
    "effect",
    [
        {"do": "worker", "n": 2},
        {"do": "card", "source": "any"},
        {"do": "card", "source": "adjacent"},
        {"do": "move", "range": [1, 2]},
        {"do": "play"},
        {"do": "gather"},
        {"do": "return_cards", "n": 2},
        {"do": "return_workers"},
        {"do": "sweep"},
        {"do": "trash", "n": 2},
        {"do": "all", "of": [{"do": "rescue"}, {"do": "worker"}]},
        {"do": "ability"},
        {"do": "benefit"},
        {"do": "pay", "cost": {"coins": 1, "maps": 1}, "then": {"do": "boast"}},
        {"do": "vanquish"},
        {"do": "cleanse"},
        {"do": "solve"},
        {"do": "upgrade"},
        {"do": "meld"},
        {"do": "boast"},
        {"do": "choose", "of": [{"do": "gain", "power": 1}, {"do": "vanquish"}]},
        {"do": "pay", "cost": {"power": 1}, "then": {"do": "gain", "coins": 1}},
        {"do": "all", "of": [{"do": "gain", "power": 5}, {"do": "per", "count": "cards", "gain": "guile", "max": 4},
                             {"do": "vanquish"}, {"do": "judge", "text": "sing a song"}]},
    ],
    ids=lambda effect: effect["do"],
)  # fmt: skip
def test_each_benefit_offers_what_is_legal(effect: dict[str, object]) -> None:
    match = given(
        "S2", hand=["card:i01", "card:q02", "card:m05", "card:i03", "card:m06", "card:m07"], workers={"red": 1},
        active=[("card:i05", "red")], tiles={"C2": 9}, values={"power": 6, "guile": 4, "coins": 1},
        maps={1: 1}, stacks={"S2": ["orange3", "orange4"]}, catalogue=with_ability(effect),
    )  # fmt: skip
    when(match, "play", card="card:i01", worker="red")
    assert compare(match) > 1


@pytest.mark.parametrize("number", range(times(1, 3)))
def test_at_positions_of_random_play(number: int) -> None:
    choose = random.Random(number)
    match = open_match("expeditions", 2, first_player=1, face_up_cards="adjacent" if number == 1 else "any")
    for n in range(72):
        if match.is_over:
            break
        if n % 12 == 11:
            compare(match)
        if number == 2:
            random_move(match, choose)
        else:
            seat = match.to_act[0]
            play(match, seat, sensible(match.opening, match.table, seat, choose.randrange), choose)


def by_walking(match: Match, most: int) -> set[str]:
    """Return where walks of at most this many steps can end, by trying each walk (EX-25 to EX-27)."""
    board = Board(match.opening, match.table)
    ends: set[str] = set()

    def walk(at: str, left: int) -> None:
        for place in board.beside(at):
            face_down = match.table.count(f"cell:{place}", f"?{board.region(place)}") > 0
            mechs = [m for m in ("mech:north", "mech:central") if match.table.count(f"cell:{place}", m)]
            if not mechs and not match.table.count(f"cell:{place}", HUMAN_MECH):
                ends.add(place)
            passes = bool(mechs) if face_down else not mechs or board.options.pass_automa_mechs
            if passes and left > 1:
                walk(place, left - 1)

    walk(board.here, most)
    return ends


@pytest.mark.parametrize("number", range(times(2, 4)))
def test_reach_is_what_walking_finds(number: int) -> None:
    choose = random.Random(number)
    match = open_match("expeditions", 2, first_player=1, pass_automa_mechs=number % 2 == 0)
    for _ in range(60):
        if match.is_over:
            break
        for most in (1, 3, 5):
            assert set(distances(Board(match.opening, match.table), most)) == by_walking(match, most)
        random_move(match, choose)


def test_actions_say_what_they_are() -> None:
    match = given("S1", hand=["card:i01"])
    for action in everything(match):
        assert match.opening.told(action.text())
        assert match.opening.game.read_action(action.data()) == action
    played = said("play", card="card:i01", worker="red").text()
    assert match.opening.told(played) == "plays Brass Sextant with a red worker"
