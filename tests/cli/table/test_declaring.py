"""Declarations at the prompt: what is printed on one's own card, with few keystrokes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from tablescribe.cli.main import cli
from tablescribe.cli.table.prompt import words_completing
from tablescribe.cli.table.session import Session
from tablescribe.domain.box.blanks import declared_in
from tablescribe.domain.games import game
from tablescribe.domain.games.expeditions.blanks import BLANKS
from tablescribe.domain.games.expeditions.brief import effect, ongoing
from tablescribe.domain.games.robinson.brief import effect as robinson_effect
from tablescribe.domain.games.tomb_raider.actions.moving import Offer, Step
from tablescribe.domain.games.tomb_raider.brief import effects as tomb_raider_effects
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.declarations import awaiting, showing
from tablescribe.ledger.matches.boxes import for_match, make
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.domain.box.test_blanks import empty
from tests.domain.robinson import table as robinson
from tests.domain.robinson.blank import blank_cards
from tests.domain.tomb_raider import table as tomb_raider
from tests.domain.tomb_raider.test_blank import blank_box, printed

SET_UP: list[int | str] = [
    "marsh_strider",
    "p1",
    *(f"south:{n}" for n in range(1, 7)),
    *(f"card:b0{n}" for n in range(1, 6)),
    1,
]

LINES: dict[str, tuple[str, dict[str, Any]]] = {
    "d b01 i Axe 2 0 r v reach1": ("card:b01", {"kind": "item", "name": "Axe", "power": 2, "worker": "red"}),
    "d b02 m Comet 1 1 a 2c,v 1red/1blue": ("card:b02", {"kind": "meteorite", "name": "Comet", "guile": 1}),
    "d b03 q Raid 0 2 bl card 9 2p 3coins": ("card:b03", {"kind": "quest", "location": 9, "cost": {"power": 2}}),
    "d p1-character Ann 1 1 any solve,1c": ("starter:p1-character", {"kind": "character", "name": "Ann"}),
    "d 4 Ferry 0 2p/2g": ("south:4", {"name": "Ferry", "id": 4}),
    "d marsh_strider Strider explore:1coin": ("mat:marsh_strider", {"name": "Strider"}),
}
"""Typed lines, each with what is then known."""


def worker(colour: str, n: int) -> dict[str, Any]:
    return {"do": "gain", "workers": {colour: n}}


@pytest.fixture(scope="module")
def before_the_first_evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A ledger that each test copies, and the match in it."""
    path = str(tmp_path_factory.mktemp("before") / "ledger.db")
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    make(ledger, "ours", "expeditions", empty("expeditions"), scribe.stamp().at)
    catalogue = for_match(ledger, "ours", "expeditions")
    match = scribe.new("expeditions", ["Ada", "Automa"], catalogue=catalogue, outcomes=SET_UP)
    ledger.close()
    return path, match.id


@pytest.fixture
def first_evening(before_the_first_evening: tuple[str, str], tmp_path: Path) -> tuple[str, str]:
    """A ledger, and a match in it with a box of which everything is blank that can be."""
    path, match_id = before_the_first_evening
    return str(shutil.copy(path, tmp_path / "ledger.db")), match_id


def typed(path: str, match_id: str, *lines: str) -> str:
    done = CliRunner().invoke(cli, ["--ledger", path, "play", match_id], input="\n".join([*lines, "quit", ""]))
    assert done.exit_code == (2 if "Not recorded" in done.output else 0), done.output
    return done.output


def test_a_new_card_is_declared_in_at_most_40_keys(first_evening: tuple[str, str]) -> None:
    told = typed(*first_evening, *LINES)
    assert "Not recorded" not in told
    ledger = open_ledger(first_evening[0])
    known = declared_in(ledger.match(first_evening[1]).table)
    for line, (name, wanted) in LINES.items():
        assert len(line) + 1 <= 40, (line, "keys with Enter")
        assert {key: known[name][key] for key in wanted} == wanted, line
    ledger.close()


