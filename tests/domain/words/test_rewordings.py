"""Stored sentences in today's wording: renamed templates are still translated, with the same meaning."""

from __future__ import annotations

from tablescribe.domain.games import GAMES
from tablescribe.domain.match.events import Played
from tablescribe.domain.rules.play import Irregularity
from tablescribe.domain.words.rewordings import reworded, rewordings
from tablescribe.domain.words.text import Text, Thing, say, tell
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.timeline import Timeline
from tests.domain.ultime.table import card, given, when
from tests.replays.auditing.forging import findings, retold
from tests.tools.catalogues import EVERYWHERE, SLOT, in_the_code


def test_every_new_wording_is_said_today_with_the_same_slots_and_no_former_one_is() -> None:
    said = {template for domain in (EVERYWHERE, *GAMES) for template in in_the_code(domain)}
    for former, today in rewordings().items():
        assert today in said, today
        assert former not in said, former
        assert set(SLOT.findall(former)) == set(SLOT.findall(today)), former


def test_texts_in_slots_are_reworded_too() -> None:
    what = Text("the removal of a man")
    former = Text("first comes {what}, which {seats} decides", {"what": what, "seats": Thing("seat:1")})
    assert tell(reworded(former)) == "seat:1 must first decide which man to remove"


def test_a_text_of_any_depth_is_read() -> None:
    deep = say("end")
    for _ in range(500):
        deep = say("{a}", a=deep)
    assert tell(reworded(deep)) == tell(deep)


def test_an_audit_takes_a_former_wording_for_the_same_reason() -> None:
    match = given(turn=1)
    when(match, 1, card(10, 2, 6), as_played=True)
    move = match.moves[-1]
    assert isinstance(move, Played)
    (breach,) = move.irregularities
    assert isinstance(breach.why, Text)
    former = {today: former for former, today in rewordings().items()}
    old = Text(former[breach.why.template], breach.why.slots)
    written = retold(match, move.originator_version, irregularities=(Irregularity(breach.rule, old),))
    assert findings(written) == findings(match) == [("irregular", "breach", 1, "UP-11")]
    assert tell(Timeline(written).told(1, EVERYTHING)[0]) == tell(Timeline(match).told(1, EVERYTHING)[0])
    other = retold(match, move.originator_version, irregularities=(Irregularity(breach.rule, say("it is late")),))
    assert ("breaches.differ", "doubt", 1, "") in findings(other)
