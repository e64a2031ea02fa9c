"""A declared component cannot be declared again through the API with other values (EX-105)."""

from __future__ import annotations

from tablescribe.domain.box.blanks import declared_in
from tablescribe.ledger.matches.boxes import for_match, make
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.cli.table.test_declared_once import TWICE
from tests.cli.table.test_declaring import SET_UP
from tests.domain.box.test_blanks import empty
from tests.replays.web.conftest import Service


def test_a_second_declaration_is_refused_with_its_rule(service: Service, organiser: str, ledger: Ledger) -> None:
    scribe = Scribe(ledger)
    make(ledger, "ours", "expeditions", empty("expeditions"), scribe.stamp().at)
    catalogue = for_match(ledger, "ours", "expeditions")
    match = scribe.new("expeditions", ["Ada", "Automa"], catalogue=catalogue, outcomes=SET_UP).id
    rule, piece, (first, second) = TWICE["expeditions"]
    assert service.record(match, organiser, "moves", seat=1, action=first).status_code == 201
    known = declared_in(ledger.match(match).table)[piece]
    for how in ({}, {"command_id": "phone-0002"}):
        answer = service.record(match, organiser, "moves", seat=1, action=second, **how)
        assert (answer.status_code, answer.json()["code"], answer.json()["rule"]) == (422, "rule.broken", rule)
    assert declared_in(ledger.match(match).table)[piece] == known
