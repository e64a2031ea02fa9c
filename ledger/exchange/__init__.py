"""Foreign formats: BG Stats and FIDE report files."""
