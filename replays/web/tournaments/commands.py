"""Commands of people in tournaments: each checks the pass first. Independent of HTTP."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.tournament.consequences import Consequences
from tablescribe.domain.tournament.model.events import Corrected, Decided, Entered, LotDrawn, Penalised, TournamentEvent
from tablescribe.domain.tournament.model.field import Bye, How
from tablescribe.domain.tournament.model.plan import fraction_text
from tablescribe.domain.tournament.model.plan_parsing import read_plan
from tablescribe.domain.tournament.model.roles import MAY, ORGANISER, PLAYER, must_be_allowed
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.told_results import read_result
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.results import id_from
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import OpenedTable, TournamentCommands
from tablescribe.ledger.tournaments.door import door_rate, set_door_rate
from tablescribe.ledger.tournaments.drafts import KeptDraft
from tablescribe.ledger.tournaments.tournament_store import read_slip
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.door_pins import door_pins
from tablescribe.replays.web.access.passes import DOOR, IN_TOURNAMENTS, Denied, Pass
from tablescribe.replays.web.access.table_links import TableLinks, player_links, table_links
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.tournaments.queries import TournamentView
from tablescribe.replays.web.tournaments.requests import NewHallPass, Slip


class OfficialCommands:
    """Carries out the commands of one viewer of a tournament."""

    def __init__(self, seen: TournamentView) -> None:
        self.seen = seen
        self.id = seen.now.id
        self.access: Access = seen.queries.access
        self.organiser = organiser_of(seen.queries, seen.who)

    def by(self, deed: str, wanted: str | None = None) -> str:
        """Return the role in which a command is carried out: the link's own, or the one that an organiser names.

        Raises:
            Denied: this link does not allow it.
            RoleRefused: an organiser must name the role in which to do it, such as arbiter.
        """
        mine = self.seen.role
        role = wanted or mine
        if role != mine and mine != ORGANISER:
            raise Denied(say("this link ({role}) cannot act on behalf of another person", role=IN_TOURNAMENTS[mine]))
        if mine == ORGANISER:
            must_be_allowed(role, deed)
        elif deed not in MAY[mine]:
            raise Denied(say("this link ({role}) does not allow you to {deed}. Ask the organiser for a link with that "
                             "right", role=IN_TOURNAMENTS[mine], deed=deed))  # fmt: skip
        return role

    def whom(self, number: int | None) -> str:
        """Return the reference of the entrant that a command is about; a player's link is for that player only.

        Raises:
            Denied: a player names somebody else. Refused: no entrant is named.
        """
        if self.seen.role == PLAYER:
            if number not in (None, self.seen.who.seat):
                raise Denied(say("a player's link can act only for that player"))
            return f"#{self.seen.who.seat}"
        if number is None:
            raise Refused(say("give the starting number of the entrant"))
        return f"#{number}"

    def now(self) -> Tournament:
        """Return the tournament as it is now, after the commands so far."""
        return self.seen.queries.hall.now(self.id)

    # --- people -------------------------------------------------------------------------------

    def enter(
        self, people: Mapping[str, int | None], may_not_meet: Iterable[int] = (), *, command: str,
        wanted: str | None = None,
    ) -> list[Entered]:  # fmt: skip
        """Enter people from the next round on."""
        role = self.by("enter", wanted)
        if not people:
            raise Refused(say("Enter at least one person"))
        rated = {name: value for name, value in people.items() if value is not None}
        apart = [f"#{number}" for number in may_not_meet]
        return self.organiser.enter(
            self.id, list(people), ratings=rated, may_not_meet=apart, by=role, command_id=command
        )

    def withdraw(self, number: int | None, reason: str, *, command: str, wanted: str | None = None) -> TournamentEvent:
        """Withdraw an entrant after this round."""
        role, whom = self.by("withdraw", wanted), self.whom(number)
        return self.organiser.withdraw(self.id, whom, by=role, reason=reason, command_id=command)

    def return_entrant(
        self, number: int | None, reason: str, *, command: str, wanted: str | None = None
    ) -> TournamentEvent:
        """Let a withdrawn entrant return from the next round on."""
        role, whom = self.by("return", wanted), self.whom(number)
        return self.organiser.return_entrant(self.id, whom, by=role, reason=reason, command_id=command)

    def check_in(self, number: int, here: bool = True, *, command: str, wanted: str | None = None) -> TournamentEvent:
        """Check an entrant in, or undo it."""
        role, whom = self.by("check in", wanted), self.whom(number)
        return self.organiser.check_in(self.id, whom, here, by=role, command_id=command)

    def request_bye(
        self, number: int | None, round_number: int, kind: str, *, command: str, wanted: str | None = None
    ) -> TournamentEvent:
        """Request a bye in a later round, or cancel the request (`none`)."""
        role, whom = self.by("request", wanted), self.whom(number)
        return self.organiser.request_bye(
            self.id, whom, round_number, "" if kind == "none" else kind, by=role, command_id=command
        )

    # --- rounds -------------------------------------------------------------------------------

    def pair(
        self, byes: Mapping[int, str] | None = None, *, seed: int | None = None, expected: int | None = None,
        command: str, wanted: str | None = None,
    ) -> TournamentEvent:  # fmt: skip
        """Pair the next round."""
        role = self.by("pair", wanted)
        asked = {f"#{number}": _bye(kind) for number, kind in (byes or {}).items()}
        return self.organiser.pair(self.id, by=role, byes=asked, seed=seed, expected=expected, command_id=command)

    def draft(self, byes: Mapping[int, str] | None = None) -> KeptDraft:
        """Make a draft of the next round, which only officials see."""
        asked = {f"#{number}": _bye(kind) for number, kind in (byes or {}).items()}
        return self.organiser.draft(self.id, by=self.by("pair"), byes=asked)

    def swap_in_draft(self, one: int, other: int, revision: int) -> KeptDraft:
        """Swap the seats of two entrants in the draft."""
        return self.organiser.swap_in_draft(self.id, f"#{one}", f"#{other}", revision=revision, by=self.by("adjust"))

    def restore_draft(self, revision: int) -> KeptDraft:
        """Restore the draft to the engine's pairing."""
        return self.organiser.restore_draft(self.id, revision=revision, by=self.by("adjust"))

    def discard_draft(self) -> None:
        """Discard the draft."""
        self.organiser.discard_draft(self.id, by=self.by("pair"))

    def publish(self, revision: int, reason: str, *, command: str) -> TournamentEvent:
        """Publish the draft."""
        return self.organiser.publish(self.id, revision=revision, by=self.by("pair"), reason=reason, command_id=command)

    def adjust(
        self, one: int, other: int, reason: str, *, expected: int | None = None, command: str, wanted: str | None = None
    ) -> TournamentEvent:
        """Swap the seats of two entrants."""
        role, swap = self.by("adjust", wanted), (f"#{one}", f"#{other}")
        return self.organiser.adjust(self.id, swap, by=role, reason=reason, expected=expected, command_id=command)

    def start(
        self, table: int | None = None, outcomes: Sequence[Outcome] = (), *, wanted: str | None = None
    ) -> list[OpenedTable]:
        """Open the matches of the round. Players open that of their own table, with the outcomes of its set-up."""
        role = self.by("open" if self.seen.role == PLAYER else "start", wanted)
        if role == PLAYER and table != self._own_table():
            raise Denied(say("a player's link can act only for that player"))
        return self.organiser.start(self.id, by=role, table=table, outcomes=outcomes)

    def _own_table(self) -> int | None:
        """Return the table of the player whose link it is."""
        sits = self.seen.queries.hall.own_table(self.seen.now, self.seen.me) if self.seen.me is not None else None
        return sits[1] if sits is not None else None

    def report(
        self, table: int, slip: Slip, points: Sequence[int | None] = (), *, round_number: int | None = None,
        change: bool = False, command: str, wanted: str | None = None,
    ) -> TournamentEvent:  # fmt: skip
        """Record a result slip; with `change`, replace one."""
        role = self.by("report", wanted)
        places, scored, absent = self._told(round_number, table, slip, points)
        how = How.FORFEIT if absent else How.SLIP
        record = self.organiser.restate if change else self.organiser.report
        return record(
            self.id, table, places, how=how, points=scored, absent=absent, round_number=round_number, by=role,
            command_id=command, together=slip.together,
        )  # fmt: skip

    def _told(
        self, round_number: int | None, table: int, slip: Slip, points: Sequence[int | None] = ()
    ) -> tuple[Sequence[int], Sequence[int | None], Sequence[int]]:
        """Return places, points and absent seats from a slip."""
        now = self.now()
        seating = now.seating(round_number or max(now.round, 1))
        seating.must_have(table)
        pod = seating.pods[table - 1]
        if slip.result.strip():
            scoring = now.plan.stages[seating.paired.stage].scoring.kind
            names = [self.seen.names[ref] for ref in pod]
            told = read_result(slip.result, names, by_points=scoring == "game_points")
            return told.places, told.points or points, told.absent
        places = read_slip(
            len(pod), places=slip.places, winners=slip.winners, draw=slip.draw, absent=slip.absent, points=points
        )
        return places, points, slip.absent

    def clock(
        self, does: str, minutes: float = 0, reason: str = "", *, expected: int | None = None, command: str,
        wanted: str | None = None,
    ) -> TournamentEvent:  # fmt: skip
        """Start, pause, resume or extend the clock of the round."""
        role, seconds = self.by("clock", wanted), round(minutes * 60)
        return self.organiser.clock(
            self.id, does, seconds=seconds, reason=reason, by=role, expected=expected, command_id=command
        )

    # --- rulings ------------------------------------------------------------------------------

    def correct(
        self, round_number: int, table: int, slip: Slip, *, clause: str, reason: str,
        points: Sequence[int | None] | None = None, ruling: int | None = None, appeal: int | None = None,
        preview: bool = False, expected: int | None = None, command: str, wanted: str | None = None,
    ) -> tuple[Corrected, Consequences]:  # fmt: skip
        """Correct a report, and return the effects."""
        role = self.by("correct", wanted)
        places, scored, absent = self._told(round_number, table, slip, points or ())
        return self.organiser.correct(
            self.id, round_number, table, places, clause=clause, reason=reason, points=scored or points, absent=absent,
            ruling=ruling, appeal=appeal, by=role, preview=preview, expected=expected,
            command_id=None if preview else command, together=slip.together,
        )  # fmt: skip

    def penalise(
        self, number: int, points: str, *, clause: str, reason: str, round_number: int | None = None,
        preview: bool = False, command: str, wanted: str | None = None,
    ) -> tuple[Penalised, Consequences]:  # fmt: skip
        """Deduct points from an entrant, and return the effects."""
        role = self.by("penalise", wanted)
        try:
            taken = Fraction(fraction_text(points.strip()))
        except ValueError as error:
            raise Refused(
                say("{points} is not a number of points. Write 1, 0.5 or 1/2", points=repr(points))
            ) from error
        return self.organiser.penalise(
            self.id, f"#{number}", taken, clause=clause, reason=reason, round_number=round_number, by=role,
            preview=preview, command_id=None if preview else command,
        )  # fmt: skip

    def appeal(
        self, about: int, reason: str, number: int | None = None, *, command: str, wanted: str | None = None
    ) -> TournamentEvent:
        """Appeal against a report or a penalty."""
        role, whom = self.by("appeal", wanted), self.whom(number)
        return self.organiser.appeal(self.id, whom, about, reason=reason, by=role, command_id=command)

    def decide(
        self, appeal: int, upheld: bool, reason: str, clause: str = "", *, command: str, wanted: str | None = None
    ) -> tuple[Decided, Consequences]:
        """Decide an appeal, and return the effects."""
        role = self.by("decide", wanted)
        return self.organiser.decide(
            self.id, appeal, upheld=upheld, reason=reason, clause=clause, by=role, command_id=command
        )

    def draw_lot(
        self, stage: int | None = None, order: Sequence[int] = (), how: str = "", *, command: str,
        wanted: str | None = None,
    ) -> LotDrawn:  # fmt: skip
        """Draw the lot of a stage (from 1, default: current) from its sealed seed, or record one drawn by hand."""
        role = self.by("draw", wanted)
        if bool(order) != bool(how.strip()):
            raise Refused(say("enter starting numbers in the order drawn, and how the draw was made"))
        index, people = None if stage is None else stage - 1, [f"#{number}" for number in order]
        return self.organiser.draw_lot(self.id, stage=index, order=people, how=how, by=role, command_id=command)

    def finish(self, *, expected: int | None = None, command: str, wanted: str | None = None) -> TournamentEvent:
        """End the tournament."""
        role = self.by("finish", wanted)
        return self.organiser.finish(self.id, by=role, expected=expected, command_id=command)

    # --- links --------------------------------------------------------------------------------

    def tables(
        self, base: str, tables: Iterable[int] | None = None, seating: Seating | None = None
    ) -> list[TableLinks]:
        """Return the links of a round's tables, by default of the last, for officials who may start them."""
        self.by("start")
        now = self.now()
        if not now.seatings:
            return []
        names = self.seen.queries.hall.names(now)
        return table_links(self.access, now, seating or now.seatings[-1], names, base, tables)

    def players(self, base: str) -> dict[int, str]:
        """Return the links of all players by their starting numbers."""
        self.by("start")
        now = self.now()
        return player_links(self.access, now, base, [one.number for one in now.entrants.values()])

    def pins(self) -> dict[int, str]:
        """Return by starting number the PINs that entrants use at the door."""
        self.by("start")
        return door_pins(self.access, self.id, [one.number for one in self.now().entrants.values()])

    def door(self, base: str) -> str:
        """Return the link with which people enter themselves. It lasts until it is revoked."""
        self.by("enter")
        ((_, token),) = self.access.lasting(DOOR, self.id, label="door").values()
        return f"{base}/door/{token}"

    def door_rate(self) -> int:
        """Return how many people may enter themselves per minute."""
        return door_rate(self.seen.queries.ledger, self.id)

    def set_door_rate(self, a_minute: int) -> None:
        """Set how many people may enter themselves per minute; 0 closes the door."""
        self.seen.require((ORGANISER,), say("change the limit for entries at the door"))
        set_door_rate(self.seen.queries.ledger, self.id, a_minute, by=ORGANISER)

    def passes(self) -> list[Pass]:
        """Return the passes for this tournament, for its organiser."""
        self.seen.require((ORGANISER,), say("see all links"))
        return self.access.passes(self.id)

    def give(self, body: NewHallPass) -> tuple[Pass, str]:
        """Give a pass for this tournament, and return it with its token."""
        self.seen.require((ORGANISER,), say("create links"))
        if (body.role == PLAYER) != (body.number is not None):
            raise Refused(say("a player's link needs a starting number; other links must not have one"))
        if body.number is not None:
            self.seen.queries.hall.ref_of(self.now(), body.number)
        return self.access.grant(body.role, match=self.id, seat=body.number, label=body.label, days=body.days)

    def revoke(self, pass_id: str) -> bool:
        """Revoke a pass for this tournament or for one of its matches."""
        self.seen.require((ORGANISER,), say("revoke links"))
        theirs = {self.id, *self.now().match_ids()}
        return any(one.id == pass_id and one.match in theirs for one in self.access.passes()) and self.access.revoke(
            pass_id
        )


def _bye(kind: str) -> Bye | None:
    """Return a bye by its kind; `None` for `none`, which means that the entrant plays."""
    return None if kind == "none" else Bye(kind)


def organiser_of(queries: Queries, who: Pass) -> TournamentCommands:
    """Return tournament commands that are recorded under the random id of a pass."""
    scribe = Scribe(queries.ledger, recorder=who.id)
    return TournamentCommands(scribe)


def announce(queries: Queries, who: Pass, plan: str, *, command: str) -> Tournament:
    """Announce a tournament with the text of a plan. Its id is derived from the command's, so a retry is safe.

    Raises:
        Denied: only organisers of all matches announce. BadPlan: the plan cannot be used.
    """
    who.require(who.organises, say("announce tournaments"))
    return organiser_of(queries, who).announce(read_plan(plan), tournament_id=id_from(f"tournament {who.id} {command}"))