NAMES = (
    "Harpoon Gun", "Ice Saw", "Compass Rose", "Ration Crate", "Old Lighthouse", "Snow Goggles", "Wolf Trap",
    "Steam Drill", "Polar Tent", "Ghost Antler", "Blue Vein", "Cinder Heart", "Hollow Moon", "Weeping Iron",
    "Glass Rain", "Star Dust", "The Lost Patrol", "Silent Choir", "A Bear in Town", "Frozen Post", "Red Harvest",
    "Night Ferry", "Two Brothers", "Winter Wedding",
)  # fmt: skip
"""Invented names of cards."""

ENDS = {
    "i": ("1 0 r v r1 2", "2 0 b s,1c e:1c 3", "0 2 a m2 ref:2g 2", "1 1 g 2c/v w:1p 4"),
    "m": ("3 0 y 2c 1p", "1 1 p v,1g 1c", "2 0 a u 2g", "0 3 g card 1m"),
    "q": ("1 0 r s 9 2p 3c", "0 2 b c 13 3g,1m 2c", "2 0 y v 4 2p,1g u", "0 1 a m2 17 4g 1m2c"),
}
"""What follows the name: core value, worker, ability, and the fields of each kind of card."""

KIND_WORDS = {"i": "item", "m": "meteorite", "q": "quest"}

