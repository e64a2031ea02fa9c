"""Read matches back: the table at any move, changes, audits, pictures, reports.

No module here writes to a ledger except in `web`: the service records through the scribe.
"""
