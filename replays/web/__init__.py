"""The web service: record, follow and judge matches in a browser, over the same ledger as the command line."""
