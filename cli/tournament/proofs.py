"""`tournament verify`, `export` and `certificate`: prove a tournament to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.key_options import notary, with_keys
from tablescribe.cli.terminal.language import in_language, language, told, wrong_use
from tablescribe.cli.terminal.paper_options import on_paper, write_papers, written_lines
from tablescribe.cli.terminal.state import as_json, is_a_file, out, progress, state
from tablescribe.cli.terminal.tournament_meant import REPORTS
from tablescribe.cli.tournament.tournament import organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import Text, listed, say

if TYPE_CHECKING:
    from tablescribe.ledger.proofs.bundles.verifying import Verified


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament verify last
  tablescribe tournament verify open.bundle --key KEY --plan DIGEST"""
)
@click.argument("what", metavar="TOURNAMENT|FILE")
@click.argument("parts", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--key", "keys", multiple=True, help="Bundle: public key of its ledger.")
@click.option("--plan", default="", help="Digest of the plan, as printed before the event.")
@click.option("--prizes", default="", help="Digest of the prizes, as printed on their list.")
@click.option("--again", is_flag=True, help="Run every pairing again, if the engine is the same.")
@in_language
@as_json
@click.pass_context
def verify(
    ctx: click.Context, what: str, parts: tuple[Path, ...], keys: tuple[str, ...], plan: str, prizes: str, again: bool
) -> None:  # fmt: skip
    """Verify a tournament, of the ledger or in a bundle: matches, reports, pairings, standings, prizes.

    Give all files of a large tournament. The exit code is 1 if there are findings. verify_tournament.py checks bundles
    without any of our code.
    """
    from tablescribe.ledger.tournaments.commands import engines
    from tablescribe.replays.tournaments.audit import verify as check

    records, extra = _records(what, parts, keys)
    engine = engines() if again else None
    verdicts = []
    with progress("Auditing") as tell:
        for record in records:
            verdicts.append(check(record, plan=plan, prizes=prizes, engine=engine, progress=tell))
    lines = [line for verdict in verdicts for line in verdict.lines()]
    out(
        listed([*lines, *extra], "\n"),
        {"tournaments": [one.data() for one in verdicts], "notes": list(map(told, extra))},
    )
    ctx.exit(0 if all(one.clean for one in verdicts) else 1)


def _records(what: str, parts: tuple[Path, ...], keys: tuple[str, ...]) -> tuple[list[Any], list[Text]]:
    from tablescribe.replays.tournaments.audit_source import of_bundles, of_ledger

    if not is_a_file(what):
        if Path(what).suffix == ".bundle":
            raise wrong_use(say("there is no file {file}", file=what))
        if keys or parts:
            raise wrong_use(say("--key and several files can only be used with bundles"))
        return [of_ledger(state().scribe().ledger, which(what))], []
    notes: dict[str, Text] = {}
    records = of_bundles(_verified([Path(what), *parts], keys, notes))
    if not records:
        raise wrong_use(say("{file} contains no tournament. To check its matches: `tablescribe verify`", file=what))
    return records, list(notes.values())


def _verified(files: Sequence[Path], keys: tuple[str, ...], notes: dict[str, Text]) -> Iterator[Verified]:
    """Yield the verified content of each file, and collect notes on it without repetition."""
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
    from tablescribe.ledger.proofs.tree.signed_note import VerifierKey

    for file in files:
        proved = verify_bundle(read_file(file), [VerifierKey.parse(key) for key in keys])
        for fault in proved.faults:
            notes[told(fault)] = say("IN DOUBT: {fault}", fault=fault)
        if not proved.vouched:
            notes[""] = say(
                "The key comes only from the file itself. Ask the ledger's owner for it and pass it with --key."
            )
        yield proved


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament export last -o open.bundle
  tablescribe tournament export last -o all.bundle --everything --names
  tablescribe tournament export last -o open.trf --trf"""
)
@the_tournament
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="File to write.")
@click.option("--everything", is_flag=True, help="Include everything. Not for the public.")
@click.option("--words", is_flag=True, help="Include notes, reasons and clauses.")
@click.option("--names", is_flag=True, help="With --everything: include names, with proofs.")
@click.option("--trf", is_flag=True, help="Write a FIDE report file (TRF16) instead, with names.")
@click.option("--stage", type=click.IntRange(1), default=1, show_default=True, help="With --trf: stage number.")
@click.option(
    "--since",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Earlier checkpoint: prove that the log only grew since.",
)
@click.option("--cosigned", is_flag=True, help="Use the latest cosigned checkpoint.")
@with_keys
@in_language
@as_json
def export(
    tournament_id: str, output: Path, everything: bool, words: bool, names: bool, since: tuple[Path, ...],
    cosigned: bool, trf: bool, stage: int, folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Export a tournament with all its matches to a file that proves itself.

    The file is fit for the public unless you pass --everything. Large tournaments continue in FILE.2, FILE.3 and so
    on; hand over all of them. With --trf, write FIDE's report file for other programs instead; it proves nothing.
    """
    from tablescribe.ledger.care.match_files import read_file, write_file

    if trf:
        from tablescribe.cli.tournament.files import write_trf

        write_trf(tournament_id, output, stage)
        return
    if output.suffix.lower() in REPORTS:
        raise wrong_use(
            say(
                "{file} has the ending of a FIDE report file. Give the bundle another one, such as .bundle",
                file=str(output),
            )
        )
    if names and not everything:
        raise wrong_use(say("a public bundle has no names. Leave out --names, or add --everything"))
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
    epilog="""\b
Examples:
  tablescribe tournament certificate last
  tablescribe tournament certificate last --html certificate.html --pdf certificate.pdf"""
)
@the_tournament
@on_paper("the certificate")
@click.option("--svg", "svg_file", type=click.Path(path_type=Path), metavar="FILE",
              help="Write a chart of points by round to this SVG file.")  # fmt: skip
@in_language
@as_json
def certificate(tournament_id: str, html_file: Path | None, pdf_file: Path | None, svg_file: Path | None) -> None:
    """Certify the standings. Includes how each round was paired, and the hashes to check it by."""
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.replays.papers.certificate import certified, html, lines
    from tablescribe.replays.statistics.plots import points_over_rounds

    who, found = organiser(), which(tournament_id)
    head = who.ledger.verify(found)[found]
    now = who.tournament(found)
    data = certified(now, who.names(now), head.hex(), state().scribe().ledger)
    files = list[Path]()
    if html_file is not None or pdf_file is not None or svg_file is not None:
        picture = points_over_rounds(now, who.names(now), language=language())
        files = write_papers(html(data, language(), picture=picture), html_file, pdf_file)
        if svg_file is not None:
            write_file(svg_file, picture.encode())
            files.append(svg_file)
    out(listed([*lines(data), *written_lines(files)], "\n"), {**data, "files": list(map(str, files))})
