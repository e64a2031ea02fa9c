"""Public tournament pages, cached and pushed to everybody."""
