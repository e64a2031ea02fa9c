"""What a person at the table sees: the board, the log, recorded moves, and why a line was refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tablescribe.cli.table.prompt import AFTER_THE_END, DECLARES, WORDS, Ask, show_help, show_words
from tablescribe.cli.table.situation import Situation
from tablescribe.cli.terminal.errors import hint
from tablescribe.cli.terminal.state import details
from tablescribe.domain.words.text import Text, Thing, listed, say

if TYPE_CHECKING:
    from tablescribe.cli.table.choosing import Heading
    from tablescribe.cli.table.full_screen import Screen
    from tablescribe.domain.match.events import Played
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.chance import Outcome
    from tablescribe.domain.table.scene import Panel
    from tablescribe.ledger.matches.scribe import Scribe
    from tablescribe.replays.reading.reader import Reader

MOST_VERBS = 12
"""Maximum number of actions listed after a move."""


class Display:
    """What is shown to one person who records one match.

    Attributes:
        now: the match as last shown. Moves from other devices are shown before anything is added.
        headings: the numbered list shown last.
        given: outcomes entered for that list, used when the window closes before the chosen action.
        refused: the last action that a rule refused: seat, action, and the outcomes entered.
        screen: shows the table beside the log, on a wide terminal.
        exit_code: 0, or the code of the first refused line that `anyway` did not record either.
    """

    def __init__(
        self,
        scribe: Scribe,
        match_id: str,
        ask: Ask,
        seat: int | None,
        language: str = "en",
        screen: Screen | None = None,
    ) -> None:
        self.scribe, self.screen = scribe, screen
        match = scribe.match(match_id)
        people = tuple(scribe.names(match))
        self.now = Situation(match, seat if seat is not None else "everything", language, people)
        self.opening = self.now.opening
        self.ask = ask
        self.headings: list[Heading] = []
        self.given: list[Outcome] = []
        self.typed_ahead: list[str] = []
        self.refused: tuple[int | None, dict[str, Any], list[Outcome]] | None = None
        self.broken = ""  # the rule that refused a move last
        self.exit_code = 0
        self._before_refusal = 0
        self._position: int | None = None
        self._shown: Sequence[Panel] = ()

    @property
    def match(self) -> Match:
        """The match as last shown."""
        return self.now.match

    def tell(self, text: Text | str, *, lead: str = "", **style: Any) -> None:
        """Print a text in the person's language."""
        from tablescribe.cli.terminal.screen import write

        write(self.reader.tell(text), lead=lead, **style)

    def help(self) -> None:
        """Print the words that can be typed."""
        if self.match.closed is not None:
            show_words(self.reader, {word: WORDS[word] for word in AFTER_THE_END})
            return
        declares = {"declare": DECLARES} if self.opening.game.blanks else {}
        show_help(self.reader, self.now.legal(), self.now.examples(), self.opening.seats)
        show_words(self.reader, declares)

    def say_ended(self) -> None:
        """Print how the match ended, if it is closed."""
        from tablescribe.replays.reading.wording import say_event

        if self.match.closed is not None:
            self.tell(f"{self.reader.sentence(say_event(self.match, self.match.closed))}.", bold=True)

    def board(self, *, after_a_move: bool = False) -> None:
        """Show the table; after a move only if it is short, or most of it has changed."""
        from tablescribe.cli.terminal.screen import board
        from tablescribe.replays.pictures.scenes import scene

        before = self._shown if after_a_move else ()
        if self.screen is not None:
            panels = scene(self.opening, self.match.table, self.now.viewer)
            if self.screen.show(self.reader, panels, from_its_top=not after_a_move):
                self._shown = panels
                return
        self._shown = board(self.reader, self.match.table, self.now.viewer, before)

    def scenario(self) -> None:
        """Print what is played, what wins and what scores."""
        from tablescribe.replays.reading.sheet import told_sheet

        sections = told_sheet(self.opening, self.reader)
        if not sections:
            self.tell(say("This game has no scoring help. The players decide what wins."))
        for section in sections:
            self.tell(section["title"], bold=True)
            for line in section["lines"]:
                self.tell(line, lead="  ")

    def log(self, most: int) -> None:
        """Print the last moves."""
        from tablescribe.cli.terminal.screen import show_event

        numbers = self.match.line.numbers[1:]
        if not numbers:
            self.tell(say("no moves yet"))
        for number in numbers[-most:]:
            show_event(self.reader, self.match, self.match.moves[number])

    def say_played(self, played: Iterable[Played]) -> None:
        """Print the recorded moves, the table, and who is next."""
        from tablescribe.cli.terminal.screen import show_played
        from tablescribe.replays.reading.outcome import say_result

        show_played(self.reader, self.match, played, self.now.viewer)
        self.board(after_a_move=True)
        self.say_next()
        if self.match.is_over and self.match.closed is None:
            result = self.opening.game.result(self.opening, self.match.table)
            assert result is not None
            how = say_result(self.opening, result)
            self.tell(say("The game is over: {result}. Enter closes the match.", result=how), bold=True)

    def say_next(self) -> None:
        """Print who is to act, in which part of the turn, the clock, and the possible actions."""
        from tablescribe.domain.table.names import seat as seat_name

        game = self.opening.game
        if self.match.is_over or self.match.closed is not None:
            return
        told = list(game.progress(self.opening, self.match.table))
        if told or game.shorthand is None:
            who = listed([Thing(seat_name(seat)) for seat in self.match.to_act])
            self.tell(say("Next: {what}", what=listed([who, *told], " · ")), bold=True)
        if self.match.clock is not None:
            from tablescribe.replays.reading.clock import clock_line

            if (line := clock_line(self.match, self.scribe.now())) is not None:
                self.tell(line, lead="  ")
        if game.shorthand is None and self.now.window() is None and (verbs := self.now.verbs()):
            some = ", ".join(verbs[:MOST_VERBS]) + (", …" if len(verbs) > MOST_VERBS else "")
            self.tell(say("possible: {actions}", actions=some), lead="  ")

    def explain(self, error: Exception) -> None:
        """Print why a line was refused, what was recorded before the refusal, and what to do instead."""
        from tablescribe.cli.terminal.messages import message
        from tablescribe.cli.terminal.screen import show_played
        from tablescribe.ledger.log.errors import Stale

        if isinstance(error, Stale):
            self.look()
            self.tell(say("Your line was not recorded. Check the table, then try again."), fg="yellow")
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
            self.broken = known["rule"]
            self.tell(known["rule_text"], lead=f"  {known['rule']}: ")
            for words in known["legal"] if self.now.viewer == "everything" else ():
                self.tell(words, lead="  " + self.reader.tell(say("legal actions")) + ": ")
            look_up = f"`rules {known['rule']}`"
            if self.refused is not None:
                self.tell(
                    say(
                        "`anyway` records it as it was played. {rules} shows the moves that cite the rule.",
                        rules=look_up,
                    )
                )
            else:
                self.tell(say("{rules} shows the moves that cite the rule.", rules=look_up))
        elif (way_out := hint(getattr(error, "code", ""))) is not None:
            self.tell(way_out)

    def look(self) -> None:
        """Read the match again, and print what others have recorded meanwhile."""
        from tablescribe.cli.terminal.screen import show_event

        seen = self.match.version
        self.refresh()
        if self.match.version > seen:
            self.tell(say("Recorded on another device:"), fg="yellow", bold=True)
            for event in self.scribe.ledger.events_of(self.match.id)[seen:]:
                show_event(self.reader, self.match, event)
            self.board()

    def refresh(self) -> None:
        """Read the match again. If it has changed, drop the numbered list and the last refusal."""
        version = self.match.version
        self.now = self.now.after(self.scribe.match(self.match.id))
        if self.match.version != version:
            self.headings, self.given, self.refused = [], [], None

    @property
    def reader(self) -> Reader:
        """The reader for all output, with the names that things have now."""
        return self.now.reader

    def name(self, seat: int) -> str:
        """Return a seat's name in its colour."""
        from tablescribe.cli.terminal.screen import seat_name

        return seat_name(self.reader, seat)
