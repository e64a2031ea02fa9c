"""Stand-alone verifiers and the file formats they check."""
