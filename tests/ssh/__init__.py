"""The tracker under a real OpenSSH server."""
