"""The actions of a freeform match: the three facts, dice, cards, points, the turn, the end."""

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from tablescribe.domain.games.freeform.board import TURN, counted
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.names import deck, seat, who
from tablescribe.domain.words.text import Text, Thing, both, listed, plural, say, several

Name = Annotated[str, Field(min_length=1, max_length=80)]
Number = Annotated[int, Field(ge=1, le=10_000)]
Amount = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]


def _seats(value: Any) -> Any:
    """Accept seats as one number, as `1,2`, or as a list (from the log and JSON)."""
    if isinstance(value, str) and re.fullmatch(r"\d{1,2}(,\d{1,2})*", value):
        return tuple(int(seat) for seat in value.split(","))
    return tuple(value) if isinstance(value, list) else (value,) if isinstance(value, int) else value


Seats = Annotated[tuple[int, ...], BeforeValidator(_seats)]
Points = Annotated[tuple[Amount, ...], Field(max_length=10), BeforeValidator(_seats)]


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class Bring(Action):
    """Bring pieces into play: from the catalogue, or blanks that you name."""

    do: Literal["bring"] = "bring"
    piece: Name
    n: Number = 1
    to: Name
    points_at = ("{piece}", "{to}")

    def text(self) -> Text:
        """Return the action in words."""
        return say("brings {piece} to {place}", piece=several(self.n, self.piece), place=Thing(self.to))


class Move(Action):
    """Move pieces from one zone to another. An unknown card is revealed."""

    do: Literal["move"] = "move"
    piece: Name
    n: Number = 1
    src: Name
    dst: Name
    points_at = ("{piece}", "{src}", "{dst}")

    def text(self) -> Text:
        """Return the action in words."""
        piece, start, place = several(self.n, self.piece), Thing(self.src), Thing(self.dst)
        return say("moves {piece} from {start} to {place}", piece=piece, start=start, place=place)


class Turn(Action):
    """Turn pieces to another face; a card named `?<deck>` is face down."""

    do: Literal["turn"] = "turn"
    zone: Name
    face: Name
    to: Name
    n: Number = 1
    points_at = ("{face}", "{zone}")

    def text(self) -> Text:
        """Return the action in words."""
        piece, place, face = several(self.n, self.face), Thing(self.zone), Thing(self.to)
        return say("turns {piece} in {place} to {face}", piece=piece, place=place, face=face)


class Set(Action):
    """Store a value such as a track, a round or a name. Without a value, remove it."""

    do: Literal["set"] = "set"
    key: Name
    value: Amount | Annotated[str, Field(max_length=200)] | None = None
    points_at = ("{key}",)

    def text(self) -> Text:
        """Return the action in words."""
        if self.value is None:
            return say("clears {value}", value=Thing(self.key))
        return say("sets {value} to {now}", value=Thing(self.key), now=self.value)

    def brief(self) -> str:
        """Return the new number."""
        return str(self.value) if isinstance(self.value, int) else ""


class Score(Action):
    """Give or take points."""

    do: Literal["score"] = "score"
    to: int
    points: Amount
    points_at = ("score:{to}",)

    def text(self) -> Text:
        """Return the action in words."""
        points, to = abs(self.points), who(self.to)
        if points == 1:
            return (
                say("takes 1 point from {seat}", seat=to)
                if self.points < 0
                else say("gives 1 point to {seat}", seat=to)
            )
        if self.points < 0:
            return say("takes {points} points from {seat}", points=points, seat=to)
        return say("gives {points} points to {seat}", points=points, seat=to)

    def deed(self, seat: int) -> Text:
        """Return the action in words, without repeating the seat if it scores for itself."""
        if self.to != seat:
            return self.text()
        if self.points < 0:
            return plural(-self.points, "loses 1 point", "loses {n} points")
        return plural(self.points, "scores 1 point", "scores {n} points")

    def brief(self) -> str:
        """Return the points with a sign."""
        return f"+{self.points}" if self.points > 0 else f"−{-self.points}"

    def adds(self) -> str:
        """Return `points`: tapping three times adds three times as many."""
        return "points"


class Tally(Action):
    """Add to a counter of a seat or of the table, or subtract from it."""

    do: Literal["count"] = "count"
    what: Name
    by: Amount = 1
    of: int | None = None

    def key(self) -> str:
        """Return the key of what is counted."""
        return self.what if self.of is None else counted(self.what, self.of)

    def text(self) -> Text:
        """Return the action in words."""
        return say("{value} {change}", value=Thing(self.key()), change=self.brief())

    def deed(self, seat: int) -> Text:
        """Return the action in words, without repeating the seat if the counter is its own."""
        if self.of != seat:
            return self.text()
        return say("{value} {change}", value=Thing(self.what), change=self.brief())

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.key(),)

    def brief(self) -> str:
        """Return the change with a sign."""
        return f"+{self.by}" if self.by >= 0 else f"−{-self.by}"

    def adds(self) -> str:
        """Return `by`: tapping three times changes the counter three times as much."""
        return "by"


