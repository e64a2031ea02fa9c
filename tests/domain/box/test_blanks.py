"""A table's own copy of a game: blank components created, filled, contradicted."""

import json
from typing import Any

import pytest

from tablescribe.domain.box.blanks import merged, printed, stock, told_by, with_blanks
from tablescribe.domain.games import GAMES, game, opening
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Text, Thing

WITH_BLANKS = [key for key in GAMES if game(key).blanks]

every_box = pytest.mark.parametrize("key", WITH_BLANKS)


def empty(key: str) -> Any:
    """Return a game's catalogue, every component that can be blank a blank."""
    one = game(key)
    return with_blanks(one.blanks, one.catalogue, [kind.kind for kind in one.blanks], name="ours")


def test_these_games_can_leave_components_blank() -> None:
    assert WITH_BLANKS == ["expeditions", "robinson", "tomb_raider"]


@every_box
def test_every_kind_can_be_blank_and_the_catalogue_still_passes_all_its_checks(key: str) -> None:
    for found in stock(game(key).blanks, empty(key)):
        assert found.all > 0, found.kind
        assert found.house == 0 or found.blank < found.all
    assert sum(found.blank for found in stock(game(key).blanks, empty(key))) > 20


@every_box
def test_what_is_told_fills_the_blanks_and_then_nothing_is_asked(key: str) -> None:
    told = told_by(game(key).blanks, game(key).catalogue)
    filled = merged(game(key).blanks, empty(key), told)
    assert not filled.contradicted
    assert all(found.blank == 0 for found in stock(game(key).blanks, filled.catalogue))
    again = merged(game(key).blanks, filled.catalogue, told)
    assert (again.catalogue, again.added, again.contradicted) == (filled.catalogue, (), ())


@every_box
def test_unless_told_which_only_what_we_invented_is_blank(key: str) -> None:
    one = game(key)
    found = stock(one.blanks, with_blanks(one.blanks, one.catalogue, None))
    assert [kind.house for kind in found] == [0] * len(found)
    assert [kind.blank for kind in found] == [kind.house for kind in stock(one.blanks, one.catalogue)]


def test_cards_that_look_alike_from_behind_are_known_by_their_names() -> None:
    """Two matches began with the same box; what one called b01, the other called b02."""
    one = game("expeditions")
    cards = told_by(one.blanks, one.catalogue)
    axe, rope = cards["card:i01"], cards["card:i02"]
    first = merged(one.blanks, empty("expeditions"), {"card:b01": axe})
    second = merged(one.blanks, first.catalogue, {"card:b01": rope, "card:b02": axe})
    assert (second.added, second.contradicted) == (("card:b02",), ())
    third = merged(one.blanks, second.catalogue, {"card:b07": {**rope, "power": 9}})
    assert (third.added, third.contradicted) == ((), ("card:b07",))
    assert third.catalogue == second.catalogue


def test_what_contradicts_a_known_component_is_told_and_changes_nothing() -> None:
    one = game("robinson")
    (name, beast), *_ = ((k, v) for k, v in told_by(one.blanks, one.catalogue).items() if k.startswith("beast:"))
    other = {**beast, "strength": beast["strength"] + 1}
    found = merged(one.blanks, one.catalogue, {name: other})
    assert (found.catalogue, found.added, found.contradicted) == (one.catalogue, (), (name,))


def test_what_no_catalogue_takes_is_refused() -> None:
    one = game("expeditions")
    card = told_by(one.blanks, one.catalogue)["card:i01"]
    with pytest.raises(ValueError, match="there is no worker 'pink'"):
        merged(one.blanks, empty("expeditions"), {"card:b01": {**card, "worker": "pink"}})


class Lying:
    """A match of which only the table is asked."""

    def __init__(self, table: Table) -> None:
        self.table = table


def pieces(key: str, name: str) -> str:
    """Return under which name people meet a component that is declared under this one."""
    return f"draw1:{name}" if key == "tomb_raider" else name.removeprefix("mat:")


@every_box
def test_what_was_declared_is_called_so_at_once_and_as_before_once_that_is_taken_back(key: str) -> None:
    one, bare, table = game(key), empty(key), Table()
    called = opening(key, one.seats[0], {}, bare.plain()).of(Lying(table))
    blanks = [
        (kind, name, part) for kind in one.blanks for name, part in kind.each(bare.plain()) if kind.is_blank(part)
    ]
    named = 0
    for kind, name, part in blanks:
        piece = pieces(key, name)
        before = called.label(piece)
        declared = next((one for known, one in told_by([kind], one.catalogue).items() if known == name), None)
        declared = declared or next(iter(told_by([kind], one.catalogue).values()))
        table.values[printed(name)] = json.dumps({**declared, "id": part["id"], **NAMED})
        after = called.told(Text("{it}", {"it": Thing(piece)}))
        named += NAMED["name"] in after
        table.values.clear()
        assert called.label(piece) == before
    assert named > 0.5 * len(blanks), "tiles of some games have no names"


NAMED = {"name": "Grandfather's Lantern"}
