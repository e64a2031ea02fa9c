"""What people do in tournaments: each deed after a look at whose link it is. No HTTP in here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
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
from tablescribe.replays.web.access.door_pins import door_pins, recognise
from tablescribe.replays.web.access.passes import DOOR, IN_TOURNAMENTS, Denied, Pass
from tablescribe.replays.web.access.table_links import TableLinks, player_links, table_links
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.tournaments.queries import TournamentView
from tablescribe.replays.web.tournaments.requests import NewHallPass, Slip


class OfficialCommands:
    """Carries out what somebody asks for in a tournament that they see."""

    def __init__(self, seen: TournamentView) -> None:
        self.seen = seen
        self.id = seen.now.id
        self.access: Access = seen.queries.access
        self.organiser = organiser_of(seen.queries, seen.who)

    def by(self, deed: str, wanted: str | None = None) -> str:
        """Return the role in which something is done: that of the link, or what its organiser says.

        Raises:
            Denied: that is not for this link.
            RoleRefused: an organiser does it as somebody else, and has to say as whom.
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
        """Return how the organiser names somebody: a player's link is for that player, and for nobody else.

        Raises:
            Denied: a player names somebody else. Refused: nobody is named.
        """
        if self.seen.role == PLAYER:
            if number not in (None, self.seen.who.seat):
                raise Denied(say("a player's link can act only for that player"))
            return f"#{self.seen.who.seat}"
        if number is None:
            raise Refused(say("give the starting number of the entrant"))
        return f"#{number}"

    def now(self) -> Tournament:
        """Return the tournament as it stands after what was done."""
        return self.seen.queries.hall.now(self.id)

    # --- people -------------------------------------------------------------------------------

    def enter(
        self, people: Mapping[str, int | None], may_not_meet: Iterable[int] = (), *, command: str,
        wanted: str | None = None,
    ) -> list[Entered]:  # fmt: skip
        """Let people take part from the next round on."""
        role = self.by("enter", wanted)
        if not people:
            raise Refused(say("Enter at least one person"))
        rated = {name: value for name, value in people.items() if value is not None}
        apart = [f"#{number}" for number in may_not_meet]
        return self.organiser.enter(
            self.id, list(people), ratings=rated, may_not_meet=apart, by=role, command_id=command
        )

    def withdraw(self, number: int | None, reason: str, *, command: str, wanted: str | None = None) -> TournamentEvent:
        """Let somebody play no more after this round."""
        role, whom = self.by("withdraw", wanted), self.whom(number)
        return self.organiser.withdraw(self.id, whom, by=role, reason=reason, command_id=command)

    def return_entrant(
        self, number: int | None, reason: str, *, command: str, wanted: str | None = None
    ) -> TournamentEvent:
        """End the withdrawal of somebody, who plays on from the next round."""
        role, whom = self.by("return", wanted), self.whom(number)
        return self.organiser.return_entrant(self.id, whom, by=role, reason=reason, command_id=command)

    def check_in(self, number: int, here: bool = True, *, command: str, wanted: str | None = None) -> TournamentEvent:
        """Record that somebody is here, or is not after all."""
        role, whom = self.by("check in", wanted), self.whom(number)
        return self.organiser.check_in(self.id, whom, here, by=role, command_id=command)

    def request_bye(
        self, number: int | None, round_number: int, kind: str, *, command: str, wanted: str | None = None
    ) -> TournamentEvent:
        """Ask for a bye in a later round, or take the request back (`none`)."""
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
        """Let two people change seats in the draft."""
        return self.organiser.swap_in_draft(self.id, f"#{one}", f"#{other}", revision=revision, by=self.by("adjust"))

    def restore_draft(self, revision: int) -> KeptDraft:
        """Let the draft be again what the engine gave."""
        return self.organiser.restore_draft(self.id, revision=revision, by=self.by("adjust"))

    def discard_draft(self) -> None:
        """Throw the draft away."""
        self.organiser.discard_draft(self.id, by=self.by("pair"))

    def publish(self, revision: int, reason: str, *, command: str) -> TournamentEvent:
        """Publish the draft."""
        return self.organiser.publish(self.id, revision=revision, by=self.by("pair"), reason=reason, command_id=command)

    def adjust(
        self, one: int, other: int, reason: str, *, expected: int | None = None, command: str, wanted: str | None = None
    ) -> TournamentEvent:
        """Let two people change seats."""
        role, swap = self.by("adjust", wanted), (f"#{one}", f"#{other}")
        return self.organiser.adjust(self.id, swap, by=role, reason=reason, expected=expected, command_id=command)

    def start(
        self, table: int | None = None, outcomes: Sequence[Outcome] = (), *, wanted: str | None = None
    ) -> list[OpenedTable]:
        """Open the matches of the round; a player that of their own table, by telling what its set-up asks."""
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
        """Record a slip; with `change`, enter one anew."""
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
        """Return places, points and who did not come, as a slip tells them."""
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
        """Let a report read otherwise, and tell what that changes."""
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
        """Take points from an entrant, and return the effects."""
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
        """Let somebody contest a report or a penalty."""
        role, whom = self.by("appeal", wanted), self.whom(number)
        return self.organiser.appeal(self.id, whom, about, reason=reason, by=role, command_id=command)

    def decide(
        self, appeal: int, upheld: bool, reason: str, clause: str = "", *, command: str, wanted: str | None = None
    ) -> tuple[Decided, Consequences]:
        """Decide an appeal, and tell what that changes."""
        role = self.by("decide", wanted)
        return self.organiser.decide(
            self.id, appeal, upheld=upheld, reason=reason, clause=clause, by=role, command_id=command
        )

    def draw_lot(
        self, stage: int | None = None, order: Sequence[int] = (), how: str = "", *, command: str,
        wanted: str | None = None,
    ) -> LotDrawn:  # fmt: skip
        """Draw the lot of a stage (from 1; the present one) from its sealed seed; or tell in what order people drew."""
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
        """Return the links of a round's tables, by default of the last: for who may start them."""
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
        """Return by starting number the PINs with which people on the list come in at the door."""
        self.by("start")
        return door_pins(self.access, self.id, [one.number for one in self.now().entrants.values()])

    def door(self, base: str) -> str:
        """Return the link by which people enter themselves: it lasts until it is taken back."""
        self.by("enter")
        ((_, token),) = self.access.lasting(DOOR, self.id, label="door").values()
        return f"{base}/door/{token}"

    def door_rate(self) -> int:
        """Return how many people a minute may enter themselves."""
        return door_rate(self.seen.queries.ledger, self.id)

    def set_door_rate(self, a_minute: int) -> None:
        """Let so many people a minute enter themselves; 0 closes the door."""
        self.seen.require((ORGANISER,), say("change the limit for entries at the door"))
        set_door_rate(self.seen.queries.ledger, self.id, a_minute, by=ORGANISER)

    def passes(self) -> list[Pass]:
        """Return the passes for this tournament: for its organiser."""
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
    """Return a bye by its kind; `None` for `none`: they play."""
    return None if kind == "none" else Bye(kind)


