"""Witnesses: cosignatures, policies, cosigned checkpoints."""
