"""What proves a log to others: the Merkle tree, keys, signatures, bundles and their verifiers."""