CARDS = [
    (kind, name, ends[n % 4]) for n, name in enumerate(NAMES) for kind, ends in ENDS.items() if "imq"[n // 8] == kind
]


def test_names_of_usual_length_leave_room_for_the_rest_in_40_keys(first_evening: tuple[str, str]) -> None:
    assert sum(map(len, NAMES)) / len(NAMES) > 10.8
    lines = [f"b{n % 5 + 1} {kind} {name.replace(' ', '_')} {end}" for n, (kind, name, end) in enumerate(CARDS)]
    assert {len(line) + 1 for line in lines} <= set(range(41)), [line for line in lines if len(line) >= 40]
    for some in (lines[at : at + 5] for at in range(0, len(lines), 5)):
        told = typed(*first_evening, *some, f"undo {len(some)}")
        assert "Not recorded" not in told, (some, told)
        assert "is a text" not in told, "every word of it was understood"
        for line in some:
            assert f"{KIND_WORDS[line[3]]} {line.split()[2].replace('_', ' ')}" in told


def test_what_was_declared_is_typed_and_told_by_its_name(first_evening: tuple[str, str]) -> None:
    told = typed(
        *first_evening,
        "p1-character Gunter_Weiss 1 1 a s",
        "d p1-companion Brumm 1 0 a v",
        "play gunter",
    )
    assert "plays Gunter Weiss" in told
    assert "Ilse Kranz" not in told
    assert "the Automa declares" not in told


def test_a_blank_is_declared_once_and_the_refusal_says_how_that_is_corrected(first_evening: tuple[str, str]) -> None:
    told = typed(*first_evening, "b1 i Axe 2 0 r v r1 2", "b1 i Axe 2 0 r v r1 9")
    assert "Not recorded" in told
    path, match_id = first_evening
    ledger = open_ledger(path)
    says = declared_in(ledger.match(match_id).table)["card:b01"] | {"coins": 9}
    ledger.close()
    again = json.dumps({"do": "declare", "card": "card:b01", "says": says})
    for arguments, line in ((["move", match_id, again], ""), (["play", match_id], f"{again}\nquit\n")):
        done = CliRunner().invoke(cli, ["--ledger", path, *arguments], input=line)
        assert "EX-105: Axe has already been declared" in done.output, done.output
        assert "set printed:card:b01 null" in done.output


def test_the_prompt_says_which_blanks_show_and_how_they_are_declared(first_evening: tuple[str, str]) -> None:
    told = typed(*first_evening, "declare b01", "declare")
    assert "declare b01 KIND NAME POWER GUILE WORKER ABILITY" in told
    assert "Declare what the blank shows: declare " in told


def asked(told: str) -> list[str]:
    """Return which blanks the prompt asked for, each time one after the other; the last time."""
    *_, last = re.findall(r"Declare what the blank shows: declare (.+?) …", told)
    return str(last).split(", ")


def test_the_second_evening_asks_for_exactly_the_blanks_that_are_left(first_evening: tuple[str, str]) -> None:
    path, match_id = first_evening
    ledger = open_ledger(path)
    first = ledger.match(match_id)
    before = set(awaiting(first.opening, first.table))
    ledger.close()
    shown = asked(typed(path, match_id))
    typed(path, match_id, *LINES)
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    scribe.close(match_id, abandoned=True)
    catalogue = for_match(ledger, "ours", "expeditions")
    again = scribe.new("expeditions", ["Ada", "Automa"], catalogue=catalogue, outcomes=SET_UP)
    declared = {name for name, _ in LINES.values()}
    assert set(awaiting(again.opening, again.table)) == before - declared
    assert declared < before, "each of them was asked for before"
    ledger.close()
    known = {name.rpartition(":")[2] for name in declared}
    told = typed(path, again.id)
    assert set(asked(told)) == {*shown, "p1-companion"} - known, "it had no room among the first twelve"
    for line, (name, _) in LINES.items():
        refused = typed(path, again.id, line)
        assert "Not recorded" in refused, (name, "is not asked again, nor taken")


@pytest.mark.parametrize(
    ("word", "means"),
    [
        ("2p", {"do": "gain", "power": 2}),
        ("2p,1coin", {"do": "gain", "power": 2, "coins": 1}),
        ("1red/2b", {"do": "choose", "of": [worker("red", 1), worker("blue", 2)]}),
        ("2pu", worker("purple", 2)),
        ("2workers", {"do": "worker", "n": 2}),
        ("v,2c", {"do": "all", "of": [{"do": "vanquish"}, {"do": "gain", "coins": 2}]}),
        ("move1-2", {"do": "move", "range": [1, 2]}),
        ("adj", {"do": "card", "source": "adjacent"}),
        ("swap_two_tiles", {"do": "judge", "text": "swap two tiles"}),
    ],
)  # fmt: skip
def test_effects_are_words(word: str, means: Any) -> None:
    assert effect(word) == means


def test_lasting_abilities_are_words() -> None:
    assert ongoing("ref:2g") == {"on": "refresh", "then": {"do": "gain", "guile": 2}}
    assert (ongoing("tuck5"), ongoing("nearby")) == ({"tuck_limit": 5}, {"solve_reach": True})
    assert ongoing("no_idea") == {"text": "no idea"}
    assert len(BLANKS) == len(game("expeditions").blanks)


# --- completion ---------------------------------------------------------------------------------


def menu(scribe: Scribe, match_id: str, line: str) -> set[str]:
    """Return the completions of the word under the cursor in a terminal."""
    table = Session(scribe, match_id, lambda prompt, complete: "", None)
    completer = words_completing(table.complete)
    found = completer.get_completions(Document(line), CompleteEvent())
    return {one.text for one in found}


@pytest.mark.parametrize(
    ("line", "offered", "not_offered"),
    [
        ("declare ", {"b01", "b05", "marsh_strider", "4"}, {"b06"}),
        ("declare b01 ", {"item", "meteorite", "quest"}, {"vanquish"}),
        ("d b01 item Axe ", {"0", "10"}, {"11"}),
        ("d b01 item Axe 2 0 re", {"red"}, {"green"}),
        ("d b01 item Axe 2 0 r van", {"vanquish"}, {"solve"}),
        ("d b01 item Axe 2 0 r 2coins,van", {"2coins,vanquish"}, {"vanquish"}),
        ("d b01 item Axe 2 0 r v expl", {"explore:"}, set()),
        ("d b01 item Axe 2 0 r v explore:2co", {"explore:2coins"}, {"2coins"}),
        ("d b03 quest Raid 0 2 blue card ", {"1", "10"}, set()),
        ("d b03 quest Raid 0 2 blue card 9 2g", {"2guile"}, {"gather"}),
        ("d 4 Ferry t", {"twenty"}, set()),
        ("d marsh_strider Strider tu", {"tuck5"}, set()),
        ("ruling EX-9", {"EX-9", "EX-95"}, {"EX-1"}),
    ],
)
def test_words_complete_while_a_blank_is_declared(
    first_evening: tuple[str, str], line: str, offered: set[str], not_offered: set[str]
) -> None:
    ledger = open_ledger(first_evening[0])
    found = menu(Scribe(ledger), first_evening[1], line)
    ledger.close()
    assert offered <= found
    assert not not_offered & found


def test_the_mat_that_is_played_with_is_asked_for_though_it_is_no_piece(first_evening: tuple[str, str]) -> None:
    ledger = open_ledger(first_evening[0])
    match = ledger.match(first_evening[1])
    assert "mat:marsh_strider" in showing(match.opening, match.table)
    assert "mat:tatanka" not in showing(match.opening, match.table), "nobody plays with that one"
    ledger.close()


# --- other games' boxes -------------------------------------------------------------------------


def declared_at_the_prompt(match: Match, tmp_path: Path, *lines: str) -> dict[str, dict[str, Any]]:
    """Return the declarations of a match after some typed lines."""
    path = str(tmp_path / "box.db")
    ledger = open_ledger(path)
    ledger.save(match, expected_version=0)
    ledger.close()
    told = typed(path, match.id, *lines)
    assert "Not recorded" not in told, told
    ledger = open_ledger(path)
    found = declared_in(ledger.match(match.id).table)
    ledger.close()
    return found


ROBINSON: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "tile": ("d 8 river fish beast 1", {"camps": {1: 4}, "tiles": {4: 8}}, {"terrain": "river", "discovery": 1}),
    "invention": ("d rope Rope plains", {}, {"terrain": "plains"}),
    "item": ("d biscuits Old_Rusks 2 2food/-1wood", {}, {"name": "Old Rusks", "uses": 2}),
}
"""Typed lines, each with the position and what is then known."""


