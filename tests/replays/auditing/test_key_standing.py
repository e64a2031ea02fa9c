"""The trust in a key of a match, in words: who enrolled it, known or new, late, replaced, revoked."""

from pathlib import Path

import pytest

from tablescribe.domain.match.signing import enrol
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.prior_conduct import known_keys
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.signing import fingerprint, key_text, result_rows
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.auditing.key_standing import KeyStanding, standings, worth


@pytest.fixture
def notary(tmp_path: Path) -> Notary:
    return Notary(Scribe(open_ledger(tmp_path / "ledger.db")), KeyStore(tmp_path / "keys"))


def found(notary: Notary, match_id: str) -> list[KeyStanding]:
    match = notary.ledger.match(match_id)
    return standings(match, result_rows(notary.ledger.log.rows(match_id)), known_keys(notary.ledger, match))


def test_each_way_in_which_a_key_comes_in_has_its_words(notary: Notary) -> None:
    match_id = notary.scribe.new("freeform", ["Ada", "Ben", "Cleo"]).id
    notary.enrol(match_id, "seat:1", by="seat:1")
    notary.enrol(match_id, "seat:2", by="organiser")
    match = notary.ledger.match(match_id)
    enrol(match, "seat:3", key_text(notary.signer(match, "seat:3")), notary.scribe.stamp())  # as older logs have it
    notary.ledger.save(match)
    new = "; seen here for the first time: compare its fingerprint"
    assert [str(worth(one)) for one in found(notary, match_id)] == [
        f"enrolled by its holder{new}",
        f"enrolled by the organiser: its signatures rest on their word, unless you know the key{new}",
        f"it is not recorded who enrolled this key: its signatures rest on the word of the ledger's owner{new}",
    ]


def test_what_became_of_a_key_is_said(notary: Notary) -> None:
    """Given a key that was replaced, one that signed and was revoked, and one enrolled after the end."""
    match_id = notary.scribe.new("freeform", ["Ada", "Ben"]).id
    notary.enrol(match_id, "seat:1", "first", by="seat:1")
    notary.enrol(match_id, "seat:1", "second", by="seat:1")
    notary.scribe.close(match_id, abandoned=True)
    notary.sign(match_id, "seat:1", "second")
    notary.revoke(match_id, "seat:1", "lost", by="judge")
    notary.sign(match_id, "seat:2")
    first, second, third = found(notary, match_id)
    assert str(worth(first)).endswith("replaced by another key later")
    assert str(worth(second)).endswith("revoked later: earlier signatures remain valid")
    assert str(worth(third)).endswith("enrolled after the match was closed")
    assert [one.signed for one in (first, second, third)] == [False, True, True]
    assert [one.speaks for one in (first, second, third)] == [False, False, True]


def test_a_key_that_came_back_is_told_as_it_came_last(notary: Notary) -> None:
    """Given a seat's key that the organiser enrolled again: then it is by the organiser that it speaks now."""
    match_id = notary.scribe.new("freeform", ["Ada", "Ben"]).id
    for key, by in (("one", "seat:1"), ("two", "seat:1"), ("one", "organiser")):
        notary.enrol(match_id, "seat:1", key, by=by)
    one, two = found(notary, match_id)
    assert [(each.by, each.speaks) for each in (one, two)] == [("organiser", True), ("seat:1", False)]


def test_a_known_key_and_a_changed_one_are_told_apart(notary: Notary) -> None:
    first, second, third = (notary.scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(3))
    notary.enrol(first, "seat:1", "old")
    notary.enrol(second, "seat:1", "old")
    assert [one.change for one in found(notary, second)] == ["known"]
    assert "the same key as in an earlier match" in str(worth(found(notary, second)[0]))
    notary.enrol(third, "seat:1", "another")
    assert [one.change for one in found(notary, third)] == ["changed"]
    assert first not in str(worth(found(notary, third)[0]))


def test_a_fingerprint_is_of_the_bytes_of_the_key() -> None:
    """`printf … | base64 -d | sha256sum` gives it, too."""
    assert fingerprint("A" * 43 + "=") == "6668 7aad f862 bd77 6c8f c18b 8e9f 8e20"
