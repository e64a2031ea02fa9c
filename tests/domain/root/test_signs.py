"""The signs of Root's pieces: unique letters of their names in the reader's language, equally wide in each."""

from __future__ import annotations

from typing import cast

import pytest

from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.components import RootCatalogue
from tablescribe.domain.games.root.labels.pieces import DEMOTED, OWNERS
from tablescribe.domain.games.root.panels import signs
from tablescribe.domain.games.root.panels.cards import face
from tablescribe.domain.games.root.panels.hired import hirelings
from tablescribe.domain.games.root.pieces import HIRELINGS
from tablescribe.domain.table.scene import all_words
from tablescribe.replays.reading.reader import LANGUAGES, Reader
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.table import given

FAMILIES = {"hirelings": signs.HIRELING_SIGNS, "pieces": signs.PIECES, "relics": signs.RELICS, "plots": signs.PLOTS}


@pytest.fixture(params=LANGUAGES)
def reader(request: pytest.FixtureRequest) -> Reader:
    return Reader(given("CE").opening, request.param)


@pytest.mark.parametrize("family", FAMILIES)
def test_no_sign_means_two_pieces_and_all_fit_their_places(reader: Reader, family: str) -> None:
    told = {name: reader.tell(text) for name, text in FAMILIES[family].items()}
    assert len(set(told.values())) == len(told), told
    assert {name: len(one) for name, one in told.items()} == {
        name: len(str(text)) for name, text in FAMILIES[family].items()
    }


def test_a_sign_is_of_the_name_that_the_reader_knows() -> None:
    def told(piece: str, n: int, language: str) -> str:
        return Reader(given("CE").opening, language).tell(signs.sign_of(piece, n).words)

    assert [told("marquise:sawmill", 2, one) for one in ("en", "de", "it", "pt")] == ["Sa2", "Sä2", "Se2", "Se2"]
    assert [told("marquise:wood", 1, one) for one in ("en", "de", "it", "pt")] == ["w", "h", "l", "m"]
    assert [told("?figure", 2, one) for one in ("en", "de")] == ["f?×2", "f?×2"]
    assert told("keepers:waystation.jewelry-tablet", 1, "de") == "Ras"
    assert told("exile:pawn", 1, "de") == "ve"


def test_a_demoted_hireling_has_its_own_name(reader: Reader) -> None:
    """Given a hireling on its demoted side, then its panel calls it so, in every language."""
    for down, names in ((False, OWNERS), (True, DEMOTED)):
        match = hiring("spies", down=down)
        [panel] = hirelings(Board(match.opening, match.table))
        told = [reader.tell(one.words) for one in all_words(panel.shapes)]
        assert reader.tell(names["spies"]) in told
    assert set(DEMOTED) == set(HIRELINGS)
    assert {reader.tell(DEMOTED[one]) for one in HIRELINGS}.isdisjoint(reader.tell(OWNERS[one]) for one in HIRELINGS)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_card_keeps_its_printed_name_and_is_explained_in_the_language(language: str) -> None:
    """Given the face of each card of both decks, then its name is as printed, and all else is translated."""
    match = given("CE")
    english, reader = Reader(match.opening, "en"), Reader(match.opening, language)
    for card in cast(RootCatalogue, match.opening.catalogue).by_piece.values():
        panel = face(match.opening, card.piece)
        assert panel is not None
        words = [one.words for one in all_words(panel.shapes)]
        assert card.name in words
        kept = {str(one) for one in words if english.tell(one) == reader.tell(one)} - {card.name, "✱"}
        assert kept <= {"F", "M", "B"}, card.name
