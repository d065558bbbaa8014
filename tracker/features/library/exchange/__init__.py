"""A library as text, JSON or CSV, and the files of other programs.

A library written as text and read back is the same library.
"""
