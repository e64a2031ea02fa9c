"""Maximum sizes of bundles: the same everywhere, and no bundle is made that its verifiers would refuse."""

import json
import random
import re
from pathlib import Path

import msgspec
import pytest

from tablescribe.domain.games import GAMES, game
from tablescribe.domain.match import limits as recorded
from tablescribe.ledger.log import body_limits
from tablescribe.ledger.log.errors import BadFile, BundleTooLarge, EventTooLarge, LedgerDamaged
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles import limits, tournaments
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tablescribe.ledger.proofs.verifiers import verify_tournament as counting
from tests.depth import times

IN_TURN = True  # which database: conftest.py

FORM = Path(program.__file__).with_name("BUNDLE.md")


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


@pytest.fixture
def match_id(notary: Notary) -> str:
    """A small match that all have signed."""
    match = notary.scribe.new("freeform", ["Ada", "Ben"])
    notary.scribe.note(match.id, "a remark")
    notary.scribe.close(match.id, abandoned=True)
    notary.sign(match.id, "seat:1")
    notary.sign(match.id, "seat:2")
    return match.id


PICTURES = ("PICTURES_OF_A_NOTE", "PICTURES_OF_A_MATCH", "PICTURE_BYTES")


def test_the_numbers_are_the_same_in_both_verifiers_and_on_the_page() -> None:
    page = FORM.read_text().split("## Sizes")[1].split("## The file")[0]
    told = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", page.split("|---|---|")[1])]
    names = ("LINES", "SIGNS", "DEPTH", "ALL_SIGNS", "SEATS", "SIGNED", "ALL_SIGNED", "EARLIER")
    counts = [getattr(limits, name) for name in names]
    assert told == [
        limits.LARGEST // 2**20,
        counts[0],
        limits.BODY // 2**20,
        *counts[1:],
        *(vars(tournaments)[name] for name in ("ENTRANTS", "REPORTS")),
        *(getattr(recorded, name) for name in PICTURES),
    ]
    assert [getattr(program, name) for name in PICTURES] == [getattr(recorded, name) for name in PICTURES]
    assert [getattr(program, name) for name in ("LARGEST", "BODY", *names)] == [limits.LARGEST, limits.BODY, *counts]


def a_body(chance: random.Random, depth: int = 0) -> object:
    """Return some JSON data, with everything in texts that could be taken for something else."""
    kind = chance.randrange(3 if depth < 4 else 1)
    if kind == 0:
        odd = ["", "a", 'say "yes"', "\\", '\\"', "[{,", "]}", "1e9", "\n", "ü", 0, -7, 12.5, 10**17, None, True]
        return chance.choice(odd)
    parts = [a_body(chance, depth + 1) for _ in range(chance.randrange(4))]
    return parts if kind == 1 else {f"{n}{chance.choice(['', ',', '[', chr(34)])}": one for n, one in enumerate(parts)}


def test_we_count_a_body_as_an_outsider_does() -> None:
    chance = random.Random(1)
    for _ in range(times(2000, 100_000)):
        text = json.dumps([a_body(chance)], separators=(",", ":"), ensure_ascii=False)
        assert body_limits.signs_of(text.encode()) == program.read_json(text, "it")[1], text


def test_bodies_are_counted_together_as_one_by_one() -> None:
    chance = random.Random(8)
    for _ in range(times(300, 20)):
        bodies = [msgspec.json.encode([a_body(chance)]) for _ in range(chance.randint(1, 40))]
        assert body_limits.signs_of_all(bodies) == sum(map(body_limits.signs_of, bodies)), bodies


@pytest.mark.parametrize("wrong", [
    b'[0,"' + b"x" * recorded.BODY + b'"]', b"[" * 65 + b"]" * 65, b"[" + b"[]," * 50_001 + b"[]]",
    b"[1234567890123456789]", b"[-1234567890123456789]", b"[1.23456]", b"[1e22]", b"[1e-7]", b"[1.5e300]",
    b'[{"a":1e22}]', b"[[0.12345]]",
])  # fmt: skip
def test_a_body_over_a_limit_is_refused_among_others(wrong: bytes) -> None:
    bodies = [b'["Noted","1e22, and 12345678901234567890",2.5]'] * 5
    assert body_limits.signs_of_all(bodies) == 5 * 3
    with pytest.raises(LedgerDamaged) as alone:
        body_limits.signs_of(wrong)
    with pytest.raises(LedgerDamaged) as among:
        body_limits.signs_of_all([*bodies, wrong, *bodies])
    assert str(among.value) == str(alone.value)


