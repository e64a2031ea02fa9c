"""The few rules of a freeform match: one function per action.

Only physics can refuse an action. A breach of these rules is therefore `Impossible` in every mode: the action names
something that is not there.
"""

from __future__ import annotations

from tablescribe.domain.games.freeform import actions
from tablescribe.domain.games.freeform.board import (
    NOBODY,
    POOL,
    TURN,
    WINNERS,
    cards_of,
    catalogue_of,
    counted,
    counters_of,
    deck_of,
    faces_of,
    is_kept_by_an_action,
    macros_of,
    owner,
    sums_of,
)
from tablescribe.domain.games.freeform.components import BLANK, POINTS
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import face_down, hand, score, spoken, who
from tablescribe.domain.table.table import BOX, HIDDEN, Impossible
from tablescribe.domain.words.text import Text, Thing, listed, plural, say, some_of

action = Rules()


@action(actions.Bring)
def bring(play: Play, seat: int, act: actions.Bring) -> None:
    """Bring pieces from the box. A blank gets its name there, so that no piece is created (FF-2)."""
    check_new_name(play, act.piece)
    check_places(play, act.to)
    if act.piece not in catalogue_of(play.opening).pieces:
        play.turn(BOX, BLANK, act.piece, max(0, act.n - play.table.count(BOX, act.piece)))
    take(play, act.to)
    play.move(act.piece, act.n, BOX, act.to)
    alternate(play, seat)


@action(actions.Move)
def move(play: Play, seat: int, act: actions.Move) -> None:
    """Move pieces where the table says (FF-1), from where they are (FF-2).

    An unknown card is turned face up as it leaves. A card that goes into its deck is turned face down (FF-4).
    """
    play.cite("FF-1")
    check_places(play, act.src, act.dst)
    piece, deck = act.piece, deck_of(play.opening, act.piece)
    if deck and piece != face_down(deck):
        play.cite("FF-4")
        for _ in range(act.n - play.table.count(act.src, piece)):
            play.reveal(act.src, deck, piece)
        if act.dst == deck_zone(deck):
            play.conceal(act.src, deck, piece, act.n)
            piece = face_down(deck)
    if act.src != act.dst:
        take(play, act.dst)
    play.move(piece, act.n, act.src, act.dst)
    alternate(play, seat)


@action(actions.Turn)
def turn(play: Play, seat: int, act: actions.Turn) -> None:
    """Turn pieces to another face (FF-1, FF-2). Cards have only their own face and their back (FF-4)."""
    play.cite("FF-1")
    check_places(play, act.zone)
    deck = deck_of(play.opening, act.face)
    if deck and act.face == face_down(deck) and act.to in cards_of(play.opening, deck):
        play.cite("FF-4")
        for _ in range(act.n):
            play.reveal(act.zone, deck, act.to)
    elif deck and act.to == face_down(deck):
        play.cite("FF-4")
        play.conceal(act.zone, deck, act.face, act.n)
    else:
        why = say(
            "{card} is a card of {deck} and has no face {face}",
            card=Thing(act.face), deck=Thing(deck_zone(deck)), face=act.to,
        )  # fmt: skip
        must(play, "FF-4", not deck, why)
        check_new_name(play, act.to)
        play.turn(act.zone, act.face, act.to, act.n)


@action(actions.Set)
def set_value(play: Play, seat: int, act: actions.Set) -> None:
    """Set a value (FF-1). The turn, points, dice and winners have separate actions (FF-5)."""
    play.cite("FF-1")
    own = is_kept_by_an_action(act.key)
    why = say("{value} cannot be set: use pass, score, roll or finish", value=Thing(act.key))
    must(play, "FF-5", not own, why)
    play.set(act.key, act.value)


@action(actions.Score)
def give_points(play: Play, seat: int, act: actions.Score) -> None:
    """Give points to a seat of the match (FF-5), for whatever reason the table has (FF-1)."""
    play.cite("FF-1")
    check_seat(play, act.to)
    play.score(act.to, act.points)


@action(actions.Tally)
def tally(play: Play, seat: int, act: actions.Tally) -> None:
    """Change a counter of a seat, or a number of the table (FF-7)."""
    key = counter_key(play, act.what, act.of, seat)
    play.add(key, act.by)


