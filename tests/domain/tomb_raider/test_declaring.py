"""One's own box: invented cards are blank, and every card is declared in words that the prompt shows."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablescribe.domain.box.blanks import BlankKind, with_blanks
from tablescribe.domain.games import game
from tablescribe.domain.rules.declarations import BadDeclaration, DeclarationForm, split
from tablescribe.domain.words.text import tell
from tests.domain.tomb_raider.read_aloud import words_of
from tests.domain.tomb_raider.test_yours import examples

README = (Path(import_module("tablescribe.domain.games.tomb_raider").__path__[0]) / "README.md").read_text("utf-8")

GAME = game("tomb_raider")
PRINTED: dict[str, dict[str, Any]] = {one["id"]: one for one in GAME.catalogue.plain()["cards"]}
"""The cards as if they were on the table: the built-in values are used as what is printed."""

OURS = with_blanks(GAME.blanks, GAME.catalogue, None)
BLANK: dict[str, tuple[BlankKind, dict[str, Any]]] = {
    name: (kind, part) for kind in GAME.blanks for name, part in kind.each(OURS.plain()) if kind.is_blank(part)
}
STRUCTURE = {"id", "type", "family", "entrance", "treasure_room", "power", "min_depth", "printed", "for_raider", "name"}


def form(name: str) -> DeclarationForm:
    """Return the form in which a card is declared, nothing else being blank."""
    return DeclarationForm(GAME, {name: BLANK[name]}, [name])


def declared(line: str) -> dict[str, Any]:
    """Return the card that a line declares."""
    words = split(line)[1:]
    action = GAME.read_action(form(words[0]).read(words))
    says: dict[str, Any] = msgspec.json.decode(action.model_dump_json(exclude_none=True))["says"]
    return says


def without_names(card: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """Return what the rules need of a card, without its name and that of its obstacle."""
    found = {key: value for key, value in card.items() if key not in ("name", "printed")}
    for key in {"block", "printed_obstacle"} & (found.keys() - known.keys()):
        found[key] = {one: value for one, value in found[key].items() if one != "name"}
    return found


def test_a_box_of_ones_own_has_no_value_that_is_ours() -> None:
    """Neither timing, obstacle, save point nor name is taken over: only what is printed, and what a card is for."""
    ours = {
        card["id"]: odd for card in OURS.plain()["cards"]
        if (odd := {key for key in card if key not in STRUCTURE and key not in card.get("printed", ())
                    and card[key] not in (False, None, "any", "item", 1, [], {"event": "any", "least": 0})})
    }  # fmt: skip
    assert ours == {}
    named = {card["id"] for card in OURS.plain()["cards"] if card["name"] != card["id"]}
    assert named == {card["id"] for card in PRINTED.values() if "name" in card.get("printed", ())}
    assert len(BLANK) > 120


@pytest.mark.parametrize("name", list(BLANK))
def test_every_card_is_declared_in_at_most_40_keys(name: str) -> None:
    """By its number, each word as short as it may be, Enter counted; in full it says the same."""
    _, known = BLANK[name]
    card = without_names(PRINTED[name], known)
    few = " ".join(["d", *words_of(PRINTED[name], known, short=True)])
    assert len(few) + 1 <= 40, few
    for line in (f"d {name} {few[2:]}", " ".join(["d", name, *words_of(PRINTED[name], known)])):
        assert without_names(declared(line), known) == card, line


@pytest.mark.parametrize("name", list(BLANK))
def test_tab_offers_every_word_that_is_typed(name: str) -> None:
    """Word by word, and part by part: numbers of a game's own, names and health are typed without it."""
    _, known = BLANK[name]
    said: list[str] = []
    for word in words_of(PRINTED[name], known):
        head = ""
        while True:
            after = form(name).begun([name, *said, *([head] if head else [])]).words
            rest = word[len(head) :]
            cut = next((n for n, sign in enumerate(rest, 1) if sign in ".:/,"), len(rest))
            part = rest[:cut]
            plain = part.rstrip("0123456789*.:/,").lower()
            offered = {one.removeprefix(head).rstrip("0123456789.:/,") for one in after}
            typed = not plain or part[0].isupper() or plain.startswith("began")
            assert typed or plain in offered, (word, part, sorted(offered))
            head = word[: len(head) + cut]
            if head == word or not after:
                break
        said.append(word)


