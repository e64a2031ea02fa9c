"""Read models: lists, search and statistics, made from the log and disposable."""
