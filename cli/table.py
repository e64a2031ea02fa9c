"""`play`: recording at the table, interactively.

A person types a number from a list, a few words that fit one legal action, or an action in full. Each
move is on the disk before the next prompt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from cli.state import HINTS, console, details, state

if TYPE_CHECKING:
    from domain.chance import Question
    from domain.events import Played
    from domain.game import Action
    from domain.match import Match
    from ledger.scribe import Scribe

Ask = Callable[[str, list[str]], str]
"""Asks for a line, given a prompt and words to complete from; raises `EOFError` when there are no more."""

HELP = """\
A number        choose from the list last shown          ?            list what is legal now
WORDS           the one legal action they fit, such as `skip` or `4 circle`
play_movement card=movement:4 pawn=1 at=2 use=circle     an action in full
undo [N]        take moves back        redo             restore them
anyway          record the move that was just refused, with the rule it breaks
note TEXT       add a remark           rule NUMBER      show a rule
board           show the table         log              what happened so far
quit            leave; everything is recorded"""


@click.command(epilog="Examples: tablescribe play 7k2 · tablescribe play 7k2 --plain < lines.txt")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=int, help="Show only what this seat may see.")
@click.option("--plain", is_flag=True, help="Read simple lines, without completion (always so without a terminal).")
def play(match_id: str, seat: int | None, plain: bool) -> None:
    """Record MATCH at the table: what is legal, dice and cards when asked, undo, notes, rules."""
    scribe = state().scribe()
    scribe.match(match_id)
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and not plain
    AtTable(scribe, scribe.ledger.find(match_id), _completing() if terminal else _plain_line, seat).run()


def _plain_line(prompt: str, _words: list[str]) -> str:
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        click.echo(line.rstrip())
    return line


def _completing() -> Ask:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import FuzzyWordCompleter

    session: PromptSession[str] = PromptSession()

    def ask(prompt: str, words: list[str]) -> str:
        return session.prompt(prompt, completer=FuzzyWordCompleter(words), complete_while_typing=True)

    return ask


class AtTable:
    """One person recording one match."""

    def __init__(self, scribe: Scribe, match_id: str, ask: Ask, seat: int | None) -> None:
        self.scribe = scribe
        self.match_id = match_id
        self.ask = ask
        self.viewer: Any = seat if seat is not None else "everything"
        self.match: Match = scribe.match(match_id)
        self.listed: list[list[Action]] = []
        self.refused: tuple[int | None, dict[str, Any]] | None = None

    # --- the conversation -------------------------------------------------------------------

    def run(self) -> None:
        """Talk until the person leaves or the input ends."""
        self.board()
        click.echo("`?` lists what is legal, `help` shows the words, `quit` leaves.")
        while True:
            try:
                line = self.ask(self.prompt(), self.words()).strip()
            except (EOFError, KeyboardInterrupt):
                click.echo()
                break
            if line in ("quit", "q", "exit"):
                break
            try:
                self.answer(line)
            except KeyboardInterrupt:
                click.echo("Not recorded.")
            except click.ClickException as error:
                click.secho(error.message, fg="red")
            except Exception as error:
                if not hasattr(error, "code"):
                    raise
                self.explain(error)
        click.echo(f"Match {self.match_id} is recorded up to move {self.match.head}.")

    def prompt(self) -> str:
        """Return the prompt: who is to act, and what an open window asks."""
        if self.match.closed is not None:
            return "closed> "
        if self.match.is_over:
            return "the game is over (close, undo)> "
        who = ", ".join(self.label(seat) for seat in self.match.to_act)
        window = self.match.table.text("awaits")
        return f"{who} ({window}; or simply go on)> " if self.can_go_on() else f"{who}> "

    def can_go_on(self) -> bool:
        """Return whether a window is open that closes by itself when play goes on."""
        return self.match.opening.game.decline(self.match.opening, self.match.table) is not None

    def words(self) -> list[str]:
        """Return words for completion: our own, and the short forms of what is legal."""
        short = [self.short(action) for seat in self.match.to_act for action in self.scribe.legal(self.match, seat)]
        own = ["undo", "redo", "note", "rule", "rules", "board", "log", "anyway", "help", "quit", "close"]
        return [*dict.fromkeys(short), *own]

    def answer(self, line: str) -> None:
        """Do what a line says."""
        word, _, rest = line.partition(" ")
        simple: dict[str, Callable[[], None]] = {
            "": self.list_legal, "?": self.list_legal, "help": lambda: click.echo(HELP), "board": self.board,
            "b": self.board, "log": self.log, "redo": self.redo, "anyway": self.anyway, "close": self.close,
        }  # fmt: skip
        if line in simple:
            simple[line]()
        elif word == "undo":
            self.undo(int(rest) if rest.strip().isdigit() else 1)
        elif word == "note" and rest:
            self.scribe.note(self.match_id, rest)
            self.refresh()
            click.echo("Noted.")
        elif word in ("rule", "rules"):
            self.rule(rest.strip())
        elif line.isdigit():
            self.choose(int(line))
        else:
            self.act(line)

    # --- acting -----------------------------------------------------------------------------

    def list_legal(self) -> None:
        """List what is legal, gathered by action and card when there is much of it."""
        legal = [(seat, action) for seat in self.match.to_act for action in self.scribe.legal(self.match, seat)]
        groups: dict[str, list[Action]] = {}
        for _seat, action in legal:
            key = self.say(action) if len(legal) <= 16 else self.gather(action)
            groups.setdefault(key, []).append(action)
        self.show_list(groups)
        if self.can_go_on():
            click.echo("Or simply record what comes next: that closes the window.")

    def gather(self, action: Action) -> str:
        """Return under which heading a long list puts an action: its card, or itself."""
        data = action.data()
        if "card" not in data:
            return self.say(action)
        return f"{data['do'].replace('_', ' ')}: {self.match.opening.label(data['card'])}"

    def show_list(self, groups: dict[str, list[Action]]) -> None:
        """Print a numbered list and remember it."""
        self.listed = list(groups.values())
        for number, (text, actions) in enumerate(groups.items(), start=1):
            ways = f"  ({len(actions)} ways)" if len(actions) > 1 else ""
            click.echo(f"{number:>3}  {text}{ways}")
        if not groups:
            click.echo("Nothing is legal: the game is over.")

    def choose(self, number: int) -> None:
        """Take a number from the list: an action, or a group to choose from."""
        if not 1 <= number <= len(self.listed):
            raise click.UsageError(f"there is no {number} in the list: `?` shows it")
        actions = self.listed[number - 1]
        if len(actions) > 1:
            self.show_list({self.say(action): [action] for action in actions})
        else:
            self.play(None, actions[0].data())

    def act(self, line: str) -> None:
        """Play the one legal action that the words fit, or the action they spell out.

        If a window is open and they do not answer it, play goes on: the window closes first.
        """
        from cli.moves import action_data

        unused = self.match.opening.game.decline(self.match.opening, self.match.table)
        if unused is not None and not self.answers(line.split()[0]):
            seat, action = unused
            self.play(seat, action.data())
        fitting = [
            action
            for seat in self.match.to_act
            for action in self.scribe.legal(self.match, seat)
            if self.fits(action, line.split())
        ]
        if len(fitting) == 1:
            self.play(None, fitting[0].data())
        elif fitting:
            self.show_list({self.say(action): [action] for action in fitting})
        elif line.startswith("{") or line.split()[0] in self.kinds():
            self.play(None, action_data(self.match, line.split()))
        else:
            raise click.UsageError(f"nothing legal fits {line!r}: `?` lists what is legal, `help` shows the words")

    def answers(self, word: str) -> bool:
        """Return whether a word begins an answer to the open window; JSON is taken at its word."""
        kinds = self.kinds()
        return word.startswith("{") or (word in kinds and kinds[word].answers is not None)

    def fits(self, action: Action, words: Iterable[str]) -> bool:
        """Return whether all words name something of an action: its verb, a card, a number, a way."""
        data = action.data()
        values = {str(value) for value in data.values()} | {str(value).split(":")[-1] for value in data.values()}
        pairs = {f"{key}={value}" for key, value in data.items()}
        return all(word in values or word in pairs for word in words)

    def play(self, seat: int | None, action: dict[str, Any], *, as_played: bool = False) -> None:
        """Record an action, asking for dice and cards as they are needed."""
        from domain.chance import NeedsOutcome, Outcome
        from domain.play import Illegal

        outcomes: list[Outcome] = []
        while True:
            try:
                played = self.scribe.play(
                    self.match_id, seat, action, outcomes, as_played=as_played, expected_version=self.match.version
                )
                break
            except NeedsOutcome as needs:
                outcomes.append(self.ask_outcome(needs.question))
            except Illegal:
                self.refused = (seat, action)
                raise
        self.refresh()
        self.say_played(played)

    def ask_outcome(self, question: Question) -> Any:
        """Ask what chance gave; an empty answer cancels the move."""
        names = {str(outcome).split(":")[-1]: outcome for outcome in question.among}
        who = question.say().replace(f"seat {question.seat}", self.label(question.seat))
        click.echo(f"{who}: which one? (empty: cancel)")
        while True:
            told = self.ask("? ", [*names, *(self.match.opening.label(str(o)) for o in names.values())]).strip()
            if not told:
                raise KeyboardInterrupt
            for outcome in question.among:
                if told in (str(outcome), str(outcome).split(":")[-1], self.match.opening.label(str(outcome))):
                    return outcome
            some = ", ".join(list(names)[:16]) + (" …" if len(names) > 16 else "")
            click.secho(f"{told} cannot come up. Possible: {some}", fg="red")

    def anyway(self) -> None:
        """Record the move that was just refused, as it was played."""
        if self.refused is None:
            raise click.UsageError("no move was refused")
        seat, action = self.refused
        self.refused = None
        self.play(seat, action, as_played=True)

    def undo(self, steps: int) -> None:
        """Take moves back, asking the others where the match wants their consent."""
        from domain.match import TakeBackRefused

        try:
            event = self.scribe.undo(self.match_id, steps, expected_version=self.match.version)
        except TakeBackRefused as error:
            click.echo(f"{error}.")
            if self.ask("Does everybody agree? [y/N] ", ["yes", "no"]).strip().lower() not in ("y", "yes"):
                click.echo("Nothing was taken back.")
                return
            everybody = range(1, self.match.opening.seats + 1)
            event = self.scribe.undo(
                self.match_id,
                steps,
                agreed=everybody,
                reason="agreed at the table",
                expected_version=self.match.version,
            )
        self.refresh()
        click.echo(f"Taken back to move {event.to}; `redo` restores it.")
        self.board()

    def redo(self) -> None:
        """Restore what was taken back."""
        event = self.scribe.redo(self.match_id, expected_version=self.match.version)
        self.refresh()
        click.echo(f"Restored up to move {event.to}.")
        self.board()

    def close(self) -> None:
        """Close the match with its result."""
        from replays.words import say_event

        event = self.scribe.close(self.match_id, expected_version=self.match.version)
        self.refresh()
        click.echo(say_event(self.match, event))

    # --- showing ----------------------------------------------------------------------------

    def board(self) -> None:
        """Show the table."""
        from replays.pictures import terminal

        console().print(terminal(self.match.opening, self.match.table, viewer=self.viewer))

    def log(self) -> None:
        """Show the last moves of the line."""
        from replays.words import say_event

        for number in self.match.line.numbers[-12:]:
            click.echo(f"{number:>4}  {say_event(self.match, self.match.moves[number])}")

    def rule(self, number: str) -> None:
        """Show a rule, or the numbers of all."""
        book = self.match.opening.game.rulebook
        wanted = number.upper() if number.upper() in book else number
        if wanted in book:
            click.echo(f"{wanted}: {book[wanted].text}")
        else:
            click.echo("Rules: " + ", ".join(rule.number for rule in book.rules))

    def say_played(self, played: list[Played]) -> None:
        """Say what was recorded, and show the table."""
        from replays.timeline import Timeline
        from replays.words import say_event

        timeline = Timeline(self.match)
        for one in played:
            click.echo(f"{one.number:>4}  {say_event(self.match, one)}")
            for change in timeline.changes(one.number, self.viewer):
                click.secho(f"        {change}", dim=True)
        self.listed = []
        self.board()
        if self.match.is_over and self.match.closed is None:
            result = self.match.opening.game.result(self.match.opening, self.match.table)
            assert result is not None
            winners = " and ".join(self.label(seat) for seat in result.winners) or "nobody"
            click.secho(f"The game is over: {winners} won ({result.rule}). `close` closes the match.", bold=True)

    def explain(self, error: Exception) -> None:
        """Say why something was not done, and what to do instead."""
        from ledger.errors import Stale

        if isinstance(error, Stale):
            self.refresh()
            click.secho("Somebody else recorded meanwhile; nothing of yours was. This stands now:", fg="yellow")
            self.log()
            self.board()
            return
        known = details(self.match, error)
        click.secho(f"Not recorded: {error}", fg="red")
        if "rule" in known:
            click.echo(f"  {known['rule']}: {known['rule_text']}")
            for words in known["legal"]:
                click.echo(f"  legal would be: {words}")
            click.echo("`anyway` records it as it was played.")
        elif hint := HINTS.get(getattr(error, "code", ""), ""):
            click.echo(hint)

    def refresh(self) -> None:
        """Read the match as it stands now."""
        self.match = self.scribe.match(self.match_id)

    def label(self, seat: int) -> str:
        """Name a seat."""
        return self.match.opening.label(f"seat:{seat}")

    def say(self, action: Action) -> str:
        """Say an action in words."""
        return action.say(self.match.opening.label)

    def short(self, action: Action) -> str:
        """Return an action in full, as it can be typed."""
        return " ".join(str(v) if k == "do" else f"{k}={v}" for k, v in action.data().items())

    def kinds(self) -> dict[str, type[Action]]:
        """Return all actions by name."""
        return {kind.model_fields["do"].default: kind for kind in self.match.opening.game.rules.kinds()}
