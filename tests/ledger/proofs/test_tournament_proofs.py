"""A tournament proves its standings: every forgery is found, by our audit and by the stand-alone program.

The owner of a ledger can record false events with correct hashes. That is what is forged here, besides plain changes
of the file and the database.
"""

from __future__ import annotations

import ast
import json
import random
import re
import sqlite3
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Set
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from tablescribe.domain.match.events import Seat
from tablescribe.domain.tournament.model.events import Adjusted, Announced, Finished, Paired, Penalised, Reported
from tablescribe.domain.tournament.model.field import Entrant, How, Pairing, Pod, Round
from tablescribe.domain.tournament.model.plan import Stage, digest
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.pairing import former, pair
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.bundle import make
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_tournament as program
from tablescribe.ledger.proofs.verifiers.verify_bundle import verify as proofs_only
from tablescribe.ledger.proofs.witnesses.cosigned_checkpoints import keep
from tablescribe.ledger.proofs.witnesses.witness import Witness, make_folder
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_bundles, of_ledger
from tests.ledger.played_tournaments import by_points, hall, opened, plan, play, play_round, whole
from tests.ledger.witnessing import NOW, WITNESS

DATABASES = ["sqlite"]
PROGRAM = Path(program.__file__)
FOUR = ["Ada", "Ben", "Cleo", "Dora"]


