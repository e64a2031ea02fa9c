"""Record a match interactively (`play`).

A person types a number from a list, a few words that fit one legal action, or an action in full. Each move is stored
before the next prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import click

from tablescribe.cli.table.open_window import asked
from tablescribe.cli.table.prompt import AFTER_THE_END, DECLARES, WORDS, YES, Cancelled, RecordedElsewhere, misused
from tablescribe.cli.table.recording import Recording
from tablescribe.cli.terminal.errors import exit_code_of
from tablescribe.cli.terminal.state import echo
from tablescribe.domain.words.text import Text, say

DECLARE = ("declare", "d")
"""Words that begin the description of a blank component."""


class Session(Recording):
    """One person recording one match: the conversation, corrections, and the end."""

    def run(self, remarks: Iterable[Text] = ()) -> None:
        """Read and answer lines until the person leaves or the input ends.

        Args:
            remarks: what people should know about a match that was just opened; printed first.
        """
        if self.screen is not None:
            self.screen.at_rest, self.screen.has_moved_on = self.complete, self.has_moved_on
        self.greet(remarks)
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
            except RecordedElsewhere:
                self.look()
                self.say_next()
            except Cancelled:
                self.tell(say("Not recorded."))
                self.fail(4)
            except Exception as error:
                self.refuse_line(error)
        if self.screen is not None:
            self.screen.begin_last_words()
        self.tell(say("Match {match} is recorded up to move {move}.", match=self.match.id, move=self.match.head))
        self.say_where_next()

    def say_where_next(self) -> None:
        """Say how to come back to the match; once it is closed, what can be done with it."""
        match, on = self.match.id, self.tell
        if self.match.closed is not None:
            on(say("Watch it: {command}", command=f"tablescribe replay {match} --html {match}.html"), lead="  ")
            on(say("Check it against the rules: {command}", command=f"tablescribe audit {match}"), lead="  ")
            on(say("Prove the result: {command}", command=f"tablescribe bundle {match} -o {match}.bundle"), lead="  ")
            on(say("Play again: {command}", command=f"tablescribe rematch {match}"), lead="  ")
        elif self.match.is_over:
            on(say("The game is over. Close it: {command}", command=f"tablescribe close {match}"))
        else:
            on(say("Go on with: {command}", command=f"tablescribe play {match}"))

    def greet(self, remarks: Iterable[Text] = ()) -> None:
        """Print which match this is, its remarks and state, and how to go on."""
        from tablescribe.cli.terminal.messages import in_a_row

        people = in_a_row(self.opening.all_seats)
        title = say("{game} · match {match} · {people}", game=self.opening.title, match=self.match.id, people=people)
        self.tell(title)
        for remark in remarks:
            self.tell(remark)
        if self.match.head:
            self.log(3)
        self.board()
        self.say_next()
        self.say_ended()
        if self.match.closed is None:
            self.tell(say("Enter lists what is legal, `help` shows the words, `quit` leaves."))
        else:
            self.tell(say("Notes can still be added. `help` shows the words, `quit` leaves."))

    def refuse_line(self, error: Exception) -> None:
        """Print why a line was not recorded. Raise errors that have no code again.

        Raises:
            Exception: the error, if it has no code.
        """
        if isinstance(error, click.ClickException):
            self.tell(error.message, fg="red")
            self.fail(error.exit_code)
        elif hasattr(error, "code"):
            self.fail(exit_code_of(error))
            self.explain(error)
        else:
            raise error

    def has_moved_on(self) -> bool:
        """Return whether somebody else has recorded something. The match is read only if the log has grown."""
        position, self._position = self._position, self.scribe.ledger.log.max_notification_id()
        return position != self._position and self.scribe.match(self.match.id).version != self.match.version

    def fail(self, code: int) -> None:
        """Set the exit code after a refused line, for programs; a person sees the message."""
        self._before_refusal = self.exit_code
        self.exit_code = self.exit_code or code

    def status(self) -> str:
        """Print the open window's question or how the game ended; return the prompt with the seats to act."""
        if self.match.closed is not None:
            return self.reader.tell(say("closed")) + "> "
        if self.match.is_over:
            return self.reader.tell(say("the game is over (close, undo)")) + "> "
        if (question := asked(self.now)) is not None:
            self.tell(question, fg="cyan")
        if (blank := self.blank()) is not None:
            self.tell(blank, fg="cyan")
        return f"{', '.join(self.name(seat) for seat in self.match.to_act)}> "

    def complete(self, words: Sequence[str]) -> dict[str, str]:
        """Return the possible next words, each with its meaning."""
        blanks, book = self.opening.game.blanks, self.opening.game.rulebook
        if words in (["rule"], ["rules"]):
            return {rule.number: book.heading(rule.chapter, self.reader.language) for rule in book.rules}
        if self.match.closed is not None:
            return {} if words else {word: self.reader.tell(WORDS[word]) for word in AFTER_THE_END}
        if words and words[0] in DECLARE and blanks:
            from tablescribe.domain.rules.declarations import form_of

            return dict.fromkeys(form_of(self.opening, self.now.table()).begun(words[1:]).words, "")
        if words and words[0] == "ruling":
            return self.complete(["rules"]) if len(words) == 1 else {}
        found = self.now.next_words(words)
        also = {word: self.reader.tell(text) for word, text in WORDS.items() if word != "anyway" or self.refused}
        if blanks:
            also["declare"] = self.reader.tell(DECLARES)
        return found if words else {**also, **found}

    def answer(self, line: str) -> None:
        """Carry out a line."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if self.match.closed is not None and word not in (*AFTER_THE_END, "b", "rule"):
            if line not in ("", "?"):
                self.match.check_open()
            self.say_ended()
            return
        words: dict[str, Callable[[], None]] = {
            "board": self.board, "b": self.board, "scenario": self.scenario, "log": lambda: self.log(20),
            "help": self.help, "close": self.close,
            "redo": self.redo, "anyway": self.anyway, "?": self.list_legal,
            "rules": lambda: self.show_rules(""), "why": self.why,
        }  # fmt: skip
        if line in ("", *words):
            self.look()
            (self.close if not line and self.match.is_over else words[line or "?"])()
        elif word == "undo" and (not rest or (rest.isdecimal() and len(rest) < 6)):
            self.undo(int(rest or 1))
        elif word == "note" and rest:
            self.scribe.note(self.match.id, rest)
            self.refresh()
            self.tell(say("Noted."))
        elif word in DECLARE and self.opening.game.blanks and "card=" not in rest and "says=" not in rest:
            self.declare(rest)
        elif rest and self.is_a_blank(word) and not self.now.is_said(line):
            self.declare(line)
        elif word == "ruling" and len(rest.split()) > 1:
            self.rule(*rest.split(maxsplit=1))
        elif word in ("rule", "rules") or (word == "help" and not self.now.is_said(line)):
            self.show_rules(rest)
        elif line.rstrip(".").isdecimal():
            self.take_line(line)
        elif word in WORDS and not self.now.is_said(line):
            raise misused(self.reader, word)
        else:
            self.act(line)

    def show_rules(self, query: str) -> None:
        """Print the rules that a number or words find, with the moves of this match that cite them."""
        from tablescribe.cli.table.rule_lookup import show_rules

        show_rules(self.reader, self.match, self.now.viewer, query)

    def take_line(self, line: str) -> None:
        """Take the line of the last list with this number. A number alone always means a line of the list.

        Raises:
            click.UsageError: the list has no such line; or no list was shown yet, so it is shown now.
        """
        from tablescribe.cli.table.choosing import chosen

        if (heading := chosen(self.headings, line)) is not None:
            self.take(heading.choices)
            return
        if not self.headings:
            self.list_legal()
            if chosen(self.headings, line) is not None:
                raise click.UsageError(self.reader.tell(say("Numbers refer to this list. Enter the number again.")))
        raise click.UsageError(
            self.reader.tell(say("The list has no line {line}. Enter shows the whole list again.", line=line))
        )

    # --- correcting and ending --------------------------------------------------------------

    def undo(self, steps: int) -> None:
        """Undo moves, asking for the others' consent if the match requires it."""
        from tablescribe.domain.match.refusals import TakeBackRefused

        try:
            event = self.scribe.undo(self.match.id, steps, expected_version=self.match.version)
        except TakeBackRefused as error:
            self.tell(f"{self.reader.sentence(error.text)}.")
            if not self.agree(say("Do all players agree? [y/N]")):
                self.tell(say("Nothing was taken back."))
                return
            event = self.scribe.undo(
                self.match.id, steps, agreed=self.opening.all_seats, reason="agreed at the table",
                expected_version=self.match.version,
            )  # fmt: skip
        self.refresh()
        self.board()
        self.say_next()
        self.tell(say("Taken back to move {move}; `redo` restores it.", move=event.to))

    def redo(self) -> None:
        """Restore moves that were undone."""
        event = self.scribe.redo(self.match.id, expected_version=self.match.version)
        self.refresh()
        self.board()
        self.say_next()
        self.tell(say("Restored up to move {move}.", move=event.to))

    def close(self) -> None:
        """Close the match with its result, after a confirmation: it cannot be reopened."""
        from tablescribe.ledger.matches.learnt_components import learnt_of
        from tablescribe.replays.reading.wording import say_event

        sure = say("Close the match? This cannot be undone. [y/N]")
        if self.match.is_over and self.match.closed is None and not self.agree(sure):
            self.tell(say("The match stays open."))
            return
        event = self.scribe.close(self.match.id, expected_version=self.match.version)
        self.refresh()
        self.tell(say_event(self.match, event))
        for learnt in learnt_of(self.scribe.ledger, self.match).words:
            self.tell(learnt)

    def agree(self, question: Text) -> bool:
        """Ask a yes-or-no question."""
        return self.ask(f"{self.reader.tell(question)} ", lambda words: {}).strip().lower() in YES

    def why(self) -> None:
        """Show the rule that refused the last move, and the moves that cite it."""
        if not self.broken:
            raise click.UsageError(self.reader.tell(say("no move was refused")))
        self.show_rules(self.broken)

    def anyway(self) -> None:
        """Record the move just refused, as it was played."""
        if self.refused is None:
            raise click.UsageError(self.reader.tell(say("no move was refused")))
        before = self._before_refusal
        self.play(*self.refused, as_played=True)
        self.exit_code = before
