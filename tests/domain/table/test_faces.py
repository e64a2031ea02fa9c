"""No word of a game is cut off in its drawings, in any language: neither on cards nor on boards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablescribe.domain.games import GAMES, game
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.scene import Panel, Said, all_words
from tablescribe.replays.pictures.drawing import CLOSEST, Appearance, fitted, panel_svg
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.reader import LANGUAGES, Reader
from tests.depth import times
from tests.domain.random_play import open_match
from tests.domain.table.test_scene import looks, panels_of


def cut(panel: Panel, readers: list[Reader]) -> Iterator[str]:
    """Yield the words that do not fit on a panel, with what is left of them."""
    for said in all_words(panel.shapes):
        for reader in readers:
            told = reader.tell(said.words)
            shown = fitted(told, said.size, said.width, said.lines, bold=said.bold)
            if shown[-1].endswith("…") and not told.endswith("…"):
                yield f"{panel.name}, {reader.language}: {told!r} as {shown}"


def readers_of(match: Match) -> list[Reader]:
    return [Reader(match.opening, language) for language in LANGUAGES]


@pytest.mark.parametrize("key", GAMES)
def test_no_word_of_a_face_is_cut_in_any_language(key: str) -> None:
    match = open_match(key, max(game(key).seats))
    pieces = {piece for zone in match.table.zones.values() for piece in zone}
    faces = [face for piece in sorted(pieces) if (face := match.opening.game.face(match.opening, piece))]
    readers = readers_of(match)
    assert sorted({one for face in faces for one in cut(face, readers)}) == []
    if key in ("ultime", "expeditions", "robinson", "root", "tomb_raider"):
        assert len(faces) > 20


@pytest.mark.parametrize("key", GAMES)
def test_no_word_of_a_board_is_cut_in_any_language(key: str) -> None:
    found, readers = set[str](), dict[int, list[Reader]]()
    for n, match in enumerate(looks(key)):
        if n % times(24, 3) == 0:
            told = readers.setdefault(match.opening.seats, readers_of(match))
            for panel in panels_of(match.opening, match.table, EVERYTHING):
                found |= set(cut(panel, told))
    assert sorted(found) == []


@pytest.mark.parametrize(("width", "lines", "shown"), [
    (200, 1, ["Verschmolzene Dinge"]),
    (110, 1, ["Verschmolzene Dinge"]),  # closer
    (60, 3, ["Verschmol-", "zene Dinge"]),  # broken before a syllable
    (60, 1, ["Verschmolze…"]),
])  # fmt: skip
def test_what_is_too_long_is_closer_then_broken_then_cut(width: float, lines: int, shown: list[str]) -> None:
    assert fitted("Verschmolzene Dinge", 11, width, lines) == shown


def test_what_is_closer_is_never_longer_than_its_place() -> None:
    """In a typeface that is wider than ours it is still drawn no longer: the picture itself says so."""
    panel = Panel("p", "row", "", 340, 20, (Said(0, 12, "Verschmolzene Dinge", 11, width=110),))
    assert 'textLength="' in panel_svg(panel, Appearance(Reader()))
    plain = Panel("p", "row", "", 340, 20, (Said(0, 12, "Verschmolzene Dinge", 11, width=200),))
    assert "textLength" not in panel_svg(plain, Appearance(Reader()))
    assert CLOSEST > 0.75
