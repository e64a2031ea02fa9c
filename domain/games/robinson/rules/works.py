"""Building, gathering and exploring: dice or sure success, special events (RC-35 to RC-38, RC-78 to RC-80)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions.resolving import KeepDice, MeetEvent, NoEvent, RollAgain
from tablescribe.domain.games.robinson.board import (
    DISCOVERY,
    INVENTIONS,
    SUPPLY,
    TRACKS,
    Board,
    Work,
    event_token,
    explored,
    field,
    fresh,
    hearts,
    items,
    level,
    number_of,
    personal,
    space,
    tokens,
)
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.requirements import pawns_needed
from tablescribe.domain.games.robinson.rules import cards, scenario
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.declaring import ask_what_it_shows
from tablescribe.domain.games.robinson.rules.dice import sides
from tablescribe.domain.games.robinson.rules.gains import gain, gain_determination, raise_track, wound
from tablescribe.domain.games.robinson.rules.resolving import come_back, spend
from tablescribe.domain.games.robinson.rules.stacks import shuffle_in_a_beast, top_tile
from tablescribe.domain.games.robinson.tasks import Task
from tablescribe.domain.games.robinson.windows import REROLL, SPECIAL_EVENT
from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck, face_down
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Text, Thing, say

MET = "met"
"""The value of whether the special event is chosen, set by the answer for the next step."""

FAILED = 2  # determination for a failed success die (RC-B19)
OWN_INVENTION = 2  # determination for building one's personal invention (RC-B23)


def work_of(task: Task) -> Work:
    """Return the kind of an action with dice."""
    return "gather" if task.kind == "gather" else "explore" if task.kind == "explore" else "build"


@action.step("work")
def work(play: Play, *, seat: int, where: str, n: int) -> None:
    """Resolve building, gathering or exploring; with one more pawn than needed, without dice (RC-B12, RC-B13)."""
    board = Island(play.opening, play.table)
    task = Task(seat, where, n)
    kind = work_of(task)
    play.cite("RC-B12" if kind == "build" else "RC-B13")
    play.cite("RC-78")
    token = play.table.count(field(kind), event_token(kind)) > 0
    if token:
        play.cite("RC-36")
        play.move(event_token(kind), 1, field(kind), SUPPLY)
    if board.pawns_on(task) > pawns_needed(board, seat, where):
        play.then("event_after", seat=seat, work=kind, must=token, may=True)
        succeed(play, board, task)
        return
    play.cite("RC-79")
    dice = board.catalogue.dice.of(kind)
    why = _why(task)
    wound_face = str(play.roll(f"die:{kind}_wound", sides(dice.wound), seat, why))
    success = str(play.roll(f"die:{kind}_success", sides(dice.success), seat, why))
    adventure = str(play.roll(f"die:{kind}_adventure", sides(dice.adventure), seat, why))
    play.then("dice", seat=seat, where=where, n=n, wound=wound_face, success=success, adventure=adventure, token=token)


RAISING = {"weapon": say("for raising the weapon level")}
"""The words for works that have no thing's name, in requests for dice."""


def _why(task: Task) -> Text:
    return {
        "build": RAISING.get(task.where) or say("for building {what}", what=Thing(task.where)),
        "gather": say("for gathering"),
        "explore": say("for exploring {what}", what=Thing(task.where)),
    }[work_of(task)]


# --- the dice ---------------------------------------------------------------------------------


@action.step("dice")
def dice(play: Play, *, seat: int, where: str, n: int, wound: str, success: str, adventure: str, token: bool) -> None:
    """Offer rerolls by abilities, then read the dice (RC-B74, RC-B19)."""
    board = Island(play.opening, play.table)
    task = Task(seat, where, n)
    if not play.table.get(f"kept:{seat}") and cards.can_reroll(board, seat, work_of(task)):
        play.then("dice", seat=seat, where=where, n=n, wound=wound, success=success, adventure=adventure, token=token)
        play.ask(REROLL, seat)
        return
    play.set(f"kept:{seat}", None)
    read(play, board, task, (wound, success, adventure), token)


@action(RollAgain)
def roll_again(play: Play, seat: int, act: RollAgain) -> None:
    """Reroll one of the dice for the ability's price (RC-B74, RC-B73)."""
    board = Board(play.opening, play.table)
    step = waiting(play.table, "dice")
    if step is None:
        raise Impossible(say("no dice have been rolled"))
    task = Task(step.arguments["seat"], step.arguments["where"], step.arguments["n"])
    why = say("no ability lets you reroll this die")
    play.require("RC-B74", cards.can_reroll(board, seat, work_of(task)), why)
    play.checked()
    cards.pay_for_reroll(play, seat, work_of(task))
    dice_of_it = board.catalogue.dice.of(work_of(task))
    faces = {"wound": dice_of_it.wound, "success": dice_of_it.success, "adventure": dice_of_it.adventure}[act.die]
    again = play.roll(f"die:{work_of(task)}_{act.die}", sides(faces), seat, _why(task))
    play.go_on_with(step, **{**step.arguments, act.die: str(again)})
    play.answered(seat)


@action(KeepDice)
def keep_dice(play: Play, seat: int, act: KeepDice) -> None:
    """Keep the dice."""
    play.checked()
    play.set(f"kept:{seat}", True)
    play.answered(seat)


