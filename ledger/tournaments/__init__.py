"""Commands on tournaments: announce, pair, report, rule, finish."""
