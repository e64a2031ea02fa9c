"""Record a line from the table as a move, a declaration or a ruling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tablescribe.cli.table.display import Display
from tablescribe.cli.table.fact_prompt import CANCEL, ask_facts, with_facts
from tablescribe.cli.table.open_window import after_closing, check_sense, draws_by_closing
from tablescribe.cli.table.prompt import Cancelled, ask_outcome
from tablescribe.cli.table.situation import Situation
from tablescribe.cli.terminal.state import echo
from tablescribe.domain.words.text import Text, say

if TYPE_CHECKING:
    from tablescribe.cli.table.matching import Choice
    from tablescribe.domain.rules.chance import Outcome, Question

LONGEST = 160
"""Maximum length of a choice's effects in a list."""


class Recording(Display):
    """One person who records: lists the legal actions, and records the action that a line means."""

    def declare(self, line: str) -> None:
        """Record what is printed on a blank component, described in a few words."""
        from tablescribe.domain.rules.declarations import (
            is_a_text,
            read_declaration,
            split,
            texts_for_people,
            who_reads_out,
        )

        action = read_declaration(self.opening, self.match.table, split(line))
        for text in texts_for_people(action["says"]):
            self.tell(is_a_text(text), fg="yellow")
        self.play(who_reads_out(self.opening, self.match.to_act), action, ())

    def is_a_blank(self, word: str) -> bool:
        """Return whether a word names a blank component, so that the line describes it."""
        from tablescribe.domain.rules.declarations import form_of

        return bool(self.opening.game.blanks) and form_of(self.opening, self.match.table).names(word)

    def list_legal(self) -> None:
        """List the legal actions, under headings if there are many."""
        self.show_list(self.now.legal())
        if not self.headings:
            over = say("No legal actions: the game is over.")
            nothing = self.blank() or say("No actions to list.")
            self.tell(over if self.match.is_over else nothing)

    def blank(self) -> Text | None:
        """Return which blank component must be described and how; `None` if none."""
        from tablescribe.domain.rules.declarations import blanks_shown

        return blanks_shown(self.opening, self.match.table) if self.opening.game.blanks else None

    def show_list(self, choices: Sequence[Choice], given: Iterable[Outcome] = ()) -> None:
        """Print a numbered list and remember it."""
        from tablescribe.cli.table.choosing import in_columns, listed, shared_beginning
        from tablescribe.cli.terminal.screen import line_width, write

        self.headings, self.given = listed(self.reader, choices), list(given)
        if len(choices) > len(self.headings):
            if above := self.headings[0].above:
                self.tell(say("which {thing}?", thing=above), lead="     ")
            for text in in_columns(self.reader, self.headings, line_width() or 80):
                echo(text)
            return
        if beginning := shared_beginning(self.headings):
            echo(f"     {beginning.strip()}")
        for one in self.headings:
            text, does = one.text.removeprefix(beginning), "" if self.given else self.now.consequence(one.choices[0])
            if len(does) > LONGEST:
                does = does[:LONGEST].rpartition(" · ")[0] + " · …"
            write(f"{text}  ({does})" if does else text, lead=f"{one.key:>3}  ")

    def take(self, choices: Sequence[Choice], given: Iterable[Outcome] | None = None) -> None:
        """Record the choice if there is only one; otherwise list the choices."""
        told = list(self.given if given is None else given)
        if len(choices) == 1:
            self.play(choices[0].seat, choices[0].action.data(), told)
        else:
            self.show_list(choices, told)

    def act(self, line: str) -> None:
        """Record the legal action that the words fit, or the action that they spell out.

        If a window is open and the words do not answer it, it closes unused first. Both are recorded together, so that
        nothing is recorded if the action is refused or cancelled. But if closing draws from a seal, it is recorded
        first: otherwise a refusal could reveal dice that were never recorded.
        """
        seat, words = self.now.speaker(line)
        self.typed_ahead.clear()
        if (heard := self.now.heard(words, seat)) is not None:
            self.play(seat or next(iter(self.match.to_act), None), heard.action.data(), heard.outcomes)
        elif found := self.now.fitting_alone(words, seat):
            self.take(found, ())
        elif self.now.unused() is None or self.now.names_action(words) in self.now.answers():
            self.play_in_full(self.now, seat, words)
        else:
            check_sense(self.now, self.scribe, seat, words)
            if draws_by_closing(self.now, self.scribe):
                self.close_window()
                self.act(line)
            else:
                self.go_on(seat, words)

    def go_on(self, seat: int | None, words: Sequence[str]) -> None:
        """Record the action that follows once all open windows have closed unused."""
        now, given, closed = self.now, list[Any](), list[list[Any]]()
        for now, told in after_closing(self.now, self.scribe, self.ask_outcome):
            closed.append(told[len(given) :])
            given = told
            if now.match.is_over:
                self.tell(say("The game ended because nobody responded. Your line was not recorded."))
                for outcomes in closed:
                    self.close_window(outcomes)
                return
            if found := now.fitting(words, seat):
                self.take(found, given)
                return
        self.play_in_full(now, seat, words, given)

    def play_in_full(
        self, now: Situation, seat: int | None, words: Sequence[str], given: Sequence[Outcome] = ()
    ) -> None:
        """Record the action that words spell out in a situation.

        Raises:
            click.UsageError: they spell out no action; the message names the word.
            Illegal: they fit an action that a rule forbids now.
        """
        if refused := now.forbidden(words, seat):
            self.refuse(now, refused, given)
            return
        if not now.names_action(words) or now.is_misspelled(words):
            raise now.misfit(words, seat)
        self.play(seat or next(iter(now.match.to_act), None), now.in_full(words), given)

    def refuse(self, now: Situation, choices: Sequence[Choice], given: Sequence[Outcome]) -> None:
        """Refuse what the words mean, with the rule that forbids it. If it is one action, `anyway` can record it.

        Raises:
            Illegal, Impossible: the refusal.
        """
        why, choice = now.why_not(choices)
        if len(choices) == 1 or why is None or choice is None:
            self.play(choices[0].seat, choices[0].action.data(), given)
            return
        self.refused = None
        raise why

    def close_window(self, given: Sequence[Outcome] = ()) -> None:
        """Record that nobody used the open window."""
        closing = self.now.unused()
        assert closing is not None
        self.play(closing[0], closing[1].data(), given)

    def play(
        self, seat: int | None, action: dict[str, Any], given: Iterable[Outcome], *, as_played: bool = False
    ) -> None:
        """Record an action, asking for dice and cards as needed."""
        from tablescribe.domain.rules.chance import NeedsOutcome
        from tablescribe.domain.rules.play import Illegal

        outcomes, kind = list(given), self.now.kinds().get(str(action.get("do")))
        action = with_facts(kind, action, self.ask, self.reader, self.match)
        while True:
            try:
                played = self.scribe.play(
                    self.match.id, seat, action, outcomes, as_played=as_played, expected_version=self.match.version
                )
                break
            except NeedsOutcome as needs:
                outcomes.append(self.ask_outcome(needs.question))
            except Illegal:
                self.refused = (seat, action, outcomes)
                raise
        if self.typed_ahead:
            self.tell(
                say("No die or card was needed for {words}, so it was not recorded.", words=" ".join(self.typed_ahead)),
                fg="yellow",
            )
            self.typed_ahead.clear()
        self.refresh()
        self.say_played(played)

    def rule(self, clause: str, reason: str) -> None:
        """Record a judge's ruling: ask for its facts, and show a preview first."""
        from tablescribe.cli.table.rulings import result_stays
        from tablescribe.cli.terminal.screen import show_event
        from tablescribe.ledger.matches.fact_checks import foresee_ruling, read_facts, result_kept
        from tablescribe.replays.reading.timeline import Timeline

        told = ask_facts(self.ask, self.reader, self.match, say("What does the ruling change?"), known_only=True)
        after, foreseen = foresee_ruling(self.match, told)
        self.tell(say("Preview: nothing is recorded yet."))
        for text in Timeline(after).changes(foreseen.number):
            self.tell(text, lead="  ")
        if result_kept(self.match, after):
            self.tell(result_stays(self.match))
        question = self.reader.tell(say("Press Enter to record the ruling, or type `cancel`"))
        if self.ask(f"{question}: ", lambda words: {CANCEL: ""}).strip():
            raise Cancelled
        facts = read_facts(self.match.table, told)
        ruled = self.scribe.ruling(
            self.match.id, facts, clause=clause, reason=reason, expected_version=self.match.version
        )  # fmt: skip
        self.refresh()
        show_event(self.reader, self.match, ruled)
        self.board()

    def ask_outcome(self, question: Question) -> Outcome:
        """Ask for an outcome of chance; an empty answer cancels the move."""
        from tablescribe.replays.reading.discretion import possible_outcomes

        known = possible_outcomes(question, self.match.opening, self.match.table, self.now.viewer)
        return ask_outcome(self.ask, self.reader, question, known=known, ahead=self.typed_ahead)
