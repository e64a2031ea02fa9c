"""Suggest the `result` line that was meant if some words are no players, or points are missing."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.cli.terminal.line_parts import Parts, command_named, options_of, parts_of
from tablescribe.cli.terminal.player_words import BETWEEN, NOT_WHOLE, OTHERS, POINTS, QUOTES, WINS, apart, straight
from tablescribe.cli.terminal.times import WORDS as DAYS
from tablescribe.domain.tournament.told_results import DRAWS

AT = ("at", "in", "bei", "a")
"""Words before the game at the end of a sentence: `Ann beat Ben at chess`."""


def result_meant(rest: Sequence[str]) -> list[str]:
    """Return the words of the suggested line; none if none is likely.

    Args:
        rest: the words after `result`.
    """
    plain, options = parts_of(rest, options_of(command_named("result")))
    if len(plain) < 2:
        return []
    options = list(map(straight, options))
    if joined := _quoted(plain):
        return ["result", *joined, *options]
    plain, more = _without_days(plain)
    options = [*options, *(more if "--played" not in options else [])]
    if more_winners := _winners_behind(plain, options):
        return ["result", *more_winners.plain, *more_winners.options]
    found = _as_a_sentence(plain, options) or _with_the_game_joined(plain, options) or _without_points(plain, options)
    if found is None and more:
        found = Parts(plain, options)
    return ["result", *found.plain, *found.options] if found is not None else []


def _quoted(plain: Sequence[str]) -> list[str]:
    """Return the words with those between typographic quotation marks joined; none if there are no such marks."""
    joined, open_ = list[str](), list[str]()
    for word in plain:
        if open_ or (word[0] in QUOTES and word[0] not in "‘’"):
            open_.append(word)
            bare = word.rstrip(",")
            if len(bare) > 1 and bare[-1] == QUOTES[open_[0][0]]:
                joined.append(" ".join(open_).rstrip(",")[1:-1])
                open_ = []
        else:
            joined.append(word)
    return joined if not open_ and joined != list(plain) else []


def _winners_behind(plain: Sequence[str], options: Sequence[str]) -> Parts | None:
    """Return the line with `--won` before each of several winners: `--won Ann Ben`."""
    twice = next((n for n in range(2, len(plain)) if plain[n] in plain[1:n] and not POINTS.fullmatch(plain[n])), 0)
    won = next((option for option in options if option in ("--won", "--winner")), "")
    if not won or not twice or any(name not in plain[1:twice] for name in plain[twice:]):
        return None
    more = [part for name in plain[twice:] for part in (won, name)]
    return Parts(list(plain[:twice]), [*options, *more])


def _without_days(plain: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words without a day, and the option for that day."""
    days = [word for word in plain[1:] if word in DAYS]
    return [plain[0], *(word for word in plain[1:] if word not in DAYS)], ["--played", days[0]] if days else []


def _as_a_sentence(plain: Sequence[str], options: Sequence[str]) -> Parts | None:
    """Return the line for `Ann beat Ben at chess`, `… won Ann`, `… Ann won` and `… draw`."""
    if any(option in ("--won", "--winner", "--nobody", "--draw") for option in options):
        return None
    if len(plain) == 5 and plain[1] in WINS[:3] and plain[3] in AT:
        return Parts([plain[4], plain[0], plain[2]], [*options, "--won", plain[0]])
    if len(plain) == 4 and plain[2] in WINS[:3]:
        return Parts([plain[0], plain[1], plain[3]], [*options, "--won", plain[1]])
    if plain[-1].lower() in DRAWS:
        return Parts(list(plain[:-1]), [*options, "--draw"])
    before = apart(plain[1:-2])
    for verb, name in ((plain[-2].lstrip("–—"), plain[-1]), (plain[-1], plain[-2])):
        if verb in WINS and name in before:
            return Parts([plain[0], *before], [*options, "--won", name])
    return None


def _with_the_game_joined(plain: Sequence[str], options: Sequence[str]) -> Parts | None:
    """Return the line with the words before the first name with points joined, as the name of the game."""
    words = apart(plain[1:])
    first = next((n for n, word in enumerate(words) if n and POINTS.fullmatch(word)), 0) - 1
    if plain[0].isdecimal() and first < 0:
        first = 1
    rest = words[max(first, 0) :]
    numbers = any(POINTS.fullmatch(word) or NOT_WHOLE.fullmatch(word) for word in words[: max(first, 0)])
    if first < 1 or numbers or len(rest) < 2 or any(word in (*WINS, *OTHERS) for word in rest) or _lacking(rest):
        return None
    return Parts([" ".join([plain[0], *words[:first]]), *rest], list(options))


def _without_points(plain: Sequence[str], options: Sequence[str]) -> Parts | None:
    """Return the line without any points, if somebody has none."""
    words = [word for word in apart(plain[1:]) if word not in ("?", *BETWEEN)]
    if any(word in (*WINS, *OTHERS) or NOT_WHOLE.fullmatch(word) for word in words):
        return None
    names = [word for word in words if not POINTS.fullmatch(word)]
    if not _lacking(words) or len(names) < 2 or len(set(names)) < len(names):
        return None
    return Parts([plain[0], *names], list(options))


def _lacking(words: Sequence[str]) -> bool:
    """Return whether some names have points and others have none."""
    number = [POINTS.fullmatch(word) is not None for word in words]
    after = [*number[1:], False]
    return any(number) and any(not is_one and not next_ for is_one, next_ in zip(number, after, strict=True))
