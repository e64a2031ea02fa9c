"""HTTP layers: limits, compression, addresses, metrics, languages."""
