"""Signed notes and checkpoints: the published examples, and everything that must be refused."""

from base64 import b64decode, b64encode
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.ledger.proofs.tree.merkle import EMPTY, MAX_SIZE
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

# The key and the note that the first implementation of the format documents (golang.org/x/mod/sumdb/note).
PETER = Signer("PeterNeumann", b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:])
PETERS_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETERS_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
PETERS_LINE = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
# Another published key and note, of an implementation of c2sp.org/signed-note.
EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE_NOTE = (
    "This is an example message.\n\n"
    "— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
# The checkpoint that c2sp.org/tlog-checkpoint shows.
SOFA = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"

LOG = Signer("club.example/log", bytes(range(32)))
JUDGE = Signer("club.example/judge", bytes(range(32, 64)))
ROOT = sha256(b"root").digest()
CHECKPOINT = Checkpoint("club.example/log", 1234, ROOT)

# Lines and names as the format allows them: any characters but control characters and, in a name, spaces.
line = st.text(st.characters(min_codepoint=0x20, codec="utf-8"))
name = st.text(
    st.characters(min_codepoint=0x21, codec="utf-8").filter(lambda each: each != "+" and not each.isspace()), min_size=1
)
text = st.lists(line, min_size=1).map(lambda lines: "".join(each + "\n" for each in lines))
seed = st.binary(min_size=32, max_size=32)
checkpoints = st.builds(
    Checkpoint,
    line.filter(bool),
    st.integers(1, MAX_SIZE),
    st.binary(min_size=32, max_size=32),
    st.lists(line.filter(bool), max_size=3).map(tuple),
)


def raw(signer: Signer, over: str) -> bytes:
    """Return the decoded bytes of a signature line."""
    return signer.key.id + signer.signature(over.encode())


def with_line(blob: bytes, over: str = "hello\n", signer: str = LOG.name) -> str:
    return f"{over}\n— {signer} {b64encode(blob).decode()}\n"


class TestPublishedExamples:
    def test_the_first_implementations_note_is_signed_to_the_letter(self) -> None:
        """Ed25519 has one signature for a key and a text, so that notes can be compared as they stand."""
        assert str(PETER.key) == PETERS_KEY
        note = sign(PETERS_TEXT, [PETER])
        assert note == f"{PETERS_TEXT}\n{PETERS_LINE}"
        assert open_note(note, [VerifierKey.parse(PETERS_KEY)]) == PETERS_TEXT

    def test_another_published_note_is_opened(self) -> None:
        assert open_note(EXAMPLE_NOTE, [VerifierKey.parse(EXAMPLE_KEY)]) == "This is an example message.\n"

    def test_the_specifications_checkpoint_is_read(self) -> None:
        found = Checkpoint.parse(SOFA)
        assert (found.origin, found.size, found.extensions) == ("example.com/behind-the-sofa", 20_852_163, ())
        assert found.root.hex().startswith("0ac5186a91863e8e")
        assert found.text() == SOFA


class TestKeys:
    @given(name, seed)
    def test_are_read_as_they_were_written(self, owner: str, secret: bytes) -> None:
        key = Signer(owner, secret).key
        assert VerifierKey.parse(str(key)) == key
        assert key.id == sha256(owner.encode() + b"\n\x01" + key.public).digest()[:4]

    def test_no_part_of_a_key_is_a_key(self) -> None:
        for start in range(len(PETERS_KEY)):
            for stop in range(start, len(PETERS_KEY) + 1):
                if stop - start < len(PETERS_KEY):
                    with pytest.raises(BadNote):
                        VerifierKey.parse(PETERS_KEY[start:stop])

    def test_every_changed_bit_of_a_key_is_found(self) -> None:
        for changed in flipped(PETERS_KEY.encode()):
            with pytest.raises(BadNote):
                VerifierKey.parse(changed.decode("latin-1"))

    @pytest.mark.parametrize(
        ("key", "why"),
        [
            ("PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "hash of the key"),
            ("PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "not an Ed25519 key"),
            ("PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==", "base64"),
            ("PeterNeumann+c74f20a3+ARpc", "32 bytes"),
            ("PeterNeumann+c74f20a3+", "not an Ed25519 key"),
            ("PeterNeumann c74f20a3", "name.hash.base64"),
            ("\ud800+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "UTF-8"),
        ],
    )
    def test_what_is_no_key_is_refused(self, key: str, why: str) -> None:
        with pytest.raises(BadNote, match=why):
            VerifierKey.parse(key)

    @pytest.mark.parametrize("owner", ["", "a b", "a+b", "a\nb", "a\tb", "a\u00a0b", "a\u2003b", "a\u2028b", "a\x00b"])
    def test_names_that_would_be_read_otherwise_are_refused(self, owner: str) -> None:
        for make in (lambda: Signer(owner, bytes(32)), lambda: VerifierKey(owner, LOG.key.public)):
            with pytest.raises(BadNote):
                make()

    @pytest.mark.parametrize("secret", [b"", b"x" * 31, b"x" * 64])
    def test_a_private_key_has_32_bytes(self, secret: bytes) -> None:
        with pytest.raises(BadNote, match="32 bytes"):
            Signer("club.example/log", secret)

    def test_a_private_key_is_not_shown(self) -> None:
        assert "seed" not in repr(LOG)

    def test_a_key_that_accepts_forgeries_is_refused(self) -> None:
        """The neutral point as a key: one signature, made without any secret, is over every text."""
        neutral, forged = (1).to_bytes(32, "little"), (1).to_bytes(32, "little") + bytes(32)
        for message in (b"I won", b"I lost"):
            Ed25519PublicKey.from_public_bytes(neutral).verify(forged, message)
        with pytest.raises(BadNote, match="forged"):
            VerifierKey("club.example/cheat", neutral)

    @pytest.mark.parametrize("sign_of_x", [0, 1])
    def test_so_is_every_point_of_small_order_and_every_second_way_to_write_a_point(self, sign_of_x: int) -> None:
        """On the curve -x² + y² = 1 + dx²y², the points of order 8 are those where dy⁴ + 2y² = 1."""
        prime = 2**255 - 19
        d = -121665 * pow(121666, -1, prime) % prime
        eighth = 2707385501144840649318225287225658788936804267575313519463743609750303402022
        assert (d * eighth**4 + 2 * eighth**2) % prime == 1
        for height in (0, 1, prime - 1, eighth, prime - eighth, *range(prime, 2**255)):
            with pytest.raises(BadNote, match="forged"):
                VerifierKey("club.example/cheat", (height + (sign_of_x << 255)).to_bytes(32, "little"))


class TestNotes:
    @given(text, seed, name)
    def test_are_opened_as_they_were_signed(self, message: str, secret: bytes, owner: str) -> None:
        """With blank lines, with lines that look like signatures, in any writing."""
        signer = Signer(owner, secret)
        note = sign(message, [signer])
        assert open_note(note, [signer.key]) == open_note(note.encode(), [signer.key]) == message

    def test_a_note_can_be_the_text_of_a_note(self) -> None:
        inner = sign("hello\n", [LOG])
        outer = sign(inner, [JUDGE])
        assert open_note(outer, [JUDGE.key]) == inner
        with pytest.raises(BadNote, match="none of the known keys"):
            open_note(outer, [LOG.key])

    def test_have_a_line_for_each_who_signs(self) -> None:
        note = sign("hello\n", [LOG, JUDGE])
        assert cosign(sign("hello\n", [LOG]), [JUDGE]) == note
        assert note.splitlines()[2:] == [
            f"— {each.name} {b64encode(raw(each, 'hello' + chr(10))).decode()}" for each in (LOG, JUDGE)
        ]

    def test_say_who_signed_of_those_one_knows(self) -> None:
        note = sign("hello\n", [JUDGE, LOG])
        assert signed_by(note, [LOG.key, JUDGE.key, PETER.key]) == (JUDGE.key, LOG.key)
        assert signed_by(note, [LOG.key]) == (LOG.key,)

    def test_signatures_of_others_are_ignored(self) -> None:
        """Even with the name or the hash of a known key, but not both; and of types this does not know."""
        note = sign("hello\n", [LOG])
        stranger, namesake = Signer("club.example/stranger", bytes(32)), Signer(LOG.name, bytes(32))
        note += with_line(LOG.key.id + b"as the log's", signer=stranger.name).split("\n\n")[1]
        note += with_line(namesake.key.id + b"x" * 5000).split("\n\n")[1]
        note += with_line(b"abcd" + b"x").split("\n\n")[1]
        assert open_note(note, [LOG.key]) == "hello\n"
        with pytest.raises(BadNote, match="none of the known keys"):
            open_note(note, [JUDGE.key])

    def test_a_wrong_signature_of_a_known_key_refuses_the_note(self) -> None:
        """Although another known key has signed rightly."""
        note = cosign(with_line(raw(LOG, "goodbye\n")), [JUDGE])
        assert open_note(note, [JUDGE.key]) == "hello\n"
        for keys in ([LOG.key], [LOG.key, JUDGE.key]):
            with pytest.raises(BadNote, match=r"club\.example/log is not one over this text"):
                open_note(note, keys)

    @pytest.mark.parametrize("length", [0, 1, 63, 65, 128])
    def test_so_does_one_of_another_length(self, length: int) -> None:
        with pytest.raises(BadNote):
            open_note(with_line(raw(LOG, "hello\n")[:4] + bytes(length)), [LOG.key])

    def test_a_known_key_signs_once(self) -> None:
        note = sign("hello\n", [LOG])
        with pytest.raises(BadNote, match="signed it twice"):
            open_note(note + note.split("\n\n")[1], [LOG.key])
        with pytest.raises(BadNote, match="signed it already"):
            cosign(note, [LOG])
        with pytest.raises(BadNote, match="signed it already"):
            sign("hello\n", [LOG, LOG])

    def test_known_keys_that_cannot_be_told_apart_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Four bytes of hash collide if somebody wants them to; here they are made to."""
        other = Signer(LOG.name, bytes(32)).key
        monkeypatch.setattr(VerifierKey, "id", b"same")
        with pytest.raises(BadNote, match="have the same hash"):
            open_note(sign("hello\n", [LOG]), [LOG.key, other])

    def test_one_key_given_twice_is_one_key(self) -> None:
        assert signed_by(sign("hello\n", [LOG]), [LOG.key, VerifierKey.parse(str(LOG.key))]) == (LOG.key,)

    @pytest.mark.parametrize(
        ("message", "why"),
        [
            ("", "ends with a newline"),
            ("hello", "ends with a newline"),
            ("hello\r\n", "control"),
            ("a\tb\n", "control"),
            ("\x00\n", "control"),
            ("\x1f\n", "control"),
            ("\ud800\n", "UTF-8"),
            ("é" * 500_000 + "\n", "too large"),
            ("x" * 999_990 + "\n", "too large"),
        ],
        ids=range(9),
    )
    def test_a_text_that_would_not_be_read_is_not_signed(self, message: str, why: str) -> None:
        with pytest.raises(BadNote, match=why):
            sign(message, [LOG])

    @pytest.mark.parametrize("code", [each for each in range(32) if each != 10])
    def test_no_control_character_is_signed_or_read(self, code: int) -> None:
        with pytest.raises(BadNote, match="control"):
            sign(f"a{chr(code)}b\n", [LOG])
        with pytest.raises(BadNote, match="control"):
            open_note(with_line(raw(LOG, f"a{chr(code)}b\n"), over=f"a{chr(code)}b\n"), [LOG.key])

    def test_somebody_signs(self) -> None:
        with pytest.raises(BadNote, match="nobody signs"):
            sign("hello\n", [])
        with pytest.raises(BadNote, match="nobody signs"):
            cosign(sign("hello\n", [LOG]), [])

    def test_sixteen_sign_and_more_but_not_too_many(self) -> None:
        signers = [Signer(f"club.example/{number}", bytes([number]) * 32) for number in range(101)]
        note = sign("hello\n", signers[:100])
        assert len(signed_by(note, [each.key for each in signers])) == 100
        with pytest.raises(BadNote, match="too many signatures"):
            cosign(note, signers[100:])

    def test_the_error_has_a_code_and_says_what_to_do(self) -> None:
        with pytest.raises(BadNote, match=r"refused: .*\. Fetch it again") as error:
            open_note("hello\n", [LOG.key])
        assert error.value.code == "note.bad"


class TestMalformedNotes:
    GOOD = sign("hello\n", [LOG])

    @pytest.mark.parametrize(
        ("old", "new", "why"),
        [
            ("hello\n\n", "hello\n", "blank line"),
            ("hello\n\n", "\n\n", "not one over this text"),
            ("hello\n\n", "\n", "blank line"),
            ("=\n", "=", "newline"),
            ("=\n", "=\n\n", "blank line"),
            ("=\n", "=\nhello\n", "em dash"),
            ("— ", "- ", "em dash"),
            ("— ", "—  ", "em dash"),
            ("— ", "—", "em dash"),
            ("— ", " — ", "em dash"),
            ("— ", "—\u00a0", "em dash"),
            ("log ", "log+x ", "plus"),
            ("log ", "log\u2003x ", "spaces"),
            ("log ", "log\t", "control"),
            ("club.example/log ", " ", "name of a key"),
            ("=\n", "= \n", "em dash"),
            ("=\n", "\n", "base64"),
            ("=\n", "==\n", "base64"),
            ("=\n", "=\r\n", "control"),
            ("hello", "hel\x7flo", "not one over this text"),
            ("hello", "hello\x00", "control"),
            ("hello", "hello\ud800", "UTF-8"),
        ],
    )
    def test_are_refused(self, old: str, new: str, why: str) -> None:
        assert self.GOOD.count(old) == 1
        with pytest.raises(BadNote, match=why):
            open_note(self.GOOD.replace(old, new), [LOG.key])

    @pytest.mark.parametrize("blob", ["AAAA", "AAAAAA==", "", "x", "*AAAAAA=", "AAAAAAA=AAAA", "éAAAAAA="])
    def test_a_signature_has_a_hash_and_more(self, blob: str) -> None:
        """Even one of a stranger, in a note that is signed."""
        with pytest.raises(BadNote, match=r"base64|four bytes"):
            open_note(f"{self.GOOD}— stranger {blob}\n", [LOG.key])

    def test_base64_with_unused_bits_is_refused(self) -> None:
        """Decoders let it pass, so a signature could be written in several ways."""
        before, last = self.GOOD[:-3], self.GOOD[-3]
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        other = f"{before}{alphabet[alphabet.index(last) + 1]}=\n"
        assert b64decode(other.split(" ")[-1]) == b64decode(self.GOOD.split(" ")[-1])
        with pytest.raises(BadNote, match="as it must be written"):
            open_note(other, [LOG.key])

    @pytest.mark.parametrize("bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\xaf"])
    def test_bytes_that_are_not_utf_8_are_refused(self, bad: bytes) -> None:
        with pytest.raises(BadNote, match="UTF-8"):
            open_note(self.GOOD.encode().replace(b"hello", bad), [LOG.key])

    def test_a_note_that_is_too_large_is_refused(self) -> None:
        for note in ("é" * 500_000 + self.GOOD, b"x" * 1_000_000 + self.GOOD.encode(), "x" * 1_000_000 + self.GOOD):
            with pytest.raises(BadNote, match="too large"):
                open_note(note, [LOG.key])

    @given(st.binary() | st.text())
    def test_whatever_is_thrown_at_it(self, junk: bytes | str) -> None:
        with pytest.raises(BadNote):
            open_note(junk, [LOG.key])

    @given(st.binary() | st.text())
    def test_whatever_is_put_behind_a_signed_note_the_text_is_the_signed_one(self, junk: bytes | str) -> None:
        note = self.GOOD + junk if isinstance(junk, str) else self.GOOD.encode() + junk
        try:
            assert open_note(note, [LOG.key]) == "hello\n"
        except BadNote:
            assert junk, "and without junk it is opened"


class TestCheckpoints:
    @given(checkpoints)
    def test_are_read_as_they_were_written(self, checkpoint: Checkpoint) -> None:
        assert Checkpoint.parse(checkpoint.text()) == checkpoint

    @given(checkpoints, st.data())
    def test_have_one_text(self, checkpoint: Checkpoint, data: st.DataObject) -> None:
        """Whatever one character is changed into, put in or taken out: another checkpoint, or none."""
        lines = checkpoint.text()
        at = data.draw(st.integers(0, len(lines) - 1))
        rest = lines[at + data.draw(st.integers(0, 1)) :]
        changed = lines[:at] + data.draw(st.sampled_from(["", "0", "1", "=", "A", " ", "\n", "٣", "+", "_"])) + rest
        try:
            found = Checkpoint.parse(changed)
        except BadNote:
            assert changed != lines
        else:
            assert found.text() == changed
            assert (found == checkpoint) == (changed == lines)

    def test_of_an_empty_log_have_the_root_of_nothing(self) -> None:
        assert Checkpoint.parse(Checkpoint("log", 0, EMPTY).text()).size == 0
        with pytest.raises(BadNote, match="root"):
            Checkpoint("log", 0, ROOT)

    @pytest.mark.parametrize(
        ("at", "new", "why"),
        [
            (0, "", "one line each"),
            (0, "a\rb", "control"),
            (1, "", "decimal"),
            (1, "01234", "leading zeros"),
            (1, "00", "leading zeros"),
            (1, "-1", "decimal"),
            (1, "+1", "decimal"),
            (1, "1_000", "decimal"),
            (1, " 1", "decimal"),
            (1, "1.0", "decimal"),
            (1, "0x10", "decimal"),
            (1, "١٢", "decimal"),
            (1, "9" * 5000, "decimal"),
            (1, str(MAX_SIZE + 1), "out of range"),
            (1, "0", "root"),
            (2, "", "root"),
            (2, "AAAA", "root"),
            (2, b64encode(ROOT + b"x").decode(), "root"),
            (2, b64encode(ROOT).decode().rstrip("="), "base64"),
            (2, ROOT.hex(), "root"),
            (2, b64encode(ROOT).decode().replace("/", "_").replace("+", "-"), "base64"),
            (2, b64encode(ROOT).decode() + " ", "base64"),
            (3, "x", "its newline"),
            (3, "\n", "one line each"),
            (3, "x\n\ny\n", "one line each"),
            (3, "x\x01\n", "control"),
            (3, "\ud800\n", "UTF-8"),
        ],
        ids=range(27),
    )
    def test_that_are_malformed_are_refused(self, at: int, new: str, why: str) -> None:
        lines = CHECKPOINT.text().split("\n")
        lines[at] = new
        with pytest.raises(BadNote, match=why):
            Checkpoint.parse("\n".join(lines))

    @pytest.mark.parametrize("lines", ["", "\n", "\n\n\n", "log\n", "log\n1\n", "log\n1\nAAAA"])
    def test_have_three_lines(self, lines: str) -> None:
        with pytest.raises(BadNote):
            Checkpoint.parse(lines)

    def test_with_what_cannot_be_read_back_are_not_made(self) -> None:
        for origin, size, extensions in (("a\nb", 1, ()), ("a", 1, ("",)), ("a", 1, ("b\nc",)), ("a", True, ())):
            with pytest.raises(BadNote):
                Checkpoint(origin, size, ROOT, extensions)

    def test_extensions_are_kept(self) -> None:
        found = Checkpoint.parse(CHECKPOINT.text() + "season 2026\nround 3\n")
        assert found == Checkpoint(CHECKPOINT.origin, CHECKPOINT.size, ROOT, ("season 2026", "round 3"))

    def test_every_changed_bit_of_a_signed_one_is_found(self) -> None:
        """As bytes, as they come from a file."""
        note = sign(CHECKPOINT.text(), [LOG]).encode()
        assert Checkpoint.parse(open_note(note, [LOG.key])) == CHECKPOINT
        for changed in flipped(note):
            with pytest.raises(BadNote):
                open_note(changed, [LOG.key])

    def test_in_one_with_a_cosignature_nothing_but_that_can_be_lost(self) -> None:
        """A changed name makes a signature a stranger's, which is ignored: ask who signed."""
        note = sign(CHECKPOINT.text(), [LOG, JUDGE]).encode()
        for changed in flipped(note):
            try:
                signed = signed_by(changed, [LOG.key, JUDGE.key])
            except BadNote:
                continue
            assert len(signed) == 1
            assert Checkpoint.parse(open_note(changed, [LOG.key, JUDGE.key])) == CHECKPOINT

    def test_every_cut_of_a_signed_one_is_found(self) -> None:
        note = sign(CHECKPOINT.text(), [LOG]).encode()
        for length in range(len(note)):
            with pytest.raises(BadNote):
                open_note(note[:length], [LOG.key])


def flipped(data: bytes) -> list[bytes]:
    """The bytes with each bit of each one changed."""
    return [data[:at] + bytes([data[at] ^ (1 << bit)]) + data[at + 1 :] for at in range(len(data)) for bit in range(8)]
