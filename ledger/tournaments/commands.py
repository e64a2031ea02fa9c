"""Tournament commands for clients; they supply the clock, ids, names, lots, engines and matches.

Several officials may work at once. Independent commands are recorded one after the other. A conflicting command is
refused, either by the new state ("round 2 is paired already") or by optimistic concurrency (`expected`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from shlex import join
from typing import Any, cast

from tablescribe.domain.games import UnknownGame, WrongOptions, opening, seats_for
from tablescribe.domain.match.clocking import check_flag_rule
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.rules.chance import NeedsOutcome
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament.draws import draw_lot
from tablescribe.domain.tournament.model.events import Entered, Finished, LotDrawn, Returned, Withdrawn
from tablescribe.domain.tournament.model.plan import Plan, Stage, digest
from tablescribe.domain.tournament.model.plan_parsing import BadPlan
from tablescribe.domain.tournament.model.roles import DESK, ORGANISER, must_be_allowed
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.returns import return_entrant
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import CommandReused, Stale
from tablescribe.ledger.log.text_marks import ERASED
from tablescribe.ledger.log.texts import words_of
from tablescribe.ledger.matches.ids import new_id
from tablescribe.ledger.tournaments.door import AlreadyEntered, door_rate, must_let_in
from tablescribe.ledger.tournaments.drafts import Drafts
from tablescribe.ledger.tournaments.round_starts import RoundStarts
from tablescribe.ledger.tournaments.rulings import Rulings
from tablescribe.ledger.tournaments.seeds import draw
from tablescribe.ledger.tournaments.tables import OpenedTable
from tablescribe.ledger.tournaments.tournament_store import Engine, command_of, engines
from tablescribe.ledger.tournaments.typed_slips import TypedSlips

__all__ = ["Engine", "OpenedTable", "TournamentCommands", "engines"]


class TournamentCommands(Drafts, RoundStarts, Rulings, TypedSlips):
    """Commands on tournaments, from announcement to finish; its bases add drafts, starts, rulings and slips."""

    def announce(self, plan: Plan, *, by: str = ORGANISER, tournament_id: str | None = None) -> Tournament:
        """Announce a tournament. Each game is set up once as a trial, so that no round fails to start.

        Args:
            plan: title and stages; they cannot be changed later.
            by: role of the official.
            tournament_id: id of the tournament, if derived from a command; a retry returns the existing tournament.

        Raises:
            BadPlan: a game is unknown, or cannot be played with these settings.
            CommandReused: a different tournament has that id.
        """
        new = act.announce(tournament_id or new_id(), self.checked(plan), self.scribe.stamp(), by=by)
        try:
            self.ledger.save(cast(Any, new), expected_version=0)
        except Stale:
            known = self.ledger.tournament(new.id)
            if known.announced.digest != new.announced.digest or _other_words(known, new):
                raise CommandReused(say("that command announced another tournament. Use a new id")) from None
            return known
        return new

    def checked(self, plan: Plan) -> Plan:
        """Validate the games of a plan; return the plan with all options and the digests of their boxes.

        Raises:
            BadPlan: a game is unknown, or cannot be played with these settings.
        """
        return plan.model_copy(update={"stages": tuple(self._checked(stage) for stage in plan.stages)})

    def _checked(self, stage: Stage) -> Stage:
        box, options = "", stage.options
        for size in stage.pods:
            try:
                fixed = opening(stage.game, seats_for(stage.game, size), stage.options, stage.catalogue)
                if len(fixed.people) != size:
                    raise Refused(say("{n} people sit at a table of it", n=len(fixed.people)))
                seed = bytes(32) if stage.chance == "sealed" else None
                if stage.control is not None:
                    check_flag_rule(fixed.game, stage.control)
                with suppress(NeedsOutcome):
                    Match.open("trial", fixed, [Seat("", "")] * fixed.seats, Stamp(self.scribe.stamp().at, "", ""),
                               chance=stage.chance, take_back=stage.take_back, seed=seed)  # fmt: skip
            except (UnknownGame, WrongOptions, Refused, Illegal) as error:
                raise BadPlan(
                    say("stage {stage}: {n} cannot play it: {why}", stage=stage.name, n=size, why=error.text)
                ) from error
            box, options = digest(fixed.catalogue.plain()), fixed.options.model_dump(mode="json")
        if stage.box and stage.box != box:
            raise BadPlan(say("stage {stage}: its box has changed ({box})", stage=stage.name, box=box))
        return stage.model_copy(update={"box": box, "options": options})

    def enter(
        self,
        tournament_id: str,
        names: Sequence[str],
        *,
        ratings: Mapping[str, int] | None = None,
        may_not_meet: Sequence[str] = (),
        by: str = DESK,
        command_id: str | None = None,
        at_door: bool = False,
    ) -> list[Entered]:
        """Enter people from the next round on, all or none. Entries with the code `at_door` are rate-limited.

        Raises:
            DoorBusy: the limit of entries per minute is reached.
            Refused: it is too late, or an entrant has that name already.
        """
        found = self.ledger.find_tournament(tournament_id)
        now = self.ledger.tournament(found)
        command = command_of(command_id, "enter", len(names), len(may_not_meet), by)
        if (answer := self._answered(now, command)) is not None:
            return self._the_same(cast(list[Entered], answer), names)
        if at_door:  # people already entered are recognised even above the limit
            self._refuse_twice(now, names)
            stamp = self.scribe.stamp()
            must_let_in(now, stamp.recorder, door_rate(self.ledger, found), stamp.at)
        act.must_have_room(now, len(names))
        self._refuse_twice(now, names)
        must_be_allowed(by, "enter")
        act.enter(now, "trial", "", self.scribe.stamp(), by=by)  # raises before names are stored
        introduced = self.ledger.introduce_all([name.strip() for name in names])
        known = [(name, *one) for name, one in zip(names, introduced, strict=True)]

        def do(tournament: Tournament) -> list[Entered]:
            self._refuse_twice(tournament, names)
            apart = [self.person(tournament, who) for who in may_not_meet]
            rated = ratings or {}
            return [
                act.enter(tournament, ref, commitment, self.scribe.stamp(), by=by, rating=rated.get(name),
                          may_not_meet=apart)
                for name, ref, commitment in known
            ]  # fmt: skip

        entered = self._record(found, do, command=command)
        if isinstance(entered, Entered):  # the same command was sent twice at once, and this one lost
            now = self.ledger.tournament(found)
            return self._the_same(cast(list[Entered], self._answered(now, command)), names)
        return entered

    def _the_same(self, entered: list[Entered], names: Sequence[str]) -> list[Entered]:
        """Return the entrants of an earlier command if a retry has the same names; an erased name matches any."""
        known = self.ledger.names(one.entrant for one in entered)
        for one, name in zip(entered, names, strict=True):
            if known.get(one.entrant, name.strip()) != name.strip():
                raise CommandReused(say("that command entered someone else. Use a new id"))
        return entered

    def _refuse_twice(self, tournament: Tournament, names: Sequence[str]) -> None:
        """Refuse empty names, and names that are already entered or given twice."""
        known = self.names(tournament)
        here = {name.casefold() for name in known.values()}
        gone = {known[ref].casefold(): left.after for ref, left in tournament.withdrawn.items() if ref in known}
        for name in names:
            if not name.strip():
                raise Refused(say("a name is empty"))
            if (after := gone.get(name.strip().casefold())) is not None:
                raise AlreadyEntered(
                    say("{name} withdrew after round {round}. To let them play again, use the button “Return” on the "
                        "page of people, or run {command}", name=name, round=after,
                        command=join(["tablescribe", "tournament", "return", tournament.id, name.strip()]))
                )  # fmt: skip
            if name.strip().casefold() in here:
                raise AlreadyEntered(
                    say("{name} is already entered. Tell people of the same name apart, as in `Ada L.`", name=name)
                )
            here.add(name.strip().casefold())

    def withdraw(
        self, tournament_id: str, who: str, *, by: str = DESK, reason: str = "", command_id: str | None = None
    ) -> Withdrawn:
        """Withdraw an entrant after the current round."""
        return self._record(
            tournament_id,
            lambda t: act.withdraw(t, self.person(t, who), self.scribe.stamp(), by=by, reason=reason),
            command=command_of(command_id, "withdraw", self._refs(tournament_id, who), by, words=[reason]),
        )

    def return_entrant(
        self, tournament_id: str, who: str, *, by: str = DESK, reason: str = "", command_id: str | None = None
    ) -> Returned:
        """End a withdrawal: the entrant is paired again from the next round on."""
        return self._record(
            tournament_id,
            lambda t: return_entrant(t, self.person(t, who), self.scribe.stamp(), by=by, reason=reason),
            command=command_of(command_id, "return", self._refs(tournament_id, who), by, words=[reason]),
        )

    def draw_lot(
        self, tournament_id: str, *, stage: int | None = None, order: Sequence[str] = (), how: str = "",
        by: str = ORGANISER, command_id: str | None = None,
    ) -> LotDrawn:  # fmt: skip
        """Draw the lot of a stage from its sealed seed, or record the `order` of a draw by hand.

        Args:
            stage: index of the stage, from 0; by default the current one.
            order: entrants in the order drawn by hand.
            how: description of the draw by hand.
        """
        refs = self._refs(tournament_id, *order)

        def do(tournament: Tournament) -> LotDrawn:
            index = tournament.plan.stage_of(max(tournament.round, 1)) if stage is None else stage
            if not refs:
                return draw(self.ledger, tournament, index, self.scribe.stamp(), by=by)
            return draw_lot(tournament, index, self.scribe.stamp(), by=by, order=refs, how=how)

        return self._record(tournament_id, do, command=command_of(command_id, "draw", stage, refs, by, words=[how]))

    def finish(
        self, tournament_id: str, *, by: str = ORGANISER, expected: int | None = None, command_id: str | None = None
    ) -> Finished:
        """Finish the tournament, after collecting the results of closed matches."""
        command = command_of(command_id, "finish", by)
        if (answer := self._answered(self.tournament(tournament_id), command)) is not None:
            return cast(Finished, answer[0])
        expected = self._collected(tournament_id, expected)
        return self._record(
            tournament_id, lambda t: act.finish(t, self.scribe.stamp(), by=by), expected, command=command
        )


def _other_words(known: Tournament, new: Tournament) -> bool:
    """Return whether the plans of two tournaments have different words; false if some are erased and unknown."""
    told, said = words_of(known.announced), words_of(new.announced)
    return ERASED not in told and told != said
