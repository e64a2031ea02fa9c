"""The service: matches recorded, followed and judged in a browser, over the same ledger as the command line."""
