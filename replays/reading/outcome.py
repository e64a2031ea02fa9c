"""Word results: how a match ended, and who won."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.names import seat
from tablescribe.domain.words.text import Slot, Text, both, listed, say
from tablescribe.replays.reading.reader import Reader, a_seat, value_text


def say_ending(opening: Opening, result: Result) -> Slot:
    """Return in words how a match ended: "the eighth glory token"."""
    return say("abandoned") if result.ending == "abandoned" else value_text(opening, "ending", result.ending)


def say_result(opening: Opening, result: Result) -> Text:
    """Return a result in words: the winners, the rule and the scores; without a winner, how the match ended."""
    if not result.winners:
        return Text("{ending}", {"ending": say_ending(opening, result)})
    winners = both(map(a_seat, result.winners))
    said = say("{seats} won ({rule})", seats=winners, rule=result.rule) if result.rule else say(
        "{seats} won", seats=winners
    )  # fmt: skip
    if not result.scores:
        return said
    points = (say("{seat} {points}", seat=a_seat(k), points=n) for k, n in enumerate(result.scores, start=1))
    return say("{said}: {scores}", said=said, scores=listed(points))


def won(match: Match, names: Sequence[str], reader: Reader) -> str:
    """Return the winners' names and all scores; how the match ended if nobody won; an empty string if it is open."""
    result = match.result
    if match.closed is None or result is None:
        return ""
    if not result.winners:
        return reader.sentence(say("{ending}: nobody won", ending=say_ending(match.opening, result)))
    said = say("{people} won", people=both(_person(reader, names, k) for k in result.winners))
    if not result.scores:
        return reader.sentence(said)
    points = (say("{seat} {points}", seat=_person(reader, names, k), points=n) for k, n in enumerate(result.scores, 1))
    return reader.sentence(say("{said}: {scores}", said=said, scores=listed(points)))


def _person(reader: Reader, names: Sequence[str], number: int) -> str:
    return names[number - 1] if number <= len(names) else reader.name(seat(number))
