"""Nobody knows which beasts are in the hunting deck, though the recorder may (RC-B25)."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.robinson.rules.stacks import shuffle_in_a_beast, top_beast
from tablescribe.domain.rules.chance import NeedsOutcome, ScriptedChance, WrongOutcome
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import say, tell
from tablescribe.replays.reading.discretion import EVERYTHING, possible_outcomes
from tests.domain.robinson.table import given


def test_who_meets_a_beast_is_not_shown_which_ones_are_left() -> None:
    match = given(seats=2, hunting=1, chance="open")
    play = Play(match.opening, match.table.copy(), ScriptedChance())
    play.reveal("hunting", "beast", "beast:bear")
    assert shuffle_in_a_beast(play)
    with pytest.raises(NeedsOutcome) as needs:
        top_beast(play, "mat", 1, say("hunting"))
    seen = {
        viewer: possible_outcomes(needs.value.question, match.opening, play.table, viewer)
        for viewer in (1, 2, None, EVERYTHING)
    }
    assert seen == {1: [], 2: [], None: [], EVERYTHING: ["?beast", "beast:bear"]}
    wrong = Play(match.opening, play.table, ScriptedChance(["beast:none"]))
    with pytest.raises(WrongOutcome) as refused:
        top_beast(wrong, "mat", 1, say("hunting"))
    assert "bear" not in tell(refused.value.text, match.opening.label).casefold()
