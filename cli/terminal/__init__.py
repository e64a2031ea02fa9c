"""What all commands share: state, language, errors, messages and tables."""
