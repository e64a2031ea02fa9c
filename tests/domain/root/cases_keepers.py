"""Cases of Root's rules: keepers."""
