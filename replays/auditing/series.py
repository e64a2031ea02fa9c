"""Audit a series: whether a match follows from the previous one, which it names by its head hash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.words.text import Spoken, Text, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.matches.series import FormerMatch, must_follow, named_before, same_people
from tablescribe.replays.auditing.findings import Finding, about_move


class Stream(Protocol):
    """A match of a verified bundle."""

    @property
    def closing(self) -> Row | None:
        """The stored event that closed the match."""

    def match(self) -> Match:
        """Return the match, folded from its events."""


def of_series(match: Match, former: FormerMatch | None) -> Iterator[Finding]:
    """Yield a finding if the previous match is not available, or if this match does not follow from it.

    The previous match must be over and have the same game, people and seats. Its end must give what this match
    carries over, and what was agreed on for the whole series.
    """
    named = named_before(match)
    if not named:
        return
    if former is None:
        why = say(
            "the previous match (closing hash {hash}) is missing, so what was carried over cannot be "
            "checked",
            hash=f"{named[:12]}…",
        )  # fmt: skip
        yield about_move(match, "series.missing", "doubt", match.opened, "", why)
        return
    try:
        must_follow(former, match.opening)
    except Illegal as error:
        yield _wrong(match, former, error.why, error.rule)
    except Spoken as error:
        yield _wrong(match, former, error.text)
    except Exception as error:  # a fault in a game's rules must not stop an audit
        yield _wrong(match, former, str(error) or type(error).__name__)


def _wrong(match: Match, former: FormerMatch, why: Text | str, rule: str = "") -> Finding:
    told = say("it does not follow from its previous match, {match}: {why}", match=former.match.id, why=why)
    return about_move(match, "series.wrong", "doubt", match.opened, rule, told)


def former_among(streams: Iterable[Stream], match: Match, names: Mapping[str, str]) -> FormerMatch | None:
    """Return the previous match of a series from a bundle, if it has it; `names` are the bundle's, by reference."""
    named = named_before(match)
    for stream in streams:
        if named and stream.closing is not None and stream.closing.hash.hex() == named:
            former = stream.match()
            return FormerMatch(former, named, same_people(former, match, names))
    return None
