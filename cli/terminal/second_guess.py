"""The line that a refused line was probably meant to be: a command that works as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from shlex import join

import click

from tablescribe.cli.terminal.match_words import CODE, LAST, SHORTEST
from tablescribe.cli.terminal.state import is_a_file, is_a_ledger
from tablescribe.domain.tournament.told_results import DRAWS

LOOKS = ("show", "log", "legal", "replay", "audit", "bundle")
"""Commands that take a match, where people name a bundle's file."""

PICTURES = {".html": "--html", ".htm": "--html", ".gif": "--gif"}
"""What a replay is written as, by the end of a file's name."""

SHEETS = ("csv", "xlsx", "excel", "sheet", "spreadsheet")
"""What people call a table that they want matches in."""

SAME = (
    "--played --date --on --when --day", "--steps --moves --count --n -n --number", "--since --from --after --start",
    "--until --to --before --end", "-o --output --out --file", "--person --player --name --who --with",
    "--won --winner --win --winners", "--because --reason --why", "--month --in --during --period",
    "--note --comment --remark --text", "--html --web --page", "--limit --max --top", "--minutes --duration --time",
)  # fmt: skip
"""Options of one meaning, where a command has one of them."""

BUNDLES = (".bundle", ".checkpoint")
LOGS = (".pgn", ".rootlog", ".csv", ".xlsx")


def game_named(word: str) -> str:
    """Return the key of the game with rules that a word names, in any language and spelling; else the empty text."""
    from tablescribe.domain.games import named

    return named(word)


def line_meant(words: Sequence[str]) -> str:
    """Return the line that a refused one was probably meant to be; the empty text if none is likely.

    Args:
        words: the refused line without the program's name and `--ledger`.
    """
    at = words.index("--language") if "--language" in words else len(words)
    bare = [*words[:1], *(word for word in (*words[1:at], *words[at + 2 :]) if word != "--json")]
    if not bare:
        return ""
    found = _meant(bare[0], bare[1:])
    return join(["tablescribe", *found]) if found and found != bare else ""


def _meant(command: str, rest: list[str]) -> list[str]:
    """Return the words of the likely line."""
    plain = [word for word in rest if not word.startswith("-")]
    if game_named(command):
        return ["play", "--new", game_named(command), *(plain or ["Ada", "Ben"])]
    if not rest:
        return []
    if (other := _by_other_options(command, rest)) != rest:
        return [command, *other]
    if command == "tournament":
        return _of_a_tournament(rest)
    return _of_another_command(command, rest, plain) or _of_this_command(command, rest, plain)


def _of_a_tournament(rest: list[str]) -> list[str]:
    """Return the line about the latest tournament, where none is named."""
    if rest[0] == "announce" and len(rest) > 1:
        return ["tournament", "new", PurePath(rest[1]).stem, "--game", "chess", "--rounds", "3", "Ada", "Ben"]
    if rest[0] == "report" and "table" in rest[1:]:
        return ["tournament", *(word for word in rest if word != "table")]
    more = _takes_one(rest[0]) and "last" not in rest and (len(rest) == 1 or _takes_more(rest[0]))
    return ["tournament", rest[0], "last", *rest[1:]] if more else []


def _of_another_command(command: str, rest: list[str], plain: list[str]) -> list[str]:
    """Return the line of the command that does what was asked of another."""
    first = rest[0]
    if command in LOOKS and plain and _is_a_bundle(plain[-1]) and (len(plain) == 1 or first in ("verify", "check")):
        return ["verify", plain[-1]]
    if command in ("verify", "record") and PurePath(first).suffix in LOGS:
        return ["import", first]
    if command in ("new", "log", "record") and _has_scores(plain):
        return ["result", *plain]
    if command in (*LOOKS, "play", "record") and plain and game_named(plain[0]):
        return ["play", "--new", game_named(plain[0]), *(plain[1:] or ["Ada", "Ben"])]
    if command == "export" and (first.lower() in SHEETS or "--csv" in rest):
        return ["matches", *(word for word in rest if word != "--csv" and word.lower() not in SHEETS), "--csv"]
    if command == "export" and first.lower() == "all":
        return ["bundle", "--all", "-o", "all.bundle"]
    if command == "verify" and "--against" in rest[:-1]:
        other = rest[rest.index("--against") + 1]
        return ["compare", *(word for word in plain if word != other), other]
    if command == "verify" and len(first) >= SHORTEST and CODE.fullmatch(first.lower()):
        return ["audit", first]
    if command == "verify" and PurePath(first).suffix == ".bundle" and not is_a_file(first):
        return ["bundle", "last", "-o", first]
    return ["--ledger", first, "verify"] if command == "verify" and is_a_ledger(first) else []


