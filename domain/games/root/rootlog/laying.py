"""The table before the first line of a log: everything a log leaves out, with no pending steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tablescribe.domain.games.root.board import DAYLIGHT, LOGGED, PHASE, STAGE, TURN, Board, catalogue_of
from tablescribe.domain.games.root.parts import FactionKey
from tablescribe.domain.games.root.pieces import DUCHY, HUNDREDS, KEEPERS, VAGABOND, VAGABOND2
from tablescribe.domain.games.root.rules.ruins import place_ruin_items
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import face_down
from tablescribe.domain.table.table import BOX


def boxed_for_a_log(setting: Setting, factions: Iterable[FactionKey]) -> Counter[str]:
    """Return what a log may mention, whether or not a set-up places it. The box must hold at least this."""
    found: Counter[str] = Counter()
    catalogue = catalogue_of(setting)
    for key in factions:
        for deck, faces in catalogue.face_down(key).items():
            found.update(deck_box(deck, faces))
        if key in (HUNDREDS, VAGABOND, VAGABOND2):  # items under ruins become items of the faction
            found.update({f"item:{name}": catalogue.items.get(name, 0) + 2 for name in catalogue.ruin_items})
        if key == KEEPERS:
            found["retainer"] = catalogue.keepers.retainers
        if key == DUCHY:
            found.update({f"minister:{name}": 1 for name in catalogue.duchy.ministers})
    return found


def lay_for_a_log(play: Play) -> None:
    """Lay out what logs leave out: face-down tokens and items under ruins; then clear pending steps."""
    play.cite("RO-LOG-1")
    for key in Board(play.opening, play.table).factions:
        for deck, faces in catalogue_of(play.opening).face_down(key).items():  # type: ignore[arg-type]
            play.lay_deck(deck, faces)
    for column in (1, 2, 3):
        _lay(play, "retainer", 1, f"retinue:{column}")
    factions = set(Board(play.opening, play.table).factions)
    if factions & {VAGABOND, VAGABOND2, HUNDREDS}:
        place_ruin_items(play)
    if {VAGABOND, VAGABOND2} <= factions:
        place_ruin_items(play, again=True)
    if play.table.count(BOX, face_down("quest")):
        quests = {piece: n for piece, n in play.table.pieces(BOX).items() if piece.startswith("quest:")}
        play.lay_deck("quest", quests)
        play.move(face_down("quest"), 3, deck_zone("quest"), "quests")
    for piece, n in play.table.pieces(BOX).items():
        if piece.startswith("minister:"):
            _lay(play, piece, n, "unswayed")
    play.set(STAGE, LOGGED)
    play.set(PHASE, DAYLIGHT)
    play.set(TURN, 1)


def _lay(play: Play, piece: str, n: int, zone: str) -> None:
    play.move(piece, min(n, play.table.count(BOX, piece)), BOX, zone)
