"""The questions that the table screen asks: each is dismissed with its answer, which is then played."""
