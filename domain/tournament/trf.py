"""TRF16, FIDE's Tournament Report File, with the tags that pairing programs add (XXR, XXC, XXZ, XXP, XXA …).

Reading and writing a file gives the same bytes, as each line keeps its text, known or not. Columns are those of the
FIDE Handbook, C.04 Annex 2. Errors name the line.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tablescribe.domain.tournament.acceleration import recorded_rows
from tablescribe.domain.tournament.model.field import Bye, Entrant, How, Pod, Ref, Result, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.scoring.round_records import Kind, RoundRecord, record
from tablescribe.domain.words.text import Spoken, say

PLAYED = {"1": 1, "=": 1, "0": 2, "W": 1, "D": 1, "L": 2}
"""Result codes of games played, with the place: win, draw, loss; letters for games too short to be rated."""
FORFEITS = "+-"
BYES = {"U": Bye.PAIRING, "F": Bye.FULL, "H": Bye.HALF, "Z": Bye.ZERO}
LETTERS = {bye: letter for letter, bye in BYES.items()}
FITTING = {("1", "0"), ("0", "1"), ("=", "="), ("0", "0"), ("+", "-"), ("-", "+"), ("-", "-"), (" ", " ")}
FIRST = 91
"""The column (from 0) of the first round; each round takes ten columns."""


class BadTrf(Spoken):
    """The text is not a valid TRF; the error names the line and the reason."""

    code = "trf.wrong"


@dataclass(frozen=True, slots=True)
class Game:
    """One round in a player's line: the opponent's number (0: none), the colour and the result."""

    opponent: int
    colour: str
    result: str


@dataclass(frozen=True, slots=True)
class Player:
    """A player's line: `rating` and `rank` are 0 where missing; `games` holds `None` for a blank round."""

    number: int
    name: str
    rating: int
    points: Fraction
    rank: int
    games: tuple[Game | None, ...]
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide: str = ""
    birth: str = ""


@dataclass(frozen=True, slots=True)
class Trf:
    """A parsed file: its lines with their line endings, and the known data."""

    lines: tuple[str, ...]
    players: tuple[Player, ...]
    tags: Mapping[str, tuple[str, ...]]
    """The values of each tag (the first three columns) in order, of all lines except those of players."""

    def one(self, tag: str) -> str:
        """Return a tag's first value, or the empty text."""
        return self.tags.get(tag, ("",))[0]

    @property
    def rounds(self) -> int:
        """The number of rounds, from `XXR` or `142`, or else the number of rounds played."""
        told = self.one("XXR") or self.one("142")
        return int(told) if told.strip().isdigit() else max((len(one.games) for one in self.players), default=0)

    def write(self) -> str:
        """Return the text of the file."""
        return "".join(self.lines)


def read_trf(text: str) -> Trf:
    """Parse a file.

    Raises:
        BadTrf: a player's line does not fit the columns, or is inconsistent.
    """
    players: dict[int, Player] = {}
    where: dict[int, int] = {}
    tags: dict[str, tuple[str, ...]] = {}
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        bare = line.rstrip("\r\n")
        if not bare.startswith("001 "):
            tags[bare[:3]] = (*tags.get(bare[:3], ()), bare[4:])
            continue
        try:
            player = _player(bare)
            if player.number in players:
                raise ValueError(f"number {player.number} stands in line {where[player.number]} too")
        except ValueError as error:
            raise _wrong(number, str(error)) from error
        players[player.number], where[player.number] = player, number
    for player in players.values():
        _fits(player, players, where[player.number])
    return Trf(tuple(lines), tuple(players.values()), tags)


def _wrong(line: int, fault: str) -> BadTrf:
    return BadTrf(say("the TRF file is wrong in line {line}: {fault}", line=line, fault=fault))


def _player(line: str) -> Player:
    games = tuple(_game(line, start) for start in range(FIRST, len(line.rstrip()), 10))
    points = line[80:84].strip()
    try:
        value = Fraction(points)
    except ValueError:
        raise ValueError(f"columns 81–84 tell no points: {points!r}") from None
    return Player(
        _whole(line, 4, 8, "the starting number"), line[14:47].strip(), _whole(line, 48, 52, "the rating", 0), value,
        _whole(line, 85, 89, "the rank", 0), games, line[9:10].strip(), line[10:13].strip(), line[53:56].strip(),
        line[57:68].strip(), line[69:79].strip(),
    )  # fmt: skip


