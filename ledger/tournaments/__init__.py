"""Use cases on tournaments: announce, pair, report, rule, finish."""
