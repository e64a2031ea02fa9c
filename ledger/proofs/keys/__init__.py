"""Private keys, the key ring, signatures and time stamps."""
