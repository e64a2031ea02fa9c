"""Commands for judges: audit, reconcile, season."""
