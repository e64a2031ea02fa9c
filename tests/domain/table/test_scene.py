"""Drawings of games: readable on a phone, of this table only, without hidden information, and fully selectable."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.domain.games import GAMES, game
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NoChance
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.game import Game
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.scene import (
    PALETTE,
    SMALLEST,
    WIDTH,
    Group,
    Panel,
    Said,
    Shape,
    all_words,
    names,
    on,
    typed_width_of,
)
from tablescribe.domain.table.table import HIDDEN, Changed, Table
from tablescribe.domain.words.text import Text, Thing
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.replays.pictures.drawing import CLOSEST, Appearance, fitted, panel_svg, scene_svg
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer, seen
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tests.depth import a_few, times
from tests.domain.freeform.table import freeform, say
from tests.domain.random_play import open_match, random_move

MATCHES = Path(__file__).parents[2] / "matches"
GOLDEN = [record for key in GAMES for record in a_few(sorted((MATCHES / key).glob("*.jsonl")), 2)]
"""Golden matches: of each game two, with `--all` every one."""

SAYS_MORE: dict[str, set[str]] = {
    "ultime": {"use"},  # the circle, the square or both steps of one card, for one pawn
    "expeditions": {"do", "benefit"},  # a space is covered or its action done; a side of a "/" is named
    "freeform": {"do", "points", "by"},  # so many points, up or down
    "robinson": {"pawn", "n", "how"},  # an own or a neutral pawn; the first or second roof; a cloud off or turned
    # what is built, how many go, what permits it; a quest's reward and stand-in; whom a Vagabond aids, for what
    "root": {"do", "building", "column", "defender", "n", "by", "how", "reward", "instead", "faction", "take"},
    "tomb_raider": {"do", "way", "stop", "ability", "card"},  # a step, an obstacle, a card of the deck in several ways
}
"""Fields in which actions with the same targets differ; they are chosen after pointing."""


def panels_of(opening: Opening, table: Table, viewer: Viewer) -> list[Panel]:
    """Return what a viewer sees, drawn by the game itself, so that a broken panel is an error here."""
    return opening.game.panels(opening, seen(opening, table, viewer), viewer if isinstance(viewer, int) else None)


def viewers(opening: Opening) -> list[Viewer]:
    return [EVERYTHING, None, *range(1, opening.seats + 1)]


@cache
def golden(record: Path) -> Match:
    with TemporaryDirectory() as folder:
        done = CliRunner().invoke(cli, ["--ledger", f"{folder}/ledger.db", "record", str(record), "--json"])
        assert done.exit_code == 0, done.output
        ledger = open_ledger(f"{folder}/ledger.db")
        match = ledger.match(ledger.match_ids()[0])
        ledger.close()
    return match


def positions(match: Match) -> Iterator[tuple[int, Table]]:
    timeline = Timeline(match)
    for number in (*range(0, match.head, times(60, 10)), match.head):
        yield number, timeline.at(number)


def is_of_the_table(opening: Opening, table: Table, name: str) -> bool:
    there = {*table.zones, *table.values, *(piece for pieces in table.zones.values() for piece in pieces)}
    return name in there or str(opening.label(name)) not in ("", name)


@pytest.mark.parametrize("record", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_panel_of_a_match_can_be_read_on_a_phone(record: Path) -> None:
    match = golden(record)
    opening = match.opening
    for _, table in positions(match):
        for viewer in viewers(opening):
            drawn = panels_of(opening, table, viewer)
            shown = seen(opening, table, viewer)
            assert len({panel.name for panel in drawn}) == len(drawn)
            assert drawn[0].kind == "board"
            for panel in drawn:
                assert panel.width == WIDTH
                for said in all_words(panel.shapes):
                    assert said.size >= SMALLEST, (panel.name, said)
                for name in names(panel.shapes):
                    assert is_of_the_table(opening, shown, name), (panel.name, name)
                for colour in colours(panel.shapes):
                    assert colour in PALETTE, (panel.name, colour)
                root = ET.fromstring(panel_svg(panel, Appearance(Reader(opening))))
                assert root.get("viewBox") == f"0 0 {WIDTH} {panel.height:g}"
                assert not {"id", "style", "class"} & {key for element in root.iter() for key in element.attrib}
                inside(panel)


def inside(panel: Panel) -> None:
    """Check that everything is inside its panel."""
    for x, y, said in placed_words(panel.shapes, 0, 0):
        assert -2 <= x <= panel.width + 2, (panel.name, said)
        assert 0 <= y <= panel.height + 2, (panel.name, said)


def placed_words(shapes: Iterable[Shape], x: float, y: float) -> Iterator[tuple[float, float, Said]]:
    for shape in shapes:
        if isinstance(shape, Said):
            yield x + shape.x, y + shape.y, shape
        elif isinstance(shape, Group):
            yield from placed_words(shape.shapes, x + shape.x, y + shape.y)


def colours(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from colours(shape.shapes)
        elif isinstance(shape, Said):
            yield shape.colour
        else:
            yield from (colour for colour in (shape.fill, shape.stroke) if colour)


@pytest.mark.parametrize("record", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_terminal_tells_in_words_whose_everything_is(record: Path) -> None:
    match = golden(record)
    for _, table in positions(match):
        drawn = panels_of(match.opening, table, EVERYTHING)
        for panel in drawn:
            assert len({len(row) for row in panel.rows}) <= 1
        told = " ".join(
            Reader(match.opening).tell(words)
            for panel in drawn
            for row in panel.rows
            for cell in row
            for words, _ in cell
        )
        for seat in range(1, match.opening.seats + 1):
            assert str(match.opening.label(f"seat:{seat}")) in told


# --- what a viewer may not see -------------------------------------------------------------------------


def with_other_secrets(opening: Opening, table: Table, viewer: int | None, choose: random.Random) -> Table:
    """Return the table with other cards in the hands, and other values, that this viewer may not see."""
    other = table.copy()
    play = Play(opening, other, NoChance())
    for secret in opening.game.secrets(opening, table):
        if viewer in secret.seats:
            continue
        for card in list(other.each(secret.zone)):
            pool = sorted(one for one in other.pieces(f"unseen:{secret.deck}") if not one.startswith(HIDDEN))
            if card.startswith(f"{secret.deck}:") and pool:
                play.conceal(secret.zone, secret.deck, card, 1)
                play.reveal(secret.zone, secret.deck, choose.choice(pool))
    for key in opening.game.hidden_values(opening, table, viewer):
        if key in other.values:
            other.apply(Changed(key, other.values[key], choose.randrange(10)))
    return other


def in_another_order(table: Table) -> Table:
    """Return an equal table whose names came to it in another order."""
    other = Table()
    other.zones = {zone: dict(reversed(pieces.items())) for zone, pieces in reversed(table.zones.items())}
    other.values = dict(reversed(table.values.items()))
    return other


def secrets_are_drawn_alike(match: Match, choose: random.Random) -> bool:
    """Check what each viewer sees of a table; return whether anything was hidden."""
    changed = False
    for viewer in (None, *range(1, match.opening.seats + 1)):
        other = with_other_secrets(match.opening, match.table, viewer, choose)
        changed |= other != match.table
        here, there = panels_of(match.opening, match.table, viewer), panels_of(match.opening, other, viewer)
        assert here == there
        reader = Appearance(Reader(match.opening))
        assert scene_svg("t", here, reader) == scene_svg("t", there, reader)
    return changed


def test_tables_that_differ_in_secrets_only_are_drawn_alike() -> None:
    match, choose = open_match("ultime", 3), random.Random(2)
    changed = 0
    for _ in range(40):
        random_move(match, choose)
        changed += secrets_are_drawn_alike(match, choose)
    assert changed > 20
    match = freeform(chance="open")
    say(match, 1, "draw", "animal:fox", deck="animal")
    assert secrets_are_drawn_alike(match, choose)


@pytest.mark.parametrize("record", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_picture_does_not_depend_on_what_happened_before(record: Path) -> None:
    match = golden(record)
    for _, table in positions(match):
        assert panels_of(match.opening, table, None) == panels_of(match.opening, in_another_order(table), None)


# --- pointing ------------------------------------------------------------------------------------------


def drawn_names(match: Match, seat: int) -> set[str]:
    return {name for panel in panels_of(match.opening, match.table, seat) for name in names(panel.shapes)}


def can_be_pointed_at(name: str, drawn: set[str]) -> bool:
    """Check that a hidden card can be selected by the back of any card that may be it."""
    return name in drawn or HIDDEN + name.partition(":")[0] in drawn


def looks(key: str) -> Iterator[Match]:
    """Yield positions of random matches of a game."""
    found: Game = game(key)
    for n, seats in enumerate({min(found.seats), min(max(found.seats), 5)}):
        for mode in ("sealed", "open"):
            match, choose = open_match(key, seats, mode, random.Random(n)), random.Random(n + 7)
            for _ in range(60 if key != "freeform" else 15):
                if match.is_over:
                    break
                yield match
                random_move(match, choose)


@pytest.mark.parametrize("key", GAMES)
def test_whatever_an_action_touches_is_drawn_and_says_which_action_it_is(key: str) -> None:
    looked = touching = 0
    for match in islice(looks(key), 0, None, times(8, 1)):
        for seat in match.to_act:
            drawn = drawn_names(match, seat)
            by_touch: dict[tuple[str, ...], dict[str, object]] = {}
            for action in legal_actions(match.opening, match.table, seat):
                looked += 1
                touched = action.touches()
                touching += bool(touched)
                for name in touched:
                    assert can_be_pointed_at(name, drawn), (action, name, sorted(drawn))
                data = action.data()
                other = by_touch.setdefault(touched, data)
                differs = {field for field in {*data, *other} if data.get(field) != other.get(field)}
                if other is not data and touched:
                    numbers = {field for field in differs if isinstance(data.get(field), int)}
                    assert differs & SAYS_MORE.get(key, numbers), (action, other)
    assert looked > times(10, 40)
    assert touching > looked / 2


@pytest.mark.parametrize("key", GAMES)
def test_cards_have_a_face_and_other_things_have_none(key: str) -> None:
    match = open_match(key, min(game(key).seats))
    pieces = {piece for zone in match.table.zones.values() for piece in zone}
    faces = {piece: face for piece in pieces if (face := match.opening.game.face(match.opening, piece))}
    for piece, face in faces.items():
        assert face.name == piece
        assert face.width <= WIDTH
        assert min(said.size for said in all_words(face.shapes)) >= SMALLEST
        ET.fromstring(panel_svg(face, Appearance(Reader(match.opening))))
        inside(face)
    expected = {"ultime": "movement:", "expeditions": "card:"}
    if key in expected:
        assert {piece for piece in pieces if piece.startswith(expected[key])} <= set(faces)
    assert match.opening.game.face(match.opening, "no such thing") is None


# --- words that fit ------------------------------------------------------------------------------------


def test_words_are_broken_and_the_last_line_is_cut() -> None:
    assert fitted("one two three", 12, 0, 1) == ["one two three"]
    assert fitted("one two three", 12, 60, 3) == ["one two", "three"]
    (only,) = fitted("one two three four", 12, 60, 1)
    assert only.endswith("…")
    assert typed_width_of(only, 12) * CLOSEST <= 60
    assert fitted("Schnittschrift", 12, 40, 1)[0].endswith("…")


def test_words_are_told_in_the_readers_language_and_by_its_names() -> None:
    panel = Panel("p", "row", Text("The {x}", {"x": Thing("a:1")}), 100, 20, (Said(0, 12, Thing("a:1")),))
    svg = panel_svg(panel, Appearance(Herder()))
    assert "<title>Die Kuh</title>" in svg
    assert ">Kuh</text>" in svg


class Herder(Reader):
    """A reader of another language with its own names of cows."""

    def __init__(self) -> None:
        super().__init__()
        self._phrases = {"The {x}": "Die {x}"}

    def naming(self, thing: str) -> str:
        return {"a:1": "Kuh"}[thing]


# --- colours -------------------------------------------------------------------------------------------

STRONG = ["blue", "yellow", "red", "green", "black", "purple", "orange", "turquoise", "slate", "moss-deep", "clay-deep"]

GROUNDS = ["paper", "card", "sand", "stone", "moss", "clay", "ice"]


def lightness(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, night: int) -> float:
    light, dark = sorted((lightness(PALETTE[one][night]), lightness(PALETTE[other][night])), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("night", [0, 1], ids=["day", "night"])
def test_what_is_written_stands_out_from_its_ground(night: int) -> None:
    pairs = [(on(colour), colour) for colour in (*STRONG, "ice-deep")]
    pairs += [(ink, ground) for ground in GROUNDS for ink in ("ink", "soft")]
    pairs += [("accent", ground) for ground in GROUNDS]
    weak = {pair: round(contrast(*pair, night), 2) for pair in pairs if contrast(*pair, night) < 4.5}
    assert weak == {}
