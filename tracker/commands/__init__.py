"""The typed language: reads a line and returns a command."""
