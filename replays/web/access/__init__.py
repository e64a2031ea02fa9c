"""Access control: passes, device sessions, PINs, the access trail."""
