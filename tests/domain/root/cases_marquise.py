"""Cases of Root's rules: marquise."""
