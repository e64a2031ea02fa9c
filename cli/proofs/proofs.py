"""`sign`, `stamp`, `checkpoint` and `bundle`: make a match provable to others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tablescribe.cli.terminal.key_options import holder_of, key_store, notary, with_holder, with_keys
from tablescribe.cli.terminal.language import told
from tablescribe.cli.terminal.state import as_json, out, progress, state
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import plural, say

if TYPE_CHECKING:
    from tablescribe.domain.match.signature_events import Signed
    from tablescribe.ledger.proofs.notary import Notary

Function = TypeVar("Function", bound=Callable[..., Any])


@click.command(
    epilog="""\b
Examples:
  tablescribe sign 7k2 --seat 2
  tablescribe sign 7k2 --seat 2 --text > result.txt
  tablescribe sign --record result.txt --as ben -o ben.sig
  tablescribe sign 7k2 --attach ben.sig"""
)
@click.argument("match_id", metavar="MATCH", required=False)
@with_holder
@click.option("--as", "key", default="", help="Name of the key in the folder. Default: the person's name.")
@click.option("--text", "only_text", is_flag=True, help="Print the text to sign, and stop.")
@click.option("--record", type=click.Path(path_type=Path), help="Sign this text offline, on the seat's own device.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="With --record: file for the signature.")
@click.option("--attach", type=click.Path(path_type=Path), help="Add a signature made with --record.")
@with_keys
@as_json
def sign(
    match_id: str | None, seat: int | None, judge: bool, key: str, only_text: bool, record: Path | None,
    output: Path | None, attach: Path | None, folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Sign the result of a closed MATCH, for a seat or the judge.

    A seat can also sign offline on its own device: --text, then --record there, then --attach.
    """
    if record is not None:
        if output is None or not key:
            raise click.UsageError("with --record say which key (--as) and where to write the signature (-o)")
        _sign_here(record, key, output, folder, passphrase)
        return
    if match_id is None:
        raise click.UsageError("name a match, or say --record FILE")
    who = notary(folder)
    if attach is not None:
        event = _attached(who, match_id, attach)
    else:
        holder = holder_of(seat, judge)
        if only_text:
            text = who.record_text(match_id, holder)
            out(text.rstrip("\n"), {"text": text})
            return
        event = who.sign(match_id, holder, key, passphrase)
    data = {"match": event.originator_id, "version": event.originator_version, "holder": event.holder, "key": event.key}
    out(f"{event.holder} signed the result of match {event.originator_id} with key {event.key}.", data)


def _sign_here(record: Path, key: str, output: Path, folder: Path | None, passphrase: str | None) -> None:
    from tablescribe.ledger.care.match_files import read_file, write_file
    from tablescribe.ledger.proofs.keys.device import sign_text
    from tablescribe.ledger.proofs.keys.signing import key_text

    signer = key_store(folder).signer(key, passphrase=passphrase, make=False)
    text = read_file(record).decode("utf-8", "replace").rstrip("\n") + "\n"
    write_file(output, sign_text(signer, text))
    data = {"file": str(output), "key": key_text(signer), "text": text}
    out(f"This is what you signed:\n{text}The signature is in {output}: hand it over.", data)


def _attached(who: Notary, match_id: str, file: Path) -> Signed:
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.proofs.keys.device import read_signature

    found, match, holder = read_signature(read_file(file))
    if who.ledger.find(match_id) != match:
        raise click.UsageError(f"{file} is a signature under match {visible(match, one_line=True)}")
    return who.attach(match, holder, found.key, found.signature)


@click.command(
    epilog="""\b
Examples:
  tablescribe stamp 7k2 --request r.tsq
  tablescribe stamp 7k2 --attach r.tsr"""
)
@click.argument("match_id", metavar="MATCH")
@click.option("--request", type=click.Path(path_type=Path), help="Write the request to this file.")
@click.option("--attach", type=click.Path(path_type=Path), help="Add the answer in this file.")
@as_json
def stamp(match_id: str, request: Path | None, attach: Path | None) -> None:
    """Add a trusted timestamp (RFC 3161) to the result of MATCH.

    Write a request, send it to an authority of your choice, and attach its answer. Nothing is sent from here.
    """
    from tablescribe.ledger.care.match_files import read_file, write_file

    if (request is None) == (attach is None):
        raise click.UsageError("first write a request with --request FILE, then add the answer with --attach FILE")
    who = notary(None)
    if request is not None:
        write_file(request, who.time_request(match_id))
        out(
            f"The request is in {request}. Send it to an authority as application/timestamp-query, "
            f"then add its answer: tablescribe stamp {match_id} --attach ANSWER",
            {"request": str(request)},
        )
    elif attach is not None:
        event = who.attach_time(match_id, read_file(attach))
        out("The time stamp is attached.", {"match": event.originator_id, "version": event.originator_version})


