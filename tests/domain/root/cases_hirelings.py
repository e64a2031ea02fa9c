"""Cases of Root's rules: hirelings."""
