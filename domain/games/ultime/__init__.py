"""Le ultime persone: a wheel of villages and pickaxes, two pawns each, the first to twelve points."""

from __future__ import annotations

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.rulebook import rulebook_of
from tablescribe.domain.games.ultime import labels, offers, panels, remarks, scoring, setup, telling
from tablescribe.domain.games.ultime.actions import ACTIONS, DEFENCE, DISCARD
from tablescribe.domain.games.ultime.components import UltimeCatalogue, UltimeOptions
from tablescribe.domain.games.ultime.rules import action
from tablescribe.domain.rules.game import Game
from tablescribe.domain.rules.sheet import by_rules

GAME = Game(
    key="ultime",
    title="Le ultime persone",
    edition="2",
    earlier=("1",),
    reworded=("1b6af4c223d6547bec49b1128fdcd8cdb0ed14e19a49db05c52421572516b147",),
    seats=(3, 4, 5),
    rulebook=rulebook_of("tablescribe.domain.games.ultime"),
    options=UltimeOptions,
    catalogue=catalogue_of(UltimeCatalogue, "tablescribe.domain.games.ultime"),
    box=setup.box,
    set_up=setup.set_up,
    rules=action,
    actions=ACTIONS,
    offers=offers.offers,
    in_turn=offers.in_turn,
    windows=(DEFENCE, DISCARD),
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=labels.label,
    label_value=labels.label_value,
    tell=telling.tell,
    panels=panels.panels,
    face=panels.face,
    remarks=remarks.remarks,
    sheet=by_rules(wins=("UP-51", "UP-52"), scores=("UP-27", "UP-28", "UP-29")),
)
