"""Words that people wrote in a match or tournament, for organisers, who may erase them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.errors import NoSuchMatch
from tablescribe.ledger.log.texts import ERASED
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
"""What people call an event in which somebody wrote something, by its type without the form."""


@dataclass(frozen=True)
class WrittenWords:
    """What somebody wrote in an event.

    Attributes:
        event: its number.
        label: what people call it.
        words: the words that are still there.
        erased: how many texts of it are erased.
        in_log: whether they are in the log itself and stay, as an earlier version recorded them.
    """

    event: int
    label: Text
    words: tuple[str, ...]
    erased: int
    in_log: bool

    @property
    def can_be_erased(self) -> bool:
        """Whether anything of it is left to erase."""
        return bool(self.words) and not self.in_log


def written_words(ledger: Ledger, stream_id: str) -> list[WrittenWords]:
    """Return what people wrote in a match or tournament, in the order of its events."""
    return [_of(one) for one in written_in(ledger.log, stream_id)]


def words_to_erase(ledger: Ledger, stream_id: str, event: int) -> WrittenWords:
    """Return the words of one event that can be erased.

    Raises:
        NoSuchMatch: nobody wrote anything in that event, or it is erased, or it is in the log and stays.
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
