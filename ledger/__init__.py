"""The append-only log that keeps matches. Start reading at `ledger/matches/ledger.py`; `README.md` is the map."""