class Use(Action):
    """Use a shortcut of the template: make all its changes at once."""

    do: Literal["use"] = "use"
    macro: Name
    times: Annotated[int, Field(ge=1, le=100)] = 1

    def text(self) -> Text:
        """Return the action in words."""
        if self.times > 1:
            return say("{macro} × {n}", macro=self.macro, n=self.times)
        return say("{macro}", macro=self.macro)


class Roll(Action):
    """Roll one die, or several of a kind; with `summed`, report only their total."""

    do: Literal["roll"] = "roll"
    die: Name
    n: int = Field(default=1, ge=1, le=50)
    summed: bool | None = None
    points_at = ("rolled:{die}",)

    def text(self) -> Text:
        """Return the action in words."""
        if self.summed:
            return say("rolls {die} and reports the total", die=several(self.n, self.die))
        return say("rolls {die}", die=several(self.n, self.die))


class Draw(Action):
    """Draw the top cards of a deck: secretly into your hand, or to a place you name."""

    do: Literal["draw"] = "draw"
    deck: Name
    to: Name | None = None
    n: Annotated[int, Field(ge=1, le=50)] | None = None

    def text(self) -> Text:
        """Return the action in words."""
        cards = Thing(deck(self.deck))
        if (self.n or 1) > 1:
            if not self.to:
                return say("draws {n} from {deck}", n=self.n or 1, deck=cards)
            return say("draws {n} from {deck} to {place}", n=self.n or 1, deck=cards, place=Thing(self.to))
        if not self.to:
            return say("draws from {deck}", deck=cards)
        return say("draws from {deck} to {place}", deck=cards, place=Thing(self.to))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (deck(self.deck), *((self.to,) if self.to else ()))


class Reveal(Action):
    """Turn a face-down card of a zone face up."""

    do: Literal["reveal"] = "reveal"
    zone: Name
    card: Name
    sentence = say("turns {card} face up in {place}", card=Thing("{card}"), place=Thing("{zone}"))
    points_at = ("{card}", "{zone}")


class Shuffle(Action):
    """Shuffle all cards of a zone face down into their deck."""

    do: Literal["shuffle"] = "shuffle"
    zone: Name
    deck: Name
    sentence = say("shuffles {place} into {deck}", place=Thing("{zone}"), deck=Thing("deck:{deck}"))
    points_at = ("{zone}", "deck:{deck}")


class Pass(Action):
    """End your turn: the next seat clockwise, or the one you name, goes on."""

    do: Literal["pass"] = "pass"
    to: int | None = None

    def text(self) -> Text:
        """Return the action in words."""
        if self.to is None:
            return say("ends the turn")
        return say("ends the turn; {seat} is next", seat=who(self.to))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (TURN, *((seat(self.to),) if self.to is not None else ()))


class Finish(Action):
    """End the game and say who won (nobody, one or several)."""

    do: Literal["finish"] = "finish"
    winners: Seats = ()

    def text(self) -> Text:
        """Return the action in words."""
        winners = both(who(one) for one in self.winners) if self.winners else say("nobody")
        return say("ends the game: {winners} won", winners=winners)

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return tuple(seat(one) for one in self.winners)


class Report(Action):
    """Record a finished match: each seat's points, and who won (nobody, one or several)."""

    do: Literal["result"] = "result"
    points: Points = ()
    winners: Seats = ()

    def text(self) -> Text:
        """Return the action in words."""
        winners = both(who(one) for one in self.winners) if self.winners else say("nobody")
        if not self.points:
            return say("reports the result: {winners} won", winners=winners)
        scores = listed(self.points, " : ")
        return say("reports the result, {points}: {winners} won", points=scores, winners=winners)

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return tuple(seat(one) for one in self.winners)


OneThing = Bring | Move | Turn | Set | Score | Tally | Use | Roll | Draw | Reveal | Shuffle | Pass | Finish
Single = Annotated[OneThing, Field(discriminator="do")]


class Together(Action):
    """Combine several actions into one move: all of them happen, or none."""

    do: Literal["together"] = "together"
    parts: Annotated[tuple[Single, ...], Field(min_length=2, max_length=20), BeforeValidator(_tuple)]

    def text(self) -> Text:
        """Return the action in words."""
        return both(part.text() for part in self.parts)

    def deed(self, seat: int) -> Text:
        """Return the action in words, to follow the name of its seat."""
        return both(part.deed(seat) for part in self.parts)

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.touches()))


AnyAction = Annotated[OneThing | Report | Together, Field(discriminator="do")]
