"""A library as text, JSON or CSV, and the files of other programs.

Reading the library's own text back gives the same library.
"""