@action(actions.Use)
def use(play: Play, seat: int, act: actions.Use) -> None:
    """Use a shortcut: make the changes that the template gives, for the acting seat (FF-7)."""
    macros = macros_of(play.opening)
    known = some_of(macros) if macros else say("none")
    why = say("there is no shortcut {macro}; there are {known}", macro=spoken(act.macro), known=known)
    must(play, "FF-7", act.macro in macros, why)
    for what, n in macros[act.macro].items():
        if what == POINTS:
            play.score(seat, n * act.times)
            continue
        key = counter_key(play, what, seat if what in counters_of(play.opening) else None, seat)
        there = play.table.number(key)
        less = (
            say("{macro} would take {value} from {had} to {less}", macro=act.macro, value=Thing(key), had=there,
                less=there + n * act.times)
            if key == what
            else say("{macro} needs {n} {what}; {seat} has {had}", macro=act.macro, n=-n * act.times,
                     what=Thing(what), seat=who(seat), had=there)
        )  # fmt: skip
        play.require("FF-7", n >= 0 or there + n * act.times >= 0, less)
        play.add(key, n * act.times)


@action(actions.Together)
def together(play: Play, seat: int, act: actions.Together) -> None:
    """Carry out several actions as one move. If one is impossible, none happens (FF-7)."""
    play.cite("FF-7")
    for part in act.parts:
        action.carry_out(play, seat, part)


@action(actions.Roll)
def roll(play: Play, seat: int, act: actions.Roll) -> None:
    """Roll dice; each shows one of its sides (FF-3)."""
    faces = faces_of(play.opening, act.die)
    known = some_of(map(Thing, list(catalogue_of(play.opening).dice) or ["d6"]))
    why = say(
        "the faces of {die} are not known: roll {dice}, or d and a number of sides", die=Thing(act.die), dice=known
    )
    must(play, "FF-3", faces, why)
    if act.summed:
        sums = sums_of(faces, act.n)
        must(play, "FF-3", sums, say("these faces cannot be added up: enter what each die shows"))
        play.set(f"rolled:{act.die}", play.roll(f"{act.n}{act.die}", sums, seat, say("their total")))
        return
    shown = [play.roll(act.die, faces, seat, say("rolled at the table")) for _ in range(act.n)]
    play.set(f"rolled:{act.die}", shown[0] if act.n == 1 else ", ".join(str(face) for face in shown))


@action(actions.Draw)
def draw(play: Play, seat: int, act: actions.Draw) -> None:
    """Draw the top cards of a deck, secretly into a hand, or face up elsewhere (FF-4)."""
    check_deck(play, act.deck)
    to = act.to if act.to is not None else hand(seat)
    check_places(play, to)
    holder = owner(play.opening, to)
    why = say("to {place}", place=Thing(to))
    for _ in range(act.n or 1):
        play.draw(act.deck, to, holder or seat, why, secret=holder is not None)


@action(actions.Reveal)
def reveal(play: Play, seat: int, act: actions.Reveal) -> None:
    """Turn an unknown card face up; it must be one that nobody has seen yet (FF-4)."""
    check_places(play, act.zone)
    deck = deck_of(play.opening, act.card)
    must(play, "FF-4", deck, say("{card} is not a card: write <deck>:<card>", card=Thing(act.card)))
    play.reveal(act.zone, deck, act.card)


@action(actions.Shuffle)
def shuffle(play: Play, seat: int, act: actions.Shuffle) -> None:
    """Shuffle cards face down into their deck (FF-4)."""
    check_deck(play, act.deck)
    check_places(play, act.zone)
    others = [piece for piece in play.table.pieces(act.zone) if deck_of(play.opening, piece) != act.deck]
    why = say(
        "{pieces} in {place} cannot go into {deck}: move it away first",
        pieces=listed(map(Thing, others)), place=Thing(act.zone), deck=Thing(deck_zone(act.deck)),
    )  # fmt: skip
    must(play, "FF-4", not others, why)
    play.shuffle_in(act.zone, act.deck)