@click.command(
    epilog="""\b
Examples:
  tablescribe checkpoint -o log.checkpoint
  tablescribe checkpoint --for-witness -o log.request
  tablescribe checkpoint --add log.answer --policy witnesses.policy"""
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write it to this file, too.")
@click.option("--for-witness", "asks", is_flag=True, help="Write a request for a witness.")
@click.option("--old", type=click.IntRange(0), help="With --for-witness: size that it cosigned last.")
@click.option("--add", "answer", type=click.Path(path_type=Path), help="Add the cosignatures in a witness's answer.")
@click.option("--witness", "witnesses", multiple=True, help="Public key of the witness.")
@click.option("--policy", type=click.Path(path_type=Path), help="With --add: policy that names the witnesses.")
@click.option("--cosigned", is_flag=True, help="Print the latest cosigned checkpoint, not a new one.")
@with_keys
@as_json
def checkpoint(
    output: Path | None, asks: bool, old: int | None, answer: Path | None, witnesses: tuple[str, ...],
    policy: Path | None, cosigned: bool, folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Sign the current state of the ledger. Keep the checkpoint elsewhere.

    Anyone who has it will notice if the log is rewritten later. Witnesses, such as other clubs, can cosign it: write a
    request with --for-witness, send it to them, and add the answer with --add.
    """
    from tablescribe.ledger.proofs.witnesses.cosigned_checkpoints import with_cosignatures

    if asks + (answer is not None) + cosigned > 1:
        raise click.UsageError("--for-witness, --add and --cosigned exclude each other")
    if (old is not None and not asks) or (policy is not None and answer is None):
        raise click.UsageError("--old belongs to --for-witness, --policy to --add")
    if witnesses and not (asks or answer):
        raise click.UsageError("--witness belongs to --for-witness or --add")
    who = notary(folder)
    if answer is not None:
        if output is not None:
            raise click.UsageError("-o does nothing with --add: leave it out")
        _take_in(who, answer, witnesses, policy)
        return
    with progress("Growing the tree") as tell:
        if asks:
            _ask(who, output, old, witnesses, passphrase)
            return
        note = who.cosigned(passphrase) if cosigned else who.checkpoint(passphrase, tell)
    note = with_cosignatures(who.ledger, note)
    if output is not None:
        from tablescribe.ledger.care.match_files import write_file

        write_file(output, note.encode())
    origin, size, root = note.split("\n")[:3]
    if who.told and not state().json:
        click.echo("\n".join(map(told, who.told)), err=True)
    data = {"note": note, "origin": origin, "size": int(size), "root": root, "told": list(map(str, who.told))}
    out(note.rstrip("\n"), data)


def _ask(who: Notary, output: Path | None, old: int | None, witnesses: tuple[str, ...], passphrase: str | None) -> None:
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.ledger.proofs.witnesses.cosignature import WitnessKey

    if len(witnesses) > 1:
        raise click.UsageError("a request is for one --witness")
    name = WitnessKey.parse(witnesses[0]).name if witnesses else ""
    request = who.request(old, name, passphrase)
    text = request.text()
    if output is not None:
        write_file(output, text.encode())
    size = int(request.note.split("\n")[1])
    out(text.rstrip("\n"), {"request": text, "old": request.old, "size": size})


def _take_in(who: Notary, answer: Path, witnesses: tuple[str, ...], policy: Path | None) -> None:
    from tablescribe.cli.proofs.quorum import at_of, read_policy
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.proofs.witnesses.cosignature import WitnessKey
    from tablescribe.ledger.proofs.witnesses.cosigned_checkpoints import keep

    named = read_policy(policy)
    keys = [WitnessKey.parse(key) for key in witnesses] + ([*named.witnesses.values()] if named else [])
    if not keys:
        raise click.UsageError("say whose cosignatures: --witness KEY, or --policy FILE")
    kept = keep(who.ledger, read_file(answer), keys)
    lines = [
        plural(
            one.size, "{witness} cosigned the log of 1 event at {at}.",
            "{witness} cosigned the log of {n} events at {at}.", witness=one.made.key.name, at=at_of(one.made.at),
        )
        for one in kept
    ]  # fmt: skip
    data = [{"witness": str(one.made.key), "size": one.size, "at": one.made.at} for one in kept]
    out("\n".join(map(told, lines)), {"kept": data})


@click.command(
    epilog="""\b
Examples:
  tablescribe bundle 7k2 -o final.bundle
  tablescribe bundle 7k2 -o final.bundle --page verify.html   (for somebody who has only a browser)
  tablescribe bundle 7k2 --spectator -o tv.bundle"""
)
@click.argument("match_ids", metavar="MATCH...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every match of the ledger.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="File to write.")
@click.option("--spectator", is_flag=True, help="Withhold what spectators may not see, and free text.")
@click.option("--seat", type=click.IntRange(1), help="Withhold what this seat may not see, and free text.")
@click.option("--words", is_flag=True, help="With --spectator or --seat: include notes, reasons and clauses.")
@click.option("--names", is_flag=True, help="Include names, with proofs.")
@click.option("--photos", is_flag=True, help="Include the photos of notes. Default: only their hashes.")
@click.option("--since", multiple=True, type=click.Path(path_type=Path),
              help="Earlier checkpoint: prove that the log only grew since.")  # fmt: skip
@click.option("--cosigned", is_flag=True, help="Use the latest cosigned checkpoint, not a new one.")
@click.option("--page", type=click.Path(path_type=Path),
              help="Also write the page that verifies bundles in a browser.")  # fmt: skip
@with_keys
@as_json
def bundle(
    match_ids: tuple[str, ...], everything: bool, output: Path, spectator: bool, seat: int | None, words: bool,
    names: bool, photos: bool,
    since: tuple[Path, ...], cosigned: bool, page: Path | None, folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Export matches to one file that proves itself: events, signatures and log proofs.

    Anyone can check it without a database: `tablescribe verify FILE --key KEY`; in a browser, on the page that --page
    writes; or ledger/proofs/verifiers/verify_bundle.py, one file that shares no code with this program.
    """
    from tablescribe.ledger.care.match_files import read_file, write_file

    if everything == bool(match_ids):
        raise click.UsageError("name matches, or say --all")
    if names and (spectator or seat):
        raise click.UsageError("a redacted bundle has no names: leave out --names")
    if words and not (spectator or seat):
        raise click.UsageError("only a redacted bundle withholds words: leave out --words")
    who = notary(folder)
    ids = who.ledger.match_ids() if everything else list(match_ids)
    notes = [read_file(path).decode("utf-8", "replace") for path in since]
    with progress("Bundling") as tell:
        contents = who.bundle(
            ids, viewer=seat, redacted=spectator or seat is not None, words=words, names=names, pictures=photos,
            since=notes, cosigned=cosigned, passphrase=passphrase, progress=tell,
        )  # fmt: skip
    write_file(output, contents)
    if who.told and not state().json:
        click.echo("\n".join(map(told, who.told)), err=True)
    key = str(who.ledger_signer(passphrase).key)
    data: dict[str, Any] = {"file": str(output), "bytes": len(contents), "matches": len(ids), "key": key}
    done = say(
        "Written to {file} ({n} bytes). Verify it with\n  {command}", file=str(output), n=len(contents),
        command=f"tablescribe verify {output} --key {key}",
    )  # fmt: skip
    if page is not None:
        from tablescribe.replays.site.proofs import verifier_page

        write_file(page, verifier_page())
        done = say("{done}\nWithout a terminal: open {page} in a browser, and drop {file} on it.", done=done,
                   page=str(page), file=str(output))  # fmt: skip
        data["page"] = str(page)
    out(done, data)