@pytest.mark.parametrize("kind", ROBINSON)
def test_the_short_lines_of_robinson(kind: str, tmp_path: Path) -> None:
    line, position, wanted = ROBINSON[kind]
    match = robinson.given(catalogue=blank_cards(), **position)
    (told,) = declared_at_the_prompt(match, tmp_path, line).values()
    assert {key: told[key] for key in wanted} == wanted
    assert len(line) + 1 <= 40


@pytest.mark.parametrize(
    ("word", "means"),
    [
        ("2food,heal", {"do": "all", "of": [{"do": "gain", "food": 2}, "heal"]}),
        ("2food,1heal", {"do": "gain", "food": 2, "heal": 1}),
        ("1wood/-1fur", {"do": "choose", "of": [{"do": "gain", "wood": 1}, {"do": "lose", "fur": 1}]}),
        ("disc", {"do": "discovery", "n": 1, "keep": 1}),
        ("pawn_hunt", {"do": "pawn", "kind": "hunt"}),
    ],
)
def test_effects_of_robinson_are_words(word: str, means: Any) -> None:
    assert robinson_effect(word) == means


def test_the_short_lines_of_tomb_raider(tmp_path: Path) -> None:
    match = tomb_raider.given({"2-2": "bone"}, {1: "2-2"}, {2: ["pit"]}, catalogue=blank_box())
    tomb_raider.when(match, 1, Step(way="forward"), "level:cross")
    assert showing(match.opening, match.table) == ["cross"], "what is to be read, and nothing else"
    told = declared_at_the_prompt(match, tmp_path, "d cross t,r,b 2 1")
    assert told["cross"]["exits"] == ["top", "right", "bottom"]
    assert (told["cross"]["danger"], told["cross"]["search_bonus"]) == (2, 1)


def test_an_obstacle_of_tomb_raider_is_a_word_called_as_its_card(tmp_path: Path) -> None:
    match = tomb_raider.given({"2-2": "bone"}, {1: "2-2"}, {2: ["pit"]}, catalogue=blank_box())
    tomb_raider.when(match, 1, Step(way="forward"), "level:cross")
    tomb_raider.when(match, 1, printed(match, "cross"))
    tomb_raider.when(match, 2, Offer(card="draw2:pit"))
    told = declared_at_the_prompt(match, tmp_path, "d 1 move8/think9:stick")["pit"]
    assert told["block"]["tests"] == [{"ability": "move", "target": 8}, {"ability": "think", "target": 9}]
    assert (told["block"]["name"], told["block"]["on_fail"]) == ("pit", [{"do": "stick"}])


@pytest.mark.parametrize(
    ("word", "means"),
    [
        ("heal2,extra_c", [{"do": "heal", "amount": 2}, {"do": "extra_cards"}]),
        ("everybody_sings", [{"do": "judge", "says": "everybody sings"}]),
    ],
)
def test_effects_of_tomb_raider_are_words(word: str, means: Any) -> None:
    assert tomb_raider_effects(word) == means
