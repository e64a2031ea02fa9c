"""Cases of Root's rules: advanced."""
