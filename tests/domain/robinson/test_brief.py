"""What is printed on every card of the box can be declared in short words, and in those in which the game shows it."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import game, opening
from tablescribe.domain.games.robinson.cards import Invention
from tablescribe.domain.games.robinson.components import RobinsonCatalogue
from tablescribe.domain.games.robinson.panels.cards import either_price, gives
from tablescribe.domain.rules.declarations import BadDeclaration, form_of_box, texts_for_people
from tablescribe.domain.words.text import Text, tell

GAME = game("robinson")
BOX = GAME.catalogue
assert isinstance(BOX, RobinsonCatalogue)
FORM = form_of_box(GAME, BOX)
NAMING = opening("robinson", 2, {}).label
MOST_KEYS = 40

SHORT = {
    "shovel": "beach", "bricks": "hills - - 1palisade", "pot": "hills - - 1night_heal", "cure": "plains - - prevents",
    "rope": "plains", "fire": "mountain - - 1palisade", "knife": "mountain - - 1weapon", "map": "river - - pawn_e",
    "dam": "river - 1wood 2preserved", "basket": "plains - - more",
    "bed": "plains - - 2rest_h,1rest_d", "belts": "- knife 1fur pawn_g", "bow": "- rope,knife 1wood weapon+3",
    "cellar": "- shovel - keeps", "corral": "- rope 1wood parrot,1ca", "diary": "- - 1fur 1determ",
    "drums": "hills - 1fur 2determ", "furnace": "- bricks - 1snow", "lantern": "hills fire - pawn_b",
    "moat": "- shovel 1wood 2palisade", "pit": "- shovel 1wood 2pit", "raft": "- rope 2wood pawn_g,pawn_e",
    "sack": "- - 1fur more", "shield": "- rope 1wood pawn_h", "sling": "- - 1fur/1wood 2weapon",
    "wall": "- bricks - 2palisade", "snare": "- rope - 1camp_food", "fireplace": "- fire - 2night",
    "shortcut": "- map - shortcut", "spear": "- knife 1wood 3weapon",
}  # fmt: skip
"""Short forms for each printed invention, typed after its name."""

TOKENS = {
    "candles": "pawn_build", "fallen_tree": "1wood immediate", "goat": "1food,1fur - - 1",
    "nourishing_larvae": "2food yes", "treasure": "treasure", "healing_herbs": "build_cure - pot",
    "herbs": "morale - pot", "large_leaves": "soften", "old_machete": "weapon+1", "poison": "2weapon - pot",
    "thorny_bushes": "palisade+1", "tobacco": "morale", "vegetables": "2heal - pot", "sign_a": "sign_a",
    "sign_b": "sign_b", "sign_c": "sign_c", "sign_d": "sign_d",
}  # fmt: skip

ITEMS = {
    "biscuits": "2 1food", "flask_of_rum": "2 1heal", "pipe_and_tobacco": "2 2determination",
    "empty_bottle": "2 weapon+1", "pistol": "2 3fight", "hammer_and_nails": "2 pawn_build",
    "storm_glass": "2 forecast", "bible": "2 arrange:3determination,1heal",
}  # fmt: skip


def declared(name: str, line: list[str]) -> Any:
    """Return the content of a declaration as the game reads it."""
    action: Any = GAME.read_action(FORM.read([name, *line]))
    return action.says


@pytest.mark.parametrize("card", BOX.inventions, ids=lambda card: card.id)
def test_every_invention_is_declared_in_short_words(card: Invention) -> None:
    name = card.name.replace(" ", "_")
    line = [name, *SHORT[card.id].split()]
    assert declared(card.id, line) == card
    assert len(f"d {card.id} {' '.join(line)}") + 1 <= MOST_KEYS


@pytest.mark.parametrize("card", BOX.inventions, ids=lambda card: card.id)
def test_every_invention_is_declared_in_the_words_that_its_card_shows(card: Invention) -> None:
    shown = gives(card)
    assert isinstance(shown, Text)
    price = tell(either_price(card.prices)) if card.prices else "-"
    line = [card.name, card.terrain or "-", ",".join(card.items) or "-", price, tell(shown, NAMING)]
    says = declared(card.id, line)
    rest = {"rest"} if card.rest else set()  # the card shows how much it heals, and no determination
    assert says.model_dump(exclude=rest) == card.model_dump(exclude=rest)


@pytest.mark.parametrize("token", BOX.discoveries, ids=lambda token: token.id)
def test_every_token_is_declared_in_short_words(token: Any) -> None:
    says = declared(token.id, [token.name, *TOKENS[token.id].split()])
    assert says.model_dump(exclude={"count"}) == token.model_dump(exclude={"count"})


@pytest.mark.parametrize("item", BOX.starting_items, ids=lambda item: item.id)
def test_every_starting_item_is_declared_in_short_words(item: Any) -> None:
    assert declared(item.id, [item.name, *ITEMS[item.id].split()]) == item


@pytest.mark.parametrize(
    ("word", "means"),
    [
        ("weapon+1", {"do": "gain", "weapon": 1}),
        ("1 weapon level", {"do": "gain", "weapon": 1}),
        ("1_weapon_level", {"do": "gain", "weapon": 1}),
        ("2 food", {"do": "gain", "food": 2}),
        ("wounds-1", {"do": "lose", "wounds": 1}),
        ("lose 1 food", {"do": "lose", "food": 1}),
        ("weapon +3 for one fight", {"do": "fight", "weapon": 3}),
    ],
)
def test_the_words_that_the_game_shows_declare(word: str, means: Any) -> None:
    assert declared("pistol", ["Pistol", "2", word]).effect.model_dump(exclude_defaults=True) == means


@pytest.mark.parametrize("word", ["weapon*1", "poison", "1banana", "2food,heal"])
def test_one_word_that_means_nothing_is_refused_with_examples_and_is_no_text(word: str) -> None:
    with pytest.raises(BadDeclaration, match=r"is no effect. Write for example `2food`, `weapon\+1`"):
        FORM.read(["pistol", "Pistol", "2", word])
    with pytest.raises(BadDeclaration, match="is no effect"):
        FORM.read(["bricks", "Bricks", "hills", "-", "-", word])


def test_several_words_are_a_text_and_known_as_one() -> None:
    says = FORM.read(["goat", "Goat", "it_follows_you"])["says"]
    assert texts_for_people(says) == ["it follows you"]
    assert texts_for_people(FORM.read(["bow", "Bow", "-", "-", "-", "weapon+3,it_shines_at_night"])["says"])
    assert not texts_for_people(FORM.read(["bow", "Bow", "-", "rope", "1wood", "weapon+3"])["says"])


def test_a_tile_is_declared_by_yes_and_no() -> None:
    says = declared("2", ["mountain", "parrot", "beast", "1", "totem", "yes"])
    assert (says.totem, says.natural_shelter) == (True, True)
    assert not declared("2", ["mountain", "parrot", "beast", "1", "no"]).totem
