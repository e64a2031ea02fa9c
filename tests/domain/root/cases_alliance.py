"""Cases of Root's rules: alliance."""
