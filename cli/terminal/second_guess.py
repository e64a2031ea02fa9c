"""Suggest the line that was meant by a refused line, as a command that works if pasted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from shlex import join

import click

from tablescribe.cli.terminal.ending_meant import RESIGNS, ending_meant
from tablescribe.cli.terminal.line_parts import command_named, options_of, same_as, with_hyphens
from tablescribe.cli.terminal.match_words import LAST, SHORTEST, means_an_id
from tablescribe.cli.terminal.state import is_a_file, is_a_ledger
from tablescribe.domain.tournament.told_results import DRAWS

LISTS = ("stats", "matches", "ratings")
"""Commands that filters narrow."""

MOST_WORDS = 3
"""Fewer words than this after a match can name a move: `move 3`."""

LOOKS = ("show", "log", "legal", "replay", "audit", "bundle")
"""Commands that take a match, and that people give a bundle's file."""

PICTURES = {".html": "--html", ".htm": "--html", ".gif": "--gif"}
"""The option of `replay` for each suffix of a picture file."""

PAPERS = {".html": "--html", ".htm": "--html", ".pdf": "--pdf"}
"""The option for each suffix of a report file."""

FILMS = (".mp4", ".webm", ".mov", ".avi")
"""Suffixes of films, for which a GIF is suggested."""

STILLS = (".png", ".svg", ".jpg", ".jpeg", ".webp")
"""Suffixes of pictures of one position, for which an SVG is suggested."""

SHEETS = ("csv", "xlsx", "excel", "sheet", "spreadsheet")
"""Words for matches as a spreadsheet."""

ENDS = frozenset({"close", *RESIGNS})
"""Words for ending a match or giving it up."""

SENDS = ("share", "send", "teilen", "condividi", "invia", "compartilhar", "enviar")
"""Words for sending a match to somebody to watch in a browser."""

REASONS = ("duplicate", "double", "twice", "test", "typo", "mistake", "error", "wrong")
"""Single words that are a reason to void a match."""

BUNDLES = (".bundle", ".checkpoint")
LOGS = (".pgn", ".rootlog", ".csv", ".xlsx")


def game_named(word: str) -> str:
    """Return the key of the game with rules that a word names, in any language and spelling; else an empty string."""
    from tablescribe.domain.games import named

    return named(word)


def game_first(words: Sequence[str]) -> str:
    """Return the line with its game first, for `new Ada Ben chess`, or for `rules` with words from one game's rules."""
    command, *rest = words or [""]
    if command in ("new", "play") and len(rest) > 1 and game_named(rest[-1]):
        return join(["tablescribe", command, game_named(rest[-1]), *rest[:-1]])
    if command == "rules" and len(rest) > 1 and not any(word.startswith("-") for word in rest):
        from tablescribe.domain.games import GAMES, game

        said = " ".join(rest).casefold()
        for key in GAMES:
            if any(said in text.casefold() for text in game(key).rulebook.texts("en").values()):
                return join(["tablescribe", "rules", key, *rest])
    return ""


def line_meant(words: Sequence[str]) -> str:
    """Return the line that was probably meant by a refused one; an empty string if none is likely.

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
    """Return the words of the suggested line."""
    plain = [word for word in rest if not word.startswith("-")]
    if game_named(command):
        return ["play", "--new", game_named(command), *(plain or ["Ada", "Ben"])]
    if command in ENDS or (command == "move" and any(word in ENDS for word in rest)):
        return ending_meant(command, rest)
    if command in SENDS:
        return ["replay", *(plain[:1] or [LAST]), "--html", "replay.html"]
    if not rest:
        return _of_a_word(command)
    known = options_of(command_named(*_group(command, rest)))
    if (hyphens := with_hyphens(rest, known)) != rest:
        return [command, *hyphens]
    if command in ("show", "replay") and plain and PurePath(plain[-1]).suffix.lower() in STILLS:
        match = plain[0] if plain[1:] else LAST
        return ["show", match, "--svg", PurePath(plain[-1]).stem + ".svg"]
    if (other := _by_other_options(command, rest)) != rest:
        return (_listed(command, other) if command in LISTS else []) or [command, *other]
    if command == "tournament":
        from tablescribe.cli.terminal.tournament_meant import tournament_meant

        return tournament_meant(rest)
    if command == "result":
        from tablescribe.cli.terminal.result_meant import result_meant

        return result_meant(rest)
    if command in LISTS or (command == "games" and len(plain) > 1):
        return _listed(command, rest)
    return _of_another_command(command, rest, plain) or _of_this_command(command, rest, plain)


def _group(command: str, rest: Sequence[str]) -> list[str]:
    """Return the names of a line's command: two for a subcommand such as `tournament report`."""
    return [command, *rest[:1]] if isinstance(command_named(command), click.Group) else [command]


