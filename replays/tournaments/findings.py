"""The findings of a tournament's audit, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablescribe.domain.words.text import Text, listed, plural, say
from tablescribe.replays.reading.reader import Reader

CODES: dict[str, Text] = {
    "log.damaged": say("the record was changed after it was written"),
    "plan.changed": say("the plan differs from the announced plan"),
    "role.exceeded": say("an action was not allowed for the role that took it"),
    "pairing.input": say("the input of the pairing does not match the standings at that time"),
    "pairing.pods": say("the seating of a round repeats a player, includes one who does not play, or leaves one out"),
    "pairing.differs": say("the pairing program gives a different pairing"),
    "match.missing": say("a match is missing"),
    "match.open": say("a result was reported for a match that is still open"),
    "match.setting": say("a match was not set up as planned"),
    "match.seats": say("the players at a table are not those who were paired"),
    "match.unsound": say("the audit of a match has findings"),
    "report.head": say("a report refers to a different match from the one that was closed"),
    "report.result": say("a reported result differs from the result of its match"),
    "report.slip": say("a slip differs from the match at its table"),
    "seed.differs": say("a table was not dealt from the committed seed of its round"),
    "seed.early": say("a seed was revealed while other tables still played the same shuffle"),
    "seed.wrong": say("the revealed seed of a round does not match its commitment"),
    "seed.untold": say("the tournament is over, but a seed was never revealed"),
    "correction.ground": say("a correction is based on an appeal that was not upheld"),
    "lot.wrong": say("the order of a drawing of lots does not match its sealed seed"),
    "request.exceeded": say("a player asked for a bye that the plan does not allow"),
    "standings.differ": say("the final standings do not match the reported results"),
    "prizes.differ": say("the prizes do not match the standings and the plan"),
}
"""Every code a finding about a tournament can have, and what it means."""


def unproved_rulings(versions: Sequence[int]) -> Text:
    """Return in words that some rulings are withheld, and that nothing proves their summaries."""
    return plural(
        len(versions),
        "1 ruling is the sealer's word: nothing proves what is shown of event {events}",
        "{n} rulings are the sealer's word: nothing proves what is shown of the events {events}",
        events=listed(versions[:20]) if len(versions) <= 20 else listed([*versions[:20], "…"]),
    )


@dataclass(frozen=True)
class TournamentFinding:
    """One finding about a tournament, for officials.

    Attributes:
        code: stable, one of `CODES`.
        event: the version of the tournament's event that it is about; 0 for the tournament as a whole.
        why: the reason.
        match: the match that it is about, if any.
    """

    code: str
    event: int
    why: Text
    match: str = ""


@dataclass(frozen=True)
class PrizesChecked:
    """The prizes that follow from the standings and the plan.

    Attributes:
        digest: SHA-256 of the awards; empty if they cannot be computed.
        tags: the tags they depend on, which only the organiser vouches for.
    """

    digest: str
    tags: tuple[str, ...] = ()

    def text(self) -> Text:
        """Return it as a text."""
        tags = ", ".join(self.tags)
        if not self.digest:
            return say("Not checked: the prizes. Who has the tags {tags} is not part of the record.", tags=tags)
        if tags:
            return say("Prizes computed again: {digest}. Who has the tags {tags} is the organiser's word.",
                       digest=self.digest, tags=tags)  # fmt: skip
        return say("Prizes computed again: {digest}", digest=self.digest)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"digest": self.digest or None, "tags": list(self.tags)}


@dataclass(frozen=True)
class TournamentVerdict:
    """The result of a tournament's audit.

    Attributes:
        audited: the number of matches decided again, move by move.
        slips: the number of reports without a match.
        withheld: the number of matches that were compared but not decided again, because parts of them are withheld.
        untold: rounds whose seed is not revealed yet, because their tables play the same shuffle.
        unproved: versions of withheld rulings, whose summaries only the bundle's maker vouches for.
        prizes: the prizes as computed again, if the plan has any.
    """

    tournament: str
    findings: tuple[TournamentFinding, ...]
    audited: int
    slips: int
    withheld: int
    rounds: int
    untold: tuple[int, ...] = ()
    unproved: tuple[int, ...] = ()
    prizes: PrizesChecked | None = None

    @property
    def clean(self) -> bool:
        """Whether there are no findings."""
        return not self.findings

    def lines(self) -> Iterator[Text]:
        """Yield it as texts."""
        counted = say(
            "{rounds}; {matches}, {withheld} only compared; {slips}",
            rounds=plural(self.rounds, "1 round", "{n} rounds"),
            matches=plural(self.audited, "1 match replayed", "{n} matches replayed"),
            withheld=self.withheld, slips=plural(self.slips, "1 slip", "{n} slips"),
        )  # fmt: skip
        if self.untold:
            yield say("Seed not revealed yet, because other tables still play the same shuffle: round {rounds}",
                      rounds=listed(self.untold))  # fmt: skip
        if self.unproved:
            yield unproved_rulings(self.unproved)
        if self.prizes is not None:
            yield self.prizes.text()
        if self.clean:
            yield say(
                "Sound: the standings and the input of every pairing match the reported results ({counted}).",
                counted=counted,
            )
            return
        yield plural(
            len(self.findings), "WRONG: 1 finding ({counted}).", "WRONG: {n} findings ({counted}).", counted=counted
        )
        for one in self.findings:
            yield say(
                "{code}, event {event}: {what}: {why}",
                code=one.code,
                event=one.event,
                what=CODES[one.code],
                why=one.why,
            )

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        tell = Reader().tell
        findings = [
            {"code": one.code, "event": one.event, "match": one.match, "why": tell(one.why)} for one in self.findings
        ]
        return {
            "tournament": self.tournament, "sound": self.clean, "rounds": self.rounds, "audited": self.audited,
            "withheld": self.withheld, "slips": self.slips, "seeds_untold": list(self.untold),
            "unproved": list(self.unproved), "findings": findings,
            "prizes": self.prizes.data() if self.prizes is not None else None,
        }  # fmt: skip
