"""What all commands share: state, language, errors, messages, tables."""
