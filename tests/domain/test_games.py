"""The registry: games by key, openings from plain data, matches brought to life from their events."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import msgspec
import pytest

from domain import games
from domain.catalogue import Catalogue
from domain.games import UnknownGame, WrongOptions, opening, project, revive
from domain.match import Match
from domain.rules import Rules
from domain.setting import Options
from domain.table import Impossible
from tests.domain.freeform.table import freeform, say
from tests.support import STAMP, TOY


@pytest.mark.parametrize("key", list(games.GAMES))
def test_every_game_of_the_registry_is_there_under_its_key_and_title(key: str) -> None:
    found = games.game(key)
    assert (found.key, found.title) == (key, games.GAMES[key])
    assert found.rulebook.game == key
    assert found.rulebook.edition == found.edition
    missing = [kind.__name__ for kind in found.rules.kinds() if "do" not in kind.model_fields]
    assert not missing


def test_a_game_that_is_not_here_is_named_with_those_that_are() -> None:
    with pytest.raises(UnknownGame, match=f"there is no game 'chess'; there are {', '.join(games.GAMES)}"):
        opening("chess", 2)


def test_wrong_options_and_catalogues_say_what_is_wrong() -> None:
    with pytest.raises(WrongOptions, match="options of Freeform: speed: "):
        opening("freeform", 2, {"speed": "fast"})
    with pytest.raises(WrongOptions, match="catalogue of Freeform: name: "):
        opening("freeform", 2, catalogue={"name": 1, "edition": "1", "origin": "house", "source": "x"})


class Factions(Options):
    """Options with a list in them."""

    factions: tuple[str, ...] = ()


def test_options_that_hold_lists_come_back_from_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("domain.games.factions")
    module.GAME = replace(TOY, options=Factions)  # type: ignore[attr-defined]
    monkeypatch.setitem(games.GAMES, "factions", "Factions")
    monkeypatch.setitem(sys.modules, "domain.games.factions", module)
    chosen = opening("factions", 2, {"factions": ["cats", "birds"]})
    stored = msgspec.json.decode(msgspec.json.encode(chosen.options.model_dump(mode="json")))
    assert opening("factions", 2, stored).options == Factions(factions=("cats", "birds"))


def test_a_match_is_revived_from_its_events_and_brought_up_to_date() -> None:
    match = freeform()
    say(match, 1, "bring", piece="castle", to="hill")
    first = list(match.collect_events())
    say(match, 2, "score", to=1, points=3)
    later = list(match.collect_events())
    again = project(None, first)
    assert isinstance(again, Match)
    assert project(again, later) is again
    assert (again.table, again.version, again.head) == (match.table, match.version, 2)


def test_nothing_is_revived_from_nothing_and_a_match_begins_with_being_opened() -> None:
    assert revive([]) is None
    match = freeform()
    match.note("hm", STAMP)
    with pytest.raises(Impossible, match="begins with being opened"):
        revive(match.collect_events()[1:])
    with pytest.raises(Impossible, match="event 2 cannot follow event 2"):
        match.apply(match.notes[0])


def test_a_rule_registered_for_an_action_carries_it_out() -> None:
    assert Rules().kinds() == ()
    assert {kind.__name__ for kind in TOY.rules.kinds()} == {"Step", "RollOn", "Take", "Push", "Block", "Let"}
    assert isinstance(TOY.catalogue, Catalogue)