@pytest.fixture
def organiser(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


@pytest.fixture
def notary(organiser: TournamentCommands, tmp_path: Path) -> Notary:
    return Notary(organiser.scribe, KeyStore(tmp_path / "keys"))


def codes(organiser: TournamentCommands, found: str, **how: Any) -> set[str]:
    """Return the findings of our audit of the ledger."""
    return {one.code for one in verify(of_ledger(organiser.ledger, found), **how).findings}


def outside(contents: bytes, *, key: str = "", plan: str = "") -> set[str]:
    """Return the findings of the stand-alone program for a bundle."""
    lines = program.verify(contents, key, plan)
    return {
        line.split(":")[1].split(",")[0].strip() for line in lines if line.startswith("WRONG: ") and ", event" in line
    }


def everywhere(
    organiser: TournamentCommands, notary: Notary, found: str, *, withheld: Set[str] = frozenset()
) -> set[str]:
    """Return the findings for the ledger; both programs find the same in a bundle, public or complete.

    `withheld` is what only the complete bundle reveals.
    """
    ours = codes(organiser, found)
    contents = whole(notary, found)
    key = notary.ledger_signer().key
    assert proofs_only(contents, [str(key)])[0].startswith("Sound")
    proved = verify_bundle(contents, [key])
    assert {one.code for one in verify(of_bundles([proved])[0]).findings} == ours - withheld
    assert outside(contents, key=str(key)) == ours - withheld
    if withheld:
        contents = whole(notary, found, redacted=False)
        assert {one.code for one in verify(of_bundles([verify_bundle(contents, [key])])[0]).findings} == ours
        assert outside(contents, key=str(key)) == ours
    return ours


def forge(organiser: TournamentCommands, found: str, do: Callable[[Tournament], object]) -> None:
    """Record an event without asking the domain."""
    tournament = organiser.tournament(found)
    version = tournament.version
    do(tournament)
    organiser.ledger.save(cast(Any, tournament), expected_version=version)


def finished(organiser: TournamentCommands) -> str:
    """Return a tournament of three rounds with matches, slips, a correction and a penalty."""
    found = opened(organiser, [*FOUR, "Egon"], plan(tie_breaks=[]))
    play_round(organiser, found)
    organiser.pair(found, seed=2)
    organiser.start(found)
    organiser.report(found, 1, (1, 1))
    organiser.report(found, 2, (1, 2), how=How.FORFEIT, absent=[2])
    organiser.correct(found, 1, 1, (2, 1), clause="T-4", reason="misread")
    organiser.penalise(found, "Ada", cast(Any, "1/2"), clause="T-9", reason="overslept")
    play_round(organiser, found, winner=2)
    organiser.finish(found)
    return found


def test_a_sound_tournament_is_sound_for_everybody(organiser: TournamentCommands, notary: Notary) -> None:
    found = finished(organiser)
    assert everywhere(organiser, notary, found) == set()
    assert codes(organiser, found, engine=by_points, plan=organiser.tournament(found).announced.digest) == set()


# --- forgeries with right hashes ------------------------------------------------------------------------


def test_a_report_that_is_not_what_its_match_gave_is_found(organiser: TournamentCommands, notary: Notary) -> None:
    organiser.scribe._closed = lambda match_id: None
    found = opened(organiser, FOUR)
    organiser.pair(found)
    for one in organiser.start(found):
        play(organiser, one.match, winner=1)

    def lie(tournament: Tournament) -> None:
        match_id = tournament.seatings[0].matches[0]
        match = organiser.scribe.match(match_id)
        tournament.record(
            Reported, organiser.scribe.stamp(), by="hall", round=1, table=1, how="played", match=match_id,
            version=match.version, head=organiser.ledger.head(match_id), places=(2, 1), points=(3, 0), absent=(),
        )  # fmt: skip

    forge(organiser, found, lie)
    organiser.collect(found)
    assert everywhere(organiser, notary, found) == {"report.result"}


def test_a_slip_that_contradicts_the_match_of_its_table_is_found(organiser: TournamentCommands, notary: Notary) -> None:
    organiser.scribe._closed = lambda match_id: None
    found = opened(organiser, FOUR)
    organiser.pair(found)
    for one in organiser.start(found):
        play(organiser, one.match, winner=1)
    organiser.report(found, 1, (2, 1))
    organiser.collect(found)
    assert everywhere(organiser, notary, found) == {"report.slip"}


@pytest.mark.parametrize("field", ["version", "head", "match"])
def test_a_report_of_another_match_is_found(organiser: TournamentCommands, notary: Notary, field: str) -> None:
    organiser.scribe._closed = lambda match_id: None
    found = opened(organiser, FOUR)
    organiser.pair(found)
    started = organiser.start(found)
    for one in started:
        play(organiser, one.match)
    told: dict[str, Any] = {"match": started[0].match, "version": 4, "head": organiser.ledger.head(started[0].match)}
    told[field] = {"version": 3, "head": "0" * 64, "match": "nowhere"}[field]
    forge(
        organiser, found, lambda t: t.record(
            Reported, organiser.scribe.stamp(), by="hall", round=1, table=1, how="played", places=(1, 2),
            points=(3, 0), absent=(), **told,
        )
    )  # fmt: skip
    assert everywhere(organiser, notary, found) == ({"match.missing"} if field == "match" else {"report.head"})


def test_swapped_pods_are_found_others_sat_there_than_were_paired(
    organiser: TournamentCommands, notary: Notary
) -> None:
    found = opened(organiser, FOUR)
    organiser.pair(found)
    now = organiser.tournament(found)
    seating = now.seatings[0]
    for match_id, pod in zip(seating.matches, reversed(seating.pods), strict=True):
        people = [now.entrants[ref] for ref in pod]
        organiser.scribe.new(
            "freeform", ["x", "y"], match_id=match_id, take_back="judge",
            seats=[Seat(one.entrant, one.commitment) for one in people],
        )  # fmt: skip
        play(organiser, match_id)
    assert everywhere(organiser, notary, found) == {"match.seats"}


def test_a_pairing_that_was_made_of_something_else_is_found(organiser: TournamentCommands, notary: Notary) -> None:
    found = opened(organiser, FOUR)
    play_round(organiser, found)
    refs = list(organiser.tournament(found).entrants)

    def other(pods: tuple[tuple[str, ...], ...], given: str) -> Callable[[Tournament], object]:
        return lambda t: t.record(
            Paired, organiser.scribe.stamp(), by="organiser", round=2, stage=0, pods=pods, matches=("a", "b"),
            byes=(), engine="by points", engine_version="1", seed=1, input=given, broken=(), gap="",
        )  # fmt: skip

    pods = ((refs[0], refs[1]), (refs[2], refs[3]))
    forge(organiser, found, other(pods, "0" * 64))
    assert everywhere(organiser, notary, found) == {"pairing.input"}


def test_pods_that_are_not_what_the_engine_gives_are_found_by_pairing_again(organiser: TournamentCommands) -> None:
    found = opened(organiser, FOUR)
    honest = organiser._engine

    def dishonest(stage: Stage, people: list[Entrant], rounds: list[Round], seed: int) -> Pairing:
        return by_points(stage, [replace(one, number=-one.number) for one in people], rounds, seed)

    organiser._engine = lambda: dishonest
    organiser.pair(found, seed=1)
    assert codes(organiser, found) == set()
    assert codes(organiser, found, engine=honest()) == {"pairing.differs"}


def test_pods_of_an_engine_that_pairs_no_more_are_repeated_by_it(organiser: TournamentCommands) -> None:
    before = former("ortools-cp-sat")
    assert before is not None
    found = opened(organiser, FOUR, plan(kind="pods", pods=[2]))
    organiser._engine = lambda: before
    organiser.pair(found, seed=1)
    assert codes(organiser, found, engine=pair) == set()

    def dishonest(*given: Any) -> Pairing:
        made = before(*given)
        return replace(made, pods=tuple(Pod(one.seats[::-1]) for one in made.pods))

    other = opened(organiser, FOUR, plan(kind="pods", pods=[2]))
    organiser._engine = lambda: dishonest
    organiser.pair(other, seed=1)
    assert codes(organiser, other, engine=pair) == {"pairing.differs"}


def test_somebody_seated_twice_is_found(organiser: TournamentCommands, notary: Notary) -> None:
    found = opened(organiser, FOUR)
    refs = list(organiser.tournament(found).entrants)

    def twice(t: Tournament) -> None:
        from tablescribe.domain.tournament.pairing_input import pairing_input

        t.record(
            Paired, organiser.scribe.stamp(), by="organiser", round=1, stage=0,
            pods=((refs[0], refs[1]), (refs[0], refs[3])), matches=("a", "b"), byes=(), engine="x", engine_version="1",
            seed=1, input=digest(pairing_input(t, 1, [], 1)), broken=(), gap="",
        )  # fmt: skip

    forge(organiser, found, twice)
    assert everywhere(organiser, notary, found) == {"pairing.pods"}


def test_a_plan_that_is_not_the_one_that_was_announced_is_found(organiser: TournamentCommands, notary: Notary) -> None:
    stamp, told = organiser.scribe.stamp(), plan().plain()
    new = Tournament.began(
        Announced("changed", 1, stamp.at, "", "", "", format=1, by="organiser", plan=told, digest="0" * 64)
    )
    organiser.ledger.save(cast(Any, new), expected_version=0)
    assert everywhere(organiser, notary, "changed") == {"plan.changed"}
    found = organiser.announce(plan()).id
    assert codes(organiser, found, plan="1" * 64) == {"plan.changed"}
    assert outside(whole(notary, found), plan="1" * 64) == {"plan.changed"}


@pytest.mark.parametrize("wrong", [{"take_back": "free"}, {"game": "morris"}, {"chance": "open"}])
def test_a_match_that_was_opened_otherwise_than_planned_is_found(
    organiser: TournamentCommands, notary: Notary, wrong: dict[str, str]
) -> None:
    found = opened(organiser, ["Ada", "Ben"])
    organiser.pair(found)
    now = organiser.tournament(found)
    people = [Seat(one.entrant, one.commitment) for one in now.entrants.values()]
    how: dict[str, Any] = {"game": "freeform", "take_back": "judge"} | wrong
    organiser.scribe.new(how.pop("game"), ["x", "y"], match_id=now.seatings[0].matches[0], seats=people, **how)
    organiser.report(found, 1, (1, 2))
    assert everywhere(organiser, notary, found) == {"match.setting"}


def test_a_final_table_that_does_not_follow_is_found(organiser: TournamentCommands, notary: Notary) -> None:
    found = opened(organiser, ["Ada", "Ben"], plan(1))
    play_round(organiser, found)
    refs = list(organiser.tournament(found).entrants)
    for table, told in (
        (((1, refs[1], "1"), (2, refs[0], "0")), "0" * 64),
        (((1, refs[0], "1"), (2, refs[1], "0")), "0" * 64),
    ):
        forge(organiser, found, lambda t, table=table, told=told: t.record(  # type: ignore[misc]
            Finished, organiser.scribe.stamp(), by="organiser", table=table, digest=told))  # fmt: skip
        assert everywhere(organiser, notary, found) == {"standings.differ"}


def test_what_somebody_may_not_do_is_found(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada", "Ben"])
    play_round(organiser, found)
    ref = next(iter(organiser.tournament(found).entrants))
    forge(
        organiser, found, lambda t: t.record(
            Penalised, organiser.scribe.stamp(), by="desk", entrant=ref, round=1, points="1", clause="c", reason="r"
        )
    )  # fmt: skip
    assert codes(organiser, found) == {"role.exceeded"}


# --- files and databases that were changed --------------------------------------------------------------


def test_a_match_that_was_dropped_from_the_bundle_is_found(organiser: TournamentCommands, notary: Notary) -> None:
    """The ledger's owner may leave a match out of the file, and seal it: the report says that there was one."""
    found = finished(organiser)
    reported = [one.match for one in organiser.tournament(found).reports.values() if one.match]
    signer = notary.ledger_signer()
    contents = make(organiser.ledger, [found, *reported[1:]], signer, redacted=True)
    assert outside(contents, key=str(signer.key)) == {"match.missing"}
    proved = verify_bundle(contents, [signer.key])
    assert {one.code for one in verify(of_bundles([proved])[0]).findings} == {"match.missing"}


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('\\"1/2\\",\\"\\",\\"\\"', '\\"1/4\\",\\"\\",\\"\\"'),  # the penalty
        ('"kind\\":\\"swiss', '"kind\\":\\"pods'),  # the plan
        (",[2,1],", ",[1,2],"),  # a correction
        ('\\"forfeit\\"', '\\"slip\\"'),
    ],
)
def test_an_edited_bundle_is_found_by_whoever_opens_it(
    organiser: TournamentCommands, notary: Notary, was: str, now: str
) -> None:
    found = finished(organiser)
    contents = whole(notary, found, redacted=False).decode()
    assert was in contents
    changed = contents.replace(was, now, 1).encode()
    key = notary.ledger_signer().key
    with pytest.raises((program.WrongError, ValueError)):
        program.verify(changed, str(key))
    with pytest.raises(ValueError, match="hash is another"):
        proofs_only(changed, [str(key)])
    with pytest.raises(LedgerDamaged):
        verify_bundle(changed, [key])


