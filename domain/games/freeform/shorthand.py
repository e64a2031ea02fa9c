"""Shorthand for freeform: `roll 4 3`, `score Ann 5`, `wool 2`, `robber ore-6`, `e2 e4`; several separated by commas.

Words may be shortened as long as they are unambiguous. For the first word, the verbs of every table take precedence
over shortcuts, counters, tracks, people, dice and pieces, in this order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile

from tablescribe.domain.games.freeform.actions import (
    Bring,
    Draw,
    Finish,
    Move,
    Pass,
    Roll,
    Score,
    Set,
    Shuffle,
    Tally,
    Together,
    Use,
)
from tablescribe.domain.games.freeform.board import (
    catalogue_of,
    counters_of,
    deck_of,
    dice_of,
    faces_of,
    macros_of,
    places_of,
    sums_of,
    thrown,
    tracks_of,
)
from tablescribe.domain.games.freeform.components import BLANK
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.shorthand import Heard, Speaker, Unclear
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import hand, who
from tablescribe.domain.table.table import BOX, HIDDEN
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say, some_of

SAID: dict[str, Text] = {
    "roll": say("roll 4 3: record what the dice show"), "score": say("score NAME 5: give points"),
    "draw": say("draw 2: draw cards into your hand"), "shuffle": say("shuffle PLACE: shuffle its cards into the deck"),
    "pass": say("end your turn; name a player to skip to them"), "won": say("won NAME: end the game"),
    "bring": say("bring PIECE 3 PLACE: put new pieces there"), "set": say("set NAME VALUE: store a value"),
}  # fmt: skip

NOBODY = "nobody"

NEXT, BUILD = frozenset(("next", "done", "end")), frozenset(("build", "buy"))
"""Synonyms of `pass`, and words that may precede the name of a shortcut."""


def typed(name: str) -> str:
    """Return the typed form of a name: one word, cards without their deck."""
    return name.rpartition(":")[2].strip().replace(" ", "-").lower()


def fitting(word: str, names: Iterable[str]) -> list[str]:
    """Return the names that match a word: the exact one, or else those that begin with it."""
    said, known = word.lower(), list(dict.fromkeys(names))
    exact = [one for one in known if said in (typed(one), one.lower())]
    return exact[:1] or [one for one in known if typed(one).startswith(said) or one.lower().startswith(said)]


def number(word: str) -> int | None:
    """Parse a word as a number; `None` if it is not one."""
    return int(word) if re.fullmatch(r"[-+−]?[0-9]{1,9}", word.replace("−", "-")) else None


class Table:
    """The parser for typed moves at one table, for one typist."""

    def __init__(self, speaker: Speaker) -> None:
        self.setting, self.table, self.seat = speaker.setting, speaker.table, speaker.seat
        self.people = {str(name): one for one, name in enumerate(speaker.people, start=1)}
        self.rules: dict[str, Callable[[Sequence[str]], Heard]] = {
            "roll": self._roll, "score": self._score, "draw": self._draw, "shuffle": self._shuffle,
            "pass": self._pass, "won": self._won, "bring": self._bring, "set": self._set,
        }  # fmt: skip

    # --- what there is --------------------------------------------------------------------------

    def pieces(self) -> dict[str, list[str]]:
        """Return each piece that can be named, with the places where it is face up; empty if it is only in the box."""
        found: dict[str, list[str]] = {piece: [] for piece in catalogue_of(self.setting).pieces}
        for zone in [*self.places(), *map(hand, self.setting.all_seats)]:
            for piece in self.table.pieces(zone):
                if not piece.startswith(HIDDEN):
                    found.setdefault(piece, []).append(zone)
        for piece in self.table.pieces(BOX):
            if piece != BLANK and not piece.startswith(HIDDEN) and not deck_of(self.setting, piece):
                found.setdefault(piece, [])
        return found

    def places(self) -> list[str]:
        """Return the places on the table."""
        return places_of(self.setting, self.table)

    def first_words(self) -> list[tuple[str, Mapping[str, Slot]]]:
        """Return the possible first words by kind, each with its meaning."""
        tracks = {key: str(self.table.get(key)) for key in tracks_of(self.setting)}
        lying = {
            piece: listed(map(Thing, zones)) if zones else say("in the box") for piece, zones in self.pieces().items()
        }
        squares = {
            zone: listed(map(Thing, self.table.pieces(zone)))
            for zone in self.places() if self.table.pieces(zone)
        }  # fmt: skip
        return [
            ("verb", SAID),
            ("macro", {name: changes_of(changes) for name, changes in macros_of(self.setting).items()}),
            ("counter", {one: say("count {what}", what=one) for one in counters_of(self.setting)}),
            ("track", tracks),
            ("person", {name: who(one) for name, one in self.people.items()}),
            ("die", {die: say("roll {die}", die=Thing(die)) for die in dice_of(self.setting, self.table)}),
            ("piece", lying),
            ("place", squares),
        ]

    # --- hearing --------------------------------------------------------------------------------

    def hear(self, words: Sequence[str]) -> Heard | None:
        """Parse one action; `None` if the first word is unknown."""
        first, rest = words[0], words[1:]
        if number(first) is not None and len(rest) == 1 and fitting(rest[0], counters_of(self.setting)):
            first, rest = rest[0], [words[0]]  # "2 wool"
        kinds = self.first_words()
        exact = [(kind, one) for kind, known in kinds for one in known if first.lower() in (typed(one), one.lower())]
        begun = [(kind, fitting(first, known)) for kind, known in kinds]
        kind, fits = (exact[0][0], [exact[0][1]]) if exact else next((one for one in begun if one[1]), ("", []))
        if not fits:
            return self._otherwise(first.lower(), rest)
        if len(fits) > 1:
            raise several(first, fits)
        hear: dict[str, Callable[[str, Sequence[str]], Heard]] = {
            "macro": self._macro, "counter": self._counter, "track": self._track, "person": self._person,
            "die": self._die, "piece": self._piece, "place": self._square,
        }  # fmt: skip
        return self.rules[fits[0]](rest) if kind == "verb" else hear[kind](fits[0], rest)

    def _otherwise(self, first: str, rest: Sequence[str]) -> Heard | None:
        """Parse an action that begins with a synonym (`NEXT`, `BUILD`)."""
        if first in NEXT and not rest:
            return self._pass(rest)
        if first in BUILD and rest and fitting(rest[0], macros_of(self.setting)):
            return self.hear(rest)
        return None

    def _roll(self, rest: Sequence[str]) -> Heard:
        dice = list(dice_of(self.setting, self.table))
        die, n = "d6" if "d6" in dice else dice[0], 0
        if rest and (many := re.fullmatch(r"([0-9]{0,2})([^\W\d].*)", rest[0])):
            named = fitting(many[2], dice) or ([many[2]] if faces_of(self.setting, many[2]) else [])
            if named:
                die, n, rest = one_of(many[2], named), int(many[1] or 0), rest[1:]
        if len(rest) == 1 and n != 1 and (total := self._total(die, rest[0], n)):
            return total
        return self._die(die, rest, n)

    def _total(self, die: str, word: str, n: int) -> Heard | None:
        """Parse the sum of several dice, for people who do not enter each die; `None` if the sum is impossible."""
        many, told = n or thrown(self.setting, die), number(word)
        if many < 2 or told is None or told not in sums_of(faces_of(self.setting, die), many):
            return None
        return Heard(Roll(die=die, n=many, summed=True), (told,))

    def _die(self, die: str, rest: Sequence[str], n: int = 0) -> Heard:
        sides = {str(side): side for side in faces_of(self.setting, die)}
        shown = tuple(sides[one_of(word, fitting(word, sides), sides)] for word in rest)
        return Heard(Roll(die=die, n=max(n, len(shown)) or thrown(self.setting, die)), shown)

    def _score(self, rest: Sequence[str]) -> Heard:
        if len(rest) == 1 and (points := number(rest[0])) is not None:
            return Heard(Score(to=self.seat, points=points))
        return Heard(Score(to=self.who(rest), points=amount(rest[1:], say("points"))))

    def _person(self, name: str, rest: Sequence[str]) -> Heard:
        if rest and number(rest[0]) is None and (fits := fitting(rest[0], counters_of(self.setting))):
            return self._counter(one_of(rest[0], fits), [name, *rest[1:]])  # "ann wool 2"
        return Heard(Score(to=self.people[name], points=amount(rest, say("points"))))

    def _macro(self, name: str, rest: Sequence[str]) -> Heard:
        return Heard(Use(macro=name, times=amount(rest or ["1"], say("how often"))))

    def _counter(self, name: str, rest: Sequence[str]) -> Heard:
        of = self.seat
        if rest and number(rest[0]) is None:
            of, rest = self.who(rest), rest[1:]
        return Heard(Tally(what=name, by=amount(rest or ["1"], say("how many")), of=of))

    def _track(self, name: str, rest: Sequence[str]) -> Heard:
        if not rest and isinstance(self.table.get(name), int):
            return Heard(Tally(what=name))
        if rest and rest[0][0] in "+-−" and number(rest[0]) is not None:
            return Heard(Tally(what=name, by=amount(rest, say("how many"))))
        return self._set([name, *rest])

    def _set(self, rest: Sequence[str]) -> Heard:
        if len(rest) < 2:
            raise Unclear(say("name a value and what to set it to, such as: set round 2"))
        value = number(rest[1]) if len(rest) == 2 else None
        return Heard(Set(key=rest[0], value=" ".join(rest[1:]) if value is None else value))

    def _draw(self, rest: Sequence[str]) -> Heard:
        decks, n, named, to = catalogue_of(self.setting).decks, None, "", None
        for word in rest:
            if n is None and (told := number(word)) is not None:
                n = told
            elif not named and fitting(word, decks):
                named = one_of(word, fitting(word, decks))
            else:
                to = self.place(word)
        if not named and len(decks) != 1:
            raise Unclear(say("choose a deck to draw from: {known}", known=some_of(decks) if decks else say("none")))
        return Heard(Draw(deck=named or next(iter(decks)), to=to, n=n if n is None or n > 1 else None))

    def _shuffle(self, rest: Sequence[str]) -> Heard:
        place = self.place(rest[0]) if rest else "discard"
        decks = catalogue_of(self.setting).decks
        lie = [one for one in decks if any(deck_of(self.setting, piece) == one for piece in self.table.pieces(place))]
        named = fitting(rest[1], decks) if len(rest) > 1 else lie or list(decks)[:1]
        if not named:
            raise Unclear(say("choose a deck to shuffle into: {known}", known=some_of(decks) if decks else say("none")))
        return Heard(Shuffle(zone=place, deck=one_of(rest[1] if len(rest) > 1 else "", named)))

    def _pass(self, rest: Sequence[str]) -> Heard:
        return Heard(Pass(to=self.who(rest) if rest else None))

    def _won(self, rest: Sequence[str]) -> Heard:
        if not rest:
            raise Unclear(say("name the winners, or write: won nobody"))
        return Heard(Finish(winners=() if rest[0] == NOBODY else tuple(self.who([word]) for word in rest)))

    def _bring(self, rest: Sequence[str]) -> Heard:
        n = next((told for word in rest[1:2] if (told := number(word)) is not None), None)
        if len(rest) < 2 + (n is not None):
            raise Unclear(say("name a piece, a number and a place, such as: bring meeple 3 forest"))
        place = rest[-1] if not fitting(rest[-1], self.places()) else self.place(rest[-1])
        return Heard(Bring(piece=rest[0], n=1 if n is None else n, to=place))

    def _piece(self, piece: str, rest: Sequence[str]) -> Heard:
        n = number(rest[0]) if len(rest) > 1 else None
        to = rest[1:] if n is not None else rest
        if not to or len(to) > 2:
            raise Unclear(say("name the place that {piece} goes to", piece=Thing(piece)))
        many, lies = (1 if n is None else n), self.pieces()[piece]
        if len(to) == 2:
            return self._moved(piece, many, self.place(to[0]), to[1])
        if self.table.count(BOX, piece) >= many:
            return Heard(Bring(piece=piece, n=many, to=self.place(to[0])))
        if len(lies) != 1:
            where = listed(map(Thing, lies)) if lies else say("nowhere")
            raise Unclear(
                say(
                    "{piece} is in {where}: name the place it leaves, then the place it goes to",
                    piece=Thing(piece),
                    where=where,
                )
            )
        return self._moved(piece, many, lies[0], to[0])

    def _moved(self, piece: str, many: int, src: str, word: str) -> Heard:
        dst = self.place(word)
        if dst == src:
            raise Unclear(say("{piece} is already in {where}", piece=Thing(piece), where=Thing(dst)))
        return Heard(Move(piece=piece, n=many, src=src, dst=dst))

    def _square(self, place: str, rest: Sequence[str]) -> Heard:
        lie = list(self.table.pieces(place))
        if len(rest) != 1 or len(lie) != 1:
            there, at = listed(map(Thing, lie)), Thing(place)
            if len(lie) == 1:
                raise Unclear(say("{piece} is in {place}: name the place it goes to", piece=there, place=at))
            raise Unclear(
                say("{pieces} are in {place}: name one of them and the place it goes to", pieces=there, place=at)
            )
        return self._moved(lie[0], 1, place, rest[0])

    # --- names ----------------------------------------------------------------------------------

    def who(self, words: Sequence[str]) -> int:
        """Return the seat for a word: its number, or the beginning of a person's name."""
        if not words:
            some = next(iter(map(typed, self.people)), "2")
            raise Unclear(say("enter a number of points, and a name if they are not yours: {example}",
                              example=f"score {some} 5"))  # fmt: skip
        if (told := number(words[0])) is not None:
            return told
        return self.people[one_of(words[0], fitting(words[0], self.people), self.people)]

    def place(self, word: str) -> str:
        """Return the place for a word: a known one, a hand by its person's name, or a new one if none are fixed."""
        known = [*self.places(), BOX, *map(deck_zone, catalogue_of(self.setting).decks)]
        if found := fitting(word, known):
            return one_of(word, found)
        if fitting(word, self.people):
            return hand(self.who([word]))
        if catalogue_of(self.setting).all_places():
            raise unknown(word, self.places())
        return word

    # --- completing -----------------------------------------------------------------------------

    def next_words(self, words: Sequence[str]) -> dict[str, Slot]:
        """Return the possible next words, each with its meaning."""
        if not words:
            return {typed(one): what for _, known in self.first_words()[:7] for one, what in known.items()}
        people: dict[str, Slot] = {typed(name): who(one) for name, one in self.people.items()}
        places: dict[str, Slot] = {typed(one): Thing(one) for one in self.places()}
        first = words[0].lower()
        for kind, known in self.first_words():
            if fits := fitting(first, known):
                verb = fits[0] if kind == "verb" else kind
                break
        else:
            return {}
        after: dict[str, dict[str, Slot]] = {
            "score": people if len(words) == 1 else {}, "won": {**people, NOBODY: say("nobody")}, "pass": people,
            "draw": {**{typed(one): Thing(deck_zone(one)) for one in catalogue_of(self.setting).decks}, **places},
            "shuffle": places, "bring": places if len(words) > 1 else {typed(one): Thing(one) for one in self.pieces()},
            "roll": {typed(one): Thing(one) for one in dice_of(self.setting, self.table)} if len(words) == 1 else {},
            "counter": people if len(words) == 1 else {}, "piece": places | people, "place": places,
            "die": {typed(str(side)): str(side) for side in faces_of(self.setting, fits[0])} if kind == "die" else {},
        }  # fmt: skip
        return after.get(verb, {})


