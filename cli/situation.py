"""A state of a match as a person at the table meets it: what is legal, and what a typed line means in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from cli.choose import Choice
    from domain.chance import Outcome, Question
    from domain.game import Action, Opening
    from domain.match import Match
    from domain.table import Fact, Table
    from ledger.scribe import Scribe
    from replays.words import Viewer


@dataclass(frozen=True)
class Situation:
    """A state of a match, met by a viewer."""

    match: Match
    viewer: Viewer

    @property
    def opening(self) -> Opening:
        """What was fixed when the match was opened."""
        return self.match.opening

    def kinds(self) -> dict[str, type[Action]]:
        """Return all actions of the game by name."""
        return {kind.model_fields["do"].default: kind for kind in self.opening.game.rules.kinds()}

    # --- what is legal ------------------------------------------------------------------------

    def legal(self, seat: int | None = None) -> list[Choice]:
        """Return what the seats to act may do, or what one seat may do.

        Who may not see a hand is offered all it may turn out to hold.
        """
        from cli.choose import choices_of
        from domain.game import legal_actions

        table = self.table()
        seats = self.match.to_act if seat is None or self.match.is_over else (seat,)
        return choices_of(self.opening, {one: legal_actions(self.opening, table, one) for one in seats})

    def table(self) -> Table:
        """Return the table to decide on: hands that the viewer may not see lie face down in it.

        Kept values are all there, as rules reckon with them; none of the hidden ones may be shown.
        """
        from replays.words import EVERYTHING, seen

        if self.viewer == EVERYTHING:
            return self.match.table
        table = seen(self.opening, self.match.table, self.viewer)
        table.values.update(self.match.table.values)
        return table

    def consequence(self, choice: Choice) -> str:
        """Return briefly what a choice would change, or what chance would be asked first."""
        from cli.screen import destinations, with_names
        from domain.chance import FromTable, NeedsOutcome
        from domain.game import decide
        from domain.play import Illegal
        from domain.table import Impossible

        table = self.table()
        try:  # never the match's own chance: nobody is to know what a seal holds
            facts = decide(self.opening, table, choice.seat, choice.action, FromTable()).facts
        except NeedsOutcome as needs:
            return with_names(self.opening, needs.question.why)
        except (Illegal, Impossible):  # the list was made a moment ago, and somebody else has moved
            return ""
        return destinations(self.opening, table, [fact for fact in facts if not self._is_hidden(fact)])

    def _is_hidden(self, fact: Fact) -> bool:
        """Return whether a fact changes a value that the viewer may not see."""
        from domain.table import Changed
        from replays.words import EVERYTHING

        if self.viewer == EVERYTHING or not isinstance(fact, Changed):
            return False
        return fact.key in set(self.opening.game.hidden_values(self.opening, self.match.table, self.viewer))

    # --- the open window ----------------------------------------------------------------------

    def unused(self) -> tuple[int, Action] | None:
        """Return the seat and action by which the open window closes when play goes on, if it does."""
        return self.opening.game.decline(self.opening, self.match.table)

    def answers(self) -> list[str]:
        """Return the names of the actions that answer the open window."""
        window = self.match.table.get("awaits")
        return [do for do, kind in self.kinds().items() if window and kind.answers == window]

    def ahead(self, scribe: Scribe, answer: Callable[[Question], Outcome]) -> tuple[Situation, list[Outcome]]:
        """Return the situation once the open window has closed unused, and the outcomes that took.

        Raises:
            Stale: somebody else has recorded something meanwhile.
        """
        from domain.chance import NeedsOutcome
        from ledger.log.errors import Stale

        outcomes: list[Outcome] = []
        while True:
            match = scribe.ledger.quick_match(self.match.id)  # a copy that is never saved
            if match.version != self.match.version:
                raise Stale(match.id, self.match.version, match.version)
            closing = self.unused()
            assert closing is not None
            try:
                match.play(*closing, match.chance(outcomes, scribe.ledger.seed(match.id)), scribe.stamp())
                return Situation(match, self.viewer), outcomes
            except NeedsOutcome as needs:
                outcomes.append(answer(needs.question))

    # --- what a line means --------------------------------------------------------------------

    def speaker(self, line: str) -> tuple[int | None, list[str]]:
        """Return who acts, if the line begins with a seat's name or number and a colon, and the other words."""
        who, colon, rest = line.partition(":")
        for seat in range(1, self.opening.seats + 1):
            names = (str(seat), f"seat {seat}", self.opening.label(f"seat:{seat}").lower())
            if colon and who.strip().lower() in names:
                return seat, rest.split()
        return None, line.split()

    def fitting(self, words: Sequence[str], seat: int | None) -> list[Choice]:
        """Return what is legal and fits the words. The name of an action means that action and no other."""
        from cli.choose import narrow

        if not words or words[0].startswith("{"):
            return []
        do = self.names_action(words)
        return narrow([one for one in self.legal(seat) if not do or one.fields["do"] == do], words)

    def names_action(self, words: Sequence[str]) -> str:
        """Return the action that the words spell out, its name first or as JSON; the empty text if they do not."""
        if not words or not (words[0] in self.kinds() or words[0].startswith("{")):
            return ""
        return str(self.in_full(words).get("do")) if words[0].startswith("{") else words[0]

    def in_full(self, words: Sequence[str]) -> dict[str, Any]:
        """Return an action from its words; a card or piece may be named by its last part (`card=12`)."""
        from cli.choose import short
        from cli.moves import action_data

        data = action_data(self.match, words)
        for key in {"card", "piece"} & data.keys():
            pieces = {piece for zone in self.match.table.zones.values() for piece in zone}
            named = [piece for piece in pieces if short(piece) == str(data[key])]
            data[key] = named[0] if len(named) == 1 else data[key]
        return data

    def misfit(self, words: Sequence[str], seat: int | None = None) -> click.UsageError:
        """Return an error that says which word fits nothing that is legal."""
        from cli.choose import first_misfit

        help_ = "Enter lists what is legal, `help` shows the words"
        if not words:
            return click.UsageError(f"say also what that seat does: {help_}")
        at = first_misfit(self.legal(seat), words)
        after = f" after {' '.join(words[:at])!r}" if at else ""
        lies = "" if at else self.where(words[0])
        return click.UsageError(f"{words[at]!r} fits nothing legal{after}{lies}: {help_}")

    def where(self, word: str) -> str:
        """Return where a piece lies that a word names, as far as the viewer may see it."""
        from cli.choose import short
        from replays.words import seen

        zones = seen(self.opening, self.match.table, self.viewer).zones
        label = self.opening.label
        lies = [
            f" ({label(piece)} lies in {label(zone)})"
            for zone, pieces in sorted(zones.items())
            for piece in pieces
            if short(piece) == word and ":" in piece and label(zone) and not zone.startswith("unseen:")
        ]
        return lies[0] if lies else ""
