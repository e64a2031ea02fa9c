"""Bundles: what they prove and withhold; nothing withheld can be read or guessed from them."""

import hashlib
import multiprocessing
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from tablescribe.domain.match.events import Noted, Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.view import view
from tablescribe.ledger.log.codec import encode
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged, NoSuchMatch
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.bundle import Bundle, contents_of, make, sealed_text
from tablescribe.ledger.proofs.bundles.parsing import parse
from tablescribe.ledger.proofs.bundles.redaction import Viewer, as_seen
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.bundles.worker_pool import LARGE, processes_for
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Signer, VerifierKey, sign
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tests.support import has_word

IN_TURN = True  # which database: conftest.py


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


@pytest.fixture
def key(notary: Notary) -> VerifierKey:
    return notary.ledger_signer().key


def play(scribe: Scribe, chance: str, moves: int = 30, seed: int = 1) -> str:
    """Play at random, with a take-back, a note and a broken rule on the way."""
    choose = random.Random(seed)
    match_id = scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance=chance, outcomes=[1] if chance == "table" else []).id
    for _ in range(moves):
        match = scribe.match(match_id)
        options = scribe.legal(match, match.to_act[0])
        if match.is_over or not options:
            break
        scribe.play(match_id, match.to_act[0], choose.choice(options).data())
        if choose.random() < 0.1:
            scribe.undo(match_id, agreed=[1, 2, 3])
            scribe.note(match_id, "the ferry had left")
    scribe.close(match_id, abandoned=not scribe.match(match_id).is_over)
    return match_id


def test_a_bundle_proves_matches_signatures_and_names(notary: Notary, scribe: Scribe, key: VerifierKey) -> None:
    first, second = play(scribe, "sealed"), play(scribe, "sealed", seed=2)
    for holder in ("seat:1", "seat:2", "seat:3"):
        notary.sign(first, holder)
    proved = verify_bundle(notary.bundle([first, second], names=True), [key])
    assert (proved.ledger, proved.viewer, proved.key, proved.vouched) == (
        scribe.ledger.ledger_id, "everything", key, True,
    )  # fmt: skip
    assert [match.id for match in proved.matches] == [first, second]
    heads = scribe.ledger.verify()
    for match in proved.matches:
        ours = scribe.match(match.id)
        assert (match.head, match.match().table, match.withheld) == (heads[match.id], ours.table, ())
    assert [(one.holder, one.fault) for one in proved.matches[0].signatures] == [
        (f"seat:{k}", None) for k in (1, 2, 3)
    ]  # fmt: skip
    assert proved.matches[1].unsigned == ("seat:1", "seat:2", "seat:3")
    assert sorted(proved.names.values()) == ["Ada", "Ada", "Ben", "Ben", "Cleo", "Cleo"]
    assert proved.faults == ()


def test_bundles_by_one_checkpoint_are_the_same_with_a_tree_that_is_kept_and_read_each_hash_once(
    notary: Notary, scribe: Scribe, ledger: Ledger
) -> None:
    ids = [play(scribe, "sealed", moves=4, seed=seed) for seed in range(3)]
    note, signer, tree = notary.checkpoint(), notary.ledger_signer(), LogTree(ledger)
    alone = [make(ledger, [one], signer, checkpoint=note) for one in ids]
    read, leaves = list[int](), tree.leaves

    def counted(start: int, stop: int) -> Sequence[bytes]:
        read.extend(range(start, stop))
        return leaves(start, stop)

    tree.leaves = counted  # type: ignore[method-assign]
    assert [make(ledger, [one], signer, checkpoint=note, tree=tree) for one in ids] == alone
    assert sorted(read) == list(range(tree.size()))