def test_a_bundle_sealed_by_another_key_is_refused(
    organiser: TournamentCommands, notary: Notary, tmp_path: Path
) -> None:
    found = finished(organiser)
    contents = whole(notary, found)
    key = str(notary.ledger_signer().key)
    name, short, _ = key.split("+", 2)
    other = f"{name}+{short}+{b64encode(bytes([1]) + bytes.fromhex('58' + '66' * 31)).decode()}"
    assert program.verify(contents, key)
    for wrong in (other, "somebody" + key):
        with pytest.raises(program.WrongError):
            program.verify(contents, wrong)


def test_a_penalty_that_was_edited_in_the_database_is_found(organiser: TournamentCommands, path: Path) -> None:
    found = finished(organiser)
    organiser.ledger.close()
    with closing(sqlite3.connect(path)) as database:
        triggers = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for trigger in triggers:
            database.execute(f"DROP TRIGGER {trigger}")
        changed = database.execute(
            'UPDATE events SET body = CAST(replace(CAST(body AS TEXT), \'"1/2","",""\', \'"9","",""\') AS BLOB) '
            "WHERE type = 'Penalised'"
        )
        assert changed.rowcount == 1
        database.commit()
    with closing(open_ledger(path)) as ledger, pytest.raises(LedgerDamaged, match="Events before it are sound"):
        of_ledger(ledger, found)


