"""Operating a ledger: match files, backup, import, the doctor, publishing, and the service lock."""
