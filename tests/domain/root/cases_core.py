"""Cases of Root's rules: core."""