def test_a_match_that_was_edited_in_the_database_is_a_finding(organiser: TournamentCommands, path: Path) -> None:
    found = finished(organiser)
    reported = next(one.match for one in organiser.tournament(found).reports.values() if one.match)
    organiser.ledger.close()
    with closing(sqlite3.connect(path)) as database:
        for (trigger,) in list(database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")):
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("UPDATE events SET body = replace(body, 'score', 'scare') WHERE match_id = ?", (reported,))
        database.commit()
    with closing(open_ledger(path)) as ledger:
        result = verify(of_ledger(ledger, found))
    assert [(one.code, one.match) for one in result.findings] == [("log.damaged", reported)]


def test_a_match_whose_moves_break_rules_is_a_finding(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada", "Ben"], plan(1, game="morris"))
    organiser.pair(found)
    (one,) = organiser.start(found)
    organiser.scribe.play(one.match, 2, {"do": "place", "to": "a7"}, as_played=True)  # out of turn
    organiser.scribe.close(one.match, abandoned=True)
    organiser.report(found, 1, (1, 2))
    assert codes(organiser, found) == set()  # a slip: no report rests on that match

    other = opened(organiser, ["Cleo", "Dora"], plan(1, game="morris"))
    organiser.pair(other)
    (two,) = organiser.start(other)
    chance, scribe = random.Random(1), organiser.scribe
    scribe.play(two.match, 2, {"do": "place", "to": "a7"}, as_played=True)
    while (match := scribe.match(two.match)).to_act:
        legal = scribe.legal(match, match.to_act[0])
        scribe.play(match.id, match.to_act[0], chance.choice(legal).data())
    scribe.close(two.match)
    assert codes(organiser, other) == {"match.unsound"}


def test_a_match_with_another_option_than_the_plans_default_is_found_by_both(
    organiser: TournamentCommands, notary: Notary
) -> None:
    """The plan names no option, so it is recorded with all of them as they are by default."""
    found = opened(organiser, ["Ada", "Ben"], plan(1, game="morris"))
    organiser.pair(found)
    seating = organiser.tournament(found).seating(1)
    people = [organiser.tournament(found).entrants[ref] for ref in seating.pods[0]]
    organiser.scribe.new(
        "morris", ["Ada", "Ben"], options={"flying": False}, match_id=seating.matches[0], take_back="judge",
        seats=[Seat(one.entrant, one.commitment) for one in people],
    )  # fmt: skip
    organiser.report(found, 1, (1, 2))
    assert organiser.tournament(found).plan.stages[0].options["flying"] is True
    assert everywhere(organiser, notary, found) == {"match.setting"}


def test_who_did_not_qualify_is_found_in_later_rounds_of_a_later_stage(
    organiser: TournamentCommands, notary: Notary
) -> None:
    """Found by comparing both programs: we looked at the first round of a later stage alone."""
    stages = [{"name": name, "kind": "swiss", "game": "freeform", **more} for name, more in (
        ("First", {"rounds": 1, "cut": 2}), ("Last", {"rounds": 2}))]  # fmt: skip
    found = opened(organiser, FOUR, plan_from({"title": "Two stages", "stages": stages}))
    play_round(organiser, found)
    play_round(organiser, found)
    now = organiser.tournament(found)
    others = [ref for ref in now.entrants if ref not in now.seatings[1].pods[0]]
    organiser.pair(found, seed=1)
    told: dict[str, Any] = {"by": "organiser", "round": 3, "matches": ("m",), "byes": (), "reason": ""}
    forge(organiser, found, lambda t: t.record(Adjusted, organiser.scribe.stamp(), pods=(tuple(others),), **told))
    assert everywhere(organiser, notary, found) == {"pairing.pods"}


# --- what the public reads --------------------------------------------------------------------------------


def test_the_public_bundle_has_no_names_and_nothing_that_people_wrote(
    organiser: TournamentCommands, notary: Notary
) -> None:
    found = finished(organiser)
    public = whole(notary, found).decode()
    everything = whole(notary, found, redacted=False, names=True).decode()
    for secret in (*FOUR, "misread", "overslept"):
        assert not re.search(rf"\b{secret}\b", public), secret
        assert re.search(rf"\b{secret}\b", everything), secret
    assert "misread" in whole(notary, found, words=True).decode()
    document = json.loads(public)
    assert (document["version"], document["viewer"]) == (3, "spectator")
    assert [text[65:] for text in document["texts"]] == ["Autumn Open", "Swiss"], "the plan was announced to everybody"
    assert not [row for row in document["streams"][1]["log"] if not row[3]], "nothing is withheld but words"
    names = {one["name"] for one in json.loads(everything)["names"]}
    assert names == {*FOUR, "Egon"}


@pytest.mark.parametrize(("title", "told"), [("Catan", True), ("Catan at Ann's", False)])
def test_a_planned_title_that_the_public_is_not_told_of_a_match_is_no_finding(
    organiser: TournamentCommands, notary: Notary, title: str, told: bool
) -> None:
    """The plan tells it; in the match it is withheld like all that people wrote, but for the name of a printed game."""
    found = opened(organiser, FOUR, plan(options={"title": title}))
    play_round(organiser, found)
    assert everywhere(organiser, notary, found) == set()
    match = organiser.ledger.match_ids()[0]
    assert (title.encode() in notary.bundle([match], redacted=True)) == told
    assert title.encode() in notary.bundle([match])


def test_a_match_whose_title_is_withheld_is_still_compared_by_its_other_options(
    organiser: TournamentCommands, notary: Notary
) -> None:
    found = opened(organiser, ["Ada", "Ben"], plan(options={"title": "Ann's", "counters": "wool"}))
    organiser.pair(found)
    now = organiser.tournament(found)
    people = [Seat(one.entrant, one.commitment) for one in now.entrants.values()]
    how: dict[str, Any] = {"take_back": "judge", "options": {"title": "Ann's", "counters": "ore"}}
    organiser.scribe.new("freeform", ["x", "y"], match_id=now.seatings[0].matches[0], seats=people, **how)
    organiser.report(found, 1, (1, 2))
    assert everywhere(organiser, notary, found) == {"match.setting"}


def test_a_bundle_of_matches_alone_is_of_version_1_as_before(organiser: TournamentCommands, notary: Notary) -> None:
    found = finished(organiser)
    match = organiser.tournament(found).match_ids()[0]
    assert json.loads(notary.bundle([match]))["version"] == 1
    wrong = whole(notary, found).replace(b'"version": 3', b'"version": 1', 1)
    with pytest.raises(ValueError, match="no bundle"):
        proofs_only(wrong, [])


def test_a_whole_bundle_is_taken_over_by_another_ledger(
    organiser: TournamentCommands, notary: Notary, tmp_path: Path
) -> None:
    from tablescribe.ledger.care.importing import import_file

    found = finished(organiser)
    contents = whole(notary, found, redacted=False, names=True)
    with closing(open_ledger(tmp_path / "other.db")) as there:
        import_file(there, contents, [notary.ledger_signer().key])
        other = hall(Scribe(there))
        assert codes(other, found) == set()
        assert sorted(other.names(other.tournament(found)).values()) == sorted([*FOUR, "Egon"])
        other.correct(found, 1, 2, (1, 1), clause="T-4", reason="an appeal, later")


def test_a_bundle_whose_checkpoint_witnesses_cosigned_is_counted_too(
    organiser: TournamentCommands, notary: Notary, tmp_path: Path
) -> None:
    found = finished(organiser)
    key = notary.ledger_signer().key
    make_folder(tmp_path / "witness")
    witness = Witness(tmp_path / "witness", WITNESS)
    witness.add(key)
    keep(notary.ledger, witness.cosign(notary.request().text().encode(), NOW).encode(), [witness.key])
    contents = whole(notary, found, cosigned=True)
    assert json.loads(contents)["checkpoint"].count("\n— ") == 2
    assert proofs_only(contents, [str(key)])[0].startswith("Sound")
    assert outside(contents, key=str(key)) == set()


# --- the program --------------------------------------------------------------------------------------------


def test_it_is_one_file_that_needs_nothing_but_python() -> None:
    source = PROGRAM.read_text()
    assert max(map(len, source.splitlines())) <= 120
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in imports if isinstance(node, ast.ImportFrom)}
    assert {module.split(".")[0] for module in modules} <= set(sys.stdlib_module_names)


def test_it_runs_by_itself_and_says_what_it_proves(
    organiser: TournamentCommands, notary: Notary, tmp_path: Path
) -> None:
    found = finished(organiser)
    (tmp_path / "open.bundle").write_bytes(whole(notary, found))
    (tmp_path / "count.py").write_bytes(PROGRAM.read_bytes())
    key = str(notary.ledger_signer().key)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "count.py", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    done = run("open.bundle", "--key", key)
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        f"Sound: tournament {found}: 5 entrants, 3 rounds, 6 reports, 4 of them by matches in this file" in done.stdout
    )
    assert done.stdout.rstrip().endswith("your key")
    assert "run verify_bundle.py as well" in done.stdout, "it says what it leaves to the other program"
    assert run("open.bundle", "--plan", "0" * 64).returncode == 1
    (tmp_path / "open.bundle").write_bytes(b"{}")
    broken = run("open.bundle")
    assert (broken.returncode, broken.stderr[:5]) == (1, "WRONG")
    assert run("nowhere").returncode == 2
