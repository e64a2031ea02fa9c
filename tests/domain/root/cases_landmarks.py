"""Cases of Root's rules: landmarks."""
