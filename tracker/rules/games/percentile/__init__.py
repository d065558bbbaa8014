"""Percentile: d100 under a skill, willpower, experience, study and light (document 003)."""
