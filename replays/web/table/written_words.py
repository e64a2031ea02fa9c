"""Texts that people wrote in a match or tournament, for organisers, who may erase them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.errors import NoSuchMatch
from tablescribe.ledger.log.text_marks import ERASED
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.words_in_log import WrittenEvent, written_in

LABELS: Mapping[str, Text] = {
    "Opened": say("Title"), "Described": say("Details"), "Noted": say("Note"), "Ruled": say("Ruling"),
    "Missed": say("Missed moves"), "TakenBack": say("Undo"), "Restored": say("Redo"),
    "Settled": say("Difference between two logs"), "Voided": say("Match does not count"),
    "Amended": say("Corrected result"), "Reinstated": say("Match counts again"), "Revoked": say("Revoked key"),
    "Announced": say("Plan"), "Withdrawn": say("Withdrawal"), "Returned": say("Return"),
    "Adjusted": say("Changed seats"),
    "Corrected": say("Corrected result"), "Penalised": say("Penalty"), "Appealed": say("Appeal"),
    "Decided": say("Decision on an appeal"), "Clocked": say("Timer"), "LotDrawn": say("Lot drawn"),
    "Explained": say("Reason"),
}  # fmt: skip
"""Names of events with texts by users, by type without the format's number."""


@dataclass(frozen=True)
class WrittenWords:
    """The texts by users in an event.

    Attributes:
        event: the event's number.
        label: the name of the kind of event.
        words: the remaining texts.
        erased: the number of erased texts.
        in_log: whether they are part of the log itself and cannot be erased, as earlier versions recorded them.
    """

    event: int
    label: Text
    words: tuple[str, ...]
    erased: int
    in_log: bool

    @property
    def can_be_erased(self) -> bool:
        """Whether there is anything left to erase."""
        return bool(self.words) and not self.in_log


def written_words(ledger: Ledger, stream_id: str) -> list[WrittenWords]:
    """Return the texts by users in a match or tournament, in the order of its events."""
    return [_of(one) for one in written_in(ledger.log, stream_id)]


def words_to_erase(ledger: Ledger, stream_id: str, event: int) -> WrittenWords:
    """Return the texts of an event that can be erased.

    Raises:
        NoSuchMatch: the event has no texts, or they are erased, or they are part of the log.
    """
    found = next((one for one in written_words(ledger, stream_id) if one.event == event), None)
    if found is None or not found.can_be_erased:
        raise NoSuchMatch(
            say("event {event} has no text that can be erased. It may have been erased already", event=event)
        )
    return found


def _of(one: WrittenEvent) -> WrittenWords:
    kind = (one.about or one.type).removesuffix("Openly").removesuffix("Together").removesuffix("By")
    there = tuple(text for text in one.words if text != ERASED)
    return WrittenWords(one.version, LABELS.get(kind, say("Reason")), there, len(one.words) - len(there), one.in_log)
