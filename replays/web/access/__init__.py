"""Who may do what: passes, device sessions, PINs, the access trail."""
