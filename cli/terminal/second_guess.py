"""The line that a refused line was probably meant to be: a command that works as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from shlex import join

from tablescribe.cli.terminal.state import is_a_file

LOOKS = ("show", "log", "legal", "replay", "audit", "bundle")
"""Commands that take a match, where people name a bundle's file."""

PICTURES = {".html": "--html", ".htm": "--html", ".gif": "--gif"}
"""What a replay is written as, by the end of a file's name."""

BUNDLES = (".bundle", ".checkpoint")
LOGS = (".pgn", ".rootlog", ".csv", ".xlsx")


def game_named(word: str) -> str:
    """Return the key of the game with rules that a word names by key or title, in any spelling; else the empty text."""
    from tablescribe.domain.games import GAMES

    keys = {name.casefold(): key for key, title in GAMES.items() for name in (key, title)}
    return keys.get(word.casefold(), "")


def line_meant(words: Sequence[str]) -> str:
    """Return the line that a refused one was probably meant to be; the empty text if none is likely.

    Args:
        words: the refused line without the program's name and `--ledger`.
    """
    bare = list(words[:1]) + [word for word in words[1:] if word != "--json"]
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
    first, last = rest[0], rest[-1]
    if command in LOOKS and plain and _is_a_bundle(plain[-1]) and (len(plain) == 1 or first in ("verify", "check")):
        return ["verify", plain[-1]]
    if command in ("verify", "record") and PurePath(first).suffix in LOGS:
        return ["import", first]
    if command in (*LOOKS, "play", "record") and plain and game_named(plain[0]):
        return ["play", "--new", game_named(plain[0]), *(plain[1:] or ["Ada", "Ben"])]
    if command in ("stats", "matches", "people") and plain:
        return _about(command, first, plain[0])
    if command in ("replay", "export", "bundle") and plain:
        return _written(command, plain[0], last if len(plain) > 1 else "", rest)
    if command == "correct" and len(plain) > 1:
        return _corrected(plain[0], rest)
    if rest[:1] == ["announce"] and len(rest) > 1:
        return ["tournament", "new", PurePath(rest[1]).stem, "--game", "chess", "--rounds", "3", "Ada", "Ben"]
    return []


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
