"""One command, one table: `python -m tests.bench [PART ...]`; exits with 1 if a budget is not met."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import campaigns, chances, company, crowd, keys, long_saves, starting
from tests.bench.campaigns import Workbench
from tests.bench.report import Row, table

PARTS: Mapping[str, tuple[Callable[[Workbench], Iterator[Row]], tuple[int, ...]]] = {
    "starting": (starting.rows, (0, 10_000)),
    "keys": (keys.rows, (0,)),
    "company": (company.rows, (0, 1_000)),
    "saves": (long_saves.rows, (0, 100, long_saves.LONG, 20_000, long_saves.VERY_LONG)),
    "dice": (chances.rows, (0,)),
    "crowd": (crowd.rows, (0,)),
}
"""The function that measures each part, and the lengths of the saves that it measures with."""


def main(wanted: list[str]) -> int:
    """Measure the parts asked for, or all of them."""
    found: list[Row] = []
    with TemporaryDirectory(prefix="tracker-bench-") as folder:
        parts = {name: PARTS[name] for name in wanted or PARTS}
        lengths = {length for _measure, each in parts.values() for length in each}
        workbench = campaigns.stock_workbench(Path(folder), tuple(sorted(lengths)))
        try:
            for name, (measure, _lengths) in parts.items():
                start = time.monotonic()
                found.extend(measure(workbench))
                print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
        finally:  # what one part cannot measure takes no row from the others
            print(table(sorted(found, key=lambda row: int(row.number))))
    return int(any(row.met is False for row in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
