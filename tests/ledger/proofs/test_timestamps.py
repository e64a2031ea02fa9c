"""Timestamps by a local authority made with openssl: RFC 3161, without a network."""

import subprocess
import sys
from pathlib import Path

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.signing import result_rows
from tablescribe.ledger.proofs.keys.timestamps import (
    BadToken,
    StampsUnavailable,
    check_token,
    read_certificates,
    token_text,
    verify_token,
)
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.auditing.audit import audit

DATABASES = ["sqlite"]

CONFIG = """
[ tsa ]
default_tsa = tsa1
[ tsa1 ]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
[ ext ]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
"""


def openssl(*words: str | Path) -> None:
    done = subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a time-stamping authority: ca.pem is its root."""
    folder = tmp_path_factory.mktemp("authority")
    (folder / "tsa.conf").write_text(CONFIG.format(folder=folder))
    (folder / "serial").write_text("01")
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Root", "-days", "30",
            "-keyout", folder / "ca.key", "-out", folder / "ca.pem")  # fmt: skip
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Stamps",
            "-keyout", folder / "tsa.key", "-out", folder / "tsa.csr")  # fmt: skip
    openssl("x509", "-req", "-in", folder / "tsa.csr", "-CA", folder / "ca.pem", "-CAkey", folder / "ca.key",
            "-CAcreateserial", "-days", "30", "-extfile", folder / "tsa.conf", "-extensions", "ext",
            "-out", folder / "tsa.pem")  # fmt: skip
    return folder


def answer(authority: Path, request: bytes) -> bytes:
    """Return the authority's answer to a request."""
    (authority / "request").write_bytes(request)
    openssl("ts", "-reply", "-config", authority / "tsa.conf", "-queryfile", authority / "request",
            "-out", authority / "answer")  # fmt: skip
    return (authority / "answer").read_bytes()


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


@pytest.fixture
def closed(scribe: Scribe) -> str:
    match = scribe.new("freeform", ["Ada"])
    scribe.close(match.id, abandoned=True)
    return match.id


def test_an_authority_stamps_the_time_of_a_result(notary: Notary, ledger: Ledger, authority: Path, closed: str) -> None:
    stamped = notary.attach_time(closed, answer(authority, notary.time_request(closed)))
    match, results = ledger.match(closed), result_rows(ledger.log.rows(closed))
    (closing,) = results
    roots = read_certificates(authority / "ca.pem")
    at = verify_token(stamped.token, match.opened, closing, roots)
    assert abs((at - match.opened.at).total_seconds()) < 3600
    assert check_token(stamped.token, match.opened, closing) == at
    found = audit(match, results=results)
    assert [finding.code for finding in found.findings] == ["signature.missing"]


def test_a_stamp_on_something_else_is_refused_and_found(
    notary: Notary, scribe: Scribe, ledger: Ledger, authority: Path, closed: str
) -> None:
    other = scribe.new("freeform", ["Ben"])
    scribe.close(other.id, abandoned=True)
    wrong = answer(authority, notary.time_request(other.id))
    with pytest.raises(BadToken, match="a stamp on something else"):
        notary.attach_time(closed, wrong)
    from tablescribe.domain.match.signing import attach_time

    match = ledger.match(closed)
    attach_time(match, token_text(wrong), scribe.stamp())
    ledger.save(match)
    found = audit(ledger.match(closed), results=result_rows(ledger.log.rows(closed)))
    assert "time.wrong" in [finding.code for finding in found.findings]


def test_without_the_stamp_extra_the_audit_says_that_a_stamp_was_not_checked(
    notary: Notary, ledger: Ledger, authority: Path, closed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    notary.attach_time(closed, answer(authority, notary.time_request(closed)))
    monkeypatch.setitem(sys.modules, "rfc3161_client", None)
    with pytest.raises(StampsUnavailable, match=r"Install `tablescribe\[stamp\]`"):
        notary.time_request(closed)
    found = audit(ledger.match(closed), results=result_rows(ledger.log.rows(closed)))
    assert [(one.code, one.severity) for one in found.findings] == [
        ("signature.missing", "note"),
        ("time.unchecked", "note"),
    ]


def test_an_unknown_authority_is_told(
    notary: Notary, ledger: Ledger, authority: Path, closed: str, tmp_path: Path
) -> None:
    stamped = notary.attach_time(closed, answer(authority, notary.time_request(closed)))
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Other", "-days", "30",
            "-keyout", tmp_path / "k", "-out", tmp_path / "other.pem")  # fmt: skip
    (closing,) = result_rows(ledger.log.rows(closed))
    with pytest.raises(BadToken, match="not one that the given certificates vouch for"):
        verify_token(stamped.token, ledger.match(closed).opened, closing, read_certificates(tmp_path / "other.pem"))
    (tmp_path / "none.pem").write_text("no certificates")
    with pytest.raises(BadToken, match="has no certificates"):
        read_certificates(tmp_path / "none.pem")


@pytest.mark.parametrize("token", [b"", b"nonsense", b"\x30\x03\x02\x01\x02", b"\x30\x80" * 500])
def test_what_is_no_answer_is_refused(notary: Notary, closed: str, token: bytes) -> None:
    with pytest.raises(BadToken, match="no answer of a time-stamping authority"):
        notary.attach_time(closed, token)


def test_every_flipped_byte_of_an_answer_is_refused(
    notary: Notary, ledger: Ledger, authority: Path, closed: str
) -> None:
    good = answer(authority, notary.time_request(closed))
    (closing,), roots = result_rows(ledger.log.rows(closed)), read_certificates(authority / "ca.pem")
    opened = ledger.match(closed).opened
    for at in range(0, len(good), 7):
        bad = good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]
        try:
            changed = verify_token(token_text(bad), opened, closing, roots)
        except BadToken:
            continue
        assert changed == verify_token(token_text(good), opened, closing, roots), f"byte {at} moved the time"