@pytest.mark.parametrize("number", ["1e5", "00", "1.50", "1.", "-", "1234567890123456789", "0.12345", "1-1"])
@pytest.mark.parametrize("text", ["[{}]", '["a",{}]', '[{{"a":{}}}]', '["\\\\",{}]', "[1,{},2]"])
def test_a_number_that_others_may_read_otherwise_is_refused_wherever_it_stands(number: str, text: str) -> None:
    body = text.replace("{}", number).replace("{{", "{").replace("}}", "}").encode()
    with pytest.raises(LedgerDamaged, match="too many digits"):
        body_limits.signs_of(body)
    quoted = body.replace(number.encode(), f'"{number}"'.encode())
    assert body_limits.signs_of(quoted) >= 1


def test_whatever_a_verifier_bounds_is_bounded_when_it_is_recorded() -> None:
    """Each number of the programs is one that recording keeps to; what bounds a choice of matches is said beside it."""
    when_recorded = {
        "BODY": recorded.BODY,
        "SIGNS": recorded.SIGNS,
        "DEPTH": recorded.DEPTH,
        "SEATS": recorded.SEATS,
        "SIGNED": recorded.SIGNED,
        "ENTRANTS": recorded.ENTRANTS,
        "REPORTS": recorded.REPORTS,
        "LARGEST": recorded.MATCH_BYTES + 3 * 2**20,  # closing, signatures, keys and proofs
        "LINES": recorded.MATCH_EVENTS * LINES_OF_A_ROW + 50_000,
        "ALL_SIGNS": recorded.MATCH_SIGNS + 100_000,
        "ALL_SIGNED": recorded.SIGNED,  # of several matches: fewer in a bundle
        **{name: getattr(recorded, name) for name in PICTURES},
        "EARLIER": 0,  # a bundle names none unless it is asked to
    }
    of_the_programs = {
        name: value
        for program_ in (program, counting)
        for name, value in vars(program_).items()
        if name.isupper() and type(value) is int and name not in ("P", "Q", "D", "APART", "BESIDE")
    }
    assert {*of_the_programs} == {*when_recorded}
    assert {name: n for name, n in when_recorded.items() if n > of_the_programs[name]} == {}


LINES_OF_A_ROW = 9


def test_a_match_takes_no_more_of_a_bundle_than_was_counted(notary: Notary) -> None:
    scribe = notary.scribe
    match = scribe.new("freeform", ["Ada", "Ben"])
    small = notary.bundle([match.id])
    words = ['plain "quoted" \\ back', "häßlich – 日本", "x" * 3000]
    for n in range(60):
        scribe.note(match.id, f"{n} {words[n % 3]}")
    large = notary.bundle([match.id])
    bodies = [row[2] for row in scribe.ledger.log.bodies(match.id)][1:]
    texts = [text.encode() for text in scribe.ledger.log.texts(match.id).values()]
    counted = sum(len(one) + one.count(b'"') + one.count(b"\\") + body_limits.OF_A_ROW for one in bodies)
    counted += sum(len(one) + one.count(b"\\") + body_limits.OF_A_TEXT for one in texts)
    grown = len(large) - len(small)
    assert counted * 0.8 < grown <= counted + 1000
    assert large.count(b"\n") - small.count(b"\n") <= len(bodies) * LINES_OF_A_ROW + len(texts) + 20


