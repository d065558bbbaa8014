"""One command, one table: `python -m tests.bench [PART ...]`; exits with 1 if a budget is not met."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import campaigns, chances, company, keys, long_saves, starting
from tests.bench.campaigns import Shelf
from tests.bench.report import Row, table

LENGTHS = (0, 100, 1_000, 10_000, campaigns.LONGEST)
PARTS: Mapping[str, Callable[[Shelf], Iterator[Row]]] = {
    "starting": starting.rows,
    "keys": keys.rows,
    "company": company.rows,
    "saves": long_saves.rows,
    "dice": chances.rows,
}


def main(wanted: list[str]) -> int:
    """Measure the parts asked for, or all of them."""
    found: list[Row] = []
    with TemporaryDirectory(prefix="tracker-bench-") as folder:
        shelf = campaigns.stocked(Path(folder), LENGTHS)
        for name in wanted or PARTS:
            start = time.monotonic()
            found += PARTS[name](shelf)
            print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    print(table(sorted(found, key=lambda row: int(row.number))))
    return int(any(row.met is False for row in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
