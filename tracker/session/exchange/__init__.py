"""A library as text, JSON or CSV. Reading the text back gives the same library."""