def _listed(command: str, rest: Sequence[str]) -> list[str]:
    """Return the line that lists what was asked for: matches or statistics of a person, a game, a time."""
    from tablescribe.cli.terminal.filters_meant import filters_meant

    if command == "games":
        return filters_meant("matches", rest)
    won = ("--won", "--winner")
    if any(one in won for one in rest):
        return ["stats", *("--person" if one in won else one for one in rest)]
    return filters_meant(command, rest)


def _of_a_word(word: str) -> list[str]:
    """Return the line for a single word such as `players`; none for an unknown word."""
    from tablescribe.cli.terminal.times import WORDS as DAYS

    if word in DAYS:
        return ["matches", "--since", word, "--until", word]
    return {
        LAST: ["show", LAST], "version": ["--version"], "tournaments": ["tournament", "list"],
        "audit": ["audit", LAST], "bundle": ["bundle", LAST, "-o", "match.bundle"],
        "players": ["people", "list"], "persons": ["people", "list"], "standings": ["tournament", "standings"],
    }.get(word, [])  # fmt: skip


def _of_another_command(command: str, rest: list[str], plain: list[str]) -> list[str]:
    """Return the line of another command, which does what was asked of this one."""
    first = rest[0]
    if command in LOOKS and plain and _is_a_bundle(plain[-1]) and (len(plain) == 1 or first in ("verify", "check")):
        return ["verify", plain[-1]]
    if command in ("verify", "record") and PurePath(first).suffix in LOGS:
        return ["import", first]
    if command in ("new", "log", "record") and _has_scores(plain):
        return ["result", *plain]
    if command_named(command) is None and (_has_scores([command, *plain]) or first in ("beat", "beats", "defeated")):
        return _won([command, *rest])
    if command in (*LOOKS, "play", "record") and plain and game_named(plain[0]):
        return ["play", "--new", game_named(plain[0]), *(plain[1:] or ["Ada", "Ben"])]
    if command == "export" and (first.lower() in SHEETS or "--csv" in rest):
        return ["matches", *(word for word in rest if word != "--csv" and word.lower() not in SHEETS), "--csv"]
    if command == "export" and first.lower() == "all":
        return ["bundle", "--all", "-o", "all.bundle"]
    if command == "verify" and "--against" in rest[:-1]:
        other = rest[rest.index("--against") + 1]
        return ["compare", *(word for word in plain if word != other), other]
    if command == "verify" and len(first) >= SHORTEST and means_an_id(first):
        return ["audit", first]
    if command == "verify" and PurePath(first).suffix == ".bundle" and not is_a_file(first):
        return ["bundle", "last", "-o", first]
    return ["--ledger", first, "verify"] if command == "verify" and is_a_ledger(first) else []


def _of_this_command(command: str, rest: list[str], plain: list[str]) -> list[str]:
    """Return the line with missing words added or superfluous words removed."""
    first, last = rest[0], rest[-1]
    if command in ("import", "verify") and len(plain) > 1 and _is_a_bundle(plain[-1]):
        return [command, plain[-1]]
    if command == "restore" and plain and (len(plain) > 1 or is_a_file(plain[0])):
        return ["restore", plain[0], "--to", *(plain[1:] or ["NEW.db"])]
    if command == "rematch" and plain and plain[0] != LAST and not means_an_id(plain[0]):
        return ["rematch", LAST, *plain]
    if command == "people":
        return _of_people(plain)
    if command == "audit":
        return _audited(plain, rest)
    if command == "ruling" and len(plain) > 1:
        why = " ".join(plain[2:]) or "REASON"
        return ["ruling", first, "--clause", plain[1], "--reason", why]
    if command == "note" and "--photo" in rest:
        return []  # the photo's file is what is wrong, not the words
    if command in ("void", "reinstate", "note", "describe", "show", "legal") and len(plain) > 1:
        return _behind_a_match(command, plain)
    if command == "replay" and rest in (["--html"], ["--gif"]):
        return ["replay", "last", first, f"replay.{first[2:]}"]
    if command == "replay" and {"--from", "--to"} & {*rest}:
        return []  # which moves is what is wrong, not the file
    if command in ("replay", "export", "bundle") and plain:
        return _written(command, plain[0], last if len(plain) > 1 else "", rest)
    return _corrected(plain[0], rest) if command == "correct" and len(plain) > 1 else []


