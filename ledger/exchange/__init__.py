"""Foreign formats: BG Stats, BoardGameGeek, tables of results, game notations and FIDE tournament reports (TRF)."""
