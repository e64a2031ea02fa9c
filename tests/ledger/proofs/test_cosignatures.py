"""Cosignatures of witnesses by C2SP: a published test vector, requests, and what must be refused."""

from base64 import b64decode, b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.ledger.proofs.tree.signed_note import (
    BadNote,
    Checkpoint,
    Signer,
    VerifierKey,
    cosign,
    open_note,
    sign,
    signed_by,
)
from tablescribe.ledger.proofs.witnesses.cosignature import (
    LATEST,
    Cosignature,
    Request,
    WitnessKey,
    WitnessSigner,
    arranged,
    by_the_log,
    cosignatures,
    read_answer,
    with_lines,
    witness_key,
)

# Keys, a checkpoint and both signatures as github.com/transparency-dev/formats v0.1.1 made them from fixed seeds.
LOG_KEY = VerifierKey.parse("example.com/vector-log+4516a1da+ARGkVJ4QEa2MOOLGBO6i7NVSJ1FQ97tIX+w+Ku0RZ6Em")
WITNESS = Signer("witness.example.com/vector", b64decode("BJEX3xv88eoQIKT4E+GkxZcXaJCYlQfi/GJ3NDFmZIW8")[1:])
WITNESS_KEY = "witness.example.com/vector+416f103d+BK/QmJFVP3SKJOqAMhFxBQPtylo3sjwWibyFDAlZKK8B"
TEXT = "example.com/vector-log\n1234\nSBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=\n"
LOG_LINE = (
    "— example.com/vector-log "
    "RRah2qlLrSlk6J8DA1HmNewppUM15Quhs5cAIb1KjBsV3otVirJTW8AFVsQtJkTW1Zny7GuoAxZpI6bUPcpM68QOIgE=\n"
)
WITNESS_LINE = (
    "— witness.example.com/vector "
    "QW8QPQAAAABqwLUbDdj7sDNRIVjmjYgqFI6y4UJhPg/UAA8J8wAdqSd3q4PedRhkgXA4xFN/Jg5uWn7ZkBA+H/UHQs5d9hITdXmQAA==\n"
)
TIME = 1_791_014_171
NOTE = f"{TEXT}\n{LOG_LINE}{WITNESS_LINE}"

LOG = Signer("club.example/log", bytes(range(32)))
ADA, BEN = Signer("ada.example", b"a" * 32), Signer("ben.example", b"b" * 32)
LOGGED = sign(Checkpoint(LOG.name, 7, b"r" * 32).text(), [LOG])
times = st.integers(0, LATEST)