def _won(words: list[str]) -> list[str]:
    """Return the line for a result in words: `Ann beat Ben at chess`, `Catan Ann 10 Ben 7`."""
    from tablescribe.cli.terminal.result_meant import result_meant

    return result_meant(words) or (["result", *words] if _has_scores(words) else [])


def _behind_a_match(command: str, plain: Sequence[str]) -> list[str]:
    """Return the line with the words after a match as an option (a reason, a title, a move), or joined to one note."""
    match, *said = plain
    if command == "note":
        return ["note", match, " ".join(said)]
    if command == "describe":
        option = f"--{said[0].lower()}"
        known = options_of(command_named("describe"))
        return ["describe", match, option, " ".join(said[1:])] if known.get(option) and said[1:] else []
    if command in ("void", "reinstate"):
        why = " ".join(said[1:] if said[0] in ("because", "reason", "why") else said)
        is_one = " " in said[0] or why != " ".join(said) or said[0].lower() in REASONS
        return [command, match, "--because", why] if why and is_one else []
    number = said[-1] if said[-1].isdecimal() and len(said) < MOST_WORDS else ""
    return [command, match, "--at", number] if number and "--at" in options_of(command_named(command)) else []


def _audited(plain: Sequence[str], rest: Sequence[str]) -> list[str]:
    """Return an `audit` line that writes a report, to the named file if there is one."""
    files = [word for word in plain if PurePath(word).suffix.lower() in PAPERS]
    match = next((word for word in plain if word not in files), LAST)
    if not files and not any(word in ("--report", "--html", "--pdf", "report") for word in rest):
        return []
    file = files[0] if files else "report.pdf" if "--pdf" in rest else "report.html"
    return ["audit", "last" if match == "report" else match, PAPERS[PurePath(file).suffix.lower()], file]


def _of_people(plain: Sequence[str]) -> list[str]:
    """Return a line of `people` that erases, renames or merges, or the statistics of a person."""
    if not plain:
        return []
    word, *names = plain
    if word in ("delete", "remove", "forget", "rm"):
        return ["people", "erase", " ".join(names)] if names else []
    if word in ("rename", "merge"):
        bare = [name for name in names if name not in ("to", "into", "in", "as", "with", "and", "zu", "und")]
        return ["people", word, *bare] if len(bare) == 2 and len(bare) < len(names) else []
    found = command_named("people", word)
    return ["stats", "--person", " ".join(plain)] if found is None else []


def _by_other_options(command: str, rest: Sequence[str]) -> list[str]:
    """Return the words with each unknown option replaced by the command's own option of the same meaning."""
    known = options_of(command_named(*_group(command, rest)))
    words = list[str]()
    for word in rest:
        name, equals, value = word.partition("=")
        has = next((one for one in same_as(name) if one in known), "")
        words.append(has + equals + value if name not in known and has else word)
    return words


def _has_scores(plain: Sequence[str]) -> bool:
    """Return whether the words are a game, then names with points."""
    return len(plain) > 2 and plain[2].lstrip("-").isdecimal() and not plain[1].isdecimal()


def _is_a_bundle(word: str) -> bool:
    return PurePath(word).suffix in BUNDLES or is_a_file(word)


def _corrected(match: str, rest: list[str]) -> list[str]:
    """Return a `correct` line with a reason. A single name becomes the winner."""
    at = next((n for n, word in enumerate(rest) if word in ("--because", "--reason")), len(rest))
    said, why = rest[:at], rest[at:] or ["--because", "the wrong winner was entered"]
    if len(said) == 2 and said[1].casefold() in DRAWS:
        return ["correct", match, "--nobody", *why]
    one_name = len(said) == 2 and not any(sign.isdigit() for sign in said[1])  # the match and one name
    return ["correct", match, "--won", said[1], *why] if one_name else ["correct", *said, *why]


def _written(command: str, match: str, file: str, rest: list[str]) -> list[str]:
    """Return the line that writes a match to a file."""
    end = PurePath(file).suffix
    if end in FILMS or end == ".pdf":
        return ["replay", match, *(["--gif", f"{PurePath(file).stem}.gif"] if end in FILMS else
                                   ["--html", f"{PurePath(file).stem}.html"])]  # fmt: skip
    if end in PICTURES or "--html" in rest:
        return ["replay", match, PICTURES.get(end, "--html"), file or "replay.html"]
    if command == "replay":
        return ["replay", match, "--gif" if "--gif" in rest else "--html", file or "replay.html"]
    if end == ".pgn":
        return ["export", "--pgn", match, "-o", file]
    return [command, match, "-o", file or f"{match}.{'bundle' if command == 'bundle' else 'json'}"]
