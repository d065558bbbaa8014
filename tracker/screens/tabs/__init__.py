"""The four tabs of the table."""