class TestThePublishedVector:
    def test_is_signed_to_the_letter(self) -> None:
        assert str(witness_key(WITNESS)) == WITNESS_KEY
        assert cosign(f"{TEXT}\n{LOG_LINE}", [WitnessSigner(WITNESS, TIME)]) == NOTE

    def test_is_read_with_its_time(self) -> None:
        key = WitnessKey.parse(WITNESS_KEY)
        assert cosignatures(NOTE, [key]) == (Cosignature(key, TIME),)
        assert signed_by(NOTE, [LOG_KEY, key]) == (LOG_KEY, key)

    def test_every_changed_bit_of_the_cosignature_is_found(self) -> None:
        key, blob = WitnessKey.parse(WITNESS_KEY), b64decode(WITNESS_LINE.split()[2])
        for bit in range(32, 8 * len(blob)):  # the first four bytes tell whose it is
            changed = bytearray(blob)
            changed[bit // 8] ^= 1 << bit % 8
            line = WITNESS_LINE.replace(WITNESS_LINE.split()[2], b64encode(changed).decode())
            with pytest.raises(BadNote, match="is not one over this text"):
                cosignatures(f"{TEXT}\n{LOG_LINE}{line}", [key])

    def test_the_specification_s_example_is_well_formed_and_of_keys_that_one_need_not_know(self) -> None:
        line = (
            "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5"
            "nNo0xUe+mbIUBkBIfZ+qnA==\n"
        )
        assert cosignatures(NOTE + line, [WitnessKey.parse(WITNESS_KEY)])[0].at == TIME


class TestKeys:
    def test_a_log_s_key_is_no_witness_s_and_the_other_way_round(self) -> None:
        with pytest.raises(BadNote, match="not one of a witness"):
            WitnessKey.parse(str(LOG_KEY))
        with pytest.raises(BadNote, match="not an Ed25519 key"):
            VerifierKey.parse(WITNESS_KEY)

    def test_one_private_key_signs_as_a_log_and_as_a_witness_and_neither_is_the_other(self) -> None:
        """The header of what a witness signs keeps them apart."""
        note = cosign(sign("a\n1\nb\n", [ADA]), [WitnessSigner(ADA, 5)])
        assert signed_by(note, [ADA.key, witness_key(ADA)]) == (ADA.key, witness_key(ADA))
        assert ADA.key != witness_key(ADA)
        assert ADA.key.id != witness_key(ADA).id

    def test_small_order_keys_are_none(self) -> None:
        with pytest.raises(BadNote, match="forged"):
            WitnessKey("w", (1).to_bytes(32, "little"))


class TestCosignatures:
    @given(times)
    def test_tell_their_time(self, at: int) -> None:
        note = cosign(LOGGED, [WitnessSigner(ADA, at)])
        assert cosignatures(note, [witness_key(ADA)]) == (Cosignature(witness_key(ADA), at),)
        assert open_note(note, [LOG.key]) == open_note(LOGGED, [LOG.key]), "who knows no witness reads it as before"

    @pytest.mark.parametrize("at", [-1, LATEST + 1])
    def test_no_time_is_out_of_range(self, at: int) -> None:
        with pytest.raises(BadNote, match="out of range"):
            WitnessSigner(ADA, at)

    def test_a_time_beyond_the_range_is_refused_though_it_was_signed(self) -> None:
        at = LATEST + 1
        message = b"cosignature/v1\ntime %d\n" % at + LOGGED.partition("\n\n")[0].encode() + b"\n"
        blob = witness_key(ADA).id + at.to_bytes(8, "big") + ADA.signature(message)
        with pytest.raises(BadNote, match="not one over this text"):
            cosignatures(with_lines(LOGGED, [(ADA.name, blob)]), [witness_key(ADA)])

    def test_of_another_log_s_checkpoint_are_refused(self) -> None:
        other = cosign(sign(Checkpoint("other", 7, b"r" * 32).text(), [LOG]), [WitnessSigner(ADA, 5)])
        with pytest.raises(BadNote, match=r"ada\.example is not one over this text"):
            cosignatures(LOGGED + other.splitlines(keepends=True)[-1], [witness_key(ADA)])

    def test_a_witness_cosigns_once(self) -> None:
        note = cosign(LOGGED, [WitnessSigner(ADA, 5)])
        later = cosign(LOGGED, [WitnessSigner(ADA, 6)]).splitlines(keepends=True)[-1]
        with pytest.raises(BadNote, match="signed it twice"):
            cosignatures(note + later, [witness_key(ADA)])
        assert with_lines(note, read_answer(later.encode())) == note

    def test_two_keys_of_one_name_are_two_witnesses(self) -> None:
        new = Signer(ADA.name, b"n" * 32)
        note = cosign(LOGGED, [WitnessSigner(new, 6), WitnessSigner(ADA, 5)])
        assert [one.at for one in cosignatures(note, [witness_key(ADA), witness_key(new)])] == [6, 5]
        assert [one.at for one in cosignatures(note, [witness_key(new)])] == [6]


class TestRequests:
    def test_are_as_the_specification_shows_them(self) -> None:
        steps = (b"s" * 32, b"t" * 32)
        lines = "".join(b64encode(step).decode() + "\n" for step in steps)
        assert Request(5, steps, LOGGED).text() == f"old 5\n{lines}\n{LOGGED}"

    @given(times, st.lists(st.binary(min_size=32, max_size=32), max_size=63))
    def test_are_read_as_they_were_written(self, old: int, proof: list[bytes]) -> None:
        request = Request(old, tuple(proof), LOGGED)
        assert Request.parse(request.text().encode()) == request

    @pytest.mark.parametrize(
        "text",
        [
            "", "old 5\n", "old 5", f"old 05\n\n{LOGGED}", f"old -1\n\n{LOGGED}", f"Old 5\n\n{LOGGED}",
            f"old  5\n\n{LOGGED}", f"old 5\r\n\n{LOGGED}", f"old 5\nAAAA\n\n{LOGGED}", f"old 5\n{'A' * 43}\n\n{LOGGED}",
            f"old 5\n\n{TEXT}", f"old 5\n{'A' * 43}=\n{LOGGED}", f"old 5\n{'A' * 42}B=\n\n{LOGGED}",
            "old 5\n" + f"{'A' * 43}=\n" * 64 + f"\n{LOGGED}", f"old 5\n\n{LOGGED[:-1]}", f"old {'9' * 20}\n\n{LOGGED}",
        ],
    )  # fmt: skip
    def test_what_is_none_is_refused(self, text: str) -> None:
        with pytest.raises(BadNote):
            Request.parse(text.encode())

    def test_too_large_or_no_text(self) -> None:
        for contents in (b"old 5\n\n" + b"x" * 300_000, b"old 5\n\n\xff"):
            with pytest.raises(BadNote):
                Request.parse(contents)


class TestAnswers:
    def test_are_lines_or_a_whole_note(self) -> None:
        note = cosign(LOGGED, [WitnessSigner(ADA, 5)])
        (line,) = read_answer(note.splitlines(keepends=True)[-1].encode())
        assert read_answer(note.encode())[1] == line

    @pytest.mark.parametrize("contents", [b"", b"\n", b"409\n", b"7\n", b"\xff", b"x" * 300_000])
    def test_what_is_none_is_refused(self, contents: bytes) -> None:
        with pytest.raises(BadNote):
            read_answer(contents)


class TestInBundles:
    def test_the_ledger_s_line_comes_first(self) -> None:
        text, _, own = LOGGED.partition("\n\n")
        other = cosign(LOGGED, [WitnessSigner(ADA, 5)]).splitlines(keepends=True)[-1]
        mixed = f"{text}\n\n{other}{own}"
        assert arranged(mixed, LOG.name) == f"{text}\n\n{own}{other}"
        assert by_the_log(arranged(mixed, LOG.name)) == LOGGED

    def test_names_that_no_bundle_holds_are_left_out(self) -> None:
        long = cosign(LOGGED, [WitnessSigner(Signer("ö", b"o" * 32), 5), WitnessSigner(BEN, 5)])
        assert arranged(long, LOG.name) == cosign(LOGGED, [WitnessSigner(BEN, 5)])

    def test_what_has_extensions_has_no_place(self) -> None:
        note = sign(Checkpoint(LOG.name, 7, b"r" * 32, ("more",)).text(), [LOG])
        with pytest.raises(BadNote, match="three lines"):
            arranged(note, LOG.name)
        with pytest.raises(BadNote, match="three lines"):
            by_the_log(note)
