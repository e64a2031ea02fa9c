"""The append-only ledger of matches. Start at `ledger/matches/ledger.py`; `README.md` is the map."""
