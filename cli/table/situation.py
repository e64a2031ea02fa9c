"""A state of a match as a person at the table meets it: what is legal, and what a typed line means in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from tablescribe.domain.words.text import Slot, Text, Thing, either, say

if TYPE_CHECKING:
    from tablescribe.cli.table.choosing import Choice
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.action import Action
    from tablescribe.domain.rules.chance import Outcome, Question
    from tablescribe.domain.rules.game import Opening
    from tablescribe.domain.rules.shorthand import Heard
    from tablescribe.domain.rules.window import Window
    from tablescribe.domain.table.table import Table
    from tablescribe.ledger.matches.scribe import Scribe
    from tablescribe.replays.reading.reader import Reader
    from tablescribe.replays.reading.wording import Viewer


@dataclass(frozen=True)
class Situation:
    """A state of a match, met by a viewer who reads in a language."""

    match: Match
    viewer: Viewer
    language: str = "en"
    people: tuple[str, ...] = ()

    @property
    def opening(self) -> Opening:
        """What was fixed when the match was opened."""
        return self.match.opening

    @cached_property
    def reader(self) -> Reader:
        """Who reads what is said here."""
        from tablescribe.replays.reading.reader import Reader

        return Reader(self.opening, self.language, self.people)

    def kinds(self) -> dict[str, type[Action]]:
        """Return all actions of the game by name."""
        return {kind.model_fields["do"].default: kind for kind in self.opening.game.kinds}

    # --- what is legal ------------------------------------------------------------------------

    def legal(self, seat: int | None = None) -> list[Choice]:
        """Return what the seats to act may do, or what one seat may do.

        Who may not see a hand is offered all it may turn out to hold.
        """
        from tablescribe.cli.table.choosing import choices_of
        from tablescribe.domain.rules.deciding import legal_actions

        table = self.table()
        seats = self.match.to_act if seat is None or self.match.is_over else (seat,)
        return choices_of(self.reader, {one: legal_actions(self.opening, table, one) for one in seats})

    def table(self) -> Table:
        """Return the table to decide on: hands that the viewer may not see lie face down in it.

        Kept values are all there, as rules reckon with them; none of the hidden ones may be shown.
        """
        from tablescribe.replays.reading.wording import EVERYTHING, seen

        if self.viewer == EVERYTHING:
            return self.match.table
        table = seen(self.opening, self.match.table, self.viewer)
        table.values.update(self.match.table.values)
        return table

    def consequence(self, choice: Choice) -> str:
        """Return briefly what a choice decides, as far as the viewer could see it, and what chance gives then."""
        from tablescribe.cli.terminal.screen import consequences
        from tablescribe.domain.rules.chance import ReportedChance
        from tablescribe.domain.rules.deciding import foresee
        from tablescribe.domain.rules.game import Seen
        from tablescribe.domain.rules.play import Illegal, Play
        from tablescribe.domain.table.table import Impossible
        from tablescribe.replays.reading.discretion import EVERYTHING, seen, seen_facts

        play = Play(self.opening, self.table().copy(), ReportedChance())  # nobody is to know what a seal holds
        before = self.table()
        try:
            asked = foresee(self.opening, play, choice.seat, choice.action)
        except (Illegal, Impossible):  # the list was made a moment ago, and somebody else has moved
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
        """Return the seat and action by which the open window closes when play goes on, if it does."""
        from tablescribe.domain.rules.deciding import unused

        return unused(self.opening, self.match.table)

    def answers(self) -> list[str]:
        """Return the names of the actions that answer the open window, or may be said beside it."""
        window = self.window()
        if window is None:
            return []
        return [do for do, kind in self.kinds().items() if kind.answers == window.name or kind.beside]

    def asked(self) -> Text | None:
        """Return what the open window asks of whom, and what may be answered; `None` where none is open."""
        from tablescribe.cli.terminal.messages import and_others

        window = self.window()
        if window is None:
            return None
        possible = {choice.fields["do"] for choice in self.legal()}
        direct = {do for do, kind in self.kinds().items() if kind.answers == window.name}
        declares = {blank.do for blank in self.opening.game.blanks} & direct
        answers: list[Slot] = ["`declare`"] * bool(declares)
        answers += [f"`{do}`" for do in self.answers() if do in possible]
        who, how = and_others(self.match.to_act), either(answers or ["`help`"])
        if (ends := self.ends_by_closing()) is not None:
            return say(
                "First comes {what}: {seats} may answer {answers}, or simply go on. That ends the game: {ends}.",
                what=window.asks, seats=who, answers=how, ends=ends,
            )  # fmt: skip
        if window.unused is not None:
            return say(
                "First comes {what}: {seats} may answer {answers}, or simply go on.",
                what=window.asks, seats=who, answers=how,
            )  # fmt: skip
        return say("First comes {what}: {seats} must answer {answers}.", what=window.asks, seats=who, answers=how)

    def ends_by_closing(self) -> str | None:
        """Return what comes of it if the game ends where nobody uses the open window, as far as the viewer sees it."""
        from tablescribe.cli.table.choosing import choices_of
        from tablescribe.domain.rules.chance import ReportedChance
        from tablescribe.domain.rules.deciding import foresee
        from tablescribe.domain.rules.play import Illegal, Play
        from tablescribe.domain.table.table import Impossible

        if (closing := self.unused()) is None:
            return None
        play = Play(self.opening, self.table().copy(), ReportedChance())
        try:
            foresee(self.opening, play, *closing)
        except (Illegal, Impossible):
            return None
        if self.opening.game.result(self.opening, play.table) is None:
            return None
        (choice,) = choices_of(self.reader, {closing[0]: [closing[1]]})
        return self.consequence(choice)

    def draws_by_closing(self, scribe: Scribe) -> bool:
        """Return whether closing what is open draws from a seal: that is recorded before more is told."""
        from tablescribe.domain.rules.chance import NeedsOutcome

        def never(question: Question) -> Outcome:
            raise NeedsOutcome(question)

        try:
            return self.match.opened.chance == "sealed" and not list(self.ahead(scribe, never))
        except NeedsOutcome:
            return True

    def ahead(self, scribe: Scribe, answer: Callable[[Question], Outcome]) -> Iterator[tuple[Situation, list[Outcome]]]:
        """Yield the situation after each open window has closed unused, and the outcomes that took so far.

        What a seal holds is not looked at: `answer` is asked instead.

        Raises:
            Stale: somebody else has recorded something meanwhile.
        """
        from tablescribe.domain.rules.chance import NeedsOutcome, ReportedChance
        from tablescribe.domain.rules.deciding import unused
        from tablescribe.ledger.log.errors import Stale

        match = scribe.ledger.match(self.match.id)  # a copy that is never saved
        if match.version != self.match.version:
            raise Stale(match.id, self.match.version, match.version)
        told: list[Outcome] = []
        while (closing := unused(match.opening, match.table)) is not None:
            outcomes: list[Outcome] = []
            while True:
                chance = ReportedChance(outcomes, open_hands=match.opened.chance == "open")
                try:
                    match.play(*closing, chance, scribe.stamp())
                    break
                except NeedsOutcome as needs:
                    outcomes.append(answer(needs.question))
            told += outcomes
            yield Situation(match, self.viewer, self.language, self.people), list(told)

    # --- what a line means --------------------------------------------------------------------

    def speaker(self, line: str) -> tuple[int | None, list[str]]:
        """Return who acts, if the line begins with a seat's name or number and a colon, and the other words."""
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
        """Return what a few words mean to the game; see `tablescribe.cli.table.shorthand.heard`."""
        from tablescribe.cli.table.shorthand import heard

        return heard(self.match, self.table(), self.people, words, seat)

    def next_words(self, words: Sequence[str]) -> dict[str, str]:
        """Return what may come after some words, each with what it stands for."""
        from tablescribe.cli.table.choosing import completions
        from tablescribe.cli.table.shorthand import completions as spoken
        from tablescribe.cli.table.shorthand import speaker

        found = spoken(self.reader, speaker(self.match, self.table(), self.people), words)
        return completions(self.reader, self.legal(), words) if found is None else found

    def examples(self) -> dict[str, Text]:
        """Return what can be said here in a few words, if the game understands such."""
        from tablescribe.cli.table.shorthand import examples

        return examples(self.match, self.table(), self.people)

    def fitting(self, words: Sequence[str], seat: int | None) -> list[Choice]:
        """Return what is legal and fits the words. The name of an action means that action and no other."""
        from tablescribe.cli.table.choosing import narrow

        if not words or words[0].startswith("{"):
            return []
        do = self.names_action(words)
        return narrow([one for one in self.legal(seat) if not do or one.fields["do"] == do], words)

    def fitting_alone(self, words: Sequence[str], seat: int | None) -> list[Choice]:
        """Return what is legal and fits a whole line.

        A number alone is a line of a list, or a card. Where the game has words of its own, one word alone that is none
        of them means nothing: it could be any piece's move.
        """
        from tablescribe.cli.table.choosing import names_a_card
        from tablescribe.cli.table.shorthand import shorthand_of

        if len(words) == 1 and not self.names_action(words):
            bare = words[0].isdecimal() and not names_a_card(self.legal(seat), words[0])
            if bare or (shorthand_of(self.match) is not None and "=" not in words[0]):
                return []
        return self.fitting(words, seat)

    def forbidden(self, words: Sequence[str], seat: int | None) -> Choice | None:
        """Return what a few words fit that a rule forbids now, so that people are told which; `None`: nothing."""
        from itertools import islice

        from tablescribe.cli.table.choosing import choices_of, narrow
        from tablescribe.domain.rules.alternatives import MANY
        from tablescribe.domain.rules.deciding import may

        in_full = words[:1] and words[0] in self.kinds() and all("=" in word for word in words[1:])
        if not words or in_full or words[0].startswith("{"):
            return None
        table, do = self.table(), self.names_action(words[:1])
        seats = self.match.to_act if seat is None or self.match.is_over else (seat,)
        offers = {one: islice(self.opening.game.offers(self.opening, table, one), MANY) for one in seats}
        found = narrow([one for one in choices_of(self.reader, offers) if not do or one.fields["do"] == do], words)
        return next((one for one in found if not may(self.opening, table, one.seat, one.action)), None)

    def is_said(self, line: str) -> bool:
        """Return whether a line's words name an action, or fit one that is legal now."""
        seat, words = self.speaker(line)
        return bool(self.names_action(words) or self.fitting(words, seat))

    def names_action(self, words: Sequence[str]) -> str:
        """Return the action that the words spell out, its name first or as JSON; the empty text if they do not."""
        if not words or not (words[0] in self.kinds() or words[0].startswith("{")):
            return ""
        return str(self.in_full(words).get("do")) if words[0].startswith("{") else words[0]

    def in_full(self, words: Sequence[str]) -> dict[str, Any]:
        """Return an action from its words; a card or piece may be named by its last part (`card=12`)."""
        from tablescribe.cli.table.choosing import short
        from tablescribe.cli.table.moves import action_data

        data = action_data(self.match, words)
        for key in {"card", "piece"} & data.keys():
            pieces = {piece for zone in self.match.table.zones.values() for piece in zone}
            named = [piece for piece in pieces if short(piece) == str(data[key])]
            data[key] = named[0] if len(named) == 1 else data[key]
        return data

    def check_sense(self, scribe: Scribe, seat: int | None, words: Sequence[str]) -> None:
        """Refuse what fits nothing that could follow the open window, before people are asked for cards.

        Raises:
            click.UsageError: which word fits nothing.
        """
        if not words:
            raise self.misfit(words, seat)
        guess = self
        for guess, _ in self.ahead(scribe, lambda question: next(iter(question.among))):
            if guess.match.is_over or guess.names_action(words) or guess.fitting(words[:1], seat):
                return
        raise guess.misfit(words[:1], seat)

    def misfit(self, words: Sequence[str], seat: int | None = None) -> click.UsageError:
        """Return an error that says which word fits nothing that is legal."""
        from tablescribe.cli.table.choosing import first_misfit
        from tablescribe.cli.table.prompt import WORDS
        from tablescribe.domain.words.suggestions import with_suggestion

        help_ = say("Enter lists what is legal, `help` shows the words")
        if not words:
            return click.UsageError(self.reader.tell(say("say also what that seat does: {help}", help=help_)))
        at = first_misfit(self.legal(seat), words)
        word, before = f"'{words[at]}'", f"'{' '.join(words[:at])}'"
        if at:
            text = say("{word} fits nothing legal after {before}: {help}", word=word, before=before, help=help_)
        elif (lies := self.where(words[0])) is not None:
            text = say("{word} fits nothing legal ({lies}): {help}", word=word, lies=lies, help=help_)
        else:
            text = say("{word} fits nothing legal: {help}", word=word, help=help_)
        if not at and seat is None:
            text = with_suggestion(text, words[0], (*WORDS, *self.next_words([])))
        return click.UsageError(self.reader.tell(text))

    def where(self, word: str) -> Text | None:
        """Return where a piece lies that a word names, as far as the viewer may see it."""
        from tablescribe.cli.table.choosing import short
        from tablescribe.replays.reading.wording import seen

        zones = seen(self.opening, self.match.table, self.viewer).zones
        for zone, pieces in sorted(zones.items()):
            for piece in pieces:
                named = short(piece) == word and ":" in piece
                if named and not zone.startswith("unseen:") and self.reader.name(zone):
                    return say("{piece} lies in {zone}", piece=Thing(piece), zone=Thing(zone))
        return None