def test_without_a_key_a_bundle_vouches_only_for_itself(notary: Notary, scribe: Scribe, key: VerifierKey) -> None:
    contents = notary.bundle([play(scribe, "table", 3)])
    proved = verify_bundle(contents)
    assert (proved.key, proved.vouched) == (key, False)
    with pytest.raises(LedgerDamaged, match="none of the known keys"):
        verify_bundle(contents, [Signer(key.name, b"x" * 32).key])


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_a_viewer_gets_the_table_as_it_was_seen_and_no_secret(
    notary: Notary, scribe: Scribe, key: VerifierKey, viewer: Viewer
) -> None:
    match_id = play(scribe, "sealed", 40)
    contents = notary.bundle([match_id], redacted=True, viewer=viewer)
    (shown,) = verify_bundle(contents, [key]).matches
    match, theirs = scribe.match(match_id), shown.match()
    assert theirs.line.numbers == match.line.numbers
    ours, seen = match.line.cursor(), theirs.line.cursor()
    for number in range(len(match.moves)):
        ours.go_to(number)
        seen.go_to(number)
        assert seen.table == view(match.opening, ours.table, viewer), f"after move {number}"
    assert shown.head == scribe.ledger.verify(match_id)[match_id]
    assert match.seed
    assert match.seed not in contents.decode()
    assert not has_word(contents, "Ada")
    bodies = {row.version: row.body.decode() for row in scribe.ledger.log.rows(match_id)}
    withheld = [stored for stored in parse(contents).streams[1].log if stored.digest]
    assert withheld
    assert all(stored.body == "" and bodies[stored.version] not in contents.decode() for stored in withheld)


def drawn_by(match: Match, seat: int) -> list[tuple[Played, set[str]]]:
    """Return the moves that dealt cards to a seat's hidden hand, and those cards."""
    found = []
    for move in match.moves:
        if isinstance(move, Played):
            cards = {
                fact.to for fact in move.facts if hasattr(fact, "to") and getattr(fact, "zone", "") == f"hand:{seat}"
            }
            if cards:
                found.append((move, cards))
    return found


def test_a_card_drawn_is_told_to_its_owner_and_to_nobody_else(notary: Notary, scribe: Scribe) -> None:
    match = scribe.match(play(scribe, "sealed", 40))
    dealt = drawn_by(match, 2)
    assert dealt
    shown: dict[Viewer, list[str]] = {
        viewer: [encode(event).decode() for event, _ in as_seen(match, viewer)] for viewer in (None, 1, 2)
    }
    for move, cards in dealt:
        at = move.originator_version - 1
        for card in cards:
            name = re.compile(re.escape(card) + r"(?!\w)")
            assert name.search(shown[2][at])
            played_openly = name.search(str(move.action))
            if not played_openly:
                assert not name.search(shown[1][at].split('"unseen:')[0])


def test_at_a_table_where_hands_stay_hidden_only_points_and_words_are_withheld(
    notary: Notary, scribe: Scribe, key: VerifierKey
) -> None:
    match_id = scribe.new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id
    scribe.play(match_id, None, {"do": "skip"})
    scribe.note(match_id, "Ben saw a card")
    contents = notary.bundle([match_id], redacted=True)
    (shown,) = verify_bundle(contents, [key]).matches
    assert shown.withheld == (1,), "the points begin at 0, which nobody else may see; the note is told without words"
    (note,) = [event for event in shown.events if isinstance(event, Noted)]
    assert note.text == "(withheld)"
    assert b"Ben saw" not in contents


def test_equal_secrets_have_unlike_commitments(notary: Notary, scribe: Scribe) -> None:
    """Else a spectator could hash every note, or every card, that it might be."""
    match_id = scribe.new("freeform", ["Ada"]).id
    for _ in range(2):
        scribe.note(match_id, "the same")
    log = parse(notary.bundle([match_id], redacted=True)).streams[1].log
    texts = [msgspec.json.decode(stored.body)[8] for stored in log[1:]]
    assert all(re.fullmatch("words:[0-9a-f]{64}", text) for text in texts)
    assert texts[0] != texts[1]
    bodies = [row.body for row in scribe.ledger.log.rows(match_id)]
    salts = [msgspec.json.decode(body)[6] for body in bodies]
    assert len(set(salts)) == len(salts)
    assert all(len(salt) == 22 for salt in salts), "128 bits"


