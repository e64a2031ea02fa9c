"""Drafts of pairings, stored beside the log until they are published, so that only officials see them.

A draft is not an event and can be discarded. All drafts of a round use the same seed, so that an official cannot draft
again until the result suits.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament.drafting import Draft, drafted, must_still_fit
from tablescribe.domain.tournament.model.events import Paired
from tablescribe.domain.tournament.model.field import Bye, Pairing, Pod
from tablescribe.domain.tournament.model.roles import ORGANISER, must_be_allowed
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.matches.ids import new_id
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.tournaments.rounds import Rounds, byes_of
from tablescribe.ledger.tournaments.seeds import sealing
from tablescribe.ledger.tournaments.tournament_store import command_of


@dataclass(frozen=True)
class KeptDraft:
    """A stored draft; `revision` counts its changes, for optimistic concurrency between officials."""

    draft: Draft
    revision: int


def draft_of(ledger: Ledger, tournament: Tournament) -> KeptDraft | None:
    """Return the draft of the next round; `None` if there is none."""
    kept = _read(ledger, tournament.id)
    if kept is None or "pods" not in kept or kept["number"] != tournament.round + 1:
        return None
    made = Pairing(
        tuple(Pod(tuple(pod)) for pod in kept["made"]), _byes(kept["made_byes"]), kept["engine"],
        kept["engine_version"], kept["seed"], tuple(kept["broken"]), kept["gap"],
    )  # fmt: skip
    pods = tuple(map(tuple, kept["pods"]))
    draft = Draft(kept["number"], made, _byes(kept["asked"]), kept["input"], pods, _byes(kept["byes"]))
    return KeptDraft(draft, kept["revision"])


class Drafts(Rounds):
    """Commands on drafts: create, change by hand, publish, discard."""

    def draft(
        self, tournament_id: str, *, by: str = ORGANISER, byes: Mapping[str, Bye | None] | None = None
    ) -> KeptDraft:
        """Create a draft of the next round; it replaces an earlier one.

        Raises:
            Refused: the round cannot be paired yet.
        """
        must_be_allowed(by, "pair")
        told = dict(zip(self._refs(tournament_id, *(byes or {})), (byes or {}).values(), strict=True))
        self.collect(tournament_id)
        tournament = self.tournament(tournament_id)
        number, asked = act.must_be_pairable(tournament), byes_of(tournament, told)
        made = self._made(tournament, number, asked, self._lot(tournament.id, number))
        return self._keep(tournament, drafted(tournament, number, made, asked))

    def swap_in_draft(
        self, tournament_id: str, one: str, other: str, *, revision: int, by: str = ORGANISER
    ) -> KeptDraft:
        """Swap two people in the draft.

        Raises:
            Refused: there is no draft, or it is not at this revision.
        """
        must_be_allowed(by, "adjust")
        tournament, kept = self._kept(tournament_id, revision)
        return self._keep(
            tournament, kept.draft.swapped(self.person(tournament, one), self.person(tournament, other)), revision
        )

    def restore_draft(self, tournament_id: str, *, revision: int, by: str = ORGANISER) -> KeptDraft:
        """Undo all changes made by hand, back to the pairing of the engine."""
        must_be_allowed(by, "adjust")
        tournament, kept = self._kept(tournament_id, revision)
        return self._keep(tournament, kept.draft.as_made(), revision)

    def discard_draft(self, tournament_id: str, *, by: str = ORGANISER) -> None:
        """Discard the draft. The round keeps its seed."""
        must_be_allowed(by, "pair")
        tournament = self.tournament(tournament_id)
        kept = draft_of(self.ledger, tournament)
        if kept is not None:
            _write(self.ledger, tournament.id, {"number": kept.draft.number, "seed": kept.draft.made.seed})

    def publish(
        self, tournament_id: str, *, revision: int, by: str = ORGANISER, reason: str = "",
        command_id: str | None = None,
    ) -> Paired:  # fmt: skip
        """Publish the draft: record the pairing of the engine, then the changes made by hand with their reason.

        Raises:
            Refused: the draft is not at this revision, or the tournament has changed since it was made.
        """
        must_be_allowed(by, "pair")
        command = command_of(command_id, "publish", revision, by, words=[reason])
        if (answer := self._answered(self.tournament(tournament_id), command)) is not None:
            return cast(Paired, answer[0])
        now, kept = self._kept(tournament_id, revision)
        draft = kept.draft
        commitment, seal_lot = sealing(self.ledger, now.plan, draft.number)

        def do(tournament: Tournament) -> Paired:
            act.must_be_pairable(tournament, draft.number)
            must_still_fit(tournament, draft)
            ids = [new_id() for _ in draft.pods]
            paired = act.pair(
                tournament, draft.made, ids, draft.asked, self.scribe.stamp(), by=by, commitment=commitment
            )
            seal_lot(tournament, self.scribe.stamp(), by)
            if draft.is_changed:
                changed = [new_id() if table in draft.changed else ids[table - 1] for table in range(1, len(ids) + 1)]
                act.adjust(
                    tournament, draft.number, draft.pods, draft.byes, changed, self.scribe.stamp(), by=by,
                    reason=reason,
                )  # fmt: skip
            return paired

        paired = self._record(tournament_id, do, command=command)
        _remove(self.ledger, now.id)
        return paired

    def _lot(self, tournament_id: str, number: int) -> int:
        """Return the seed of a round: that of its draft, if there was one, else a random one."""
        kept = _read(self.ledger, tournament_id)
        return int(kept["seed"]) if kept is not None and kept["number"] == number else secrets.randbelow(2**31)

    def _kept(self, tournament_id: str, revision: int) -> tuple[Tournament, KeptDraft]:
        tournament = self.tournament(tournament_id)
        kept = draft_of(self.ledger, tournament)
        if kept is None:
            raise Refused(say("The next round has no draft. Make one first"))
        if kept.revision != revision:
            raise Refused(say("Someone else changed the draft. Check it, then try again."))
        return tournament, kept

    def _keep(self, tournament: Tournament, draft: Draft, revision: int | None = None) -> KeptDraft:
        """Store a draft; if a revision is given, only in place of that revision."""
        kept = draft_of(self.ledger, tournament)
        new = KeptDraft(draft, kept.revision + 1 if kept is not None else 1)
        if not _write(self.ledger, tournament.id, _plain(new), revision):
            raise Refused(say("Someone else changed the draft. Check it, then try again."))
        return new


def _plain(kept: KeptDraft) -> dict[str, Any]:
    draft, made = kept.draft, kept.draft.made
    return {
        "number": draft.number, "revision": kept.revision, "seed": made.seed, "engine": made.engine,
        "engine_version": made.version, "broken": made.broken, "gap": made.gap,
        "made": [pod.seats for pod in made.pods], "made_byes": made.byes, "asked": draft.asked, "input": draft.input,
        "pods": draft.pods, "byes": draft.byes,
    }  # fmt: skip


def _byes(told: Mapping[str, str]) -> dict[str, Bye]:
    return {ref: Bye(kind) for ref, kind in told.items()}


def _read(ledger: Ledger, tournament_id: str) -> dict[str, Any] | None:
    from sqlalchemy import select

    from tablescribe.ledger.log.schema import service

    try:
        found = ledger.log.select(select(service.c.value).where(service.c.key == _key(tournament_id)))
    except LedgerReadOnly:  # a role that may not read it
        return None
    return cast(dict[str, Any], json.loads(found[0][0])) if found else None


def _write(ledger: Ledger, tournament_id: str, value: dict[str, Any], revision: int | None = None) -> bool:
    """Write a draft; if a revision is given, only in place of that revision. Return whether it is stored now."""
    from sqlalchemy import delete

    from tablescribe.ledger.log.schema import service

    key, text = _key(tournament_id), json.dumps(value)
    old = service.c.key == key
    if revision is not None:
        was = _read(ledger, tournament_id)
        if was is None or was.get("revision") != revision:
            return False
        old = old & (service.c.value == json.dumps(was))
    ledger.log.write_all([delete(service).where(old), ledger.log.into(service).values(key=key, value=text)])
    return bool(_read(ledger, tournament_id) == json.loads(text))


def _remove(ledger: Ledger, tournament_id: str) -> None:
    from sqlalchemy import delete

    from tablescribe.ledger.log.schema import service

    ledger.log.write(delete(service).where(service.c.key == _key(tournament_id)))


def _key(tournament_id: str) -> str:
    return f"draft {tournament_id}"
