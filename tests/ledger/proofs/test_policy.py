"""A policy of witnesses: parsed line by line, errors with the line's number, and its verdict on a checkpoint."""

from base64 import b64decode, b64encode

import pytest

from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, Signer, cosign, sign
from tablescribe.ledger.proofs.witnesses.cosignature import WitnessSigner, witness_key
from tablescribe.ledger.proofs.witnesses.policy import LEEWAY, BadPolicy, Policy

LOG = Signer("tablescribe/0", b"l" * 32)
ADA, BEN, CLEO, DAN = (Signer(f"{name}.example", name[:1].encode() * 32) for name in ("ada", "ben", "cleo", "dan"))
NOW = 1_800_000_000


def key(signer: Signer) -> str:
    return str(witness_key(signer))


THREE = f"log {LOG.key}\nwitness a {key(ADA)}\nwitness b {key(BEN)}\nwitness c {key(CLEO)}\n"
NOTE = sign(Checkpoint(LOG.name, 7, b"r" * 32).text(), [LOG])


def signed(*witnesses: Signer, at: int = NOW) -> str:
    return cosign(NOTE, [WitnessSigner(one, at) for one in witnesses]) if witnesses else NOTE


def policy(rest: str) -> Policy:
    return Policy.parse((THREE + rest).encode())


@pytest.mark.parametrize(
    ("rest", "enough", "too_few"),
    [
        ("quorum none", [()], []),
        ("quorum b", [(BEN,), (ADA, BEN)], [(), (ADA, CLEO)]),
        ("group g any a b\nquorum g", [(ADA,), (BEN, CLEO)], [(), (CLEO,)]),
        ("group g all a b\nquorum g", [(ADA, BEN)], [(ADA,), (BEN, CLEO)]),
        ("group g 2 a b c\nquorum g", [(ADA, CLEO), (ADA, BEN, CLEO)], [(ADA,), (CLEO, DAN)]),
        ("group g any a b\ngroup h all g c\nquorum h", [(ADA, CLEO), (BEN, CLEO)], [(ADA, BEN), (CLEO,)]),
    ],
)
def test_a_quorum_is_reached_or_missed(
    rest: str, enough: list[tuple[Signer, ...]], too_few: list[tuple[Signer, ...]]
) -> None:
    """Given a group, so many of its members must have cosigned; who is not named in the policy does not count."""
    for witnesses, reached in [*((one, True) for one in enough), *((one, False) for one in too_few)]:
        assert policy(rest).judge(signed(*witnesses), NOW).reached is reached, witnesses


def test_spaces_tabs_remarks_and_addresses_mean_nothing() -> None:
    text = f"\n  # who counts\n\twitness \t a {key(ADA)}\t https://a.example/witness  \n\nquorum   a"
    assert Policy.parse(text.encode()).judge(signed(ADA), NOW).reached


@pytest.mark.parametrize(
    ("rest", "line", "why"),
    [
        ("", None, "no quorum"),
        ("quorum d", 5, "d is not a witness or group from a line above"),
        ("quorum g\ngroup g any a", 5, "from a line above"),
        ("quorum a\nquorum b", 6, "a quorum already"),
        ("group g any a b\ngroup h any b c\nquorum g", 6, "b is already a member"),
        ("group g 2 a a\nquorum g", 5, "a is already a member"),
        ("group g all g\nquorum g", 5, "g is not a witness"),
        ("group g 0 a\nquorum g", 5, "1 to 1 of its members"),
        ("group g 2 a\nquorum g", 5, "1 to 1"),
        ("group g 01 a\nquorum g", 5, "1 to 1"),
        ("group g some a\nquorum g", 5, "any, all, or 1 to 1"),
        ("group g any\nquorum g", 5, "write one of"),
        ("group a any b\nquorum a", 5, "the name a is taken"),
        ("group none any b\nquorum a", 5, "the name none is taken"),
        ("group g any none\nquorum g", 5, "none is not a witness"),
        (f"witness a {key(DAN)}\nquorum a", 5, "the name a is taken"),
        (f"witness d {key(ADA)}\nquorum a", 5, "this key is already in use"),
        (f"witness d {DAN.key}\nquorum a", 5, "not one of a witness"),
        (f"log {key(DAN)}\nquorum a", 5, "not an Ed25519 key"),
        (f"log {LOG.key}\nquorum a", 5, "this key is already in use"),
        ("witness d key\nquorum a", 5, "not a witness's key"),
        ("quorum a b c", 5, "write one of"),
        ("trust everybody\nquorum a", 5, "write one of"),
        ("quorum a\r\n", 5, "control characters"),
        ("# \x1b[2J\nquorum a", 5, "control characters"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(rest: str, line: int | None, why: str) -> None:
    where = f"line {line}: .*" if line else ""
    with pytest.raises(BadPolicy, match=f"(?s){where}{why}"):
        policy(rest)


def test_one_key_under_two_names_does_not_count_twice() -> None:
    """A cosignature does not cover the witness's name: one machine could fill a quorum with names."""
    twin = Signer("twin.example", ADA.seed)
    with pytest.raises(BadPolicy, match="line 5: this key is already in use"):
        policy(f"witness twin {key(twin)}\ngroup g 2 a twin\nquorum g")
    cheat = Signer("cheat.example", LOG.seed)
    with pytest.raises(BadPolicy, match="line 5: this key is already in use"):
        policy(f"witness cheat {key(cheat)}\nquorum cheat")


def test_two_keys_of_one_name_are_two_witnesses() -> None:
    """As when a witness has changed its key: each is named in the policy for itself."""
    new = Signer(ADA.name, b"n" * 32)
    both = policy(f"witness new {key(new)}\ngroup g all a new\nquorum g")
    assert not both.judge(signed(ADA), NOW).reached
    assert both.judge(signed(ADA, new), NOW).reached


def test_what_is_no_text_or_too_large_is_refused() -> None:
    with pytest.raises(BadPolicy, match="line 2: it is not UTF-8"):
        Policy.parse(b"# \xc3\xbc\n# \xff\nquorum none\n")
    with pytest.raises(BadPolicy, match="larger than"):
        Policy.parse(b"#" * 70_000)


def test_a_cosignature_from_the_future_does_not_count() -> None:
    found = policy("quorum a").judge(signed(ADA, at=NOW + LEEWAY + 1), NOW)
    assert (found.reached, list(found.early), found.missing) == (False, ["a"], ("a", "b", "c"))
    assert policy("quorum a").judge(signed(ADA, at=NOW + LEEWAY), NOW).reached, "clocks differ"


def test_a_forged_cosignature_of_a_known_witness_refuses_the_checkpoint() -> None:
    """Even if the others would be enough."""
    forged = cosign(NOTE, [WitnessSigner(Signer(ADA.name, b"x" * 32), NOW)]).splitlines()[-1].split()[2]
    line = f"— {ADA.name} {b64encode(witness_key(ADA).id + b64decode(forged)[4:]).decode()}\n"
    with pytest.raises(BadNote, match=r"ada\.example is not one over this text"):
        policy("quorum b").judge(signed(BEN) + line, NOW)


def test_the_largest_checkpoint_with_a_quorum_is_the_best() -> None:
    larger = sign(Checkpoint(LOG.name, 9, b"q" * 32).text(), [LOG])
    best = policy("quorum a").best([signed(ADA), larger], NOW)
    assert best is not None
    assert (best.stated.size, best.reached) == (7, True)
    assert policy("quorum a").best([], NOW) is None