@action(actions.Pass)
def end_turn(play: Play, seat: int, act: actions.Pass) -> None:
    """Pass the turn to the next seat clockwise, or the one named (FF-5)."""
    to = act.to if act.to is not None else play.opening.next_seat(seat)
    check_seat(play, to)
    play.set(TURN, to)


@action(actions.Finish)
def finish(play: Play, seat: int, act: actions.Finish) -> None:
    """Declare the winners and end the match (FF-6)."""
    play.cite("FF-6")
    for winner in act.winners:
        check_seat(play, winner)
    play.set(WINNERS, ",".join(str(winner) for winner in sorted(set(act.winners))) or NOBODY)


@action(actions.Report)
def report(play: Play, seat: int, act: actions.Report) -> None:
    """Record only the result of a finished match (FF-6), with points for each seat (FF-5)."""
    n = play.opening.seats
    why = plural(
        n, "enter points for 1 seat, not {told}", "enter points for {n} seats, not {told}", told=len(act.points)
    )
    must(play, "FF-5", len(act.points) in (0, n), why)
    for one, points in enumerate(act.points, start=1):
        play.set(score(one), points)
    finish(play, seat, actions.Finish(winners=act.winners))


def take(play: Play, square: str) -> None:
    """Take the pieces on a square to the template's place for captures, if it has one (FF-1)."""
    brought = catalogue_of(play.opening)
    if brought.takes and brought.takes != square and square in brought.squares_of_all():
        play.move_all(square, brought.takes)


def alternate(play: Play, seat: int) -> None:
    """End the turn after a piece was moved or brought, if the template says so (FF-5)."""
    if catalogue_of(play.opening).alternate and play.table.get(TURN) == seat:
        play.cite("FF-5")
        play.set(TURN, play.opening.next_seat(seat))


# --- physics ----------------------------------------------------------------------------------


def must(play: Play, rule: str, holds: object, why: Text) -> None:
    """Require a condition; raise `Impossible` in every mode if it does not hold."""
    play.cite(rule)
    if not holds:
        raise Impossible(say("{rule}: {why}", rule=rule, why=why))


def check_seat(play: Play, seat: int) -> None:
    """Require a seat of the match; only these score, act and win (FF-5)."""
    seats = play.opening.seats
    why = say("there is no seat {seat}: seats are 1 to {last}", seat=seat, last=seats)
    must(play, "FF-5", 1 <= seat <= seats, why)


def counter_key(play: Play, what: str, of: int | None, seat: int) -> str:
    """Return the key of a seat's counter, of a track, or of any number that the table keeps (FF-7)."""
    counters = counters_of(play.opening)
    if what in counters:
        check_seat(play, of or seat)
        play.cite("FF-7")
        return counted(what, of or seat)
    number = isinstance(play.table.get(what), int) and not is_kept_by_an_action(what) and of is None
    kept = sorted(key for key, value in play.table.values.items() if isinstance(value, int) and ":" not in key)
    names = [*counters, *(key for key in kept if key != TURN)]
    known = some_of(names) if names else say("none")
    why = say("there is no counter {what}; there are {known}. Add one with `set`", what=Thing(what), known=known)
    must(play, "FF-7", number, why)
    return what


def check_deck(play: Play, deck: str) -> None:
    """Require a deck of the catalogue (FF-4)."""
    decks = catalogue_of(play.opening).decks
    known = some_of(decks) if decks else say("none")
    must(play, "FF-4", deck in decks, say("there is no deck {deck}; there are {decks}", deck=spoken(deck), decks=known))


def check_places(play: Play, *zones: str) -> None:
    """Require places on the table or the box; pools of unseen cards are not places (FF-2)."""
    for zone in zones:
        must(play, "FF-2", not zone.startswith(POOL), say("{place} is not a place on the table", place=zone))


def check_new_name(play: Play, piece: str) -> None:
    """Require a name that is not that of a card or a face-down piece (FF-2)."""
    cardlike = piece.startswith(HIDDEN) or deck_of(play.opening, piece)
    why = say("{piece} is a card, and cards come only from their deck", piece=piece)
    must(play, "FF-2", not cardlike, why)
