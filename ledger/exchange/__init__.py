"""Foreign formats: BG Stats exports and FIDE tournament report files (TRF)."""
