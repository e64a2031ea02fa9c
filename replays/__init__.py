"""Reading matches back: the table at any move, what a move changed, audits, pictures, reports.

The modules here never write to a ledger; `web`, the service, records through the scribe.
"""
