"""Commands that look after the ledger: doctor, backup, serve, people."""
