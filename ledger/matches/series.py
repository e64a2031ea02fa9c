"""Series: chains of matches, each naming the previous one by its head hash.

The head hash of a match is the hash of its closing event. Anyone who has both matches can check what was carried over.
A later match has the option `follows`. Its game defines what is carried over (`Game.sequel`) and how the series is
scored (`Game.standing`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablescribe.domain.games import opening
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.rules.game import Ended, Result
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.ledger import Ledger

FOLLOWS = "follows"
"""Option that names the previous match; empty string for a single match and the first of a series."""


class FormerMatch(msgspec.Struct, frozen=True):
    """The previous match of a series, as needed to audit the next one.

    Attributes:
        match: its final state.
        head: its head hash.
        same_people: whether the same people sat in the same seats, as far as their names are known.
    """

    match: Match
    head: str
    same_people: bool = True


def named_before(match: Match) -> str:
    """Return the head hash of the previous match, as named by a match; empty string if it names none."""
    return str(getattr(match.opening.options, FOLLOWS, ""))


def former_of(ledger: Ledger, match: Match) -> FormerMatch | None:
    """Return the previous match from this ledger, verified; `None` if it is not here, or there is none.

    Raises:
        LedgerDamaged: the previous match was tampered with.
    """
    named = named_before(match)
    match_id = ledger.closed_with(named) if named else None
    if match_id is None:
        return None
    ledger.verify(match_id)
    former = ledger.match(match_id)
    known = ledger.names(seat.ref for seat in (*former.opened.seats, *match.opened.seats))
    return FormerMatch(former, named, same_people(former, match, known))


def same_people(former: Match, match: Match, known: Mapping[str, str]) -> bool:
    """Return whether both matches have the same people in the same seats; unknown names count as the same."""
    seats = zip(former.opened.seats, match.opened.seats, strict=False)
    names = ((known.get(was.ref), known.get(now.ref)) for was, now in seats)
    return all(None in pair or pair[0] == pair[1] for pair in names)


def before(ledger: Ledger, match: Match) -> Match | None:
    """Return the previous match; `None` if there is none.

    Raises:
        Refused: this ledger has no match with that head hash.
    """
    named = named_before(match)
    return _headed(ledger, named) if named else None


def chain(ledger: Ledger, match: Match) -> list[Match]:
    """Return the series up to a match, first match first."""
    found = [match]
    while (former := before(ledger, found[0])) is not None:
        found.insert(0, former)
    return found


def ended(match: Match) -> Ended:
    """Return how a match ended.

    Raises:
        Refused: it is not over.
    """
    if match.result is None:
        raise Refused(say("match {match} is not over. Close it first", match=match.id))
    return Ended(match.opening, match.table, match.result)


def completed(ledger: Ledger, former: Match, told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the next match: the given ones, completed by those carried over.

    Raises:
        Refused: the game is not played in series, or the match is not over.
        Illegal: the options given contradict what is carried over.
    """
    return _completed(former, ledger.head(former.id), told)


def _completed(former: Match, head: str, told: Mapping[str, Any]) -> dict[str, Any]:
    sequel = former.opening.game.sequel
    if sequel is None:
        raise Refused(say("{game} is not played in series", game=former.opening.game.title))
    return sequel(ended(former), {**told, FOLLOWS: head})


def follow(ledger: Ledger, fixed: Opening, names: Sequence[str]) -> None:
    """Check that a new match is a valid sequel of the match that it names, if any.

    Raises:
        Refused: the previous match is not here, not over, of another game, or of other people.
        Illegal: the options contradict how the previous match ended.
    """
    named = getattr(fixed.options, FOLLOWS, "")
    if not named:
        return
    former = _headed(ledger, named)
    known = ledger.names(seat.ref for seat in former.opened.seats)
    sat = [known.get(seat.ref, name) for seat, name in zip(former.opened.seats, names, strict=False)]
    same = len(former.opened.seats) == len(names) and sat == list(names)
    must_follow(FormerMatch(former, named, same), fixed)


def must_follow(former: FormerMatch, fixed: Opening) -> None:
    """Check that a match with this opening is a valid sequel of the previous one.

    Raises:
        Refused: the previous match is not over, of another game, or of other people; or something is not carried over.
        Illegal: the options contradict how the previous match ended.
    """
    was = former.match.opening
    if was.game.key != fixed.game.key or was.seats != fixed.seats or not former.same_people:
        raise Refused(say("a series continues with the same game and the same people in the same seats"))
    wanted = _completed(former.match, former.head, fixed.options.model_dump(mode="json"))
    if opening(fixed.game.key, fixed.seats, wanted).options != fixed.options:
        raise Refused(say("the options lack something that is carried over from the previous match"))


def standing(ledger: Ledger, match: Match) -> Result | None:
    """Return the standing of a series up to a match; `None` if its game defines none or no match has a result."""
    tell = match.opening.game.standing
    matches = [one for one in chain(ledger, match) if one.result is not None]
    return tell([ended(one) for one in matches]) if tell is not None and matches else None


def _headed(ledger: Ledger, named: str) -> Match:
    """Return the match of this ledger that was closed with a head hash."""
    match_id = ledger.closed_with(named)
    if match_id is None:
        raise Refused(say("this ledger has no closed match with the hash {hash}", hash=f"{named[:12]}…"))
    return ledger.match(match_id)