@pytest.mark.parametrize(
    ("limit", "most", "said"),
    [
        ("MATCH_BYTES", 3000, "larger than 0 MiB"),
        ("MATCH_EVENTS", 5, "more than 5 events"),
        ("MATCH_SIGNS", 260, "more than 260 values"),
    ],
)
def test_a_match_that_no_bundle_could_hold_is_refused_when_it_is_recorded_but_can_be_closed(
    limit: str, most: int, said: str, scribe: Scribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body_limits, limit, most)
    monkeypatch.setattr(body_limits, "EVERY", 1)
    match = scribe.new("freeform", ["Ada", "Ben"])

    def fill() -> None:
        for n in range(20):
            scribe.note(match.id, f"remark {n}")

    with pytest.raises(EventTooLarge, match=f"{said}. Close it and continue in a new one"):
        fill()
    kept = scribe.match(match.id).version
    assert 1 < kept < 20
    assert scribe.match(scribe.close(match.id, abandoned=True).originator_id).version == kept + 1
    scribe.ledger.verify()


def test_no_game_has_more_seats_than_a_bundle() -> None:
    assert max(max(game(key).seats) for key in GAMES) <= limits.SEATS


def lower(monkeypatch: pytest.MonkeyPatch, limit: str, most: int) -> None:
    """Change a limit for readers of bundles; the limits of an event are in the modules that check them."""
    monkeypatch.setattr(body_limits if limit in ("BODY", "SIGNS", "DEPTH") else limits, limit, most)


@pytest.mark.parametrize(
    ("limit", "most", "said", "way_out"),
    [
        ("LARGEST", 2500, "larger than 0 MiB", "Make several"),
        ("LINES", 50, "more than 50 lines", "Make several"),
        ("BODY", 200, "larger than 200 bytes", "Leave that match out"),
        ("SIGNS", 10, "more than 10 values", "Leave that match out"),
        ("DEPTH", 1, "nested deeper than 1", "Leave that match out"),
        ("ALL_SIGNS", 30, "more than 30 values", "Make several"),
        ("SIGNED", 1, "more than 1 signatures", "Leave that match out"),
        ("ALL_SIGNED", 1, "more than 1 signatures", "Make several"),
    ],
)
def test_a_bundle_that_would_be_too_large_is_not_made(
    limit: str, most: int, said: str, way_out: str, notary: Notary, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a smaller limit; then whoever makes the bundle is told what verifiers would have said, and what to do."""
    contents = notary.bundle([match_id])
    verify_bundle(contents, [notary.ledger_signer().key])
    lower(monkeypatch, limit, most)
    with pytest.raises(BundleTooLarge) as refused:
        notary.bundle([match_id])
    assert (said in str(refused.value), way_out in str(refused.value)) == (True, True), str(refused.value)


def test_the_bytes_of_a_bundle_are_counted_while_it_is_made() -> None:
    """Given a ledger of more than a bundle holds; then it is refused before all of it is laid out in memory."""
    room, log = limits.SizeBudget(), [limits.BundledEvent(1, "Noted", "x" * limits.BODY, "")] * 16
    room.stream("m1", log)
    room.stream("m2", log)
    with pytest.raises(BundleTooLarge, match="larger than 32 MiB"):
        room.stream("m3", log[:1])


def test_more_earlier_checkpoints_than_a_verifier_reads_are_refused(
    notary: Notary, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = []
    for number in range(4):
        notary.scribe.note(match_id, f"remark {number}")
        notes.append(notary.checkpoint())
    monkeypatch.setattr(limits, "EARLIER", 3)
    verify_bundle(notary.bundle([match_id], since=notes[:3]), [notary.ledger_signer().key])
    with pytest.raises(BundleTooLarge, match=r"more than 3 earlier checkpoints\. Name fewer with --since"):
        notary.bundle([match_id], since=notes)


def test_what_is_refused_when_made_is_what_a_verifier_refuses(
    notary: Notary, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents, key = notary.bundle([match_id]), notary.ledger_signer().key
    for limit, most in (("LARGEST", 2500), ("LINES", 50), ("BODY", 200), ("SIGNS", 10), ("DEPTH", 1)):
        with monkeypatch.context() as smaller:
            lower(smaller, limit, most)
            smaller.setattr(program, limit, most)
            with pytest.raises((BadFile, LedgerDamaged)):
                verify_bundle(contents, [key])
            with pytest.raises(ValueError, match=r"."):
                program.verify(contents, [str(key)])
