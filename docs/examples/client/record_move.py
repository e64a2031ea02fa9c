"""List the matches, look at one, record a move, and read why another is refused."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TypeVar
from uuid import uuid4

import httpx
from tablescribe_client import AuthenticatedClient
from tablescribe_client.api.matches import get_match, list_legal_actions, list_matches
from tablescribe_client.api.recording import record_move
from tablescribe_client.models import Choice, Group, NewMove, NewMoveAction, Problem, Recorded, State

Answer = TypeVar("Answer")


def expect(answer: Answer | Problem | None) -> Answer:
    """Return an answer, or end the program with what the service says instead."""
    if isinstance(answer, Problem):
        sys.exit(f"{answer.code}: {answer.detail}")
    if answer is None:
        sys.exit("The service sent an answer that its document does not describe.")
    return answer


def find_open_match(client: AuthenticatedClient) -> str:
    """Print the newest open matches and return the id of the first."""
    lines = expect(list_matches.sync(client=client, state="open", limit=5))
    if not lines:
        sys.exit("No match is open.")
    for line in lines:
        print(f"{line.id}  {line.title}: {', '.join(line.seats)}, moves: {line.moves}")
    return lines[0].id


def look_at(client: AuthenticatedClient, match_id: str) -> State:
    """Return a match as it is now."""
    return expect(get_match.sync(match_id, client=client))


def choices(groups: list[Group]) -> Iterator[Choice]:
    """Yield the legal actions of all groups."""
    for group in groups:
        yield from group.choices
        yield from choices(group.groups)


def find_action(client: AuthenticatedClient, match_id: str, written: str) -> Choice | None:
    """Return the legal action that players write like this, such as `Nf3`."""
    legal = expect(list_legal_actions.sync(match_id, client=client))
    return next((one for one in choices(legal.now) if one.written == written), None)


def record(client: AuthenticatedClient, state: State, seat: int, action: NewMoveAction) -> Recorded | Problem:
    """Record an action that was decided on this state; send it again if no answer comes."""
    move = NewMove(command_id=uuid4().hex, expected_version=state.version, seat=seat, action=action)
    for _ in range(3):
        try:
            answer = record_move.sync(state.id, client=client, body=move)
        except httpx.TransportError:
            continue  # perhaps it was recorded: the same command_id makes sure that it is recorded once
        if isinstance(answer, Recorded | Problem):
            return answer
    sys.exit("The service does not answer.")


def tell(answer: Recorded | Problem) -> None:
    """Print what was recorded, or why it was refused and what would be legal."""
    if isinstance(answer, Recorded):
        for event in answer.recorded:
            print(f"Move {event.move}: {event.words} (version {answer.version})")
    elif answer.code == "rule.broken":
        print(f"Refused by {answer.rule}: {answer.rule_text}")
        print(f"Legal: {', '.join(answer.legal or [])}")
    elif answer.code == "match.stale":
        print(f"The match is at version {answer.version} now. Look at it and decide again.")
    else:
        print(f"Refused ({answer.code}): {answer.detail}")


def main(address: str, token: str) -> None:
    """Record e4 for white, then send two commands that are refused."""
    client = AuthenticatedClient(base_url=address, token=token)
    state = look_at(client, find_open_match(client))
    print(f"To move: {', '.join(one.label for one in state.seats if one.seat in state.to_act)}")
    e4 = find_action(client, state.id, "e4")
    if e4 is None:
        sys.exit("e4 is not legal now.")
    action = NewMoveAction.from_dict(e4.action.to_dict())
    tell(record(client, state, e4.seat, action))
    tell(record(client, state, e4.seat, action))  # a new command, decided on the old version
    pawn_goes_three = NewMoveAction.from_dict({"do": "move", "man": "e7", "to": "e4"})
    tell(record(client, look_at(client, state.id), 2, pawn_goes_three))


if __name__ == "__main__":
    main(*sys.argv[1:])
