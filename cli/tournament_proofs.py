"""`tournament verify`, `export` and `certificate`: what proves a tournament to others."""

from __future__ import annotations

import os.path
from pathlib import Path
from typing import Any

import click

from cli.language import in_language, language, told, wrong_use
from cli.proofs import notary, with_keys
from cli.state import as_json, out, progress, state
from cli.tournament import organiser, the_tournament, tournament, which
from domain.text import Text, listed, say


@tournament.command(
    epilog="Examples: tablescribe tournament verify last · … verify open.bundle --key KEY --plan DIGEST"
)
@click.argument("what", metavar="TOURNAMENT|FILE")
@click.option("--key", "keys", multiple=True, help="A bundle: the public key of its ledger.")
@click.option("--plan", default="", help="The digest of the plan, as it was printed beforehand.")
@click.option("--again", is_flag=True, help="Pair every round anew, too, where the engine is the one that paired it.")
@in_language
@as_json
@click.pass_context
def verify(ctx: click.Context, what: str, keys: tuple[str, ...], plan: str, again: bool) -> None:
    """Audit a tournament, of the ledger or in a bundle: every match, every report, every pairing's input, standings.

    The exit code is 1 if something is found. verify_tournament.py counts a bundle without any code of ours.
    """
    from ledger.organiser import engines
    from replays.tournament_audit import verify as check

    records, extra = _records(what, keys)
    engine = engines() if again else None
    verdicts = []
    with progress("Auditing") as tell:
        for record in records:
            verdicts.append(check(record, plan=plan, engine=engine, progress=tell))
    lines = [line for verdict in verdicts for line in verdict.lines()]
    out(
        listed([*lines, *extra], "\n"),
        {"tournaments": [one.data() for one in verdicts], "notes": list(map(told, extra))},
    )
    ctx.exit(0 if all(one.clean for one in verdicts) else 1)


def _records(what: str, keys: tuple[str, ...]) -> tuple[list[Any], list[Text]]:
    from replays.tournament_audit import of_bundle, of_ledger

    if not os.path.isfile(what):  # noqa: PTH113  # Path.is_file raises an error if no file can be called so
        if keys:
            raise wrong_use(say("--key is for a bundle"))
        return [of_ledger(state().scribe().ledger, which(what))], []
    from ledger.care.files import read_file
    from ledger.proofs.note import VerifierKey
    from ledger.proofs.verifying import verify_bundle

    proved = verify_bundle(read_file(Path(what)), [VerifierKey.parse(key) for key in keys])
    if not proved.tournaments:
        raise wrong_use(say("no tournament is in {file}: `tablescribe verify` checks its matches", file=what))
    notes: list[Text] = [say("IN DOUBT: {fault}", fault=fault) for fault in proved.faults]
    if not proved.vouched:
        notes.append(say("Nobody vouched for the key but the file itself: ask for it, and give it with --key."))
    return [of_bundle(proved, one) for one in proved.tournaments], notes


@tournament.command(
    epilog="Examples: tablescribe tournament export last -o open.bundle · … last -o all.bundle --everything --names"
)
@the_tournament
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to write.")
@click.option("--everything", is_flag=True, help="Withhold nothing: not for the public.")
@click.option("--words", is_flag=True, help="Tell what people wrote: notes, reasons and clauses.")
@click.option("--names", is_flag=True, help="With --everything: tell the people's names, provably.")
@click.option("--since", multiple=True, type=click.Path(path_type=Path), help="A checkpoint that somebody kept.")
@click.option("--cosigned", is_flag=True, help="About the log of the largest checkpoint that a witness cosigned.")
@with_keys
@in_language
@as_json
def export(
    tournament_id: str, output: Path, everything: bool, words: bool, names: bool, since: tuple[Path, ...],
    cosigned: bool, folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Write a tournament with all its matches to one file that proves itself; by default for the public."""
    from ledger.care.files import read_file, write_file

    if names and not everything:
        raise wrong_use(say("a bundle for the public has no names: leave out --names, or say --everything"))
    who = notary(folder)
    with progress("Bundling") as tell:
        contents = who.tournament_bundle(
            which(tournament_id), redacted=not everything, words=words, names=names, cosigned=cosigned,
            since=[read_file(path).decode("utf-8", "replace") for path in since], passphrase=passphrase, progress=tell,
        )  # fmt: skip
    write_file(output, contents)
    key = str(who.ledger_signer(passphrase).key)
    text = say(
        "Written to {file} ({n} bytes). Verify it with\n  {command}", file=str(output), n=len(contents),
        command=f"tablescribe tournament verify {output} --key {key}",
    )  # fmt: skip
    out(text, {"file": str(output), "bytes": len(contents), "key": key, "public": not everything})


@tournament.command(
    epilog="Examples: tablescribe tournament certificate last · … certificate last --html certificate.html --pdf c.pdf"
)
@the_tournament
@click.option("--html", "html_file", type=click.Path(path_type=Path), help="Write a report to this file.")
@click.option("--pdf", "pdf_file", type=click.Path(path_type=Path), help="The same as PDF (install tablescribe[pdf]).")
@in_language
@as_json
def certificate(tournament_id: str, html_file: Path | None, pdf_file: Path | None) -> None:
    """Certify the standings: every line, how each round came about, and the hashes by which anybody checks it."""
    from ledger.care.files import write_file
    from replays.certificate import certified, html, lines

    who, found = organiser(), which(tournament_id)
    head = who.ledger.verify(found)[found]
    data = certified(who.tournament(found), who.names(who.tournament(found)), head.hex(), state().scribe().ledger)
    if html_file is not None or pdf_file is not None:
        document = html(data, language())
        if pdf_file is not None:
            from replays.pdf import pdf

            write_file(pdf_file, pdf(document))
        if html_file is not None:
            write_file(html_file, document.encode())
    out(listed(lines(data), "\n"), data)
