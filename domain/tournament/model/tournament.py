"""The tournament: an event-sourced aggregate beside the match.

Its state is the plan, the entrants, the seatings, the reports and the rulings. Standings are not part of it; they are
computed from it (`scoring/standings.py`). Recorded events never change, and a correction is another event. Results can
therefore be read as played, as ruled, and as of any time (`folding.py`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar, cast

from tablescribe.domain.match.contributions import HEX
from tablescribe.domain.match.event import Event, Stamp
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.duplicate_play import DuplicateMark
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.tournament.model.events import (
    Adjusted,
    Announced,
    Appealed,
    ByeRequested,
    CheckedIn,
    Clocked,
    Corrected,
    Decided,
    Entered,
    Explained,
    Finished,
    LotDrawn,
    LotSealed,
    Paired,
    Penalised,
    Reported,
    Restated,
    Returned,
    Said,
    SlipTyped,
    TournamentEvent,
    Unsealed,
    Withdrawn,
    together,
)
from tablescribe.domain.tournament.model.field import Entrant, How, Pod, Ref, Result, Round
from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.model.plan_parsing import recorded_plan
from tablescribe.domain.tournament.model.possible import is_possible
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.words import APART, WORDS, joined, split, words_of
from tablescribe.domain.words.text import Text, plural, say

Kind = TypeVar("Kind", bound=Event)


class Tournament:
    """The state of a tournament, folded from its events.

    Attributes:
        id, version: required by the `eventsourcing` library; the version is the number of events.
        announced, plan: the first event, and its plan.
        entrants: the entrants by reference, in order of entry; `numbers`: their starting numbers.
        withdrawn: the entrants who withdrew and have not returned; `missed`: rounds paired before a return.
        here: the last check-in of each entrant; `requests`: the requested byes, by round and entrant.
        seatings: the paired rounds.
        reports: all reports, by the version of their event.
        typings: the typed result slips in order, by the id of the table's match.
        restated: the changes of a slip in order, by the version of its report.
        corrections: the corrections of a report in order, by the version of the report.
        penalties, appeals: by the version of their event; `decisions`: by the version of the appeal.
        lot_seals: the commitment to the seed of each stage's lot; `draws`: the lots drawn, in order.
        finished: the event that ended the tournament, if it is over.
        events: all events, as recorded.
        explained: the free text recorded for the next event.
    """

    def __init__(self, announced: Announced) -> None:
        self.id = announced.originator_id
        self.version = announced.originator_version
        self.announced = announced
        self.plan: Plan = recorded_plan(announced.plan, whole=announced.format >= APART)
        self.entrants: dict[Ref, Entered] = {}
        self.numbers: set[int] = set()
        self.withdrawn: dict[Ref, Withdrawn] = {}
        self.missed: dict[Ref, frozenset[int]] = {}
        self.here: dict[Ref, CheckedIn] = {}
        self.requests: dict[int, dict[Ref, ByeRequested]] = {}
        self.seatings: list[Seating] = []
        self.reports: dict[int, Reported] = {}
        self.typings: dict[str, list[SlipTyped]] = {}
        self.restated: dict[int, list[Restated]] = {}
        self.corrections: dict[int, list[Corrected]] = {}
        self.penalties: dict[int, Penalised] = {}
        self.appeals: dict[int, Appealed] = {}
        self.decisions: dict[int, Decided] = {}
        self.lot_seals: dict[int, LotSealed] = {}
        self.draws: list[LotDrawn] = []
        self.finished: Finished | None = None
        self.events: list[TournamentEvent] = [announced]
        self.explained: Explained | None = None
        self._pending: list[TournamentEvent] = []

    # --- reading --------------------------------------------------------------------------

    @property
    def round(self) -> int:
        """The number of the last paired round; 0 before the first."""
        return len(self.seatings)

    @property
    def next_number(self) -> int:
        """The starting number of the next entrant."""
        return 1 + max((one.number for one in self.entrants.values()), default=0)

    def not_paired(self, round_number: int) -> Text:
        """Return a sentence: the round is not paired."""
        if not self.round:
            return say("round {round} is not paired yet: pair it first (tournament pair)", round=round_number)
        return plural(self.round, "round {round} is not paired: there is 1",
                      "round {round} is not paired: there are {n}", round=round_number)  # fmt: skip

    def seating(self, round_number: int) -> Seating:
        """Return the seating of a round.

        Raises:
            Refused: the round is not paired.
        """
        if not 1 <= round_number <= self.round:
            raise Refused(self.not_paired(round_number))
        return self.seatings[round_number - 1]

    def match_ids(self) -> list[str]:
        """Return the ids of all matches that are assigned to tables or were reported, in order."""
        told = [one.match for seating in self.seatings for one in seating.reports.values() if one.match]
        planned = [match for seating in self.seatings for match in seating.matches]
        return list(dict.fromkeys([*planned, *told]))

    def table_of(self, match_id: str) -> tuple[int, int] | None:
        """Return the round and table of a match, from 1; `None` if the match is not part of this tournament."""
        for seating in self.seatings:
            if match_id in seating.matches:
                return seating.number, seating.matches.index(match_id) + 1
        return None

    def seed_of(self, mark: DuplicateMark) -> bytes | None:
        """Return the revealed seed of a match with this mark."""
        if mark.tournament != self.id or not 1 <= mark.round <= self.round:
            return None
        told = self.seatings[mark.round - 1].unsealed
        return bytes.fromhex(told.seed) if told is not None and HEX.fullmatch(told.seed) else None

    def entrant(self, ref: Ref) -> Entrant:
        """Return an entrant in the form that pairing and standings use."""
        one, left = self.entrants[ref], self.withdrawn.get(ref)
        return Entrant(
            ref, one.number, one.rating, Fraction(one.points), one.entered_in,
            left.after if left is not None else None, frozenset(one.may_not_meet),
            missed=self.missed.get(ref, frozenset()),
        )  # fmt: skip

    def field(self) -> list[Entrant]:
        """Return all entrants in the order of their starting numbers."""
        return sorted(map(self.entrant, self.entrants), key=lambda one: one.number)

    def result(self, seating: Seating, table: int, *, ruled: bool = True) -> Result | None:
        """Return the result of a table, as ruled or as played; `None` while it has not reported."""
        report = seating.reports.get(table)
        if report is None:
            return None
        said = self.said(report, ruled=ruled)
        seats = seating.pods[table - 1]
        absent = frozenset(seats[seat - 1] for seat in said.absent)
        return Result(Pod(seats), said.places, said.points, How(said.how), absent, bool(together(said)))

    def said(self, report: Reported, *, ruled: bool = True) -> Said:
        """Return the current version of a report: as last corrected, or with `ruled=False` as last entered."""
        version = report.originator_version
        corrected = self.corrections.get(version, []) if ruled else []
        readings: list[Said] = [report, *self.restated.get(version, []), *corrected]
        return readings[-1]

    def rounds(self, *, ruled: bool = True, numbers: Iterable[int] | None = None) -> list[Round]:
        """Return rounds in the form that pairing and standings use; by default all paired rounds."""
        wanted = set(numbers) if numbers is not None else set(range(1, self.round + 1))
        return [
            Round(
                one.number, tuple(map(Pod, one.pods)), one.byes,
                tuple(self.result(one, table, ruled=ruled) for table in range(1, len(one.pods) + 1)),
            )
            for one in self.seatings
            if one.number in wanted
        ]  # fmt: skip

    def lots(self, stage: int) -> dict[Ref, int]:
        """Return the numbers drawn in a stage; in each draw the first gets the highest number, the last gets 1."""
        found: dict[Ref, int] = {}
        for draw in self.draws:
            if draw.stage == stage:
                found |= {ref: number for number, ref in enumerate(reversed(draw.order), start=1) if ref not in found}
        return found

    def stands(self, penalty: Penalised) -> bool:
        """Return whether a penalty counts: no appeal against it was upheld."""
        about = penalty.originator_version
        against = [version for version, appeal in self.appeals.items() if appeal.about == about]
        return not any(self.decisions[one].upheld for one in against if one in self.decisions)

    def open_appeals(self) -> list[Appealed]:
        """Return the appeals without a decision."""
        return [appeal for version, appeal in self.appeals.items() if version not in self.decisions]

    def owed(self) -> list[Appealed]:
        """Return the upheld appeals against reports that still need a correction."""
        made = {one.appeal for several in self.corrections.values() for one in several}
        upheld = [self.appeals[version] for version, decided in self.decisions.items() if decided.upheld]
        return [one for one in upheld if one.originator_version not in made and one.about not in self.penalties]

    def deed(self, version: int) -> TournamentEvent:
        """Return an event by its version, with its free text."""
        words = self.events[version - 2] if version > 1 else None
        return joined(self.events[version - 1], words if isinstance(words, Explained) else None)

    def deeds(self) -> Iterator[TournamentEvent]:
        """Yield all events with their free text, without the `Explained` events."""
        for event in self.events:
            if not isinstance(event, Explained):
                yield self.deed(event.originator_version)

    # --- events ---------------------------------------------------------------------------

    def apply(self, event: TournamentEvent) -> None:
        """Apply a recorded event. Roles and the plan are not checked.

        Raises:
            Impossible: the event contradicts earlier ones, so the log is damaged.
        """
        version = event.originator_version
        if version != self.version + 1:
            raise Impossible(say("event {event} cannot follow event {last}", event=version, last=self.version))
        told = self.told(event)
        try:
            if not is_possible(self, told):
                raise Impossible(say("event {version} refers to something missing or impossible", version=version))
            self._apply(told)
        except (KeyError, IndexError, Refused) as error:
            why = say("event {version} refers to something missing: {what}", version=version, what=str(error)[:200])
            raise Impossible(why) from error
        self.explained = event if isinstance(event, Explained) else None
        self.events.append(event)
        self.version = version

    def told(self, event: TournamentEvent) -> TournamentEvent:
        """Return an event with the free text that was recorded just before it.

        Raises:
            Impossible: the text is not where the tournament's format puts it.
        """
        apart, has_words = self.announced.format >= APART, type(event) in WORDS
        words = isinstance(event, Explained)
        if (words and (not apart or self.explained)) or (self.explained and not has_words):
            raise Impossible(say("event {version} does not explain a ruling", version=event.originator_version))
        if apart and not words and words_of(event):
            raise Impossible(
                say(
                    "event {version} has its own reason, which belongs in the event before it",
                    version=event.originator_version,
                )
            )
        return joined(event, self.explained)

    def _apply(self, event: TournamentEvent) -> None:
        version = event.originator_version
        if isinstance(event, Entered | Withdrawn | Returned):
            self._apply_person(event)
        elif isinstance(event, Paired):
            if event.round != self.round + 1:
                raise Impossible(say("round {round} is paired out of order", round=event.round))
            self.seatings.append(Seating(event))
        elif isinstance(event, Unsealed):
            if not self._round(event.round).untold:
                raise Impossible(say("event {version} reveals a seed that is not awaited", version=version))
            self._round(event.round).unsealed = event
        elif isinstance(event, Adjusted):
            self._round(event.round).adjusted.append(event)
        elif isinstance(event, Reported):
            seating = self._round(event.round)
            if not 1 <= event.table <= len(seating.pods):
                raise IndexError(f"table {event.table}")
            _once(event.table, seating.reports, version)
            seating.reports[event.table] = event
            self.reports[version] = event
        elif isinstance(event, Corrected):
            self.corrections.setdefault(self.reports[event.report].originator_version, []).append(event)
        elif not isinstance(event, Explained):
            self._apply_officials(event)

    def _apply_person(self, event: Entered | Withdrawn | Returned) -> None:
        ref, version = event.entrant, event.originator_version
        if isinstance(event, Entered):
            _once(ref, self.entrants, version)
            self.entrants[ref] = event
            self.numbers.add(event.number)
        elif isinstance(event, Withdrawn):
            _once(ref, self.withdrawn, version)
            self.withdrawn[self.entrants[ref].entrant] = event
        else:
            left = self.withdrawn.pop(ref)
            self.missed[ref] = self.missed.get(ref, frozenset()) | {*range(left.after + 1, self.round + 1)}

    def _apply_officials(self, event: TournamentEvent) -> None:
        version = event.originator_version
        if isinstance(event, Restated):
            self.restated.setdefault(self.reports[event.report].originator_version, []).append(event)
        elif isinstance(event, Penalised):
            self.penalties[version] = event
        elif isinstance(event, Appealed):
            self.appeals[version] = event
        elif isinstance(event, Decided):
            _once(event.appeal, self.decisions, version)
            self.decisions[self.appeals[event.appeal].originator_version] = event
        elif isinstance(event, CheckedIn):
            self.here[event.entrant] = event
        elif isinstance(event, ByeRequested):
            self.requests.setdefault(event.round, {})[event.entrant] = event
        elif isinstance(event, SlipTyped):
            self.typings.setdefault(event.match, []).append(event)
        elif isinstance(event, Clocked):
            self._round(event.round).clocked.append(event)
        elif isinstance(event, LotSealed):
            _once(event.stage, self.lot_seals, version)
            self.lot_seals[event.stage] = event
        elif isinstance(event, LotDrawn):
            self.draws.append(event)
        elif isinstance(event, Finished):
            self.finished = event
        else:
            raise Impossible(say("a tournament can be announced only once"))

    def _round(self, number: int) -> Seating:
        if number < 1:
            raise IndexError(f"round {number}")
        return self.seatings[number - 1]

    def record(self, kind: type[Kind], stamp: Stamp, **content: Any) -> Kind:
        """Create an event, apply it, and queue it for saving. The caller has checked the command.

        Its free text becomes an `Explained` event before it.
        """
        if self.announced.format >= APART:
            content, words = split(kind, content)
            if words:
                self.record(Explained, stamp, **words)
        event = kind(
            originator_id=self.id, originator_version=self.version + 1, at=stamp.at, recorder=stamp.recorder,
            device=stamp.device, salt=stamp.salt(), **content,
        )  # fmt: skip
        told = joined(event, self.explained)
        self.apply(cast(TournamentEvent, event))
        self._pending.append(cast(TournamentEvent, event))
        return told

    def collect_events(self) -> Sequence[TournamentEvent]:
        """Return the unsaved events and clear them; the `eventsourcing` library calls this when it saves."""
        events, self._pending = self._pending, []
        return events

    @classmethod
    def began(cls, announced: Announced) -> Tournament:
        """Return a new tournament with its first event pending."""
        new = cls(announced)
        new._pending.append(announced)
        return new


def _once(key: object, known: Container[object], version: int) -> None:
    if key in known:
        raise Impossible(say("event {version} repeats an earlier event", version=version))
