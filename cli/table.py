"""Recording at the table, interactively (`play`).

A person types a number from a list, a few words that fit one legal action, or an action in full. Each
move is on the disk before the next prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.facts import ask_facts, with_facts
from cli.prompt import WORDS, YES, Ask, Cancelled, ask_outcome, misused, show_help
from cli.situation import Situation
from cli.state import details, echo, exit_code_of, hint
from domain.text import Text, say

if TYPE_CHECKING:
    from cli.choose import Choice, Heading
    from domain.chance import Outcome, Question
    from domain.events import Played
    from domain.match import Match
    from ledger.scribe import Scribe
    from replays.reader import Reader


class AtTable:
    """One person recording one match.

    Attributes:
        now: the match as this person has seen it; what others record is told before anything is added.
        headings: the numbered list shown last.
        given: outcomes told while the list was made, for the window that closes before what is listed.
        refused: what the rules refused last: who, what, and the outcomes told so far.
        exit_code: 0, or that of the first line that was refused and not recorded by `anyway` either.
    """

    def __init__(self, scribe: Scribe, match_id: str, ask: Ask, seat: int | None, language: str = "en") -> None:
        self.scribe = scribe
        match = scribe.match(match_id)
        people = tuple(scribe.names(match))
        self.now = Situation(match, seat if seat is not None else "everything", language, people)
        self.opening = self.now.opening
        self.reader: Reader = self.now.reader
        self.ask = ask
        self.headings: list[Heading] = []
        self.given: list[Outcome] = []
        self.refused: tuple[int | None, dict[str, Any], list[Outcome]] | None = None
        self.exit_code = 0
        self._before_refusal = 0

    @property
    def match(self) -> Match:
        """The match as this person has seen it."""
        return self.now.match

    # --- the conversation -------------------------------------------------------------------

    def run(self) -> None:
        """Talk until the person leaves or the input ends."""
        from cli.matches import seated

        people = seated(self.scribe.names(self.match))
        title = say("{game} · match {match} · {people}", game=self.opening.title, match=self.match.id, people=people)
        self.tell(title)
        self.log(3)
        self.board()
        self.tell(say("Enter lists what is legal, `help` shows the words, `quit` leaves."))
        while True:
            try:
                line = self.ask(self.status(), self.complete).strip()
                if line in ("quit", "q", "exit"):
                    break
                self.answer(line)
            except EOFError:
                echo()
                break
            except KeyboardInterrupt:
                self.tell(say("`quit` leaves."))
            except Cancelled:
                self.tell(say("Not recorded."))
                self.fail(4)
            except click.ClickException as error:
                self.tell(error.message, fg="red")
                self.fail(error.exit_code)
            except Exception as error:
                if not hasattr(error, "code"):
                    raise
                self.fail(exit_code_of(error))
                self.explain(error)
        self.tell(say("Match {match} is recorded up to move {move}.", match=self.match.id, move=self.match.head))

    def fail(self, code: int) -> None:
        """Note that a line was refused: whoever typed it sees that, a program sees the exit code."""
        self._before_refusal = self.exit_code
        self.exit_code = self.exit_code or code

    def status(self) -> str:
        """Say what an open window asks or how the game ended; return the prompt: who is to act."""
        from domain.declaring import blanks_shown

        if self.match.closed is not None:
            return self.reader.tell(say("closed")) + "> "
        if self.match.is_over:
            return self.reader.tell(say("the game is over (close, undo)")) + "> "
        if (asked := self.now.asked()) is not None:
            self.tell(asked, fg="cyan")
        if self.opening.game.blanks and (blank := blanks_shown(self.opening, self.match.table)) is not None:
            self.tell(blank, fg="cyan")
        return f"{', '.join(self.name(seat) for seat in self.match.to_act)}> "

    def complete(self, words: Sequence[str]) -> dict[str, str]:
        """Return what may come after some words, with what it stands for."""
        found = self.now.next_words(words)
        also = {word: self.reader.tell(text) for word, text in WORDS.items() if word != "anyway" or self.refused}
        return found if words else {**also, **found}

    def answer(self, line: str) -> None:
        """Do what a line says."""
        from cli.screen import show_rules

        book = self.opening.game.rulebook
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        words: dict[str, Callable[[], None]] = {
            "board": self.board, "b": self.board, "log": lambda: self.log(20), "help": self.help, "close": self.close,
            "redo": self.redo, "anyway": self.anyway, "?": self.list_legal,
            "rules": lambda: show_rules(self.reader, book, ""),
        }  # fmt: skip
        heading = self.heading(line)
        if line in ("", *words):
            self.look()
            (self.close if not line and self.match.is_over else words[line or "?"])()
        elif word == "undo" and (not rest or (rest.isdecimal() and len(rest) < 6)):
            self.undo(int(rest or 1))
        elif word == "note" and rest:
            self.scribe.note(self.match.id, rest)
            self.refresh()
            self.tell(say("Noted."))
        elif word in ("declare", "d") and self.opening.game.blanks and "card=" not in rest and "says=" not in rest:
            self.declare(rest)
        elif word == "ruling" and len(rest.split()) > 1:
            self.rule(*rest.split(maxsplit=1))
        elif word == "rule":
            show_rules(self.reader, book, rest)
        elif heading is not None:
            self.take(heading.choices)
        elif word in WORDS and not self.now.is_said(line):
            raise misused(self.reader, word)
        else:
            self.act(line)

    def heading(self, line: str) -> Heading | None:
        """Return the entry of the list that a line names.

        Raises:
            click.UsageError: a number alone that is something else, too: a card that might be played now.
        """
        from cli.choose import chosen, narrow, otherwise

        heading = chosen(self.headings, line)
        if heading is not None and not line.endswith("."):
            listed = [one for some in self.headings for one in some.choices]
            meant = self.now.fitting([line], None) or narrow(listed, [line])
            if otherwise(heading, meant):
                text = say(
                    "{n} is in the list, and something else, too: `{n}.` is the list's, `{word}` the other",
                    n=line, word=self.now.in_other_words(line, meant),
                )  # fmt: skip
                raise click.UsageError(self.reader.tell(text))
        return heading

    # --- acting -----------------------------------------------------------------------------

    def declare(self, line: str) -> None:
        """Record what is printed on a blank, told in a few words."""
        import shlex

        from domain.declaring import read_declaration

        try:
            words = shlex.split(line)
        except ValueError:  # a quotation mark that is part of a name
            words = line.split()
        action = read_declaration(self.opening, self.match.table, words)
        self.play(next(iter(self.match.to_act), None), action, ())

    def list_legal(self) -> None:
        """List what is legal, gathered under headings where there is much of it."""
        self.show_list(self.now.legal())
        if not self.headings:
            over = say("Nothing is legal: the game is over.")
            self.tell(over if self.match.is_over else say("Nothing is offered."))

    def show_list(self, choices: Sequence[Choice], given: Iterable[Outcome] = ()) -> None:
        """Print a numbered list and remember it."""
        from cli.choose import in_columns, listed, shared_beginning
        from cli.screen import line_width, write

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
            write(f"{text}  ({does})" if does else text, lead=f"{one.key:>3}  ")

    def take(self, choices: Sequence[Choice], given: Iterable[Outcome] | None = None) -> None:
        """Play the one choice there is, or list what there is to choose from."""
        told = list(self.given if given is None else given)
        if len(choices) == 1:
            self.play(choices[0].seat, choices[0].action.data(), told)
        else:
            self.show_list(choices, told)

    def act(self, line: str) -> None:
        """Play the one legal action that the words fit, or the action they spell out.

        If a window is open and they do not answer it, play goes on: the window closes first, together with
        what comes after it, so that nothing is recorded when that is refused or cancelled. Only what closing
        draws from a seal is recorded before more is told: a refusal must not tell dice that were never rolled.
        """
        seat, words = self.now.speaker(line)
        if (heard := self.now.heard(words, seat)) is not None:
            self.play(seat or next(iter(self.match.to_act), None), heard.action.data(), heard.outcomes)
        elif found := self.now.fitting(words, seat):
            self.take(found, ())
        elif self.now.unused() is None or self.now.names_action(words) in self.now.answers():
            self.play_in_full(self.now, seat, words)
        else:
            self.now.check_sense(self.scribe, seat, words)
            if self.now.draws_by_closing(self.scribe):
                self.close_window()
                self.act(line)
            else:
                self.go_on(seat, words)

    def go_on(self, seat: int | None, words: Sequence[str]) -> None:
        """Play what follows where nobody uses what is open."""
        now, given = self.now, list[Any]()
        for now, given in self.now.ahead(self.scribe, self.ask_outcome):
            if now.match.is_over:
                self.tell(say("Nobody answered, and that ends the game; what you typed comes too late."))
                self.close_window(given)
                return
            if found := now.fitting(words, seat):
                self.take(found, given)
                return
        self.play_in_full(now, seat, words, given)

    def play_in_full(
        self, now: Situation, seat: int | None, words: Sequence[str], given: Sequence[Outcome] = ()
    ) -> None:
        """Play the action that words spell out in a situation.

        Raises:
            click.UsageError: they spell out none: which word fits nothing.
        """
        if not now.names_action(words):
            raise now.misfit(words, seat)
        self.play(seat or next(iter(now.match.to_act), None), now.in_full(words), given)

    def close_window(self, given: Sequence[Outcome] = ()) -> None:
        """Record that nobody used the open window."""
        closing = self.now.unused()
        assert closing is not None
        self.play(closing[0], closing[1].data(), given)

    def play(
        self, seat: int | None, action: dict[str, Any], given: Iterable[Outcome], *, as_played: bool = False
    ) -> None:
        """Record an action, asking for dice and cards as they are needed."""
        from domain.chance import NeedsOutcome
        from domain.play import Illegal

        outcomes, kind = list(given), self.now.kinds().get(str(action.get("do")))
        action = with_facts(kind, action, self.ask, self.reader, self.match.table)
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
        self.refresh()
        self.say_played(played)

    def rule(self, clause: str, reason: str) -> None:
        """Record a judge's decision, asking for what is true from now on."""
        from cli.screen import show_event
        from ledger.facts import read_facts

        told = ask_facts(self.ask, self.reader, self.match.table, say("What is true from now on?"))
        facts = read_facts(self.match.table, told)
        ruled = self.scribe.ruling(
            self.match.id, facts, clause=clause, reason=reason, expected_version=self.match.version
        )  # fmt: skip
        self.refresh()
        show_event(self.reader, self.match, ruled)
        self.board()

    def ask_outcome(self, question: Question) -> Outcome:
        """Ask what chance gave; an empty answer cancels the move."""
        known = not question.secret or self.now.viewer in ("everything", question.seat)
        return ask_outcome(self.ask, self.reader, question, known=known)

    def agree(self, question: Text) -> bool:
        """Ask a question that is answered by yes or no."""
        return self.ask(f"{self.reader.tell(question)} ", lambda words: {}).strip().lower() in YES

    def anyway(self) -> None:
        """Record the move that was just refused, as it was played."""
        if self.refused is None:
            raise click.UsageError(self.reader.tell(say("no move was refused")))
        before = self._before_refusal
        self.play(*self.refused, as_played=True)
        self.exit_code = before

    def undo(self, steps: int) -> None:
        """Take moves back, asking the others where the match wants their consent."""
        from domain.refusals import TakeBackRefused

        try:
            event = self.scribe.undo(self.match.id, steps, expected_version=self.match.version)
        except TakeBackRefused as error:
            self.tell(f"{self.reader.sentence(error.text)}.")
            if not self.agree(say("Does everybody agree? [y/N]")):
                self.tell(say("Nothing was taken back."))
                return
            event = self.scribe.undo(
                self.match.id, steps, agreed=self.opening.all_seats, reason="agreed at the table",
                expected_version=self.match.version,
            )  # fmt: skip
        self.refresh()
        self.board()
        self.tell(say("Taken back to move {move}; `redo` restores it.", move=event.to))

    def redo(self) -> None:
        """Restore what was taken back."""
        event = self.scribe.redo(self.match.id, expected_version=self.match.version)
        self.refresh()
        self.board()
        self.tell(say("Restored up to move {move}.", move=event.to))

    def close(self) -> None:
        """Close the match with its result, once somebody has said yes: it cannot be opened again."""
        from cli.learning import learnt_of
        from replays.words import say_event

        sure = say("Close the match? It cannot be taken back then. [y/N]")
        if self.match.is_over and self.match.closed is None and not self.agree(sure):
            self.tell(say("It stays open."))
            return
        event = self.scribe.close(self.match.id, expected_version=self.match.version)
        self.refresh()
        self.tell(say_event(self.match, event))
        for learnt in learnt_of(self.scribe.ledger, self.match).words:
            self.tell(learnt)

    # --- showing ----------------------------------------------------------------------------

    def tell(self, text: Text | str, *, lead: str = "", **style: Any) -> None:
        """Say something in the person's language."""
        from cli.screen import write

        write(self.reader.tell(text), lead=lead, **style)

    def help(self) -> None:
        """Show what can be typed."""
        show_help(self.reader, self.now.legal(), self.now.examples(), self.opening.seats)

    def board(self) -> None:
        """Show the table."""
        from cli.screen import board

        board(self.reader, self.match.table, self.now.viewer)

    def log(self, most: int) -> None:
        """Show the last moves of the line."""
        from cli.screen import show_event

        for number in self.match.line.numbers[1:][-most:]:
            show_event(self.reader, self.match, self.match.moves[number])

    def say_played(self, played: Iterable[Played]) -> None:
        """Say what was recorded, and show the table."""
        from cli.screen import show_played
        from replays.words import say_result

        show_played(self.reader, self.match, played, self.now.viewer)
        self.board()
        if self.match.is_over and self.match.closed is None:
            result = self.opening.game.result(self.opening, self.match.table)
            assert result is not None
            how = say_result(self.opening, result)
            self.tell(say("The game is over: {result}. Enter closes the match.", result=how), bold=True)

    def explain(self, error: Exception) -> None:
        """Say why something was not done, what stays recorded all the same, and what to do instead."""
        from cli.screen import show_played
        from cli.telling import message
        from ledger.log.errors import Stale

        if isinstance(error, Stale):
            self.look()
            self.tell(say("What you typed was not recorded: look at the table and decide again."), fg="yellow")
            return
        if kept := getattr(error, "recorded", ()):
            refused = self.refused
            self.refresh()
            self.refused = refused
            self.tell(say("The window closed first; what it drew stays recorded:"), fg="yellow")
            show_played(self.reader, self.match, kept, self.now.viewer)
        self.tell(say("Not recorded: {why}", why=message(self.reader, error)), fg="red")
        known = details(self.match, error, self.reader, self.refused[1] if self.refused is not None else None)
        if "rule" in known:
            self.tell(known["rule_text"], lead=f"  {known['rule']}: ")
            for words in known["legal"] if self.now.viewer == "everything" else ():
                self.tell(words, lead="  " + self.reader.tell(say("legal would be")) + ": ")
            self.tell(say("`anyway` records it as it was played."))
        elif (way_out := hint(getattr(error, "code", ""))) is not None:
            self.tell(way_out)

    def look(self) -> None:
        """Read the match as it stands now, and tell what somebody else recorded meanwhile."""
        from cli.screen import show_event

        seen = self.match.version
        self.refresh()
        if self.match.version > seen:
            self.tell(say("Somebody else recorded:"), fg="yellow", bold=True)
            for event in self.scribe.ledger.events_of(self.match.id)[seen:]:
                show_event(self.reader, self.match, event)
            self.board()

    def refresh(self) -> None:
        """Read the match as it stands now. A list or a refusal of before means nothing any more."""
        version = self.match.version
        self.now = Situation(self.scribe.match(self.match.id), self.now.viewer, self.reader.language, self.now.people)
        if self.match.version != version:
            self.headings, self.given, self.refused = [], [], None

    def name(self, seat: int) -> str:
        """Name a seat in its colour."""
        from cli.screen import seat_name

        return seat_name(self.reader, seat)
