"""Cases of Root's rules: lizards."""
