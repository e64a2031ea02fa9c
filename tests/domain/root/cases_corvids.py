"""Cases of Root's rules: corvids."""