def _whole(line: str, start: int, end: int, what: str, default: int | None = None) -> int:
    told = line[start:end].strip()
    if not told and default is not None:
        return default
    if not (told.isascii() and told.isdigit()):
        raise ValueError(f"columns {start + 1}–{end} tell no number, {what}: {told!r}")
    return int(told)


def _game(line: str, start: int) -> Game | None:
    told = line[start : start + 8].ljust(8)
    if not told.strip():
        return None
    opponent, colour, result = told[:4].strip(), told[5], told[7].upper()
    if told[4] != " " or told[6] != " " or not (opponent or "0").isdigit() or colour not in "wb- ":
        raise ValueError(f"columns {start + 1}–{start + 8} tell no round: {told!r}")
    if result not in {*PLAYED, *FORFEITS, *BYES, " "}:
        raise ValueError(f"column {start + 8} tells no result: {result!r}")
    number = int(opponent or 0)
    if (number == 0 and result in PLAYED) or (number and result in BYES):
        raise ValueError(f"columns {start + 1}–{start + 8}: {result!r} does not go with opponent {number}")
    return Game(number, colour, result)


def _fits(player: Player, players: Mapping[int, Player], line: int) -> None:
    """Raise `BadTrf` if a player's rounds do not match those of the opponents."""
    for index, game in enumerate(player.games):
        if game is None or not game.opponent:
            continue
        games = players[game.opponent].games if game.opponent in players else ()
        other = games[index] if index < len(games) else None
        if other is None or other.opponent != player.number:
            raise _wrong(line, f"round {index + 1}: {game.opponent} did not meet {player.number} there")
        if (_plain(game.result), _plain(other.result)) not in FITTING:
            raise _wrong(line, f"round {index + 1}: {game.result!r} does not go with {other.result!r}")
        if game.colour in "wb" and game.colour == other.colour:
            raise _wrong(line, f"round {index + 1}: both have {game.colour!r}")


def _plain(result: str) -> str:
    return result.translate(str.maketrans("WDL", "1=0"))


def to_field(trf: Trf) -> tuple[list[Entrant], list[Round]]:
    """Return the entrants and rounds of a file; references are the starting numbers.

    Entrants who may not meet come from `XXP`, and accelerated ones from `XXA` or `250`.
    """
    fast = frozenset(map(str, accelerations(trf)))
    apart: dict[str, set[str]] = {}
    for together in trf.tags.get("XXP", ()):
        for ref in together.split():
            apart.setdefault(ref, set()).update(other for other in together.split() if other != ref)
    entrants = [
        Entrant(
            str(one.number), one.number, one.rating or None,
            may_not_meet=frozenset(apart.get(str(one.number), ())), accelerated=str(one.number) in fast,
        )
        for one in sorted(trf.players, key=lambda one: one.number)
    ]  # fmt: skip
    played = max((len(one.games) for one in trf.players), default=0)
    return entrants, [replace(_round(trf, index), accelerated=fast) for index in range(played)]


def accelerations(trf: Trf) -> dict[int, list[Fraction]]:
    """Return the virtual points of each accelerated number, round by round, from `XXA` lines or `250` records.

    Raises:
        BadTrf: one of these lines is not valid.
    """
    found: dict[int, list[Fraction]] = {}
    try:
        for line in trf.tags.get("XXA", ()):
            who, *told = line.split()
            found[int(who)] = list(map(Fraction, told))
        for line in trf.tags.get("250", ()):  # offsets from column 5
            points, first, last = Fraction(line[5:9]), int(line[10:13]), int(line[14:17])
            for number in range(int(line[18:22]), int(line[23:27]) + 1):
                row = found.setdefault(number, [])
                row += [Fraction(0)] * (last - len(row))
                row[first - 1 : last] = [points] * (last - first + 1)
    except ValueError as error:
        raise BadTrf(say("the TRF file is wrong: {line} has no virtual points", line=repr(line))) from error
    return {number: row for number, row in found.items() if any(row)}


def _round(trf: Trf, index: int) -> Round:
    here = {one.number: one.games[index] for one in trf.players if index < len(one.games)}
    pods, byes, results = [], {}, []
    for number in sorted(here):
        game = here[number]
        if game is None:
            continue
        if not game.opponent:
            byes[str(number)] = BYES.get(game.result, Bye.FULL if game.result == "+" else Bye.ZERO)
            continue
        other = here[game.opponent]
        if other is None or game.colour == "b" or (game.colour != "w" and number > game.opponent):
            continue
        pod = Pod((str(number), str(game.opponent)))
        pods.append(pod)
        results.append(_result(pod, game.result, other.result))
    return Round(index + 1, tuple(pods), byes, tuple(results))


