"""Read models: lists, search and statistics, projected from the log and disposable."""