def _of_this_command(command: str, rest: list[str], plain: list[str]) -> list[str]:
    """Return the line with what is missing, or without what is too much."""
    first, last = rest[0], rest[-1]
    if command in ("import", "verify") and len(plain) > 1 and _is_a_bundle(plain[-1]):
        return [command, plain[-1]]
    if command == "restore" and plain and (len(plain) > 1 or is_a_file(plain[0])):
        return ["restore", plain[0], "--to", *(plain[1:] or ["NEW.db"])]
    if command == "rematch" and plain and plain[0] != LAST and not CODE.fullmatch(plain[0]):
        return ["rematch", LAST, *plain]
    if command in ("stats", "matches", "people") and plain and not plain[0].isdecimal():
        if plain[0] in (LAST, "this") and plain[-1] in ("month", "year"):
            return [command, "--month", " ".join(plain)]
        if plain == [LAST, "week"]:
            return [command, "--since", "7 days ago"]
        asked = _about(command, first, plain[0])
        return [*asked, *rest[1:]] if first == plain[0] and command != "people" else asked
    if command == "replay" and rest in (["--html"], ["--gif"]):
        return ["replay", "last", first, f"replay.{first[2:]}"]
    if command in ("replay", "export", "bundle") and plain:
        return _written(command, plain[0], last if len(plain) > 1 else "", rest)
    return _corrected(plain[0], rest) if command == "correct" and len(plain) > 1 else []


def _command(*names: str) -> click.Command | None:
    """Return the command of that name, or the one below it."""
    here = click.get_current_context(silent=True)
    found: click.Command | None = here.find_root().command if here is not None else None
    for name in names:
        found = found.get_command(click.Context(found), name) if isinstance(found, click.Group) else None
    return found


def _by_other_options(command: str, rest: Sequence[str]) -> list[str]:
    """Return the words of a line with the options that a command has, where others of the same meaning were typed."""
    found = _command(command)
    if found is None:
        return list(rest)
    known = {name for param in found.params if isinstance(param, click.Option) for name in param.opts}
    words = list[str]()
    for word in rest:
        name, equals, value = word.partition("=")
        same = next((group.split() for group in SAME if name in group.split()), [])
        has = next((one for one in same if one in known), "")
        words.append(has + equals + value if name not in known and has else word)
    return words


def _has_scores(plain: Sequence[str]) -> bool:
    """Return whether words are a game, and names with points."""
    return len(plain) > 2 and plain[2].lstrip("-").isdecimal() and not plain[1].isdecimal()


def _takes_one(word: str) -> bool:
    """Return whether a command of the tournament's takes which one it is about."""
    found = _command("tournament", word)
    return found is not None and any(param.name == "tournament_id" for param in found.params)


def _takes_more(word: str) -> bool:
    """Return whether a command of the tournament's takes more words than which one it is about."""
    found = _command("tournament", word)
    return found is not None and sum(isinstance(param, click.Argument) for param in found.params) > 1


def _is_a_bundle(word: str) -> bool:
    return PurePath(word).suffix in BUNDLES or is_a_file(word)


def _about(command: str, first: str, word: str) -> list[str]:
    """Return the question about a game or a person that was named without an option."""
    if command == "people" or first in ("--won", "--winner"):
        return ["stats", "--person", word]
    return [command, "--game", game_named(word)] if game_named(word) else [command, "--person", word]


def _corrected(match: str, rest: list[str]) -> list[str]:
    """Return a correction with a reason; of one name alone, with that person as the winner."""
    at = next((n for n, word in enumerate(rest) if word in ("--because", "--reason")), len(rest))
    said, why = rest[:at], rest[at:] or ["--because", "the wrong winner was entered"]
    if len(said) == 2 and said[1].casefold() in DRAWS:
        return ["correct", match, "--nobody", *why]
    one_name = len(said) == 2 and not any(sign.isdigit() for sign in said[1])  # the match and a name
    return ["correct", match, "--won", said[1], *why] if one_name else ["correct", *said, *why]


def _written(command: str, match: str, file: str, rest: list[str]) -> list[str]:
    """Return how a match is written to a file."""
    end = PurePath(file).suffix
    if end in PICTURES or "--html" in rest:
        return ["replay", match, PICTURES.get(end, "--html"), file or "replay.html"]
    if command == "replay":
        return ["replay", match, "--gif" if "--gif" in rest else "--html", file or "replay.html"]
    if end == ".pgn":
        return ["export", "--pgn", match, "-o", file]
    return [command, match, "-o", file or f"{match}.{'bundle' if command == 'bundle' else 'json'}"]
