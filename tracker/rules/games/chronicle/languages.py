"""Languages: how many a sharp mind may learn (R1-058, R1-059)."""


def extra_languages(mind: int) -> int:
    """Return how many languages Mind allows besides the first: one per complete 3 above 6 (R1-059, A1-20).

    >>> [extra_languages(mind) for mind in (3, 8, 9, 18)]
    [0, 0, 1, 4]
    """
    return max(0, (mind - 6) // 3)
