"""Commands that prove: sign, bundle, verify, witness."""