def read(play: Play, board: Island, task: Task, faces: tuple[str, str, str], token: bool) -> None:
    """Read wound, then success, then adventure; without success gain 2 determination (RC-B19)."""
    wound_face, success, adventure = faces
    play.cite("RC-B19")
    if wound_face == "wound":
        wound(play, task.seat, 1)
        if not play.table.number(hearts(task.seat)):
            return
    if adventure == "adventure" and token:
        play.cite("RC-B3")
    play.then("event_after", seat=task.seat, work=work_of(task), must=token or adventure == "adventure", may=False)
    if success == "success":
        succeed(play, board, task)
    else:
        come_back(play, task)
        gain_determination(play, task.seat, FAILED)


# --- the special event ------------------------------------------------------------------------


@action.step("event_after", of="seat")
def event_after(play: Play, *, seat: int, work: Work, must: bool, may: bool) -> None:
    """After the action, apply the special event of a die or token, or offer the optional one (RC-35 to RC-38)."""
    board = Board(play.opening, play.table)
    if not board.is_alive(seat):
        return
    play.cite("RC-80")
    if not scenario.has_event(board, work):
        return
    if must:
        play.cite("RC-35")
        scenario.event(play, seat, work)
    elif may:
        play.cite("RC-37")
        play.then("if_met", seat=seat, work=work)
        play.ask(SPECIAL_EVENT, seat)


@action(MeetEvent)
def meet_event(play: Play, seat: int, act: MeetEvent) -> None:
    """Meet the special event without an adventure icon (RC-37)."""
    play.cite("RC-37")
    play.checked()
    play.set(MET, True)
    play.answered(seat)


@action(NoEvent)
def no_event(play: Play, seat: int, act: NoEvent) -> None:
    """Decline the special event (RC-38)."""
    play.cite("RC-38")
    play.checked()
    play.answered(seat)


@action.step("if_met", of="seat")
def if_met(play: Play, *, seat: int, work: Work) -> None:
    """Carry out the special event if it was chosen."""
    met = play.table.get(MET)
    play.set(MET, None)
    if met and Board(play.opening, play.table).is_alive(seat):
        scenario.event(play, seat, work)


# --- success ----------------------------------------------------------------------------------


def succeed(play: Play, board: Island, task: Task) -> None:
    """Apply a success: the level, the card, the resource, the tile."""
    spend(play, task)
    come_back(play, task)
    if task.where.startswith("invention:"):
        built(play, board, task.seat, task.where)
    elif task.kind == "gather":
        gathered(play, board, task)
    elif task.kind == "explore":
        discover(play, board, task.seat, number_of(task.where))
    elif task.where == "shelter":
        play.cite("RC-B21")
        play.set(level("shelter", task.seat), 1)
    else:
        raise_track(play, task.seat, next(track for track in TRACKS if track == task.where))


def built(play: Play, board: Board, seat: int, piece: str) -> None:
    """Take the built card, which only the builder may use (RC-26, RC-27, RC-72, RC-B23)."""
    for rule in ("RC-3", "RC-26", "RC-27", "RC-72", "RC-B23"):
        play.cite(rule)
    src = INVENTIONS if play.table.count(INVENTIONS, piece) else personal(seat)
    if not play.table.count(src, piece):
        return
    play.move(piece, 1, src, items(seat))
    play.set(fresh(piece), "built")
    card = board.invention(piece)
    if card is not None and card.character == board.character(seat).id:
        play.cite("RC-74")
        gain_determination(play, seat, OWN_INVENTION)


def gathered(play: Play, board: Island, task: Task) -> None:
    """Gain one resource of the source, at the end of the phase (RC-B14, RC-B18)."""
    play.cite("RC-B14")
    _, place, side = task.where.split(":")
    good = board.source(int(place), "left" if side == "left" else "right")
    if good:
        gain(play, task.seat, good, 1)
        cards.gathered(play, task.seat, good)


def discover(play: Play, board: Island, seat: int, place: int) -> None:
    """Place the top tile; its beast joins the hunting deck, its discoverer gets totem and tokens (RC-28, RC-29)."""
    play.cite("RC-B25")
    piece = top_tile(play, space(place), seat, say("the tile at {space}", space=Thing(space(place))))
    play.add(explored(seat), 1)
    play.then("discovered", seat=seat, tile=piece)
    ask_what_it_shows(play, seat, piece)


@action.step("discovered")
def discovered(play: Play, *, seat: int, tile: str) -> None:
    """Shuffle a new tile's beast into the hunting deck; the discoverer gets totem and tokens (RC-28, RC-29)."""
    card = Board(play.opening, play.table).tile_card(tile)
    if card.text:
        play.then("judge", seat=seat, text=card.text)
    if card.beast:
        shuffle_in_a_beast(play)
    if card.discovery:
        play.cite("RC-28")
        play.then("discoveries", seat=seat, n=card.discovery)
    if card.totem:
        play.cite("RC-29")
        scenario.totem(play, seat)


@action.step("discoveries", of="seat")
def discoveries(play: Play, *, seat: int, n: int) -> None:
    """Draw the discovery tokens of a tile or beast, one at a time (RC-28)."""
    board = Board(play.opening, play.table)
    if n < 1 or not board.is_alive(seat) or not play.table.count(deck(DISCOVERY), face_down(DISCOVERY)):
        return
    play.then("discoveries", seat=seat, n=n - 1)
    token = play.draw(DISCOVERY, tokens(seat), seat, say("a discovery token"))
    cards.discovered(play, seat, token)
