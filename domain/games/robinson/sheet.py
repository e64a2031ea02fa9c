"""The scenario as a text for players: length, winning, scoring, events, totems, books."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.robinson import amounts
from tablescribe.domain.games.robinson.board import Work, catalogue_of, options_of
from tablescribe.domain.games.robinson.scenario import Aim, Counted, Die, Scenario, Tie
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.rules.sheet import SCORES, WINS, Section
from tablescribe.domain.words.text import Slot, Text, Thing, both, either, listed, say

DICE: dict[Die, Text] = {"orange": say("rain"), "white": say("winter"), "red": say("animals")}

WORKS: dict[Work, Text] = {"build": say("building"), "gather": say("gathering"), "explore": say("exploring")}

COUNTED: dict[Counted, Text] = {
    "lit": say("the lit pyre"), "stages": say("each full stage of the pyre"), "hearts": say("each heart left"),
    "two_hearts": say("every 2 hearts left"), "weapon": say("each weapon level"), "roof": say("each roof level"),
    "palisade": say("each palisade level"), "shelter": say("the shelter"), "items": say("each invention"),
    "relics": say("each relic"), "explored": say("each tile explored"),
}  # fmt: skip

TIES: dict[Tie, Text] = {
    "hearts": say("more hearts"), "items": say("more inventions"), "relics": say("more relics"),
    "later": say("the player later in turn order"),
}  # fmt: skip


def sheet(setting: Setting) -> Iterator[Section]:
    """Yield the sections on the match's scenario."""
    catalogue = catalogue_of(setting)
    scenario = catalogue.scenario(options_of(setting).scenario) or catalogue.scenarios[0]
    yield from in_short(scenario)
    yield Section(SCORES, tuple(_scores(scenario)))
    yield Section(say("Rewards for winning an attack"), tuple(_rewards(scenario)))
    yield Section(say("Special events"), tuple(_events(scenario)))
    yield Section(say("Totems, in the order they are revealed"), tuple(_totems(scenario)))
    yield Section(say("Book icon on the event card: {name}", name=scenario.book_name), tuple(_books(scenario)))
    yield Section(say("Treasures and scenario tokens, when found"), tuple(_signs(scenario)))


def in_short(scenario: Scenario) -> Iterator[Section]:
    """Yield the sections on what is played and what wins."""
    dice = [
        say("round {n}: {dice}", n=number, dice=both(DICE[die] for die in scenario.dice(number)))
        for number in range(1, scenario.rounds + 1) if scenario.dice(number)
    ]  # fmt: skip
    long = say("{n} rounds; weather dice: {dice}", n=scenario.rounds, dice=listed(dice, "; "))
    title = say("Scenario: {title}", title=scenario.title)
    yield Section(title, (long if dice else say("{n} rounds", n=scenario.rounds),))
    yield Section(WINS, tuple(_wins(scenario)), ("RC-S1",))


def _wins(scenario: Scenario) -> Iterator[Text]:
    if scenario.light is not None:
        stages = both(str(n) for n in scenario.pyre)
        yield say(
            "The pyre takes {stages} wood, stage by stage: at most one stage a round, before pawns are placed.",
            stages=stages,
        )
        item = Thing(f"invention:{scenario.light.item}")
        yield say("Light a full pyre with {item} or {n} determination.", item=item, n=scenario.light.determination)
    if (aim := scenario.aim) is not None:
        what = both(_aim(aim))
        if aim.rounds:
            rounds = either(str(n) for n in aim.rounds)
            yield say("The player with {what} at the end of round {rounds} wins.", what=what, rounds=rounds)
        else:
            yield say("The first player with {what} at the end of a night wins.", what=what)
    ties = listed(TIES[one] for one in scenario.ties)
    yield say(
        "Otherwise the highest score after round {n} wins; ties are broken by: {ties}.", n=scenario.rounds, ties=ties
    )


def _aim(aim: Aim) -> list[Slot]:
    relics: list[Slot] = [amounts.amount("relics", aim.relics)] * bool(aim.relics)
    return [*[say("a lit pyre")] * aim.lit, *relics, *[amounts.amount("shelter", 1)] * aim.shelter]


def _scores(scenario: Scenario) -> Iterator[Text]:
    for one in scenario.score:
        yield say("{n} for {what}", n=one.points, what=COUNTED[one.per])


def _rewards(scenario: Scenario) -> Iterator[Text]:
    for one in scenario.rewards:
        won_by = say("{reward}, for winning by {n} or more", reward=one.words(), n=one.margin)
        yield won_by if one.margin > 1 else one.words()


def _events(scenario: Scenario) -> Iterator[Text]:
    for work, event in scenario.events.items():
        yield say("{work}: {event}: {effect}", work=WORKS[work], event=event.name, effect=event.effect.words())


def _totems(scenario: Scenario) -> Iterator[Text]:
    for n, effect in enumerate(scenario.totems, start=1):
        last = n == len(scenario.totems)
        yield say("{n} and every later one: {effect}", n=n, effect=effect.words()) if last else say(
            "{n}: {effect}", n=n, effect=effect.words()
        )  # fmt: skip


def _books(scenario: Scenario) -> Iterator[Text]:
    for one in scenario.books:
        yield say("{whom}: {effect}", whom=one.whom(), effect=one.effect.words())


def _signs(scenario: Scenario) -> Iterator[Text]:
    yield say("{card}: {effect}", card=Thing("discovery:treasure"), effect=scenario.treasure.words())
    for sign, effect in scenario.signs.items():
        yield say("{card}: {effect}", card=Thing(f"discovery:sign_{sign}"), effect=effect.words())
