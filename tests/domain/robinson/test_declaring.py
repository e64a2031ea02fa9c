"""A table's own box: its components are blank until they are revealed and declared (RC-B96)."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.robinson.actions.declaring import DeclareBeast, DeclareInvention, DeclareTile, LeaveBlank
from tablescribe.domain.games.robinson.actions.effects import KeepToken
from tablescribe.domain.games.robinson.actions.placing import Explore, Hunt, Invent, Rest
from tablescribe.domain.games.robinson.actions.using import UseAbility, UseItem, UseToken
from tablescribe.domain.games.robinson.cards import BeastCard
from tablescribe.domain.games.robinson.land import Tile
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Impossible
from tablescribe.replays.pictures.drawing import Appearance, panel_svg
from tablescribe.replays.reading.reader import Reader
from tests.domain.robinson.blank import PRINTED, blank_cards, declared
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.table import all_rest, given, go_on, goods, number, opened, play_it, when
from tests.support import STAMP

RIVER = Tile(id=8, terrain="river", left="fish", right="beast", discovery=0)


def blank() -> Any:
    """Return a box in which tiles 8 and beyond, and all beasts, are blank."""
    return {**blank_cards(), **{key: PRINTED.plain()[key] for key in ("inventions", "starting_items", "discoveries")}}


def explored() -> Match:
    """Return a match in which seat 1 has turned up tile 8, which is blank, on space 4."""
    match = given(catalogue=blank())
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), "blank", "success", "blank", "tile:8")
    assert (match.table.get(AWAITS), match.to_act) == ("declaration", (1,))
    return match


@CASES.obeys("RC-B96")
def a_tile_is_declared_when_it_shows() -> Match:
    """It is a river with fish and a beast, which joins the hunting deck."""
    match = explored()
    play_it(match, 1, DeclareTile(says=RIVER))
    assert goods(match, "hunting") == {"?beast": 1}
    return match


@CASES.breaks("RC-B96")
def a_tile_that_the_catalogue_knows() -> None:
    play_it(given(catalogue=blank()), 1, DeclareTile(says=RIVER.model_copy(update={"id": 4})))


def test_what_was_declared_produces() -> None:
    match = given(catalogue=blank(), camps={1: 4}, tiles={4: 8}, stock={1: {"food": 1}})
    play_it(match, 1, DeclareTile(says=RIVER))
    go_on(all_rest(match))
    assert goods(match, "stock:1") == {"food": 1}, "the fish of round 2; no wood"


def test_a_beast_is_declared_before_it_is_fought() -> None:
    match = given(catalogue=blank(), hunting=1, levels={"weapon:1": 1}, stock={1: {}})
    when(match, (1, Hunt()), (2, Rest()), (1, Hunt()))
    play_it(match, 2, Rest(), "beast:fox")
    assert match.table.get(AWAITS) == "declaration"
    play_it(match, 1, DeclareBeast(says=BeastCard(id="fox", name="Fox", strength=2, weapon=0, food=2, fur=1)))
    assert number(match, "hearts:1") == 13 - 1 - 1, "one of the fight, one of the night"
    assert goods(match, "stock:1")["fur"] == 1


def test_nobody_declares_what_nobody_has_seen() -> None:
    with pytest.raises(Impossible):
        play_it(given(catalogue=blank()), 1, DeclareTile(says=RIVER))


def test_what_is_left_blank_may_be_declared_later() -> None:
    match = explored()
    when(match, (1, LeaveBlank()))
    play_it(match, 2, DeclareTile(says=RIVER))
    with pytest.raises(Illegal, match="RC-B96"):
        play_it(match, 2, DeclareTile(says=RIVER))


# --- inventions, starting items, tokens -----------------------------------------------------------


def of_blanks(seats: int = 2, chance: str = "table", **position: Any) -> Match:
    """Return a match with a box of blank cards, all left so, seat 1 with the Biscuits placing its first pawn."""
    match = opened(seats, catalogue=blank_cards(), chance=chance)
    assert (match.table.get(AWAITS), match.to_act) == ("declaration", (1,)), "inventions and items lie there"
    when(match, (1, LeaveBlank()))
    return given(begun=match, **position)


def test_what_was_dealt_is_asked_for_until_all_is_declared() -> None:
    """Given a box of blank cards, then play begins when each card that lies there was declared."""
    match = opened(catalogue=blank_cards())
    dealt = [piece for zone in ("inventions", "personal:1", "personal:2", "starting:1", "starting:2")
             for piece in match.table.each(zone)]  # fmt: skip
    for n, piece in enumerate(dealt):
        assert match.table.get(AWAITS) == "declaration", f"{n} of {len(dealt)} are declared"
        play_it(match, 1, declared(piece))
    assert match.table.get("turn") == 1
    assert number(match, "uses:starting:biscuits") == 2, "markers are laid when they are known"


@CASES.obeys("RC-B96")
def an_invention_is_declared_and_built() -> Match:
    """The Bricks were left blank; they are declared when somebody wants to build them, and require hills."""
    match = of_blanks()
    play_it(match, 1, declared("invention:bricks"))
    play_it(match, 1, Invent(invention="invention:bricks"))
    return match


@CASES.breaks("RC-B96")
def an_invention_that_is_blank() -> None:
    play_it(of_blanks(), 1, Invent(invention="invention:bricks"))


@CASES.breaks("RC-B96")
def an_item_that_is_blank() -> None:
    play_it(of_blanks(), 1, UseItem(item="starting:biscuits"))


@CASES.breaks("RC-B96")
def an_item_that_is_declared_twice() -> None:
    match = of_blanks()
    play_it(match, 1, declared("starting:biscuits"))
    play_it(match, 1, declared("starting:biscuits"))


@CASES.breaks("RC-B96")
def an_invention_that_changes_its_group() -> None:
    says = PRINTED.invention("invention:bricks").model_copy(update={"group": "random"})
    play_it(of_blanks(), 1, DeclareInvention(says=says))


@CASES.breaks("RC-B96")
def an_invention_that_requires_what_there_is_not() -> None:
    says = PRINTED.invention("invention:bricks").model_copy(update={"items": ("anvil",)})
    play_it(of_blanks(), 1, DeclareInvention(says=says))


@CASES.breaks("RC-B96")
def a_token_that_is_blank() -> None:
    match = finds("nourishing_larvae")
    when(match, (1, LeaveBlank()))
    when(go_on(match), (2, Rest()))
    play_it(match, 1, UseToken(token="discovery:nourishing_larvae"))


@CASES.breaks("RC-B96")
def a_tile_that_is_declared_blank() -> None:
    play_it(explored(), 1, DeclareTile(says=RIVER.model_copy(update={"terrain": "unknown"})))


@CASES.breaks("RC-B96")
def a_card_is_left_blank_that_nobody_asks_for() -> None:
    play_it(of_blanks(), 1, LeaveBlank())


def test_an_item_that_was_declared_has_its_markers_and_is_used() -> None:
    match = of_blanks()
    play_it(match, 1, declared("starting:biscuits"))
    play_it(match, 1, UseItem(item="starting:biscuits"))
    assert number(match, "uses:starting:biscuits") == 1


def test_a_blank_item_that_a_table_used_all_the_same_does_nothing_and_is_named() -> None:
    match = of_blanks()
    before = goods(match, "stock:1")
    match.play(1, UseItem(item="starting:biscuits"), match.chance([]), STAMP, as_played=True)
    assert goods(match, "stock:1") == before
    assert goods(match, "starting:1") == {"starting:biscuits": 1, "starting:flask_of_rum": 1}


def finds(token: str) -> Match:
    """Return a match in which seat 1 has explored tile 4 and drawn that token, which is blank."""
    match = of_blanks()
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), "blank", "success", "blank", "tile:6", f"discovery:{token}")
    assert (match.table.get(AWAITS), match.to_act) == ("declaration", (1,))
    return match


def test_a_token_is_declared_before_it_takes_effect() -> None:
    """Given a token that says that it takes effect when it is drawn, then it does so as soon as that is known."""
    match = finds("nourishing_larvae")
    play_it(match, 1, declared("discovery:nourishing_larvae"))
    assert goods(match, "tokens:1") == {}


def test_a_token_that_is_left_blank_is_kept_and_not_used_until_it_is_declared() -> None:
    match = finds("nourishing_larvae")
    when(match, (1, LeaveBlank()))
    assert goods(match, "tokens:1") == {"discovery:nourishing_larvae": 1}
    when(go_on(match), (2, Rest()))
    play_it(match, 1, declared("discovery:nourishing_larvae"))
    play_it(match, 1, UseToken(token="discovery:nourishing_larvae"))
    assert goods(match, "tokens:1") == {}


def test_nobody_can_tell_by_declaring_what_another_looks_at() -> None:
    """Given tokens that the Explorer alone looks at, then nobody has seen them, though the record has them."""
    match = of_blanks(3, "open", values={"turn": 3, "determination:3": 3})
    play_it(match, 3, UseAbility(ability="scouting"), "discovery:poison", "discovery:goat")
    for token in ("poison", "candles"):
        with pytest.raises(Impossible, match="has not been revealed"):
            match.play(1, declared(f"discovery:{token}"), match.chance([]), STAMP, as_played=True)
    when(match, (3, KeepToken(token="discovery:goat")))
    play_it(match, 3, declared("discovery:goat"))


def test_what_was_declared_is_called_so_on_every_picture() -> None:
    match = of_blanks()
    says = PRINTED.invention("invention:bricks").model_copy(update={"name": "Spade"})
    play_it(match, 1, DeclareInvention(says=says))
    panels = game("robinson").panels(match.opening, match.table, 1)
    assert any("Spade" in panel_svg(panel, Appearance(Reader(match.opening))) for panel in panels)
