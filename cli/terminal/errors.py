"""How errors are printed: the cause, what to do next, and the exit code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import reader, told
from tablescribe.cli.terminal.state import Explained, as_document, echo

if TYPE_CHECKING:
    from tablescribe.domain.rules.opening import Opening
    from tablescribe.domain.words.text import Text
    from tablescribe.ledger.log.errors import LedgerError

INCOMPLETE = 6
"""Exit code of an import that rejected a part of the file: the rest is recorded."""

EXIT_CODES = {
    "rule.broken": 3,
    "match.refused": 3,
    "match.closed": 3,
    "match.take_back_refused": 3,
    "clock.refused": 3,
    "clock.bad_control": 2,
    "logs.undecided": 1,
    "tournament.door": 3,
    "tournament.entered": 3,
    "tournament.pin": 3,
    "tournament.role": 3,
    "tournament.stale": 4,
    "chance.awaited": 3,
    "chance.part": 3,
    "fact.impossible": 4,
    "chance.needed": 4,
    "chance.wrong": 4,
    "match.stale": 4,
    "command.reused": 4,
    "ledger.unavailable": 4,
    "ledger.damaged": 5,
    "ledger.foreign": 5,
    "ledger.newer": 5,
    "ledger.outdated": 4,
    "file.bad": 5,
    "note.bad": 5,
    "time.bad": 5,
    "key.bad": 4,
    "bundle.too_large": 4,
    "event.too_large": 4,
    "ledger.not_empty": 4,
    "ledger.older": 4,
    "ledger.forked": 5,
    "policy.bad": 5,
    "witness.unknown": 4,
    "witness.conflict": 4,
    "witness.clock": 4,
    "proof.bad": 5,
    "ledger.error": 4,
    "notation.bad": 2,
    "extra.missing": 2,
    "film.missing": 2,
    "photo.bad": 2,
    "photo.unavailable": 2,
    "film.too_long": 2,
    "site.folder": 2,
    "report.pdf_missing": 2,
    "match.no_such_seat": 2,
    "match.no_such_move": 2,
    "match.unknown": 2,
    "match.in_tournament": 3,
    "action.form": 2,
    "fact.form": 2,
    "record.line": 2,
    "game.unknown": 2,
    "game.options": 2,
    "file.unreadable": 2,
    "action.unclear": 2,
    "chess.no_such_move": 2,
    "box.bad": 2,
    "declaration.form": 2,
    "plan.wrong": 2,
    "report.result": 2,
    "result.future": 2,
    "tournament.unknown": 2,
    "festival.unknown": 2,
    "trf.wrong": 2,
    "box.unknown": 2,
    "hook.bad": 2,
    "hook.failed": 1,
    "hook.unknown": 2,
    "person.unknown": 2,
    "season.missing": 2,
    "season.question": 2,
    "season.bad": 5,
    "season.unavailable": 4,
}
"""Exit code by error code; README.md explains each. A test checks that every code of a command is listed here."""


def _line(*more: str) -> str:
    """Return the refused line with more words appended; an example line outside of a command."""
    from shlex import join

    here = click.get_current_context(silent=True)
    words = here.find_root().meta.get("tablescribe.line", ()) if here is not None else ()
    return join(["tablescribe", *(word for word in words or ("close", "MATCH") if word != "--json"), *more])


def hint(code: str, command: str = "") -> Text | None:
    """Return what to do after an error, if its own message does not say it."""
    from tablescribe.domain.words.text import say

    agree = say('Name those who agree in "agreed", or let a judge decide: "judge": true.')
    special = {
        ("rule.broken", "new"): say("Nothing was recorded. Change the players or options and try again."),
        ("rule.broken", "record"): say('Choose another action, or record what really happened with "as_played": true.'),
        ("chance.needed", "new"): say("Nothing was recorded. Enter the result with --outcome."),
        ("chance.needed", "play"): say("Nothing was recorded. Enter the result with --outcome."),
        ("chance.needed", "rematch"): say("Nothing was recorded. Enter the result with --outcome."),
        ("chance.needed", "record"): say('That line was not recorded. Add the result to it as "outcomes".'),
        ("match.take_back_refused", "record"): agree,
        ("match.refused", "close"): say("To close a match before its end: {command}", command=_line("--abandoned")),
    }
    return special.get((code, command)) or {
        "rule.broken": say("Choose another action, or record what really happened with --as-played."),
        "chance.needed": say("Nothing was recorded. Send the action again with --outcome."),
        "match.stale": say("Nothing was recorded. Check the table with `tablescribe show`, then try again."),
        "logs.undecided": say(
            "Resolve each difference with --take N=first, second, both or neither. `tablescribe compare` lists them."
        ),
        "chance.awaited": say(
            "`tablescribe contribute MATCH` shows whose contribution is missing. Add one with --seat."
        ),
        "match.take_back_refused": say("Name those who agree with --agreed, or let a judge decide with --judge."),
    }.get(code)


def report(ctx: click.Context, error: Exception) -> int:
    """Print an error with its cause and a hint, and return the exit code. Our own bugs are raised again."""
    from tablescribe.cli.terminal.messages import message

    details: dict[str, Any] = {}
    opening: Opening | None = None
    people: tuple[str, ...] = ()
    if isinstance(error, Explained):
        details, opening, people, error = error.details, error.opening, error.people, error.error
    code = getattr(error, "code", None)
    if not isinstance(code, str):
        if isinstance(error, OSError):
            code = "file.unreadable"
        elif (damage := _damage_behind(ctx, error)) is not None:
            error, code = damage, damage.code
        else:
            raise error
    if code == "ledger.damaged":
        from tablescribe.cli.terminal.key_options import forget_verified

        forget_verified()
    why = message(reader(opening, people), error)
    way_out = _for_a_word(error) or _for_a_line(code, ctx) or hint(code, ctx.invoked_subcommand or "")
    help_ = told(way_out) if way_out is not None else ""
    if ctx.find_root().obj.json:
        fault = {"code": code, "message": why, **details, **({"hint": help_} if help_ else {})}
        echo(as_document({"error": fault}))
    else:
        echo("\n".join(_fault_in_words(why, details, help_)), err=True)
    return exit_code_of(error)


def _damage_behind(ctx: click.Context, error: Exception) -> LedgerError | None:
    """Return the damage of the open ledger that explains an error without a code; `None` if the error is our bug."""
    ledger = ctx.find_root().obj.opened
    if ledger is None:
        return None
    from tablescribe.ledger.care.damage import damage_behind

    return damage_behind(error, ledger)


SEARCHED = 500
"""Number of latest matches searched for an id similar to a mistyped one."""

LINES = frozenset({"file.unreadable", "file.bad", "record.line", "match.unknown", "ledger.unavailable", "usage",
                   "tournament.unknown", "ledger.not_empty"})  # fmt: skip
"""Errors after which a similar line is suggested."""

OF_AN_END = frozenset({"action.form", "action.unclear", "match.refused"})
"""Errors after which a line is suggested if the refused one mentions the end of the match."""


def _for_a_line(code: str, ctx: click.Context) -> Text | None:
    """Return a suggestion of the line that was probably meant."""
    if code not in LINES and code not in OF_AN_END:
        return None
    from tablescribe.cli.terminal.second_guess import ENDS, line_meant
    from tablescribe.domain.words.text import say

    words = ctx.find_root().meta.get("tablescribe.line", ())
    line = line_meant(words) if code in LINES or any(word in ENDS for word in words) else ""
    return say("Did you mean: {command}", command=line) if line else None


def _game_of_the_line() -> str:
    """Return the game that the refused line names, with example players; without one, an example game."""
    from tablescribe.cli.terminal.second_guess import game_named

    words = click.get_current_context().find_root().meta.get("tablescribe.line", ())
    key = next(filter(None, map(game_named, words[1:])), "")
    return f"{key} Ada Ben" if key else "ultime Ada Ben Cleo"


def _near_id(word: str) -> Text | None:
    """Return the refused line with the id of a similar match: one character may be wrong."""
    from difflib import get_close_matches
    from shlex import join

    from tablescribe.cli.terminal.state import state
    from tablescribe.domain.words.text import say

    ledger = state().opened
    if ledger is None or len(word) < 3 or not word.isalnum():
        return None
    begun = {one[: len(word)]: one for one in ledger.match_ids()[-SEARCHED:]}
    near = get_close_matches(word, begun, n=2, cutoff=1 - 1.5 / len(word))
    line = click.get_current_context().find_root().meta.get("tablescribe.line", ())
    if not near or len(near) > 1 or word not in map(str.lower, line):
        return None
    meant = ["tablescribe", *(begun[near[0]] if one.lower() == word else one for one in line)]
    return say("Did you mean: {command}", command=join(meant))


def _of_the_game(word: str) -> str:
    """Return the id of the latest match of a game; empty if the word names no game, or the game has no match."""
    from tablescribe.cli.terminal.second_guess import game_named
    from tablescribe.cli.terminal.state import state
    from tablescribe.ledger.read_models.queries import MatchFilter

    ledger = state().opened
    if ledger is None or not word:
        return ""
    ledger.lists.fresh()
    game = game_named(word) or {one.casefold(): one for one in ledger.asking.played()}.get(word.casefold(), "")
    found = ledger.asking.matches(MatchFilter(game=game), before=None, limit=1) if game else []
    return found[0].id if found else ""


def _for_a_word(error: Exception) -> Text | None:
    """Return a hint for a word used in the wrong place: a game instead of a match, an unknown game, a missing seat."""
    from tablescribe.domain.words.text import say

    said = getattr(error, "text", None)
    slots = getattr(said, "slots", {})
    if getattr(said, "template", "").startswith("Name the seat: "):
        return say("Add the seat that acts: {command}", command=_line("--seat", "1"))
    if getattr(said, "template", "").startswith("table {table} of round {round} has already reported"):
        return say("To replace a slip before the next round is paired: {command}", command=_line("--change"))
    if getattr(error, "code", "") == "match.unknown":
        from tablescribe.domain.games import is_titled, named

        word = str(slots.get("beginning") or slots.get("match", ""))
        known = _of_the_game(word)
        with_rules = bool(named(word)) or is_titled(word)
        command = f"tablescribe play --new {word} Ada Ben"
        if known and with_rules:
            return say("{word} is a game, not a match. Its latest match is {match}. To open a match: {command}",
                       word=word, match=known, command=command)  # fmt: skip
        if known:
            return say("{word} is a game, not a match. Its latest match is {match}.", word=word, match=known)
        if not with_rules:
            return _near_id(word)
        return say("{word} is a game, not a match. To open a match: {command}", word=word, command=command)
    if getattr(said, "template", "").startswith("there is no ledger at {path}"):
        return say("Record one move by move: {command}", command=f"tablescribe play --new {_game_of_the_line()}")
    if getattr(error, "code", "") != "game.unknown" or getattr(error, "near", ""):
        return None
    from tablescribe.cli.terminal.other_games import instead
    from tablescribe.cli.terminal.second_guess import game_first

    if line := game_first(click.get_current_context().find_root().meta.get("tablescribe.line", ())):
        return say("Did you mean: {command}", command=line)
    return instead(str(getattr(error, "key", "")), getattr(error, "people", ()))


def exit_code_of(error: Exception) -> int:
    """Return the exit code of an error that has a code."""
    return EXIT_CODES.get(str(getattr(error, "code", "")), 2)


def _stopped(details: dict[str, Any]) -> Text:
    """Say at which line a session file was refused, and which match has the lines before."""
    from tablescribe.domain.words.text import plural, say

    line, n, match = details["line"], details.get("recorded", 0), details.get("match")
    before = plural(n, "1 line before it is recorded", "{n} lines before it are recorded")
    if match is None:
        return say("Stopped at line {line}; {before}.", line=line, before=before)
    return say("Stopped at line {line}; {before} in match {match}.", line=line, before=before, match=match)


def _fault_in_words(why: str, details: dict[str, Any], hint: str) -> Iterable[str]:
    from tablescribe.cli.terminal.messages import played_lines
    from tablescribe.domain.words.text import say, some_of

    if "line" in details:
        yield told(_stopped(details))
    if "kept" in details:
        yield told(say("The window closed first; what it drew stays recorded:"))
        yield from played_lines(reader(), details["kept"])
    if "rule" in details:
        yield told(say("Refused at move {move}: {why}", move=details["move"], why=why))
        yield f"  {details['rule']}: {details.get('rule_text', '')}"
    else:
        yield told(say("Not done: {why}", why=why))
    if "possible" in details:
        yield "  " + told(say("possible: {some}", some=some_of(details["possible"])))
    if "legal" in details:
        yield told(say("Examples of legal actions:"))
        yield from (f"  {words}" for words in details["legal"])
    if hint:
        yield hint