def one_of(word: str, fits: Sequence[str], known: Iterable[str] = ()) -> str:
    """Return the only name that fits a word; raise `Unclear` if there is none, or several."""
    if len(fits) != 1:
        raise several(word, fits) if fits else unknown(word, known)
    return fits[0]


def several(word: str, fits: Sequence[str]) -> Unclear:
    """Return the error for an ambiguous word."""
    return Unclear(say("{word} could be {known}: type more letters", word=word, known=some_of(map(typed, fits))))


def unknown(word: str, known: Iterable[str]) -> Unclear:
    """Return the error for an unknown word, with known words; those with the longest common beginning come first."""
    some = sorted(map(typed, known), key=lambda one: -_alike(one, typed(word)))
    return Unclear(
        say("{word} is not known here; there are {known}", word=word, known=some_of(some) if some else say("none"))
    )


def _alike(one: str, other: str) -> int:
    """Return the length of the common beginning of two words."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def amount(words: Sequence[str], what: Text) -> int:
    """Return the number in the words; raise `Unclear` if there is none, or more than one word."""
    told = number(words[0]) if len(words) == 1 else None
    if told is None:
        raise Unclear(say("enter {what} as one number", what=what))
    return told


def changes_of(changes: Mapping[str, int]) -> Text:
    """Return the changes of a shortcut in words: `wood -1, points +1`."""
    return listed(f"{what} {n:+d}" for what, n in changes.items())


# --- what the kernel asks ---------------------------------------------------------------------------


def hear(speaker: Speaker, words: Sequence[str]) -> Heard | None:
    """Parse a typed move. Several actions, separated by commas or semicolons, are one move."""
    table = Table(speaker)
    parts = [part.split() for part in re.split(r"\s*;\s*|\s*,\s+", " ".join(words)) if part.strip()]
    heard = [table.hear(part) for part in parts]
    if not heard or heard[0] is None:
        return None
    for part, one in zip(parts, heard, strict=True):
        if one is None:
            raise unknown(part[0], [name for _, known in table.first_words() for name in known])
    actions = [one.action for one in heard if one is not None]
    outcomes: tuple[Outcome, ...] = tuple(shown for one in heard if one is not None for shown in one.outcomes)
    return Heard(actions[0] if len(actions) == 1 else _together(actions), outcomes)


def _together(actions: Sequence[Action]) -> Action:
    return Together.model_validate({"parts": [one.data() for one in actions]})


def next_words(speaker: Speaker, words: Sequence[str]) -> dict[str, Slot]:
    """Return the possible next words, each with its meaning. A comma begins a new action."""
    last = max((at + 1 for at, word in enumerate(words) if word.endswith((",", ";"))), default=0)
    return Table(speaker).next_words(words[last:])
