"""`games`, `rules` and `completion`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
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
  tablescribe rules ultime UP-36 --language it
  tablescribe rules root 16.4.1.II              (numbers as the rule document writes them)
  tablescribe rules root what may I do with a ferry
  tablescribe rules root RO-4.3 --match 7k2     (also the moves of that match that cite it)""",
)
@click.argument("game")
@click.argument("words", metavar="[NUMBER | WORDS]...", nargs=-1)
@click.option("--match", "match_id", metavar="MATCH", help="List the moves of this match that cite each rule found.")
@click.option(
    "--language",
    help="Language, such as it or pt; English where the game is not translated. Default: from your environment.",
)
@as_json
def rules_(game: str, words: Sequence[str], match_id: str | None, language: str | None) -> None:
    """Show the numbered rules of GAME, only rule NUMBER, or those found by WORDS."""
    from tablescribe.cli.terminal.language import language as usual
    from tablescribe.domain.games import game as find

    if not words and (key := _game_with(game)):
        game, words = key, (game,)
    book, wanted = find(game).rulebook, language or usual()
    texts, spoken = book.texts(wanted), book.language(wanted)
    if language is not None and spoken != language:
        echo(f"{book.title} has texts in {', '.join(book.languages)}, none in {language}: shown in English", err=True)
    if words:
        _show_found(book, " ".join(words), wanted, match_id)
        return

    def lines() -> Iterator[str]:
        yield f"{book.title}, edition {book.edition}"
        for chapter, rules in book.chapters():
            yield f"\n{book.heading(chapter, spoken)}"
            for rule in rules:
                yield click.wrap_text(f"{rule.number:<6} {texts[rule.number]}", _width(), "  ", " " * 9)

    told = [{**rule.model_dump(), "text": texts[rule.number]} for rule in book.rules]
    out(lambda: echo_long(lines()), {**book.model_dump(), "rules": told, "language": spoken})


def _game_with(number: str) -> str:
    """Return the key of the game that has a rule of that number; the empty text if none has."""
    from tablescribe.domain.games import GAMES
    from tablescribe.domain.games import game as find

    if not re.fullmatch(r"[A-Za-z]{2}-[0-9A-Za-z].*", number):
        return ""
    return next((key for key in GAMES if any(one.number == number.upper() for one in find(key).rulebook.rules)), "")


def _width() -> int:
    """Return how many columns rules are written in."""
    return min(98, get_terminal_size((98, 24)).columns)


def _show_found(book: Rulebook, query: str, language: str, match_id: str | None) -> None:
    """Print the rules that a query finds: one in full, several as a list.

    Raises:
        click.UsageError: it finds none.
    """
    from tablescribe.replays.reading.rule_search import find_rules

    found, texts = find_rules(book, query, language), book.texts(language)
    if not found.rules:
        why = f"{book.title} has no rule {query}" if query.split()[1:] == [] else f"No rule of {book.title}: {query}"
        raise click.UsageError(f"{why}: `tablescribe rules {book.game}` lists them")
    moves = _moves(book, [rule.number for rule in found.rules], match_id)
    data = [
        {**rule.model_dump(), "text": texts[rule.number], "language": book.language(language)}
        | ({"moves": [number for number, _ in moves[rule.number]]} if match_id else {})
        for rule in found.rules
    ]
    lines: list[str] = []
    for rule in found.rules:
        if len(found.rules) == 1:
            chapter, source = (book.heading(one, language) for one in (rule.chapter, rule.source))
            lines.append(f"{rule.number} ({chapter}; source: {source})\n  {texts[rule.number]}")
            lines += [f"  option of the match: {rule.option}"] if rule.option else []
            lines += [f"  left to the judge: {rule.reason}"] if rule.reason else []
            lines += [f"  below it: {', '.join(found.below)}"] if found.below else []
        else:
            lines.append(click.wrap_text(f"{rule.number:<6} {texts[rule.number]}", _width(), "", " " * 7))
        lines += [f"  move {number}: {words}" for number, words in moves[rule.number]]
    out("\n".join(lines), data[0] if len(data) == 1 else {"query": query, "rules": data})


def _moves(book: Rulebook, numbers: Sequence[str], match_id: str | None) -> dict[str, list[tuple[int, str]]]:
    """Return, for each of some rules, the moves of a match that cite it, in words; none without a match.

    Raises:
        click.UsageError: the match is of another game.
    """
    if match_id is None:
        return {number: [] for number in numbers}
    from tablescribe.cli.terminal.state import reader_of, state
    from tablescribe.replays.reading.discretion import EVERYTHING
    from tablescribe.replays.reading.rule_search import moves_by_rule
    from tablescribe.replays.reading.timeline import Timeline

    match = state().reading().match(match_id)
    if match.opening.game.key != book.game:
        raise click.UsageError(f"match {match.id} is of {match.opening.title}, not of {book.title}")
    timeline, reads, cited = Timeline(match), reader_of(match), moves_by_rule(match, EVERYTHING)
    return {
        number: [(at, reads.tell(timeline.say(at, EVERYTHING))) for at in cited.get(number, ())] for number in numbers
    }


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
