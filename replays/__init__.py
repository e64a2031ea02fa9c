"""Reading matches back: the table at any move, what a move changed, audits, pictures, reports.

Nothing here writes to a ledger.
"""
