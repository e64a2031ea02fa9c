"""Duplicate play in a ledger: solo Expeditions as a tournament, one seed per round, revealed after the last table."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.chance import commitment
from tablescribe.domain.rules.duplicate_play import DuplicateMark
from tablescribe.domain.rules.game import Result
from tablescribe.domain.tournament.model.events import PairedAlike, Reported, Unsealed
from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.model.plan_parsing import BadPlan
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.ledger.care.importing import import_file
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.seeds import told_seed
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.papers.report import html
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_ledger
from tablescribe.replays.tournaments.event_wording import event_text
from tablescribe.replays.tournaments.tournament import overview
from tests.ledger.played_tournaments import hall, opened, plan, whole
from tests.ledger.proofs.test_tournament_proofs import codes, everywhere, forge

SOLO: dict[str, Any] = {
    "name": "Alone", "kind": "pods", "pods": [1], "game": "expeditions", "chance": "sealed", "duplicate": True,
    "scoring": {"kind": "game_points"},
}  # fmt: skip
DATABASES = ["sqlite"]
BOTH = ["Ada", "Ben"]
SEED = b"a seed of thirty-two bytes in all"[:32]
"""The ledger's fixed random seed here, chosen so that matches end soon."""


@pytest.fixture
def organiser(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> TournamentCommands:
    monkeypatch.setattr("tablescribe.ledger.tournaments.seeds.secrets", SimpleNamespace(token_bytes=lambda n: SEED))
    return hall(Scribe(ledger))


@pytest.fixture
def notary(organiser: TournamentCommands, tmp_path: Path) -> Notary:
    return Notary(organiser.scribe, KeyStore(tmp_path / "keys"))


def alone(rounds: int = 1, **more: Any) -> Plan:
    return plan(rounds, **(SOLO | more))


def play_out(organiser: TournamentCommands, match_id: str, choice: int = 1, *, close: bool = True) -> None:
    """Play a match at random to its end. Equal choices give equal matches."""
    choose, scribe = random.Random(choice), organiser.scribe
    while (match := scribe.match(match_id)).to_act:
        legal = scribe.legal(match, match.to_act[0])
        scribe.play(match_id, match.to_act[0], choose.choice(legal).data())
    if close:
        scribe.close(match_id)


def started(organiser: TournamentCommands) -> tuple[str, list[str]]:
    """Return a tournament whose two tables are dealt, and their matches."""
    found = opened(organiser, BOTH, alone())
    organiser.pair(found, seed=1)
    return found, [one.match for one in organiser.start(found)]


def test_both_solve_the_same_shuffle_and_the_seed_is_told_with_the_last_table(organiser: TournamentCommands) -> None:
    found, (one, other) = started(organiser)
    paired = organiser.tournament(found).seatings[0].paired
    assert isinstance(paired, PairedAlike)
    assert paired.commitment == commitment(SEED)
    matches = [organiser.scribe.match(match) for match in (one, other)]
    assert {match.opened.commitment for match in matches} == {paired.commitment}
    assert matches[0].opened.outcomes == matches[1].opened.outcomes

    play_out(organiser, one)
    now = organiser.tournament(found)
    assert (now.seatings[0].untold, now.seatings[0].missing) == (True, [2])
    played = organiser.scribe.match(one)
    assert (played.seed, told_seed(organiser.ledger, played)) == ("", None)
    assert [line.code for line in audit(played).findings] == ["seal.waiting"]
    lines = [str(line) for line in verify(of_ledger(organiser.ledger, found)).lines()]
    assert lines[0] == "Seed not revealed yet, because other tables still play the same shuffle: round 1"

    play_out(organiser, other)
    now = organiser.tournament(found)
    assert (type(now.events[-1]), now.events[-1].seed) == (Unsealed, SEED.hex())  # type: ignore[union-attr]
    again = organiser.scribe.match(other)
    assert [move.facts for move in played.moves] == [move.facts for move in again.moves]
    assert audit(played, seed=told_seed(organiser.ledger, played)).findings == ()
    organiser.finish(found)
    assert codes(organiser, found) == set()
    assert not verify(of_ledger(organiser.ledger, found)).untold


def test_what_somebody_scores_alone_counts_and_the_automaton_has_no_place(
    organiser: TournamentCommands, notary: Notary
) -> None:
    found, (one, other) = started(organiser)
    play_out(organiser, one)
    play_out(organiser, other, 2)
    reports = organiser.tournament(found).seatings[0].reports
    for table, match_id in enumerate((one, other), start=1):
        result = organiser.scribe.match(match_id).result
        assert result is not None
        assert (reports[table].places, reports[table].points) == ((1,), (result.scores[0],))
    organiser.finish(found)
    assert everywhere(organiser, notary, found) == set()


def texts_of(organiser: TournamentCommands, notary: Notary, found: str, match_id: str) -> Iterator[tuple[str, str]]:
    """Yield whatever anybody is handed of a round that still plays: where from, and the text."""
    match, now = organiser.scribe.match(match_id), organiser.tournament(found)
    names = organiser.names(now)
    for redacted in (True, False):
        yield f"bundle {redacted}", notary.bundle([match_id], redacted=redacted).decode()
        yield f"tournament {redacted}", whole(notary, found, redacted=redacted).decode()
    yield "log", "".join(row.body.decode() for one in (found, match_id) for row in organiser.ledger.log.rows(one))
    yield "page", html(match, audit(match), names=["Ada", "Automa"], head="0" * 64, language="en")
    yield "overview", json.dumps(overview(now, names))
    yield "words", "".join(str(event_text(now, event, names)) for event in now.events)
    yield "verdict", json.dumps(verify(of_ledger(organiser.ledger, found)).data())


def test_nothing_tells_the_seed_early_and_forgetting_leaves_it_untold(
    organiser: TournamentCommands, notary: Notary
) -> None:
    """Its bytes, in hexadecimal or base64 or as they are, and the key that follows from them, stand nowhere."""
    import base64

    from tablescribe.domain.rules.chance import sealed_key

    found, (one, _) = started(organiser)
    play_out(organiser, one)
    organiser.ledger.erase("Ada")
    key = sealed_key(SEED, (DuplicateMark(found, 1).text(),))
    secret = [
        form for data in (SEED, key) for form in (data.hex(), base64.b64encode(data).decode()[:40], str(data)[2:-1])
    ]
    for where, text in texts_of(organiser, notary, found, one):
        for form in secret:
            assert form not in text, where
        assert commitment(SEED) in text or where not in ("log", "overview", "bundle False"), where


def test_a_slip_ends_the_match_of_its_table_and_with_the_last_one_the_seed_is_told(
    organiser: TournamentCommands,
) -> None:
    found, (one, other) = started(organiser)
    organiser.report(found, 2, (1,), points=(40,))
    assert organiser.scribe.match(other).result == Result("abandoned", "", (), ())
    assert organiser.scribe.match(one).closed is None
    assert organiser.tournament(found).seatings[0].untold
    with pytest.raises(Refused):
        organiser.finish(found)
    play_out(organiser, one)
    assert not organiser.tournament(found).seatings[0].untold
    organiser.finish(found)


def test_a_command_whose_slip_tells_the_seed_is_no_damage(organiser: TournamentCommands) -> None:
    """Given tables that were never opened: the slip of the last one records its report and the seed at once."""
    found = opened(organiser, BOTH, alone())
    organiser.pair(found, seed=1)
    for table in (1, 2):
        organiser.report(found, table, [1], points=[9], command_id=f"slip-{table}")
    assert type(organiser.tournament(found).events[-1]) is Unsealed
    organiser.ledger.verify(found)


def test_a_table_that_has_seen_the_shuffle_stays_as_it_sits(organiser: TournamentCommands) -> None:
    found, _ = started(organiser)
    with pytest.raises(Refused, match="has already seen the shuffle"):
        organiser.adjust(found, ("Ada", "Ben"), reason="the light")


def test_each_round_has_a_seed_of_its_own(ledger: Ledger) -> None:
    organiser = hall(Scribe(ledger))
    found = opened(organiser, BOTH, alone(2))
    for _ in range(2):
        organiser.pair(found, seed=1)
        organiser.report(found, 1, (1,), points=(4,))
        organiser.report(found, 2, (1,), points=(5,))
    one, other = organiser.tournament(found).seatings
    assert one.commitment != other.commitment
    assert not one.untold
    assert not other.untold


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"chance": "table"}, "duplicate play needs chance: sealed"),
        ({"take_back": "free"}, "duplicate play needs chance: sealed and take_back: judge"),
        ({"scoring": {"kind": "results"}}, "told apart by game points"),
        ({"pods": [2]}, "1 people sit at a table of it"),
    ],
)
def test_a_plan_that_cannot_be_played_so_is_refused(
    organiser: TournamentCommands, more: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadPlan, match=why):
        organiser.announce(alone(**more))