def test_a_withheld_event_cannot_be_found_by_trying(
    notary: Notary, scribe: Scribe, key: VerifierKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever guesses right what a note of an older log said cannot make sure of it: the salt is withheld with it."""
    monkeypatch.setattr("tablescribe.ledger.matches.ledger.apart", lambda event: (event, []))
    match_id = scribe.new("freeform", ["Ada"]).id
    scribe.note(match_id, "Ben saw a card")
    (match,) = verify_bundle(notary.bundle([match_id], redacted=True), [key]).matches
    shown, stored = match.events[1], match.stream.log[1]
    guess = msgspec.structs.replace(shown, text="Ben saw a card")
    assert hashlib.sha256(encode(guess)).hexdigest() != stored.digest
    assert shown.salt == ""
    salts = [msgspec.json.decode(row.body)[6] for row in scribe.ledger.log.rows(match_id)]
    told = msgspec.structs.replace(guess, salt=salts[1])
    assert hashlib.sha256(encode(told)).hexdigest() == stored.digest, "it is the salt that keeps the secret"


def test_a_person_who_was_erased_is_in_no_bundle_and_everything_verifies(
    notary: Notary, scribe: Scribe, key: VerifierKey
) -> None:
    match_id = play(scribe, "sealed", 5)
    notary.sign(match_id, "seat:1")
    before = notary.bundle([match_id], names=True)
    assert scribe.ledger.erase("Ada") == 1
    after = notary.bundle([match_id], names=True)
    assert sorted(verify_bundle(after, [key]).names.values()) == ["Ben", "Cleo"]
    assert b'"Ada"' in before
    assert not has_word(after, "Ada")
    assert verify_bundle(after, [key]).matches[0].head == verify_bundle(before, [key]).matches[0].head


def test_a_name_that_is_not_the_seat_s_is_found(notary: Notary, scribe: Scribe, key: VerifierKey) -> None:
    bundle = parse(notary.bundle([play(scribe, "table", 1)], names=True))
    false = msgspec.structs.replace(bundle.names[0], name="Eve")
    with pytest.raises(LedgerDamaged, match="not the one from the match's opening"):
        verify_bundle(resealed(bundle, notary, names=(false, *bundle.names[1:])), [key])


def resealed(bundle: Bundle, notary: Notary, **changes: object) -> bytes:
    """Return a bundle that the ledger itself sealed though it is false: the seal does not hide that."""
    changed = msgspec.structs.replace(bundle, **changes, seal="")
    seal = sign(sealed_text(bundle.ledger, contents_of(changed)), [notary.ledger_signer()])
    return contents_of(msgspec.structs.replace(changed, seal=seal))


def test_the_log_has_only_grown_since_a_checkpoint_that_was_kept(
    notary: Notary, scribe: Scribe, key: VerifierKey
) -> None:
    play(scribe, "table", 4)
    kept = notary.checkpoint()
    match_id = play(scribe, "table", 4)
    proved = verify_bundle(notary.bundle([match_id], since=[kept]), [key], since=[kept])
    assert proved.earlier == (int(kept.split("\n")[1]),)
    with pytest.raises(BadFile, match="Request such a bundle with --since"):
        verify_bundle(notary.bundle([match_id]), [key], since=[kept])


def test_a_revoked_key_of_the_ledger_is_a_fault(notary: Notary, scribe: Scribe, key: VerifierKey) -> None:
    match_id, signer = play(scribe, "table", 1), notary.ledger_signer()
    notary.keyring.revoke(scribe.stamp(), "stolen")
    contents = make(scribe.ledger, [match_id], signer)
    assert list(map(str, verify_bundle(contents, [key]).faults)) == [
        "the key that signed the checkpoint was revoked: stolen"
    ]
    new = notary.keyring.rotate(scribe.stamp())
    proved = verify_bundle(make(scribe.ledger, [match_id], new), [key, new.key])
    assert (proved.key, proved.faults) == (new.key, ())


@pytest.fixture(params=["fork", "spawn"])
def start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Whether a worker is forked with the bundle, or reads the file."""
    monkeypatch.setattr("tablescribe.ledger.proofs.bundles.worker_pool.get_start_method", lambda: request.param)
    return str(request.param)


@pytest.mark.usefixtures("start")
def test_several_processes_verify_alike(notary: Notary, scribe: Scribe, key: VerifierKey) -> None:
    contents = notary.bundle([play(scribe, "sealed", 6, seed) for seed in range(5)])
    assert verify_bundle(contents, [key], processes=2) == verify_bundle(contents, [key])


@pytest.mark.parametrize(("start", "size", "many"), [
    ("fork", LARGE - 1, 1), ("fork", LARGE, 6), ("spawn", LARGE, 1), ("forkserver", LARGE, 1),
])  # fmt: skip
def test_only_a_large_bundle_is_shared_where_to_start_a_process_costs_little(
    monkeypatch: pytest.MonkeyPatch, start: str, size: int, many: int
) -> None:
    monkeypatch.setattr("tablescribe.ledger.proofs.bundles.worker_pool.get_start_method", lambda: start)
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    assert processes_for(size) == many


@pytest.mark.usefixtures("start")
def test_a_file_of_another_form_is_refused_without_waiting_for_what_other_processes_began(
    notary: Notary, scribe: Scribe, key: VerifierKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = notary.bundle([play(scribe, "sealed", 2, seed) for seed in range(3)])
    begun = list[int]()

    def refuse(bundle: Bundle, written: bytes) -> None:
        begun.append(len(multiprocessing.active_children()))
        raise BadFile("it was changed after it was written")

    monkeypatch.setattr("tablescribe.ledger.proofs.bundles.verifying.check_canonical_file", refuse)
    with pytest.raises(BadFile, match="after it was written"):
        verify_bundle(contents, [key], processes=2)
    assert (begun[0] > 0, multiprocessing.active_children()) == (True, [])


WRITTEN_OTHERWISE = [(rb'"everything"', rb'"\u0065verything"')]
DAMAGED = [(rb"\"Played\",", rb"\"Plaxed\",")]
WITHOUT_A_LETTER = [(rb'"everything"', rb'"\ud800"')]


@pytest.mark.usefixtures("start")
@pytest.mark.parametrize("changes", [
    WRITTEN_OTHERWISE, DAMAGED, [*WRITTEN_OTHERWISE, *DAMAGED], WITHOUT_A_LETTER,
])  # fmt: skip
def test_several_processes_name_the_fault_that_one_names_first(
    notary: Notary, scribe: Scribe, key: VerifierKey, changes: list[tuple[bytes, bytes]]
) -> None:
    contents = notary.bundle([play(scribe, "sealed", 6, seed) for seed in range(5)])
    for was, now in changes:
        before, found, after = contents.rpartition(was)
        assert found
        contents = before + now + after
    seal = sign(sealed_text(scribe.ledger.ledger_id, contents), [notary.ledger_signer()])  # by whoever has the key
    contents = contents.rpartition(b'\n "seal": ')[0] + b'\n "seal": ' + msgspec.json.encode(seal) + b"\n}\n"
    told = list[tuple[type, str]]()
    for processes in (1, 2):
        with pytest.raises((BadFile, LedgerDamaged)) as refused:
            verify_bundle(contents, [key], processes=processes)
        told.append((refused.type, str(refused.value)))
    assert told[0] == told[1]
    assert (told[0][0] is LedgerDamaged) == (changes is DAMAGED)


@pytest.mark.parametrize(("before", "after", "why"), [
    (b'"version": 3', b'"version": 99', "it has version 99"),
    (b'"format": "tablescribe bundle"', b'"format": "recipe"', "its format is 'recipe'"),
])  # fmt: skip
@pytest.mark.parametrize("form", [lambda one: one, lambda one: one + b" ", lambda one: one.replace(b'"seal"', b'"x"')])
def test_another_format_or_version_is_named_whatever_else_is_unknown_in_the_file(
    notary: Notary, scribe: Scribe, before: bytes, after: bytes, why: str, form: Callable[[bytes], bytes]
) -> None:
    contents = notary.bundle([play(scribe, "sealed")])
    assert before in contents
    with pytest.raises(BadFile, match=why):
        parse(form(contents.replace(before, after, 1)))


def test_what_cannot_be_bundled(notary: Notary, scribe: Scribe, ledger: Ledger) -> None:
    with pytest.raises(NoSuchMatch):
        notary.bundle(["nowhere"])
    match_id = play(scribe, "table", 1)
    with pytest.raises(BadNote):
        notary.bundle([match_id], since=["tablescribe/other\n1\nAAAA\n\n— x y\n"])


def test_why_a_key_was_revoked_is_withheld_and_told_on_request(
    notary: Notary, scribe: Scribe, key: VerifierKey
) -> None:
    """Given reasons with somebody's name, of a seat's key and of the ledger's own; spectators read neither."""
    match_id = play(scribe, "table", 1)
    for holder in ("seat:1", "seat:2", "seat:3"):
        notary.sign(match_id, holder)
    notary.revoke(match_id, "seat:1", "Dora took the phone", by="judge")
    notary.keyring.revoke(scribe.stamp(), "Dora took the laptop")
    new = notary.keyring.rotate(scribe.stamp())
    redacted, told = (notary.bundle([match_id], redacted=True, words=words) for words in (False, True))
    assert (b"Dora" in redacted, told.count(b"Dora")) == (False, 2)
    for contents in (redacted, told):
        proved = verify_bundle(contents, [new.key])
        assert (len(proved.matches[0].papers.revoked), proved.matches[0].unsigned, proved.faults) == (1, (), ())
        lines = program.verify(contents, [str(new.key)])
        assert any("signed by seat:1, seat:2, seat:3" in line for line in lines)
        assert not any("says who sealed this" in line for line in lines), "the events are told, without their words"
