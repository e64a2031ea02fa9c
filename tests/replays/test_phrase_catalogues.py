"""The catalogues: every language says all that the kernel and every game of the registry say."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from domain.games import GAMES, game
from domain.games.ultime.components import UltimeCatalogue
from replays.phrases import PhraseBook, phrase_book
from replays.web.i18n import LANGUAGES
from tests.tools import phrases
from tests.tools.phrases import MATCHES, ROOT, heard, lacking

TRANSLATED = [language for language in LANGUAGES if language != "en"]
FOLDERS = {"": ROOT / "replays", **{key: ROOT / "domain" / "games" / key for key in GAMES}}
SLOT = r"\{(\w+)\}"

every_language = pytest.mark.parametrize("language", TRANSLATED)
every_catalogue = pytest.mark.parametrize(
    "path", sorted(ROOT.glob("**/words.*.po")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)


def texts(path: Path) -> dict[str, str]:
    with path.open("rb") as lines:
        return {str(one.id): str(one.string) for one in read_po(lines) if one.id}


@every_language
@pytest.mark.parametrize("key", ["", *GAMES], ids=lambda key: key or "kernel")
def test_a_language_says_everything_that_a_game_says(key: str, language: str) -> None:
    """Given what the code may say and what is heard in a golden match, then no phrase of it lacks.

    `python -m tests.tools.phrases GAME LANGUAGE` listens to all golden matches, and closely.
    """
    assert (FOLDERS[key] / f"words.{language}.po").is_file(), "a game brings words.<language>.po for each language"
    assert not key or sorted((MATCHES / key).glob("*.jsonl")), "a game brings a golden match, in which it is heard"
    assert lacking(key, language, sample=True) == []


def test_a_lacking_phrase_is_told_with_the_place_where_it_was_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = phrase_book("ultime", "de").entries
    less = {english: told for english, told in whole.items() if english not in ("plays {card}", "the game is over")}
    monkeypatch.setattr(phrases, "phrase_book", lambda game, language: PhraseBook(less))
    told = lacking("ultime", "de", sample=True)
    assert any(one.startswith("'the game is over' (domain/games/ultime/rules/turn.py:") for one in told)
    assert any(re.fullmatch(r"'plays \w+' \(three_players, .*\)", one) for one in told)


@pytest.mark.parametrize("key", list(GAMES))
def test_proper_names_of_components_are_known_in_every_language(key: str) -> None:
    assert game(key).title in heard(key, sample=True).names


# --- entries ------------------------------------------------------------------------------------


@every_catalogue
def test_no_phrase_stands_twice(path: Path) -> None:
    entries = texts(path)
    assert len(re.findall("^msgid ", path.read_text("utf-8"), re.M)) == len(entries) + 1  # one is the header
    forms = Counter(re.sub(SLOT, lambda slot: "{n}" if slot[1].startswith("n_") else "{}", key) for key in entries)
    assert [form for form, n in forms.items() if n > 1] == []


@every_catalogue
def test_a_translation_has_the_slots_of_its_phrase_and_is_there(path: Path) -> None:
    for english, told in texts(path).items():
        assert told.strip() == told, english
        assert told, english
        assert set(re.findall(SLOT, told)) == set(re.findall(SLOT, english)), english
        assert len(re.findall(r"[{}]", told)) == 2 * len(re.findall(SLOT, told)), english
        assert told.endswith(".") == english.endswith("."), english


@every_catalogue
def test_a_phrase_has_something_of_its_own_and_something_between_its_slots(path: Path) -> None:
    for english in texts(path):
        assert re.sub(SLOT, "", english).strip(), english
        assert not re.search(SLOT + SLOT, english), english


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=lambda folder: folder.name)
def test_all_languages_have_the_same_phrases(folder: Path) -> None:
    said = {language: set(texts(folder / f"words.{language}.po")) for language in TRANSLATED}
    assert all(said[language] == said[TRANSLATED[0]] for language in TRANSLATED)


# --- Le ultime persone --------------------------------------------------------------------------


def test_power_cards_are_called_in_italian_as_the_printed_cards_are() -> None:
    catalogue, italian = game("ultime").catalogue, phrase_book("ultime", "it")
    assert isinstance(catalogue, UltimeCatalogue)
    assert {card.name: italian.say(card.name) for card in catalogue.power_cards} == {
        card.name: card.name_it for card in catalogue.power_cards
    }


@every_language
def test_every_card_and_village_has_a_name_in_the_language(language: str) -> None:
    catalogue, book = game("ultime").catalogue, phrase_book("ultime", language)
    assert isinstance(catalogue, UltimeCatalogue)
    names = [card.name for card in catalogue.power_cards] + [village.name for village in catalogue.villages]
    assert [name for name in names if not book.knows(name)] == []
