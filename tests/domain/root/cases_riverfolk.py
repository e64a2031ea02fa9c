"""Cases of Root's rules: riverfolk."""
