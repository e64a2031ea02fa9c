"""Verification of a whole ledger, complete or incremental."""
