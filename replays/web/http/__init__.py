"""HTTP plumbing: limits, compression, addresses, metrics, languages."""