def test_a_plan_without_it_reads_as_before(organiser: TournamentCommands) -> None:
    assert "duplicate" not in plan().plain()["stages"][0]
    assert alone().plain()["stages"][0]["duplicate"] is True


def test_nobody_else_opens_a_match_with_the_mark_of_a_round(organiser: TournamentCommands) -> None:
    for nonce in (DuplicateMark("7k2", 1).text(), "tablescribe duplicate 1"):
        with pytest.raises(Refused, match="Choose another"):
            organiser.scribe.new("freeform", BOTH, chance="sealed", nonces=[nonce])


def test_only_the_ledger_that_paired_a_round_deals_it(
    organiser: TournamentCommands, notary: Notary, tmp_path: Path
) -> None:
    found = opened(organiser, BOTH, alone())
    organiser.pair(found, seed=1)
    contents = whole(notary, found, redacted=False, names=True)
    with closing(open_ledger(tmp_path / "other.db")) as there:
        import_file(there, contents, [notary.ledger_signer().key])
        with pytest.raises(Refused, match="the seed of round 1 is not here"):
            hall(Scribe(there)).start(found)
    assert len(organiser.start(found)) == 2


# --- forgeries: whoever keeps the ledger deals a table otherwise, or tells too early ------------------------


def dealt(organiser: TournamentCommands, found: str, table: int, seed: bytes, mark: DuplicateMark | None) -> None:
    """Open the match of a table with a given seed."""
    now = organiser.tournament(found)
    ref = now.seatings[0].pods[table - 1][0]
    seats = [Seat(ref, now.entrants[ref].commitment), Seat(*organiser.ledger.introduce("Automa"))]
    organiser.scribe.new(
        "expeditions", ["x", "y"], chance="sealed", take_back="judge", match_id=now.seatings[0].matches[table - 1],
        seats=seats, seed=seed, nonces=() if mark is None else (mark.text(),),
    )  # fmt: skip


