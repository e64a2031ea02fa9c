"""The plan of a tournament in sentences, for entrants to read beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from tablescribe.domain.games import GAMES
from tablescribe.domain.tournament.model.plan import Overtime, Plan, Stage
from tablescribe.domain.tournament.model.tie_break_names import CALLED, TIE_BREAKS
from tablescribe.domain.words.text import Text, listed, plural, say
from tablescribe.replays.reading.clock import say_control
from tablescribe.replays.reading.titles import titled
from tablescribe.replays.tournaments.accelerated_rounds import plan_lines
from tablescribe.replays.tournaments.tournament import points_text

KINDS: dict[str, Text] = {
    "swiss": say("Swiss system"),
    "round_robin": say("round robin"),
    "pods": say("pods"),
    "elimination": say("elimination"),
}


def _points(text: str) -> str:
    return points_text(Fraction(text))


def plan_data(plan: Plan) -> list[dict[str, Any]]:
    """Return for each stage its name, its sentences, and its tie-breaks with their sources."""
    return [
        {
            "name": stage.name,
            "box": stage.box,
            "lines": list(stage_lines(stage, plan.first_round(number))),
            "tie_breaks": [{"name": CALLED[name], "source": TIE_BREAKS[name].source} for name in stage.tie_breaks],
        }
        for number, stage in enumerate(plan.stages)
    ]


def stage_lines(stage: Stage, first: int) -> Iterator[Text]:
    """Yield a stage of the plan in words: format, scoring and limits."""
    title, kind = titled(GAMES.get(stage.game, stage.game)), KINDS[stage.kind]
    yield say("{game}, {kind}, rounds {first} to {last}", game=title, kind=kind, first=first,
              last=first + stage.rounds - 1)  # fmt: skip
    if stage.pods != (2,):
        yield say("Tables of {sizes}, the first size preferred.", sizes=listed(list(map(str, stage.pods))))
    yield from plan_lines(stage)
    yield from _scoring(stage)
    byes = stage.byes
    yield say("A bye from the pairing gives {pairing}; requested byes give {full}, {half} or {zero}.",
              pairing=_points(byes.pairing), full=_points(byes.full), half=_points(byes.half),
              zero=_points(byes.zero))  # fmt: skip
    if stage.late.until > 1:
        yield say("Late entries until round {round}, with {points} for each round missed.", round=stage.late.until,
                  points=_points(stage.late.points))  # fmt: skip
    yield from _limits(stage)
    if stage.carry:
        yield say("Points carry over from the previous stage.")
    if stage.cut is not None:
        yield say("The top {n} advance.", n=stage.cut)


def _scoring(stage: Stage) -> Iterator[Text]:
    how = stage.scoring
    if how.kind == "results":
        yield say("A win gives {win}, a draw {draw}, a loss {loss}.", win=_points(how.win), draw=_points(how.draw),
                  loss=_points(how.loss))  # fmt: skip
    elif how.kind == "places":
        worth: Sequence[str] = [_points(one) for one in how.by_place]
        shared = say("the average") if how.shared == "split" else say("the highest")
        yield say("Points by rank, from first place: {points}. Shared ranks get {shared}.",
                  points=listed(list(worth)), shared=shared)  # fmt: skip
    else:
        yield say("The points of the game itself count.")
    yield say("A no-show gets {loss}; the opponent gets {win}.", loss=_points(how.forfeit_loss),
              win=_points(how.forfeit_win))  # fmt: skip


def _limits(stage: Stage) -> Iterator[Text]:
    if stage.requests is not None and stage.requests.half_points:
        yield plural(
            stage.requests.half_points, "Each player may ask for 1 half-point bye.",
            "Each player may ask for {n} half-point byes.",
        )  # fmt: skip
    if stage.objection:
        yield plural(
            stage.objection,
            "A finished match counts once its players confirm it, or after 1 minute without an objection.",
            "A finished match counts once its players confirm it, or after {n} minutes without an objection.",
        )  # fmt: skip
    if stage.control is not None:
        yield say("Clock: {control}.", control=say_control(stage.control))
        yield (
            say("A fallen flag loses, by the rule of the game.")
            if stage.flag_loses
            else say("A fallen flag is recorded; an arbiter or the game's own claim decides.")
        )
    if stage.typists == 1:
        yield say("One person types each result slip.")
    if stage.time_limit:
        yield plural(stage.time_limit, "Each round lasts 1 minute.", "Each round lasts {n} minutes.")
    rule = stage.overtime or Overtime()
    if rule.seat:
        yield plural(rule.seat, "Each player has 1 minute per match.", "Each player has {n} minutes per match.")
    if not (stage.time_limit or rule.seat):
        return
    if rule.points == "0":
        yield say("When time is up, an arbiter decides the table's result.")
    elif rule.every:
        yield plural(
            rule.every,
            "When time is up, {points} from each seat is proposed to an arbiter for each minute begun ({clause}).",
            "When time is up, {points} from each seat is proposed to an arbiter for each {n} minutes begun ({clause}).",
            points=_points(rule.points), clause=rule.clause,
        )  # fmt: skip
    else:
        yield say("When time is up, {points} from each seat is proposed to an arbiter ({clause}).",
                  points=_points(rule.points), clause=rule.clause)  # fmt: skip
