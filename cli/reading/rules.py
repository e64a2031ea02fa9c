"""`games`, `rules` and `completion`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tablescribe.cli.terminal.state import as_json, echo, echo_long, out

if TYPE_CHECKING:
    from tablescribe.domain.box.rulebook import Rulebook


@click.command(
    epilog="""\b
Examples:
  tablescribe games
  tablescribe games root"""
)
@click.argument("game", required=False)
@as_json
def games(game: str | None) -> None:
    """List the games that have rules here, or show one GAME."""
    from tablescribe.domain.games import GAMES
    from tablescribe.domain.games import game as find

    found = [find(key) for key in ([game] if game else GAMES)]
    data = [
        {
            "key": one.key,
            "title": one.title,
            "edition": one.edition,
            "seats": list(one.seats),
            "enforced": sum(rule.kind == "enforced" for rule in one.rulebook.rules),
            "judge": sum(rule.kind == "judge" for rule in one.rulebook.rules),
            "catalogue": one.catalogue.name,
            "origin": one.catalogue.origin,
        }
        for one in found
    ]
    widest = max(len(one.title) for one in found)
    lines = [
        f"{d['key']:<12} {d['title']:<{widest}}  {_range(d['seats']):>5} seats   "
        f"{d['enforced']:>3} rules enforced, {d['judge']} for the judge"
        for d in data
    ]
    out("\n".join(lines), data)


@click.command(
    epilog="""\b
Examples:
  tablescribe templates
  tablescribe new freeform Ann Ben --template resources --title Catan"""
)
@as_json
def templates() -> None:
    """List the templates: components and a layout for games without rules here."""
    from tablescribe.domain.games import GAMES, game, template

    data = [
        {"game": key, "template": name, "about": getattr(template(key, name), "about", "")}
        for key in GAMES for name in game(key).templates
    ]  # fmt: skip
    lines = [f"{one['game']:<10} {one['template']:<11} {one['about']}" for one in data]
    out("\n".join(lines), data)


def _range(seats: object) -> str:
    assert isinstance(seats, list)
    return f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0])


@click.command(
    "rules",
    epilog="""\b
Examples:
  tablescribe rules ultime
  tablescribe rules ultime UP-36 --language it""",
)
@click.argument("game")
@click.argument("number", required=False)
@click.option(
    "--language", help="A language such as it or pt; where the game has no texts in it, English. Default: as elsewhere."
)
@as_json
def rules_(game: str, number: str | None, language: str | None) -> None:
    """Show the numbered rules of GAME, or only rule NUMBER."""
    from tablescribe.cli.terminal.language import language as usual
    from tablescribe.domain.games import game as find

    book, wanted_language = find(game).rulebook, language or usual()
    texts, spoken = book.texts(wanted_language), book.language(wanted_language)
    if language is not None and spoken != language:
        echo(f"{book.title} has texts in {', '.join(book.languages)}, none in {language}: shown in English", err=True)
    if number is not None:
        wanted = _meant(book, number)
        if wanted not in book:
            raise click.UsageError(f"{book.title} has no rule {number}: `tablescribe rules {game}` lists them")
        rule = book[wanted]
        option = f"\n  option of the match: {rule.option}" if rule.option else ""
        reason = f"\n  left to the judge: {rule.reason}" if rule.reason else ""
        data = {**rule.model_dump(), "text": texts[wanted], "language": spoken}
        out(f"{wanted} ({rule.chapter}; source: {rule.source})\n  {texts[wanted]}{option}{reason}", data)
        return

    def lines() -> Iterator[str]:
        yield f"{book.title}, edition {book.edition}"
        for chapter, rules in book.chapters():
            yield f"\n{chapter}"
            for rule in rules:
                yield click.wrap_text(f"{rule.number:<7}{texts[rule.number]}", 98, "  ", " " * 9)

    told = [{**rule.model_dump(), "text": texts[rule.number]} for rule in book.rules]
    out(lambda: echo_long(lines()), {**book.model_dump(), "rules": told, "language": spoken})


def _meant(book: Rulebook, word: str) -> str:
    """Return the number of a rule, however its letters and its hyphen are typed; the word itself where that is none."""

    def plain(text: str) -> str:
        return text.replace("-", "").casefold()

    found = [rule.number for rule in book.rules if plain(rule.number) == plain(word)]
    return found[0] if len(found) == 1 else word


@click.command(
    epilog="""\b
Examples:
  tablescribe completion bash > ~/.local/share/bash-completion/completions/tablescribe
  tablescribe completion fish > ~/.config/fish/completions/tablescribe.fish"""
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for SHELL."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    program = click.get_current_context().find_root().command
    echo(kind(program, {}, "tablescribe", "_TABLESCRIBE_COMPLETE").source())
