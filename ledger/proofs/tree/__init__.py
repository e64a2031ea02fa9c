"""The Merkle tree over the log, signed notes and checkpoints."""
