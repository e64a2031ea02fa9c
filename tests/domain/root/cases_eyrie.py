"""Cases of Root's rules: eyrie."""
