"""The table screen, and the parts that it is composed of."""
