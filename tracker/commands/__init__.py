"""The typed language: it parses a line into a command."""