def organiser_of(queries: Queries, who: Pass) -> TournamentCommands:
    """Return who runs tournaments in somebody's name: by the random id of their pass."""
    scribe = Scribe(queries.ledger, recorder=who.id)
    return TournamentCommands(scribe)


def announce(queries: Queries, who: Pass, plan: str, *, command: str) -> Tournament:
    """Announce a tournament by the text of a plan. Its id follows from the command's, so a retry announces it once.

    Raises:
        Denied: only organisers of all announce. BadPlan: it is none that can be held.
    """
    who.require(who.organises, say("announce tournaments"))
    return organiser_of(queries, who).announce(read_plan(plan), tournament_id=id_from(f"tournament {who.id} {command}"))


def enter_at_the_door(queries: Queries, token: str, name: str, *, command: str) -> tuple[str, int]:
    """Let somebody enter by the link at the door; return the tournament and the starting number.

    Raises:
        NoPass: it is no such link, or it was taken back. Refused: it is too late, or the name is taken.
        DoorBusy: more came within a minute than the organiser allows.
    """
    who = door_of(queries, token)
    organiser = organiser_of(queries, who)
    (entered,) = organiser.enter(who.match or "", [" ".join(name.split())], command_id=command, at_door=True)
    _came_in(queries, who, entered.number)
    return who.match or "", entered.number


def recognise_at_the_door(queries: Queries, token: str, name: str, pin: str, *, sender: str) -> tuple[Pass, str]:
    """Return the pass of somebody on the list, with its token, who tells their name and their PIN at the door.

    Raises:
        WrongDoorPin: it is not theirs. Refused: nobody, or more than one, is called so.
    """
    who = door_of(queries, token)
    now = queries.hall.now(who.match or "")
    ref = organiser_of(queries, who).person(now, " ".join(name.split()))
    found = recognise(queries.access, now.id, now.entrants[ref].number, pin, sender)
    _came_in(queries, who, now.entrants[ref].number)
    return found


def _came_in(queries: Queries, door: Pass, number: int) -> None:
    """Check in somebody who came by the code at the door, before the first round."""
    with suppress(Refused):  # it is too late for that, or they came before
        organiser_of(queries, door).check_in(door.match or "", f"#{number}", by=PLAYER)


def door_of(queries: Queries, token: str) -> Pass:
    """Return the pass of a link at the door.

    Raises:
        NoPass: it is unknown, or was taken back. Denied: it is a link for something else.
    """
    who = queries.access.who(token)
    who.require(who.role == DOOR, say("self-register"))
    return who
