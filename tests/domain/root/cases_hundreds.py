"""Cases of Root's rules: hundreds."""
