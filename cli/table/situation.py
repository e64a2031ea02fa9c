"""A state of a match at the prompt: what is legal in it, and what a typed line means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import click

from tablescribe.domain.words.text import Text, Thing, say

if TYPE_CHECKING:
    from tablescribe.cli.table.matching import Choice
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.action import Action
    from tablescribe.domain.rules.opening import Opening
    from tablescribe.domain.rules.play import Illegal
    from tablescribe.domain.rules.shorthand import Heard
    from tablescribe.domain.rules.window import Window
    from tablescribe.domain.table.table import Impossible, Table
    from tablescribe.replays.reading.discretion import Viewer
    from tablescribe.replays.reading.reader import Reader


MOST_ASKED = 60
"""Maximum number of refused actions for which the rule is looked up."""


@lru_cache(maxsize=32)
def _by_name(kinds: tuple[type[Action], ...]) -> dict[str, type[Action]]:
    return {kind.model_fields["do"].default: kind for kind in kinds}


@dataclass(frozen=True)
class Situation:
    """A state of a match, for a viewer who reads in a language.

    Attributes:
        said: a cache of actions in words, shared with earlier states.
    """

    match: Match
    viewer: Viewer
    language: str = "en"
    people: tuple[str, ...] = ()
    said: dict[tuple[int, Action], Choice] = field(default_factory=dict, repr=False, compare=False)

    def after(self, match: Match) -> Situation:
        """Return a later state of the match. Actions keep their wording unless a blank component was declared since."""
        from tablescribe.domain.box.blanks import PRINTED

        declared = [
            {key: value for key, value in one.table.values.items() if key.startswith(PRINTED)}
            for one in (self.match, match)
        ]
        return replace(self, match=match, said=self.said if declared[0] == declared[1] else {})

    @property
    def opening(self) -> Opening:
        """The fixed data of the match: game, options, components, seats."""
        return self.match.opening

    @cached_property
    def reader(self) -> Reader:
        """The reader of what is shown here."""
        from tablescribe.replays.reading.reader import Reader

        return Reader(self.opening, self.language, self.people)

    def kinds(self) -> dict[str, type[Action]]:
        """Return all actions of the game by name."""
        return _by_name(tuple(self.opening.game.kinds))

    # --- what is legal ------------------------------------------------------------------------

    def legal(self, seat: int | None = None) -> list[Choice]:
        """Return the legal actions of the seats to act, or of one seat.

        A viewer who may not see a hand gets the actions for all cards that may be in it.
        """
        if seat not in self._legal:
            self._legal[seat] = self.allowed(self.offered(seat))
        return self._legal[seat]

    @cached_property
    def _legal(self) -> dict[int | None, list[Choice]]:
        return {}

    def offered(self, seat: int | None = None) -> list[Choice]:
        """Return the candidates for the seats to act, or for one seat: legal actions, and some that a rule forbids."""
        from tablescribe.cli.table.matching import choices_of

        if seat not in self._offered:
            table = self._deciding
            seats = self.match.to_act if seat is None or self.match.is_over else (seat,)
            offers = {one: self.opening.game.offers(self.opening, table, one) for one in seats}
            self._offered[seat] = choices_of(self.reader, offers, self.said)
        return self._offered[seat]

    @cached_property
    def _offered(self) -> dict[int | None, list[Choice]]:
        return {}

    def verbs(self) -> list[str]:
        """Return the verbs of the legal actions, one for each kind of action.

        For each kind, actions are decided only until a legal one is found.
        """
        from tablescribe.domain.rules.deciding import may

        kinds: dict[str, list[Choice]] = {}
        for choice in self.offered():
            kinds.setdefault(choice.fields["do"], []).append(choice)
        table = self._deciding
        return [
            group[0].verb
            for group in kinds.values()
            if any(may(self.opening, table, one.seat, one.action) for one in group)
        ]

    def allowed(self, choices: Iterable[Choice]) -> list[Choice]:
        """Return the choices that are legal now."""
        from tablescribe.domain.rules.deciding import may

        table = self._deciding
        return [one for one in choices if may(self.opening, table, one.seat, one.action)]

    @cached_property
    def _deciding(self) -> Table:
        return self.table()

    def table(self) -> Table:
        """Return the table on which actions are decided, with hands that the viewer may not see face down.

        It contains all values, because rules depend on them. Hidden values must not be shown.
        """
        from tablescribe.replays.reading.discretion import EVERYTHING, seen

        if self.viewer == EVERYTHING:
            return self.match.table
        table = seen(self.opening, self.match.table, self.viewer)
        table.values.update(self.match.table.values)
        return table

    def consequence(self, choice: Choice) -> str:
        """Return the effects of a choice in brief, as far as the viewer may see them, and the outcome that it needs."""
        from tablescribe.cli.terminal.screen import consequences
        from tablescribe.domain.rules.chance import ReportedChance
        from tablescribe.domain.rules.deciding import foresee
        from tablescribe.domain.rules.game import Seen
        from tablescribe.domain.rules.play import Illegal, Play
        from tablescribe.domain.table.table import Impossible
        from tablescribe.replays.reading.discretion import EVERYTHING, seen, seen_facts

        play = Play(self.opening, self.table().copy(), ReportedChance())  # nothing is drawn from a seal
        before = self.table()
        try:
            asked = foresee(self.opening, play, choice.seat, choice.action)
        except (Illegal, Impossible):  # somebody else has moved since the list was made
            return ""
        facts = tuple(seen_facts(self.opening, before, play.facts, self.viewer))
        cited = tuple(play.citations) if self.viewer == EVERYTHING else ()
        told = Seen(choice.seat, choice.action, (), seen(self.opening, before, self.viewer), facts, cited)
        comes = consequences(self.reader, told)
        return " · ".join(filter(None, (comes, self.reader.tell(asked.why) if asked is not None else "")))

    # --- the open window ----------------------------------------------------------------------

    def window(self) -> Window | None:
        """Return the open window, if there is one."""
        return None if self.match.is_over else self.opening.game.window(self.match.table)

    def unused(self) -> tuple[int, Action] | None:
        """Return the seat and action that close the open window if nobody uses it; `None` if it must be answered."""
        from tablescribe.domain.rules.deciding import unused

        return unused(self.opening, self.match.table)

    def answers(self) -> list[str]:
        """Return the names of the actions that answer the open window, or that are also allowed while it is open."""
        window = self.window()
        if window is None:
            return []
        return [do for do, kind in self.kinds().items() if kind.answers == window.name or kind.beside]

    # --- what a line means --------------------------------------------------------------------

    def speaker(self, line: str) -> tuple[int | None, list[str]]:
        """Split a line into the seat, if it begins with a seat's name or number and a colon, and the other words."""
        from tablescribe.domain.table.names import seat as name_of
        from tablescribe.replays.reading.reader import Reader

        who, colon, rest = line.partition(":")
        unnamed = Reader(self.opening, self.language)
        for seat in self.opening.all_seats:
            person = self.people[seat - 1].lower() if seat <= len(self.people) else ""
            names = (str(seat), f"seat {seat}", unnamed.name(name_of(seat)).lower(), person)
            if colon and who.strip() and who.strip().lower() in names:
                return seat, rest.split()
        return None, line.split()

    def heard(self, words: Sequence[str], seat: int | None) -> Heard | None:
        """Return what words mean in the game's shorthand; see `tablescribe.cli.table.shorthand.heard`."""
        from tablescribe.cli.table.shorthand import heard

        return heard(self.match, self.table(), self.people, words, seat)

    def next_words(self, words: Sequence[str]) -> dict[str, str]:
        """Return the words that may follow, each with its meaning."""
        from tablescribe.cli.table.choosing import completions
        from tablescribe.cli.table.shorthand import completions as spoken
        from tablescribe.cli.table.shorthand import speaker

        found = spoken(self.reader, speaker(self.match, self.table(), self.people), words)
        return completions(self.reader, self.legal(), words) if found is None else found

    def examples(self) -> dict[str, Text]:
        """Return examples of the game's shorthand that can be typed now."""
        from tablescribe.cli.table.shorthand import examples

        return examples(self.match, self.table(), self.people)

    def fitting(self, words: Sequence[str], seat: int | None) -> list[Choice]:
        """Return the legal actions that fit the words, in any order. An action's name means that action only.

        Only fitting actions are decided, which is many times faster than listing all legal ones.
        """
        return next(filter(None, map(self.allowed, self.meant(words, seat))), [])

    def meant(self, words: Sequence[str], seat: int | None) -> list[list[Choice]]:
        """Return the candidates that fit the words, legal or not, in groups that fit equally well, closest first."""
        from tablescribe.cli.table.matching import ranked

        if not words or words[0].startswith("{"):
            return []
        offered, do = self.offered(seat), self.names_action(words)
        named = ranked([one for one in offered if not do or one.fields["do"] == do], words)
        return named or (ranked([one for one in offered if one.is_named_by(words)], words) if do else [])

    def fitting_alone(self, words: Sequence[str], seat: int | None) -> list[Choice]:
        """Return the legal actions that fit a whole line."""
        return [] if self.is_too_short(words) else self.fitting(words, seat)

    def is_too_short(self, words: Sequence[str]) -> bool:
        """Return whether a single word is too short to mean an action.

        A number alone is a line of the list. If the game has a shorthand, another word alone could be any piece's move.
        """
        from tablescribe.cli.table.shorthand import shorthand_of

        if len(words) != 1 or self.names_action(words):
            return False
        return words[0].isdecimal() or (shorthand_of(self.match) is not None and "=" not in words[0])

    def forbidden(self, words: Sequence[str], seat: int | None) -> list[Choice]:
        """Return the actions that fit best if rules forbid them all now; none if the words spell an action in full."""
        from tablescribe.cli.table.matching import Choice
        from tablescribe.cli.table.spelling import Spelling

        in_full = words[:1] and words[0] in self.kinds() and words[1:] and all("=" in word for word in words[1:])
        if self.match.is_over or not words or in_full or words[0].startswith("{") or self.is_too_short(words):
            return []
        if found := self.meant(words, seat):
            return found[0]
        if self.opening.game.shorthand is not None:
            return []
        offered = (one.action for one in self.offered(seat))
        spelled = Spelling(self.opening, self._deciding, self.reader, offered).of(words)
        who = seat or next(iter(self.match.to_act), 1)
        choices = [Choice(who, one.action, self.reader) for one in spelled if one.guessed == spelled[0].guessed]
        return choices if len(choices) == 1 and not spelled[0].guessed else self.refused(choices)

    def refused(self, choices: Sequence[Choice]) -> list[Choice]:
        """Return the choices that a rule forbids now."""
        allowed = self.allowed(choices[:MOST_ASKED])
        return [one for one in choices[:MOST_ASKED] if one not in allowed]

    def why_not(self, choices: Sequence[Choice]) -> tuple[Illegal | Impossible | None, Choice | None]:
        """Return a refusal by the rule that forbids most of the choices, and the choice that it refuses."""
        from collections import Counter

        from tablescribe.domain.rules.deciding import refusal
        from tablescribe.domain.rules.play import Illegal

        found = [(refusal(self.opening, self._deciding, one.seat, one.action), one) for one in choices[:MOST_ASKED]]
        rules = Counter(why.rule for why, _ in found if isinstance(why, Illegal))
        if rules:
            (rule, _), *_ = rules.most_common(1)
            return next(pair for pair in found if isinstance(pair[0], Illegal) and pair[0].rule == rule)
        return next((pair for pair in found if pair[0] is not None), (None, None))

    def is_said(self, line: str) -> bool:
        """Return whether a line names an action, or fits a legal one."""
        seat, words = self.speaker(line)
        return bool(self.names_action(words) or self.fitting(words, seat))

    def names_action(self, words: Sequence[str]) -> str:
        """Return the name of the action that the words spell out, name first or as JSON; else the empty text."""
        if not words or not (words[0] in self.kinds() or words[0].startswith("{")):
            return ""
        return str(self.in_full(words).get("do")) if words[0].startswith("{") else words[0]

    def is_misspelled(self, words: Sequence[str]) -> bool:
        """Return whether words begin with an action's name, but the rest does not fill its fields."""
        if not words or words[0] not in self.kinds() or any("=" in word for word in words):
            return False
        try:
            self.kinds()[words[0]](**self.in_full(words))
        except (ValueError, click.UsageError):
            return True
        return False

    def in_full(self, words: Sequence[str]) -> dict[str, Any]:
        """Return an action as plain data; a card or piece may be named by its last part (`card=12`)."""
        from tablescribe.cli.table.in_full import action_data
        from tablescribe.cli.table.matching import short

        data = action_data(self.match, words)
        for key in {"card", "piece"} & data.keys():
            pieces = {piece for zone in self.match.table.zones.values() for piece in zone}
            named = [piece for piece in pieces if short(piece) == str(data[key])]
            data[key] = named[0] if len(named) == 1 else data[key]
        return data

    def misfit(self, words: Sequence[str], seat: int | None = None) -> click.UsageError:
        """Return an error that names the word that is unknown or has no place, and what was perhaps meant."""
        help_ = say("Enter lists what is legal, `help` shows the words")
        if not words:
            return click.UsageError(self.reader.tell(say("add what that seat does: {help}", help=help_)))
        what = self.reader.sentence(self.unclear(words, seat))
        told = say("{what} {help}.", what=what if what.endswith("?") else f"{what}.", help=help_)
        return click.UsageError(self.reader.tell(told))

    def unclear(self, words: Sequence[str], seat: int | None = None) -> Text:
        """Name the word of a line that is unknown or has no place, and suggest similar ones."""
        from tablescribe.cli.table.prompt import WORDS
        from tablescribe.cli.table.spelling import Spelling
        from tablescribe.cli.table.unclear import Unclear

        spelling = Spelling(self.opening, self._deciding, self.reader)
        commands = WORDS if seat is None else ()
        return Unclear(words, spelling, self.offered(seat), self.where, commands, self.is_a_seat).text()

    def is_a_seat(self, word: str) -> bool:
        """Return whether a word is the name or number of a seat."""
        return self.speaker(f"{word}:")[0] is not None

    def where(self, word: str) -> Text | None:
        """Return where the piece named by a word lies, as far as the viewer may see it."""
        from tablescribe.cli.table.matching import short
        from tablescribe.replays.reading.discretion import seen

        zones = seen(self.opening, self.match.table, self.viewer).zones
        for zone, pieces in sorted(zones.items()):
            for piece in pieces:
                named = short(piece) == word and ":" in piece
                if named and not zone.startswith("unseen:") and self.reader.name(zone):
                    return say("{piece} lies in {zone}", piece=Thing(piece), zone=Thing(zone))
        return None