@pytest.mark.parametrize("what", ["seed", "mark", "other mark"])
def test_a_table_that_was_dealt_otherwise_is_found_by_both(
    organiser: TournamentCommands, notary: Notary, what: str
) -> None:
    found = opened(organiser, BOTH, alone())
    organiser.pair(found, seed=1)
    mark = {"seed": DuplicateMark(found, 1), "mark": None, "other mark": DuplicateMark(found, 2)}[what]
    dealt(organiser, found, 1, secrets.token_bytes(32) if what == "seed" else SEED, mark)
    organiser.report(found, 1, (1,), points=(60,))
    early = {"seed.early"} if what == "mark" else set[str]()  # the slip ends a match that seems to have its own seed
    assert everywhere(organiser, notary, found, withheld=early) == {"seed.differs"} | early


def told(organiser: TournamentCommands, seed: bytes) -> Callable[[Tournament], object]:
    return lambda t: t.record(Unsealed, organiser.scribe.stamp(), by="hall", round=1, seed=seed.hex())


def test_a_seed_that_is_told_early_is_found_by_both(organiser: TournamentCommands, notary: Notary) -> None:
    found, (one, _) = started(organiser)
    play_out(organiser, one)
    forge(organiser, found, told(organiser, SEED))
    assert everywhere(organiser, notary, found) == {"seed.early"}


def test_another_seed_than_was_committed_to_is_found_by_both(organiser: TournamentCommands, notary: Notary) -> None:
    found = opened(organiser, BOTH, alone())
    organiser.pair(found, seed=1)

    def slips(tournament: Tournament) -> None:
        for table in (1, 2):
            tournament.record(
                Reported, organiser.scribe.stamp(), by="desk", round=1, table=table, how="slip", match="", version=0,
                head="", places=(1,), points=(3,), absent=(),
            )  # fmt: skip

    forge(organiser, found, slips)
    forge(organiser, found, told(organiser, b"\7" * 32))
    assert codes(organiser, found) == {"seed.wrong"}
    contents = whole(notary, found, redacted=False)
    from tablescribe.ledger.proofs.verifiers import verify_tournament as program

    assert any("seed.wrong" in line for line in program.verify(contents))


def test_a_round_that_the_plan_wants_alike_and_is_paired_without_a_seed_is_found(
    organiser: TournamentCommands, notary: Notary
) -> None:
    found = opened(organiser, BOTH, alone())
    tournament = organiser.tournament(found)
    stage = tournament.plan.stages[0].model_copy(update={"duplicate": False})
    honest = tournament.plan
    tournament.plan = honest.model_copy(update={"stages": (stage,)})
    from tablescribe.domain.tournament import commands as act
    from tablescribe.domain.tournament.pairing_input import given

    people, rounds = given(tournament, 1)[1:]
    made = organiser._engine()(stage, people, rounds, 1)
    paired = act.pair(tournament, made, ["m1", "m2"], {}, organiser.scribe.stamp(), by="organiser")
    tournament.plan = honest
    assert not isinstance(paired, PairedAlike)
    organiser.ledger.save(cast(Any, tournament), expected_version=tournament.version - 1)
    assert "seed.differs" in everywhere(organiser, notary, found)


def test_a_copy_of_a_record_counts_untold_rounds(organiser: TournamentCommands) -> None:
    found, _ = started(organiser)
    record = of_ledger(organiser.ledger, found)
    assert verify(replace(record, heard=lambda _: None)).untold == (1,)