def _result(pod: Pod, first: str, second: str) -> Result | None:
    if first == " ":
        return None
    if first in FORFEITS:
        absent = frozenset(ref for ref, result in zip(pod.seats, (first, second), strict=True) if result == "-")
        return Result(pod, (1 if first == "+" else 2, 1 if second == "+" else 2), how=How.FORFEIT, absent=absent)
    return Result(pod, (PLAYED[first], PLAYED[second]))


def from_field(
    stage: Stage,
    people: Sequence[Entrant],
    rounds: Sequence[Round],
    *,
    names: Mapping[Ref, str] | None = None,
    ranks: Mapping[Ref, int] | None = None,
    accelerated: Collection[Ref] = (),
) -> str:
    """Return the report file of a stage with tables of two; names are optional.

    Entrants are renumbered from 1 in the order of their numbers. Entrants in `accelerated` get an `XXA` line.

    Raises:
        ValueError: points are not multiples of 0.1, or a pod does not have two seats.
    """
    order = sorted(people, key=lambda one: one.number)
    numbers = {one.ref: number for number, one in enumerate(order, start=1)}
    rows, told = record(stage, order, rounds), cells(stage, order, rounds, numbers)
    text = [f"012 {stage.name}", f"062 {len(order)}", "092 Individual: Swiss-System"]
    if stage.kind == "round_robin":
        text[-1] = "092 Individual: Round-Robin"
    pairs = {
        tuple(sorted((numbers[one.ref], numbers[ref]))) for one in order for ref in one.may_not_meet & set(numbers)
    }
    text += [f"XXR {stage.rounds}", *(f"XXP {one} {other}" for one, other in sorted(pairs))]
    text += recorded_rows([numbers[ref] for ref in accelerated], stage)
    for one in order:
        games = told[one.ref]
        points = one.points_on_entry + sum((outing.points for outing in rows[one.ref]), Fraction(0))
        if (points * 10).denominator != 1:
            raise ValueError(f"{points} points cannot be told in a TRF")
        head = f"001 {numbers[one.ref]:>4} {'':4} {(names or {}).get(one.ref, '')[:33]:33} {one.rating or '':>4}"
        text.append(f"{head:<80}{tail(points, (ranks or {}).get(one.ref), [games.get(n.number, '') for n in rounds])}")
    return "\n".join(text) + "\n"


def tail(points: Fraction, rank: int | None, games: Sequence[str]) -> str:
    """Return the end of a player's line, from column 81: points, rank, and a cell for each round."""
    return f"{float(points):4.1f} {rank or '':>4}{''.join(f'  {game:8}' for game in games)}".rstrip()


def cells(
    stage: Stage, people: Sequence[Entrant], rounds: Sequence[Round], numbers: Mapping[Ref, int]
) -> dict[Ref, dict[int, str]]:
    """Return the cells of each entrant's rounds: opponent, colour and result, in eight columns."""
    rows = record(stage, people, rounds)
    found = {}
    for one in people:
        games = {outing.round: _told(outing, numbers) for outing in rows[one.ref]}
        byes = {played.number: played.byes[one.ref] for played in rounds if one.ref in played.byes}
        games |= {number: f"0000 - {LETTERS[bye]}" for number, bye in byes.items()}
        found[one.ref] = games | _open(one.ref, rounds, numbers)
    return found


def _told(outing: RoundRecord, numbers: Mapping[Ref, int]) -> str:
    if not outing.opponents:
        return "0000 - Z"
    if len(outing.opponents) > 1:
        raise ValueError("a TRF file holds only matches of two players")
    if outing.kind is Kind.GAME:
        letter = "1" if outing.won else "=" if outing.place == 1 else "0"
    else:
        letter = "+" if outing.kind is Kind.FORFEIT_WIN else "-"
    return f"{numbers[outing.opponents[0]]:>4} {'wb'[outing.seat]} {letter}"


def _open(ref: Ref, rounds: Sequence[Round], numbers: Mapping[Ref, int]) -> dict[int, str]:
    """Return the cells of the rounds in which an entrant is paired without a result."""
    found = {}
    for played in rounds:
        for pod, result in zip(played.pods, played.results or (None,) * len(played.pods), strict=True):
            if result is None and ref in pod.seats:
                seat = pod.seats.index(ref)
                found[played.number] = f"{numbers[pod.seats[1 - seat]]:>4} {'wb'[seat]}  "
    return found
