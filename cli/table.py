"""`play`: recording at the table, interactively.

A person types a number from a list, a few words that fit one legal action, or an action in full. Each
move is on the disk before the next prompt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.prompt import HELP, WORDS, Ask, completing, plain_line
from cli.situation import Situation
from cli.state import HINTS, details, state

if TYPE_CHECKING:
    from cli.choose import Choice, Heading
    from domain.chance import Outcome, Question
    from domain.events import Played
    from domain.match import Match
    from ledger.scribe import Scribe


@click.command(epilog="Examples: tablescribe play 7k2 · tablescribe play 7k2 --plain < lines.txt")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=click.IntRange(min=1), help="Show only what this seat may see.")
@click.option("--plain", is_flag=True, help="Read simple lines, without completion (always so without a terminal).")
def play(match_id: str, seat: int | None, plain: bool) -> None:
    """Record MATCH at the table: what is legal, dice and cards when asked, undo, notes, rules."""
    scribe = state().scribe()
    match = scribe.match(match_id)
    if seat is not None and seat > match.opening.seats:
        raise click.UsageError(f"there is no seat {seat}: seats are 1 to {match.opening.seats}")
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and not plain
    AtTable(scribe, match.id, completing() if terminal else plain_line, seat).run()


class Cancelled(Exception):
    """The person gave no answer, so nothing is recorded."""


class AtTable:
    """One person recording one match.

    Attributes:
        now: the match as this person has seen it; what others record is told before anything is added.
        headings: the numbered list shown last.
        given: outcomes told while the list was made, for the window that closes before what is listed.
        refused: what the rules refused last: who, what, and the outcomes told so far.
    """

    def __init__(self, scribe: Scribe, match_id: str, ask: Ask, seat: int | None) -> None:
        self.scribe = scribe
        self.now = Situation(scribe.match(match_id), seat if seat is not None else "everything")
        self.opening = self.now.opening
        self.ask = ask
        self.headings: list[Heading] = []
        self.given: list[Outcome] = []
        self.refused: tuple[int | None, dict[str, Any], list[Outcome]] | None = None

    @property
    def match(self) -> Match:
        """The match as this person has seen it."""
        return self.now.match

    # --- the conversation -------------------------------------------------------------------

    def run(self) -> None:
        """Talk until the person leaves or the input ends."""
        from cli.screen import say

        names = self.scribe.names(self.match)
        people = ", ".join(f"{self.opening.label(f'seat:{seat}')}: {name}" for seat, name in enumerate(names, start=1))
        say(f"{self.opening.game.title} · match {self.match.id} · {people}")
        self.log(3)
        self.board()
        click.echo("Enter lists what is legal, `help` shows the words, `quit` leaves.")
        while True:
            try:
                line = self.ask(self.status(), self.complete).strip()
                if line in ("quit", "q", "exit"):
                    break
                self.answer(line)
            except EOFError:
                click.echo()
                break
            except KeyboardInterrupt:
                click.echo("`quit` leaves.")
            except Cancelled:
                click.echo("Not recorded.")
            except click.ClickException as error:
                say(error.message, fg="red")
            except Exception as error:
                if not hasattr(error, "code"):
                    raise
                self.explain(error)
        click.echo(f"Match {self.match.id} is recorded up to move {self.match.head}.")

    def status(self) -> str:
        """Say what an open window asks or how the game ended; return the prompt: who is to act."""
        if self.match.closed is not None:
            return "closed> "
        if self.match.is_over:
            return "the game is over (close, undo)> "
        who = ", ".join(self.name(seat) for seat in self.match.to_act)
        if self.now.answers():
            possible = {choice.fields["do"] for choice in self.now.legal()}
            answers = [do for do in self.now.answers() if do in possible]
            may, otherwise = ("may", ", or simply go on") if self.now.unused() else ("must", "")
            window = self.match.table.text("awaits")
            click.echo(f"{who} {may} answer ({window}): {', '.join(f'`{do}`' for do in answers)}{otherwise}.")
        return f"{who}> "

    def complete(self, words: Sequence[str]) -> dict[str, str]:
        """Return what may come after some words, with what it stands for."""
        from cli.choose import completions

        found = completions(self.opening, self.now.legal(), words)
        return found if words else {**found, **WORDS}

    def answer(self, line: str) -> None:
        """Do what a line says."""
        from cli.screen import show_rules

        book = self.opening.game.rulebook
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        words: dict[str, Callable[[], None]] = {
            "board": self.board, "b": self.board, "log": lambda: self.log(20), "help": self.help, "close": self.close,
            "redo": self.redo, "anyway": self.anyway, "rules": lambda: show_rules(book, ""), "?": self.list_legal,
        }  # fmt: skip
        heading = next((one for one in self.headings if one.key == line), None)
        if line in ("", *words):
            self.look()
            (self.close if not line and self.match.is_over else words[line or "?"])()
        elif word == "undo" and (not rest or (rest.isdecimal() and len(rest) < 6)):
            self.undo(int(rest or 1))
        elif word == "note" and rest:
            self.scribe.note(self.match.id, rest)
            self.refresh()
            click.echo("Noted.")
        elif word == "rule":
            show_rules(book, rest)
        elif heading is not None:
            self.take(heading.choices)
        else:
            self.act(line)

    # --- acting -----------------------------------------------------------------------------

    def list_legal(self) -> None:
        """List what is legal, gathered under headings where there is much of it."""
        self.show_list(self.now.legal())
        if not self.headings:
            click.echo("Nothing is legal: the game is over." if self.match.is_over else "Nothing is offered.")

    def show_list(self, choices: Sequence[Choice], given: Iterable[Outcome] = ()) -> None:
        """Print a numbered list and remember it."""
        from cli.choose import in_columns, listed, shared_beginning
        from cli.screen import line_width, say

        self.headings, self.given = listed(self.opening, choices), list(given)
        if len(choices) > len(self.headings):
            if above := self.headings[0].above:
                click.echo(f"     which {above}?")
            for text in in_columns(self.headings, line_width() or 80):
                click.echo(text)
            return
        if beginning := shared_beginning(self.headings):
            click.echo(f"     {beginning.strip()}")
        for one in self.headings:
            text, does = one.text.removeprefix(beginning), "" if self.given else self.now.consequence(one.choices[0])
            say(f"{text}  ({does})" if does else text, lead=f"{one.key:>3}  ")

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
        what comes after it, so that nothing is recorded when that is refused or cancelled.
        """
        seat, words = self.now.speaker(line)
        if found := self.now.fitting(words, seat):
            self.take(found, ())
            return
        now, given = self.now, list[Any]()
        if now.unused() and now.names_action(words) not in now.answers():
            self.check_sense(seat, words)
            now, given = self.now.ahead(self.scribe, self.ask_outcome)
            if now.match.is_over:
                self.end_unanswered(given)
                return
            if found := now.fitting(words, seat):
                self.take(found, given)
                return
        if not now.names_action(words):
            raise now.misfit(words, seat)
        self.play(seat or next(iter(now.match.to_act), None), now.in_full(words), given)

    def check_sense(self, seat: int | None, words: Sequence[str]) -> None:
        """Refuse what fits nothing that could follow the open window, before people are asked for cards."""
        if not words:
            raise self.now.misfit(words, seat)
        guess, _ = self.now.ahead(self.scribe, lambda question: next(iter(question.among)))
        over = guess.match.is_over
        if not over and not guess.names_action(words) and not guess.fitting(words[:1], seat):
            raise guess.misfit(words[:1], seat)

    def end_unanswered(self, given: Sequence[Outcome]) -> None:
        """Record that nobody used the open window, which ends the game."""
        closing = self.now.unused()
        assert closing is not None
        click.echo("Nobody answered, and that ends the game; what you typed comes too late.")
        self.play(closing[0], closing[1].data(), given)

    def play(
        self, seat: int | None, action: dict[str, Any], given: Iterable[Outcome], *, as_played: bool = False
    ) -> None:
        """Record an action, asking for dice and cards as they are needed."""
        from domain.chance import NeedsOutcome
        from domain.play import Illegal

        outcomes = list(given)
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

    def ask_outcome(self, question: Question) -> Outcome:
        """Ask what chance gave; an empty answer cancels the move."""
        from cli.choose import outcome_named, short
        from cli.screen import say, with_names

        say(f"{with_names(self.opening, question.say())}: which one? (an empty line cancels the move)", fg="cyan")
        known = not question.secret or self.now.viewer in ("everything", question.seat)
        among = {short(str(one)): self.opening.label(str(one)) for one in question.among} if known else {}
        while True:
            try:
                told = self.ask("  which? ", lambda words: among if not words else {}).strip()
            except KeyboardInterrupt:
                told = ""
            if not told:
                raise Cancelled
            outcome: Outcome | None = outcome_named(self.opening, question.among, told)
            if outcome is not None:
                return outcome
            say(f"{told} cannot come up. Possible: {', '.join(among)}", fg="red")

    def anyway(self) -> None:
        """Record the move that was just refused, as it was played."""
        if self.refused is None:
            raise click.UsageError("no move was refused")
        self.play(*self.refused, as_played=True)

    def undo(self, steps: int) -> None:
        """Take moves back, asking the others where the match wants their consent."""
        from cli.screen import say, with_names
        from domain.match import TakeBackRefused

        try:
            event = self.scribe.undo(self.match.id, steps, expected_version=self.match.version)
        except TakeBackRefused as error:
            say(f"{with_names(self.opening, str(error))}.")
            answer = self.ask("Does everybody agree? [y/N] ", lambda words: {}).strip().lower()
            if answer not in ("y", "yes"):
                click.echo("Nothing was taken back.")
                return
            event = self.scribe.undo(
                self.match.id,
                steps,
                agreed=range(1, self.opening.seats + 1),
                reason="agreed at the table",
                expected_version=self.match.version,
            )
        self.refresh()
        self.board()
        click.echo(f"Taken back to move {event.to}; `redo` restores it.")

    def redo(self) -> None:
        """Restore what was taken back."""
        event = self.scribe.redo(self.match.id, expected_version=self.match.version)
        self.refresh()
        self.board()
        click.echo(f"Restored up to move {event.to}.")

    def close(self) -> None:
        """Close the match with its result, once somebody has said yes: it cannot be opened again."""
        from replays.words import say_event

        if self.match.is_over and self.match.closed is None:
            answer = self.ask("Close the match? It cannot be taken back then. [y/N] ", lambda words: {})
            if answer.strip().lower() not in ("y", "yes"):
                click.echo("It stays open.")
                return
        event = self.scribe.close(self.match.id, expected_version=self.match.version)
        self.refresh()
        click.echo(say_event(self.match, event))

    # --- showing ----------------------------------------------------------------------------

    def help(self) -> None:
        """Show what can be typed."""
        click.echo(HELP + "\n".join(f"{word:<16}{text}" for word, text in WORDS.items()))

    def board(self) -> None:
        """Show the table."""
        from cli.screen import board

        board(self.opening, self.match.table, self.now.viewer)

    def log(self, most: int) -> None:
        """Show the last moves of the line."""
        from cli.screen import event_lines, line_width

        for number in self.match.line.numbers[1:][-most:]:
            click.echo("\n".join(event_lines(self.match, self.match.moves[number], (), line_width())))

    def say_played(self, played: list[Played]) -> None:
        """Say what was recorded, and show the table."""
        from cli.screen import brief_changes, event_lines, line_width
        from replays.timeline import Timeline

        timeline = Timeline(self.match)
        for one in played:
            changes = brief_changes(timeline, one.number, self.now.viewer)
            click.echo("\n".join(event_lines(self.match, one, changes, line_width())))
        self.board()
        if self.match.is_over and self.match.closed is None:
            result = self.opening.game.result(self.opening, self.match.table)
            assert result is not None
            winners = " and ".join(self.name(seat) for seat in result.winners) or "nobody"
            click.secho(f"The game is over: {winners} won ({result.rule}). Enter closes the match.", bold=True)

    def explain(self, error: Exception) -> None:
        """Say why something was not done, and what to do instead."""
        from cli.screen import say, with_names
        from ledger.log.errors import Stale

        if isinstance(error, Stale):
            self.look()
            click.secho("What you typed was not recorded: look at the table and decide again.", fg="yellow")
            return
        say(f"Not recorded: {with_names(self.opening, str(error))}", fg="red")
        known = details(self.match, error)
        if "rule" in known:
            say(known["rule_text"], lead=f"  {known['rule']}: ")
            for words in known["legal"] if self.now.viewer == "everything" else ():
                say(words, lead="  legal would be: ")
            click.echo("`anyway` records it as it was played.")
        elif hint := HINTS.get(getattr(error, "code", ""), ""):
            click.echo(hint)

    def look(self) -> None:
        """Read the match as it stands now, and tell what somebody else recorded meanwhile."""
        from cli.screen import event_lines, line_width

        seen = self.match.version
        self.refresh()
        if self.match.version > seen:
            click.secho("Somebody else recorded:", fg="yellow", bold=True)
            for event in self.scribe.ledger.events_of(self.match.id)[seen:]:
                click.echo("\n".join(event_lines(self.match, event, (), line_width())))
            self.board()

    def refresh(self) -> None:
        """Read the match as it stands now. A list or a refusal of before means nothing any more."""
        version = self.match.version
        self.now = Situation(self.scribe.match(self.match.id), self.now.viewer)
        if self.match.version != version:
            self.headings, self.given, self.refused = [], [], None

    def name(self, seat: int) -> str:
        """Name a seat in its colour."""
        from cli.screen import seat_name

        return seat_name(self.opening, seat)
