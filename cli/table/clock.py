"""`clock`: the clock of a match: set, start, pause, resume, tap, flag."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.table.match_choice import named
from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, out, reader_of, state
from tablescribe.domain.words.text import listed, say

if TYPE_CHECKING:
    from tablescribe.domain.clock.control import TimeControl
    from tablescribe.ledger.matches.clocks import Clocks

DOES = ("set", "start", "tap", "pause", "resume", "correct", "flag")
MOST_WORDS = 3


@click.command(
    epilog="""\b
Examples:
  tablescribe clock                                   (show the clock of the last open match)
  tablescribe clock 7k2 set 90+30                     (90 minutes, and 30 seconds for each move)
  tablescribe clock 7k2 set "40/90+30, 30+30"         (a second period after 40 moves)
  tablescribe clock 7k2 set "25 d10"                  (each move counts after 10 seconds; b10: Bronstein)
  tablescribe clock 7k2 set "table 75"                (75 minutes for the whole table)
  tablescribe clock 7k2 set measured                  (no limit)
  tablescribe clock 7k2 start
  tablescribe clock 7k2 tap --seat 1                  (seat 1 ends its turn)
  tablescribe clock 7k2 pause --reason "fire alarm"
  tablescribe clock 7k2 resume
  tablescribe clock 7k2 correct --seat 2 --to 4:05 --reason "pressed by accident"
  tablescribe clock 7k2 flag                          (record that time has run out)"""
)
@click.argument("words", metavar="[MATCH] [set TIME|start|tap|pause|resume|correct|flag]", nargs=-1)
@click.option("--seat", type=int, help="Whose clock.")
@click.option("--next", "following", type=int, help="Seat whose clock runs after a tap. Default: the next seat.")
@click.option("--to", "shows", help="Time that a corrected clock shows: 4:05, 1:04:05 or 4m5s.")
@click.option("--reason", default="", help="Reason.")
@click.option("--flag-loses", is_flag=True, help="With set: a fallen flag loses, if the game has a rule for it.")
@in_language
@as_json
def clock(
    words: Sequence[str],
    seat: int | None,
    following: int | None,
    shows: str | None,
    reason: str,
    flag_loses: bool,
) -> None:
    """Show the clock of MATCH, or of the last open match; set, start, pause or correct it.

    Recorded moves press the clock until somebody taps it. From then on, only taps do. A fallen flag is recorded. It
    decides the
    game only with --flag-loses.
    """
    from tablescribe.domain.clock.control import read_length
    from tablescribe.ledger.matches.clocks import Clocks

    match, does, control = _read(words)
    if flag_loses and does != "set":
        raise wrong_use(say("--flag-loses is for `clock set`"))
    found = named(match, changes=bool(does))
    if does:
        clocks = Clocks(state().scribe())
        if does == "correct":
            if shows is None:
                raise wrong_use(say("Enter the time the clock should show: --to 4:05"))
            clocks.correct(found, seat or 0, read_length(shows), reason=reason)
        elif does == "tap":
            if seat is None:
                raise wrong_use(say("Name the seat whose turn is over: --seat 1"))
            clocks.tap(found, seat, to=following)
        elif does == "set":
            clocks.set(found, control_told(control, loses=flag_loses))
        else:
            _simply(clocks, does, found, reason)
    _show(found)


def _simply(clocks: Clocks, does: str, match_id: str, reason: str) -> None:
    if does == "pause":
        clocks.pause(match_id, reason=reason)
    else:
        {"start": clocks.start, "resume": clocks.resume, "flag": clocks.flag}[does](match_id)


def _read(words: Sequence[str]) -> tuple[str | None, str, str]:
    """Return the match, the clock action and the time control from the arguments."""
    match = words[0] if words and words[0] not in DOES else None
    rest = words[1:] if match is not None else words
    does = rest[0] if rest else ""
    if rest and does not in DOES:
        raise wrong_use(say("{word} is not a clock action. Use one of: {what}.", what=", ".join(DOES), word=repr(does)))
    if len(rest) > 1 and does != "set":
        raise wrong_use(say("Unexpected argument: {word}.", word=repr(rest[1])))
    return match, does, " ".join(rest[1:])


def control_told(text: str, *, loses: bool = False) -> TimeControl:
    """Return a time control from its typed form."""
    from tablescribe.domain.clock.control import BadTimeControl, read_control

    try:
        return read_control(text, loses=loses)
    except BadTimeControl as error:
        raise wrong_use(error.text) from error


def with_clock(text: str | None, *, loses: bool) -> dict[str, Any]:
    """Return the `clock` argument of `Scribe.new` from `--clock` and `--flag-loses`."""
    if text is None:
        if loses:
            raise wrong_use(say("--flag-loses needs a time: --clock 90+30"))
        return {}
    return {"clock": control_told(text, loses=loses)}


def _show(match_id: str) -> None:
    from tablescribe.replays.reading.clock import PAUSED, WAITING, clock_data, clock_line, say_control

    scribe = state().reading()
    match = scribe.match(match_id)
    data, line = clock_data(match, scribe.now()), clock_line(match, scribe.now())
    reads = reader_of(match)
    if match.clock is None or line is None:
        command = f"tablescribe clock {match.id} set 90+30"
        words = say("Match {match} has no clock. Set one: {command}", match=match.id, command=command)
        out(words, {"match": match.id, "clock": None})
        return
    lines = [line, say("Time: {control}", control=say_control(match.clock.control))]
    if (goes_on := {WAITING: "start", PAUSED: "resume"}.get(data["state"] if data else "")) and match.closed is None:
        lines.append(say("Start the clock: {command}", command=f"tablescribe clock {match.id} {goes_on}"))
    out(reads.tell(listed(lines, "\n")), {"match": match.id, "version": match.version, "clock": data})
