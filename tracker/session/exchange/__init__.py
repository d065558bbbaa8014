"""A library as text: JSON for all of it, CSV for its creatures. What is read back is what was written."""
