"""`tournament verify`, `export` and `certificate`: what proves a tournament to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.key_options import notary, with_keys
from tablescribe.cli.terminal.language import in_language, language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, is_a_file, out, progress, state
from tablescribe.cli.tournament.tournament import organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import Text, listed, say

if TYPE_CHECKING:
    from tablescribe.ledger.proofs.bundles.verifying import Verified


@tournament.command(
    epilog="Examples: tablescribe tournament verify last · … verify open.bundle --key KEY --plan DIGEST"
)
@click.argument("what", metavar="TOURNAMENT|FILE")
@click.argument("parts", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--key", "keys", multiple=True, help="A bundle: the public key of its ledger.")
@click.option("--plan", default="", help="The digest of the plan, as it was printed beforehand.")
@click.option("--again", is_flag=True, help="Pair every round anew, too, where the engine is the one that paired it.")
@in_language
@as_json
@click.pass_context
def verify(
    ctx: click.Context, what: str, parts: tuple[Path, ...], keys: tuple[str, ...], plan: str, again: bool
) -> None:  # fmt: skip
    """Audit a tournament, of the ledger or in a bundle: every match, every report, every pairing's input, standings.

    A large tournament is in several files: name all of them. The exit code is 1 if something is found.
    verify_tournament.py counts bundles without any code of ours.
    """
    from tablescribe.ledger.tournaments.commands import engines
    from tablescribe.replays.tournaments.audit import verify as check

    records, extra = _records(what, parts, keys)
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


def _records(what: str, parts: tuple[Path, ...], keys: tuple[str, ...]) -> tuple[list[Any], list[Text]]:
    from tablescribe.replays.tournaments.audit_source import of_bundles, of_ledger

    if not is_a_file(what):
        if keys or parts:
            raise wrong_use(say("--key and further files are for bundles"))
        return [of_ledger(state().scribe().ledger, which(what))], []
    notes: dict[str, Text] = {}
    records = of_bundles(_verified([Path(what), *parts], keys, notes))
    if not records:
        raise wrong_use(say("no tournament is in {file}: `tablescribe verify` checks its matches", file=what))
    return records, list(notes.values())


def _verified(files: Sequence[Path], keys: tuple[str, ...], notes: dict[str, Text]) -> Iterator[Verified]:
    """Yield what each file proves, one after the other; notes are kept once each."""
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
    from tablescribe.ledger.proofs.tree.signed_note import VerifierKey

    for file in files:
        proved = verify_bundle(read_file(file), [VerifierKey.parse(key) for key in keys])
        for fault in proved.faults:
            notes[told(fault)] = say("IN DOUBT: {fault}", fault=fault)
        if not proved.vouched:
            notes[""] = say("Nobody vouched for the key but the file itself: ask for it, and give it with --key.")
        yield proved


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament export last -o open.bundle
  tablescribe tournament export last -o all.bundle --everything --names
  tablescribe tournament export last -o open.trf --trf"""
)
@the_tournament
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to write.")
@click.option("--everything", is_flag=True, help="Withhold nothing: not for the public.")
@click.option("--words", is_flag=True, help="Tell what people wrote: notes, reasons and clauses.")
@click.option("--names", is_flag=True, help="With --everything: tell the people's names, provably.")
@click.option("--trf", is_flag=True, help="Write FIDE's report file instead, with names: two at a table.")
@click.option("--stage", type=click.IntRange(1), default=1, show_default=True, help="With --trf: of this stage.")
@click.option("--since", multiple=True, type=click.Path(path_type=Path), help="A checkpoint that somebody kept.")
@click.option("--cosigned", is_flag=True, help="About the log of the largest checkpoint that a witness cosigned.")
@with_keys
@in_language
@as_json
def export(
    tournament_id: str, output: Path, everything: bool, words: bool, names: bool, since: tuple[Path, ...],
    cosigned: bool, trf: bool, stage: int, folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Write a tournament with all its matches to one file that proves itself; by default for the public.

    What is more than verifiers take in one file goes into further ones beside it (FILE.2, FILE.3): give all of them.
    With --trf it is FIDE's report file, which other programs read and which proves nothing.
    """
    from tablescribe.ledger.care.match_files import read_file, write_file

    if trf:
        from tablescribe.cli.tournament.files import write_trf

        write_trf(tournament_id, output, stage)
        return
    if names and not everything:
        raise wrong_use(say("a bundle for the public has no names: leave out --names, or say --everything"))
    who, files, total = notary(folder), list[Path](), 0
    with progress("Bundling") as tell:
        parts = who.tournament_parts(
            which(tournament_id), redacted=not everything, words=words, names=names, cosigned=cosigned,
            since=[read_file(path).decode("utf-8", "replace") for path in since], passphrase=passphrase, progress=tell,
        )  # fmt: skip
        for number, contents in enumerate(parts, start=1):
            files.append(output if number == 1 else output.with_name(f"{output.stem}.{number}{output.suffix}"))
            write_file(files[-1], contents)
            total += len(contents)
    key, named = str(who.ledger_signer(passphrase).key), " ".join(map(str, files))
    text = say(
        "Written to {file} ({n} bytes). Verify it with\n  {command}", file=named, n=total,
        command=f"tablescribe tournament verify {named} --key {key}",
    )  # fmt: skip
    data = {"file": str(output), "files": list(map(str, files)), "bytes": total, "key": key, "public": not everything}
    out(text, data)


@tournament.command(
    epilog="Examples: tablescribe tournament certificate last · … certificate last --html certificate.html --pdf c.pdf"
)
@the_tournament
@click.option("--html", "html_file", type=click.Path(path_type=Path), help="Write a report to this file.")
@click.option("--pdf", "pdf_file", type=click.Path(path_type=Path), help="The same as PDF (install tablescribe[pdf]).")
@click.option("--svg", "svg_file", type=click.Path(path_type=Path), help="Write a picture of points over rounds.")
@in_language
@as_json
def certificate(tournament_id: str, html_file: Path | None, pdf_file: Path | None, svg_file: Path | None) -> None:
    """Certify the standings: every line, how each round came about, and the hashes by which anybody checks it."""
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.replays.papers.certificate import certified, html, lines
    from tablescribe.replays.statistics.plots import points_over_rounds

    who, found = organiser(), which(tournament_id)
    head = who.ledger.verify(found)[found]
    now = who.tournament(found)
    data = certified(now, who.names(now), head.hex(), state().scribe().ledger)
    if html_file is not None or pdf_file is not None or svg_file is not None:
        picture = points_over_rounds(now, who.names(now), language=language())
        document = html(data, language(), picture=picture)
        if svg_file is not None:
            write_file(svg_file, picture.encode())
        if pdf_file is not None:
            from tablescribe.replays.papers.pdf import pdf

            write_file(pdf_file, pdf(document))
        if html_file is not None:
            write_file(html_file, document.encode())
    out(listed(lines(data), "\n"), data)