@pytest.mark.parametrize("name", list(BLANK))
def test_the_example_that_the_prompt_shows_can_be_typed(name: str) -> None:
    kind, known = BLANK[name]
    example = kind.example(known)
    assert example
    assert f"`d {name} {example}`" in tell(form(name).form(name))
    assert declared(f"d {name} {example}")["id"] == name


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("d 019 2,3,3,2", {"abilities": {"fight": 2, "move": 3, "search": 3, "think": 2}}),
        ("d 028 r,b,l 3 1 9", {"treasure_difficulty": 9}),
        ("d 039 t,r,b 2 1 save Root_Cellar", {"save_point": True, "name": "Root Cellar"}),
        ("d 066 2 {\"event\":\"saved\"} ability_bonus.move", {"play_when": {"event": "saved", "least": 0}}),
        ("d 066 2 test.move10 extra_health", {"play_when": {"event": "test_passed", "ability": "move", "least": 10}}),
        ("d 059 fight6/move7:injure.search2*1", {"block": {
            "name": "Bats", "kind": "other", "health": 1,
            "tests": [{"ability": "fight", "target": 6}, {"ability": "move", "target": 7}],
            "on_fail": [{"do": "injure", "ability": "search", "amount": 2}]}}),
        ("d 054 everybody_sings", {"effects": [{"do": "judge", "says": "everybody sings"}]}),
    ],
)  # fmt: skip
def test_other_ways_to_say_it(line: str, means: dict[str, Any]) -> None:
    says = declared(line)
    assert {key: says[key] for key in means} == means


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("d 059 fight6/move7:injure*1", "injure needs more detail: `injure.fight`, `injure.move`"),
        ("d 059 fight6:damage", "an obstacle that can be fought needs health: `fight6:damage*2`"),
        ("d 059 move6:damage*2", "only an obstacle with a Fight test can have health: `move6:damage`"),
        ("d 059 Bats", "enter an obstacle as"),
        ("d 054 injury", "no effect is called 'injury'"),
        ("d 054 injure_search", "no effect is called 'injure_search'; there are `injure`"),
        ("d 054 move_raider.nowhere", "'nowhere' in move_raider.nowhere is none of"),
        ("d 054 move_raider", "move_raider needs more detail"),
        ("d 019 2 3 3 2", "enter the four abilities from top to bottom"),
        ("d 054 stick whenever", "'whenever' is none of `any`, `before_own_fight_roll`"),
        ("d 066 2 sometime heal", "'sometime' is none of any"),
        ("d 039 up 2 1", "'up' is none of top, right"),
        ("d 039", "declare 039 EXITS DANGER SEARCH_BONUS [SAVE_POINT] [PRINTED_OBSTACLE] [NAME]. For example: `d 039 "),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_what_can_be_typed(line: str, why: str) -> None:
    """Nothing becomes a text in silence: a word that begins as an effect, or stands alone, is a slip of the pen."""
    with pytest.raises(BadDeclaration) as refused:
        declared(line)
    assert why in tell(refused.value.text)


ALOUD = [re.split(" {2,}", line)[0] for line in examples("declare")[0].splitlines()]
"""The examples of `YOURS.md`."""


@pytest.mark.parametrize("line", [*ALOUD, *re.findall(r"`(d \d{3} [^`]+)`", README)])
def test_the_examples_of_the_documents_can_be_typed(line: str) -> None:
    line = re.sub(" {2,}.*", "", line)
    says = declared(line)
    assert says["id"] == line.split()[1]
    assert len(line) < 60


def test_the_documents_have_an_example_for_each_kind_of_card() -> None:
    assert {PRINTED[line.split()[1]]["type"] for line in ALOUD} == {card["type"] for card in PRINTED.values()}
