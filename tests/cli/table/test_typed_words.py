"""Words in any order that name one legal action mean it, and so does each number of a list."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence

import pytest

from tablescribe.cli.table.choosing import chosen, listed
from tablescribe.cli.table.matching import Choice, plain, short_sentence
from tablescribe.cli.table.situation import Situation
from tablescribe.replays.reading.reader import LANGUAGES
from tests.cli.conftest import Run
from tests.depth import each_with, times
from tests.domain.random_play import open_match, random_move

GAMES = {"ultime": 3, "root": 4, "robinson": 2, "tomb_raider": 2, "expeditions": 2, "morris": 2}
"""Games with their numbers of seats, except those with a shorthand (chess, freeform)."""

MOST = 40
"""Maximum number of legal actions typed in one position."""


def meaning(now: Situation, line: str) -> list[Choice]:
    """Return the meaning of a line typed by the first seat to act."""
    return now.fitting_alone(line.split(), now.match.to_act[0])


def positions(game: str, language: str, seed: int) -> Iterator[Situation]:
    """Yield some positions of a random match, each as a reader of a language meets it."""
    choose = random.Random(f"{game}-{language}-{seed}")
    match = open_match(game, GAMES[game], choose=choose)
    for _ in range(times(5, 25)):
        for _ in range(choose.randint(1, times(6, 20))):
            if not match.is_over:
                random_move(match, choose)
        if match.is_over:
            return
        yield Situation(match, "everything", language, ())


def said(choice: Choice) -> tuple[int, dict[str, object]]:
    return choice.seat, choice.action.data()


def numbers(words: Sequence[str]) -> list[str]:
    return [word for word in words if word.isdecimal()]


def leaves(now: Situation, choices: Sequence[Choice]) -> Iterator[Choice]:
    """Yield the meaning of each number of a list, with and without a dot, through all nested lists."""
    headings = listed(now.reader, choices)
    for heading in headings:
        with_dot, without = (chosen(headings, heading.key.removesuffix(".") + end) for end in (".", ""))
        assert with_dot is without is heading
        if len(heading.choices) == 1:
            yield heading.choices[0]
        else:
            assert len(heading.choices) < len(choices), "a list that leads to itself"
            yield from leaves(now, heading.choices)


@pytest.mark.parametrize(("game", "language"), each_with(GAMES, LANGUAGES))
@pytest.mark.parametrize("seed", range(times(1, 6)))
def test_short_sentences_and_numbers_mean_their_action(game: str, language: str, seed: int) -> None:
    choose = random.Random(seed)
    for now in positions(game, language, seed):
        legal = now.legal(now.match.to_act[0])
        assert sorted(map(id, leaves(now, legal))) == sorted(map(id, legal))
        for choice in choose.sample(legal, min(MOST, len(legal))):
            short = short_sentence(choice, legal)
            assert list(map(said, meaning(now, short))) == [said(choice)], short
            words = short.split()
            for _ in range(2):
                choose.shuffle(words)
                found = meaning(now, " ".join(words))
                if said(choice) not in map(said, found):  # then its numbers, in this order, are those of another one
                    assert found, (short, words)
                    assert numbers(words) != numbers(short.split()), (short, words)


@pytest.mark.parametrize(("game", "language"), each_with(GAMES, LANGUAGES))
def test_the_whole_sentence_means_its_action(game: str, language: str) -> None:
    """Unless another action has the same sentence: then both are listed."""
    choose = random.Random(7)
    for now in positions(game, language, 7):
        legal = now.legal(now.match.to_act[0])
        for choice in choose.sample(legal, min(MOST, len(legal))):
            alike = [one for one in legal if plain(one.sentence) == plain(choice.sentence)]
            found = meaning(now, choice.sentence)
            assert said(choice) in map(said, found), choice.sentence
            assert len(found) <= max(len(alike), 1) or len(alike) > 1, choice.sentence


# --- a match of Root at the prompt --------------------------------------------------------------


@pytest.fixture
def root(run: Run) -> str:
    match = str(json.loads(run("new", "root", "Mia", "Ed", "Ann", "Vic", "-o", "factions=CEAV", "--json").stdout)["id"])
    for words in (("settle", "1"), ("1", "sawmill"), ("clearing", "5", "workshop"), ("recruiter", "9", "build")):
        run("move", match, *words)
    return match


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("roost 12", "RO-5.1.7"), ("build sawmill 10", "RO-5.1.7"), ("sawmill 10", "RO-"),
        ("aid marquise anvil sword", "RO-5.1.7"), ("battle eyrie 3", "RO-"), ("move 2 5 1", "RO-"),
    ],
)  # fmt: skip
def test_natural_lines_that_are_not_legal_are_refused_by_a_rule(run: Run, root: str, line: str, rule: str) -> None:
    done = run("play", root, stdin=f"{line}\n", code=3).output
    assert f"Not recorded: {rule}" in done
    assert "NAME=VALUE" not in done
    assert "No legal action" not in done


def test_a_line_is_followed_by_who_is_next_and_what_may_be_done(run: Run, root: str) -> None:
    shown = run("play", root, stdin="3 settle\n").output
    after = shown[shown.index("begins in clearing 3") :]
    assert "Next: Ed · the set-up" in after
    assert "decide who becomes the new leader" in after
    assert "clearing   suit" not in after, "the whole table is shown on `board`"
    assert len(after.splitlines()) < 8
    assert "clearing   suit" in run("play", root, stdin="board\n").output


def test_words_that_fit_several_actions_record_nothing_by_command(run: Run, root: str) -> None:
    run("move", root, "3", "settle")
    assert "can mean several actions" in run("move", root, "crowns", code=2).output
