"""Round robins by the Berger tables of the FIDE Handbook (C.05, Annex 1)."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.tournament.model.field import Bye, Entrant, Pairing, Pod, Ref, Round
from tablescribe.domain.tournament.model.plan import Stage

VERSION = "1"


def table(size: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of a round for an even number of places. The first of a pair plays first.

    Args:
        size: the number of places, even.
        number: the round, from 1 to `size - 1`.
    """
    wheel = size - 1
    axle = (number - 1) * (size // 2) % wheel
    pairs = [(axle + 1, size) if number % 2 else (size, axle + 1)]
    return pairs + [((axle + k) % wheel + 1, (axle - k) % wheel + 1) for k in range(1, size // 2)]


def cycle(size: int, number: int, rounds: int) -> list[tuple[int, int]]:
    """Return the pairs of any round. Every second cycle reverses the seats.

    In a double round robin, the last two rounds of the first cycle are swapped, as FIDE recommends. Nobody then has the
    same seat three times in a row.
    """
    turn, index = divmod(number - 1, size - 1)
    if rounds >= 2 * (size - 1) and turn == 0 and size > 2 and index >= size - 3:
        index = 2 * size - 5 - index
    pairs = table(size, index + 1)
    return [(second, first) for first, second in pairs] if turn % 2 else pairs


def pair(stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: int) -> Pairing:
    """Pair a round of a round robin. An entrant without an opponent has a bye.

    Entrants get their places in the order of their numbers. Later rounds take the places from the first round, so that
    they do not change after a withdrawal. Late entrants have no place, and get byes.
    """
    order: list[Ref] = _places(rounds[0]) if rounds else [one.ref for one in sorted(entrants, key=lambda x: x.number)]
    here = {one.ref for one in entrants}
    size = len(order) + len(order) % 2
    pods, seated = [], set()
    for first, second in cycle(size, len(rounds) + 1, stage.rounds):
        seats = [order[place - 1] for place in (first, second) if place <= len(order) and order[place - 1] in here]
        if len(seats) == 2:
            pods.append(Pod(tuple(seats)))
            seated.update(seats)
    byes = {one.ref: Bye.PAIRING for one in entrants if one.ref not in seated}
    late = sorted(here - set(order))
    broken = tuple(f"no place: {ref}: entered after the round robin had begun" for ref in late)
    return Pairing(tuple(pods), byes, "berger", VERSION, seed, broken)


def _places(first: Round) -> list[Ref]:
    """Return the entrants by place, from the first round, which seats 1 with the last, 2 with the second last, etc."""
    pairs = [pod.seats for pod in first.pods]
    alone = [ref for ref, bye in first.byes.items() if bye is Bye.PAIRING]
    return [*alone[:1], *(pair[0] for pair in pairs), *(pair[1] for pair in reversed(pairs))]
