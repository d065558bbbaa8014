"""The orders of the example campaigns, one file for each system, named after it."""
