"""Pictures and reports: valid, complete, and without hidden information."""

import io
import random
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from rich.console import Console

from tablescribe.domain.games import opening
from tablescribe.domain.games.ultime.components import UltimeCatalogue
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Changed, Fact, Moved, Turned
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.papers.report import html
from tablescribe.replays.pictures.pictures import face, svg, touched
from tablescribe.replays.pictures.scenes import terminal
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tablescribe.replays.reading.reader import Reader
from tests.domain.random_play import open_match, random_move
from tests.domain.ultime.table import card, given, when
from tests.support import STAMP

SVG = "{http://www.w3.org/2000/svg}"


def text_of(picture: str) -> str:
    return " ".join(ET.fromstring(picture).itertext())


def on_screen(match: Match, viewer: Viewer = EVERYTHING) -> str:
    console = Console(width=120, file=(screen := io.StringIO()))
    console.print(terminal(match.opening, match.table, viewer=viewer))
    return screen.getvalue()


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_wheel_has_every_card_pawn_and_player(seats: int) -> None:
    match = open_match("ultime", seats, first_player=1, score_visibility="visible")
    for _ in range(12):
        random_move(match, random.Random(3))
    facts = match.moves[-1].facts
    root = ET.fromstring(svg(match.opening, match.table, highlight=facts))
    drawn = [name for element in root.iter() if (name := element.get("data-name"))]
    assert {f"terrain:{n}" for n in range(1, 4 * seats + 1)} <= set(drawn)
    assert {f"seat:{n}" for n in range(1, seats + 1)} <= set(drawn)
    assert sum(name.startswith("pawn:") for name in drawn) == 2 * seats
    marked = {element.get("data-name") for element in root.iter() if element.get("class") == "touched"}
    assert marked == touched(facts) & set(drawn)
    assert marked


def test_no_picture_shows_hidden_cards_or_points() -> None:
    match = open_match("ultime", 3, first_player=1)
    for _ in range(10):
        random_move(match, random.Random(5))
    match.table.values["score:2"] = 7
    catalogue = match.opening.catalogue
    assert isinstance(catalogue, UltimeCatalogue)
    for viewer in (None, 1, 3):
        seen = text_of(svg(match.opening, match.table, viewer=viewer))
        for seat in (1, 2, 3):
            for name in match.table.pieces(f"hand:{seat}"):
                assert (Reader(match.opening).name(name) in seen) == (seat == viewer)
        root = ET.fromstring(svg(match.opening, match.table, viewer=viewer))
        (points,) = [element for element in root.iter() if element.get("data-name") == "score:2"]
        assert points.findtext(f"{SVG}text") == "?"
        assert "?" in on_screen(match, viewer)


def test_windows_and_winners_are_shown() -> None:
    match = given({1: (5, 6)}, power={2: 1})
    when(match, 1, card(2, 1, 6))
    assert "may defend" in text_of(svg(match.opening, match.table))
    match = given(movement={1: 8}, more=[Changed("awaits", None, "discard"), Changed("awaits:1", None, 1)])
    assert "must discard" in text_of(svg(match.opening, match.table))
    match = given(more=[Changed("winners", None, "1,3")])
    assert "blue + red won" in text_of(svg(match.opening, match.table))


def test_any_table_has_a_picture() -> None:
    fixed = opening("freeform", 2)
    match = Match.open("m", fixed, [Seat("a", "c")] * 2, STAMP)
    facts: list[Fact] = [
        Turned("box", "blank", "<meeple>", 3),
        *(Moved("<meeple>", 1, "box", f"zone {n}") for n in range(3)),
        *(Moved("blank", 1, "box", f"more {n}") for n in range(6)),
    ]
    match.rule(facts, STAMP, clause="c", reason="r")
    picture = svg(match.opening, match.table, highlight=facts)
    assert "<meeple>" in text_of(picture)
    assert {f"zone {n}" for n in range(3)} <= {e.get("data-name") for e in ET.fromstring(picture).iter()}


def test_a_table_that_the_game_cannot_draw_is_drawn_plainly_and_says_so() -> None:
    match = given()
    match.table.values["turn"] = "nobody"
    with pytest.raises(TypeError):
        match.opening.game.panels(match.opening, match.table, None)
    assert "No picture fits this table" in text_of(svg(match.opening, match.table))
    for picture in (text_of(svg(match.opening, match.table)), on_screen(match)):
        assert "pawn" in picture


def test_a_card_has_one_face_wherever_it_is_shown() -> None:
    match = open_match("ultime", 3)
    drawn = face(match.opening, "power:thief", reader=Reader(match.opening, "it"))
    assert drawn is not None
    assert (drawn.name, drawn.title) == ("power:thief", "Ladro")
    assert "UP-39g" in text_of(drawn.svg)
    assert face(match.opening, "pawn:1") is None


def test_names_of_strangers_cannot_leave_their_place() -> None:
    match = Match.open("m", opening("freeform", 2), [Seat("a", "c")] * 2, STAMP)
    name = '"><script>alert(1)</script>\x1b[31m'
    facts: list[Fact] = [Turned("box", "blank", name, 1), Moved(name, 1, "box", f"{name}!"), Changed(name, None, name)]
    match.rule(facts, STAMP, clause="c", reason="r")
    picture = svg(match.opening, match.table, highlight=facts)
    root = ET.fromstring(picture)
    assert not list(root.iter(f"{SVG}script"))
    assert "\x1b" not in picture
    assert "\x1b[31m" not in on_screen(match)


class Checker(HTMLParser):
    """Looks for anything a file of its own must not have."""

    def __init__(self) -> None:
        super().__init__()
        self.findings = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "iframe", "img", "object")
        for name, value in attrs:
            assert name not in ("src", "href", "onclick")
            if name == "class" and value and value.startswith("finding "):
                self.findings += 1


def test_the_report_is_one_file_with_a_picture_at_each_finding() -> None:
    match = given(turn=1)
    when(match, 2, card(10, 2, 6), as_played=True)
    match.take_back(0, STAMP, judge=True, reason="<script>alert(1)</script>")
    when(match, 1, card(10, 1, 2))
    match.note("a <b>note</b>", STAMP, about=2)
    match.close(STAMP, abandoned=True)
    result = audit(match)
    page = html(match, result, names=["Ada <3", "Ben", "Cleo"], head="abc123")
    checker = Checker()
    checker.feed(page)
    assert checker.findings == len(result.findings) > 0
    assert page.count('data-kind="board"') == 1 + sum(finding.move is not None for finding in result.findings)
    for words in ("UP-9", "Ada &lt;3", "abc123", "a &lt;b&gt;note", 'class="gone wrong"', "abandoned"):
        assert words in page
    assert "<script>" not in page
    assert "None." in html(given(), audit(Match(given().opened, given().opening)))
