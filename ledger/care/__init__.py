"""Caring for a ledger: match files, copies, the doctor, and one service a ledger."""
