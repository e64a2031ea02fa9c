"""Riverfolk rules that happen by themselves, and that logs often leave out."""

from __future__ import annotations

from tablescribe.domain.games.root.board import supply, this
from tablescribe.domain.games.root.pieces import RIVERFOLK, warrior
from tablescribe.domain.games.root.rootlog.saying import Saying

PAYMENTS_EMPTY = this("payments-empty")
"""Set until the two warriors that join empty Payments appear in the log (RO-11.4.1)."""

PAID = this("paid")
"""Set once the player in turn has paid: riverboats and mercenaries may have been bought (RO-11.2.7)."""


def begin_turn(says: Saying) -> None:
    """Turn payments into funds (RO-11.4.3), and record whether there were any."""
    empty = not says.play.table.pieces("payments")
    says.play.cite("RO-11.4.3")
    says.play.move_all("payments", "funds")
    says.play.set(PAYMENTS_EMPTY, empty or None)


def infer_protectionism(says: Saying, n: int) -> None:
    """Place the two warriors of protectionism that the log left out, if the Riverfolk spend more than they have."""
    own, table = warrior(RIVERFOLK), says.play.table
    there = table.count("funds", own) + table.count("payments", own)
    if there < n and PAYMENTS_EMPTY in table.values:
        says.play.cite("RO-11.4.1")
        says.play.set(PAYMENTS_EMPTY, None)
        says.play.move(own, min(2, table.count(supply(RIVERFOLK), own)), supply(RIVERFOLK), "funds")


def lay_first_payments(says: Saying) -> None:
    """Place the first three payments if the set-up does not mention them (RO-11.3)."""
    if not says.play.table.pieces("payments"):
        says.play.cite("RO-11.3")
        says.play.move(warrior(RIVERFOLK), 3, supply(RIVERFOLK), "payments")
