"""Proofs of the log for third parties: Merkle tree, keys, signatures, bundles, witnesses and verifiers."""
