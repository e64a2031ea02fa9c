"""Ratings, fairness and balance over many matches."""
