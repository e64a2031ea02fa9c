"""Cases of Root's rules: duchy."""
