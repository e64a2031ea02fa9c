"""Cases of Root's rules: cards."""
