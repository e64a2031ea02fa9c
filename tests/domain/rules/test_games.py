"""The registry: games by key, openings from plain data, matches rebuilt from their events."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from random import Random
from types import ModuleType

import msgspec
import pytest
from pydantic import TypeAdapter, ValidationError

from tablescribe.domain import games
from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.games import UnknownGame, WrongOptions, opening, project, revive
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NoChance
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Options
from tablescribe.domain.table.table import Impossible
from tests.domain.freeform.table import freeform, say
from tests.domain.random_play import anything, open_match
from tests.support import STAMP, TOY


@pytest.mark.parametrize("key", list(games.GAMES))
def test_every_game_of_the_registry_is_there_under_its_key_and_title(key: str) -> None:
    found = games.game(key)
    assert (found.key, found.title) == (key, games.GAMES[key])
    assert found.rulebook.game == key
    assert found.rulebook.edition == found.edition
    missing = [kind.__name__ for kind in found.rules.kinds() if "do" not in kind.model_fields]
    assert not missing


@pytest.mark.parametrize("key", [key for key in games.GAMES if not games.game(key).has_chance])
def test_a_game_without_chance_never_asks_for_a_die_or_a_card(key: str) -> None:
    match, choose = open_match(key, 2, "table"), Random(7)
    while not match.is_over and match.version < 60:
        seat, action = anything(match, choose)
        match.play(seat, action, NoChance(), STAMP)
    assert not [event for event in match._pending if getattr(event, "outcomes", ())]


def test_a_game_that_is_not_here_is_named_with_those_that_are() -> None:
    with pytest.raises(UnknownGame, match=f"there is no game 'skat'. Games: {', '.join(games.GAMES)}"):
        opening("skat", 2)


def test_wrong_options_and_catalogues_say_what_is_wrong() -> None:
    with pytest.raises(WrongOptions, match="options of Freeform: speed: "):
        opening("freeform", 2, {"speed": "fast"})
    with pytest.raises(WrongOptions, match="catalogue of Freeform: name: "):
        opening("freeform", 2, catalogue={"name": 1, "edition": "1", "origin": "house", "source": "x"})


class Factions(Options):
    """Options with a list in them."""

    factions: tuple[str, ...] = ()


def test_options_that_hold_lists_come_back_from_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("tablescribe.domain.games.factions")
    module.GAME = replace(TOY, options=Factions)  # type: ignore[attr-defined]
    monkeypatch.setitem(games.GAMES, "factions", "Factions")
    monkeypatch.setitem(sys.modules, "tablescribe.domain.games.factions", module)
    chosen = opening("factions", 2, {"factions": ["cats", "birds"]})
    stored = msgspec.json.decode(msgspec.json.encode(chosen.options.model_dump(mode="json")))
    assert opening("factions", 2, stored).options == Factions(factions=("cats", "birds"))


@pytest.mark.parametrize("key", list(games.GAMES))
def test_pydantic_need_not_compile_what_is_written_about_an_action(key: str) -> None:
    """Root has 163: `from __future__ import annotations` above them made each command a twentieth dearer."""
    assert [
        kind.__name__ for kind in games.game(key).kinds if any(map(is_text, vars(kind)["__annotations__"].values()))
    ] == []


@pytest.mark.parametrize("key", list(games.GAMES))
def test_nor_what_is_written_about_a_component_or_an_option(key: str) -> None:
    """All of its models are made by every command on a match; half of what that takes was to compile annotations."""
    code = (
        "import sys; from tablescribe.domain.games import game; from pydantic import BaseModel\n"
        "game(sys.argv[1])\n"
        "def kinds(of): return [of, *(one for kind in of.__subclasses__() for one in kinds(kind))]\n"
        "ours = {kind.__module__ for kind in kinds(BaseModel) if kind.__module__.startswith('tablescribe.domain.')}\n"
        "assert f'tablescribe.domain.games.{sys.argv[1]}.components' in ours\n"
        "print([name for name in sorted(ours) if hasattr(sys.modules[name], 'annotations')])"  # that of `__future__`
    )
    done = subprocess.run([sys.executable, "-c", code, key], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("key", list(games.GAMES))
def test_an_action_is_read_as_its_union_reads_it(key: str) -> None:
    """By the model of that action alone; what is wrong is told by the union, which says in which action it is."""
    game, match = games.game(key), open_match(key, games.game(key).seats[0], "sealed")
    whole = TypeAdapter[Action](game.actions)
    said = [action for seat in match.to_act for action in match.legal(seat)]
    assert said
    for action in said:
        read = game.read_action(action.data())
        assert (type(read), read) == (type(action), action)
    right = said[0].data()
    for wrong in ({**right, "no_field": 1}, {**right, "do": "nothing"}, {**right, "do": 1}, {**right, "do": []}, {}):
        with pytest.raises(ValidationError) as expected:
            whole.validate_json(msgspec.json.encode(wrong))
        with pytest.raises(ValidationError) as found:
            game.read_action(wrong)
        assert found.value.errors(include_url=False) == expected.value.errors(include_url=False)


@pytest.mark.parametrize("key", list(games.GAMES))
def test_the_names_of_actions_are_known_before_any_is_loaded(key: str) -> None:
    code = (
        "import sys; from tablescribe.domain.games import game; from tablescribe.domain.rules.action import Action\n"
        "print(*game(sys.argv[1]).action_names); print(bool(Action.__subclasses__()))"
    )
    done = subprocess.run([sys.executable, "-c", code, key], capture_output=True, text=True, check=True)
    names = " ".join(kind.model_fields["do"].default for kind in games.game(key).kinds)
    assert done.stdout == f"{names}\n{not games.game(key).names_ahead}\n"  # a new game loads its few at once


def test_to_read_an_action_builds_the_validator_of_no_other() -> None:
    code = (
        "from tablescribe.domain.games import game\n"
        "root = game('root'); root.read_action({'do': 'go_on'})\n"
        "print([kind.__name__ for kind in root.kinds if kind.__pydantic_complete__])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['GoOn']\n"


def is_text(annotation: object) -> bool:
    return isinstance(annotation, str)


@pytest.mark.parametrize("key", list(games.GAMES))
def test_the_sentence_of_an_action_is_the_one_it_says_and_is_filled_from_its_fields(key: str) -> None:
    for kind in games.game(key).kinds:
        assert kind.sentence is None or kind.text is Action.text, kind
        assert not kind.points_at or kind.touches is Action.touches, kind
        slots = kind.sentence.slots.values() if kind.sentence else ()
        for field in re.findall(r"\{(\w+)", " ".join(map(str, (*slots, *kind.points_at)))):
            assert field in kind.model_fields, (kind, field)


def test_a_game_loads_no_part_of_the_kernel_that_it_does_not_use() -> None:
    code = (
        "import sys, tablescribe.domain.games.ultime; "
        "print({'blanks', 'notation', 'shorthand'} & {n.rpartition('.')[2] for n in sys.modules if 'domain' in n})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("key", ["ultime", "expeditions", "root"])
def test_to_load_a_game_builds_no_validator_before_somebody_says_something(key: str) -> None:
    """One of many actions is used by a command, effects by none that only looks."""
    code = (
        "import sys; from importlib import import_module; from pydantic import BaseModel\n"
        "game = import_module(f'tablescribe.domain.games.{sys.argv[1]}').GAME\n"
        "assert len(game.kinds) == len(game.rules.kinds())\n"  # what is put off is loaded, too
        "def kinds(of): return [of, *(one for kind in of.__subclasses__() for one in kinds(kind))]\n"
        "ours = [kind for kind in kinds(BaseModel) if kind.__module__.startswith('tablescribe.domain.')]\n"
        "assert len(ours) > 10\n"
        "print([kind.__name__ for kind in ours if kind.__pydantic_complete__])"
    )
    done = subprocess.run([sys.executable, "-c", code, key], capture_output=True, text=True, check=True)
    assert done.stdout.strip() in ("[]", "['JudgeEffect']")  # that of Expeditions stands for what is not declared


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
    with pytest.raises(Impossible, match="must begin with its opening"):
        revive(match.collect_events()[1:])
    with pytest.raises(Impossible, match="event 2 cannot follow event 2"):
        match.apply(match.notes[0])


def test_a_rule_registered_for_an_action_carries_it_out() -> None:
    assert Rules().kinds() == ()
    assert {kind.__name__ for kind in TOY.rules.kinds()} == {"Step", "RollOn", "Take", "Push", "Block", "Let"}
    assert isinstance(TOY.catalogue, Catalogue)
