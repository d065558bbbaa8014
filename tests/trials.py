"""How often each fault was tried and what it cost: the table that ends `python -m tests slow`."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import Signature, signature
from typing import Any

import pytest
from hypothesis import settings

TRIALS = "trials"
LONG = "slow or everywhere"
"""The marks by which pytest chooses the long trials."""
EXAMPLES, MORE_EXAMPLES = 30, 100
"""Examples of a property, in the checks and in the long trials."""
Trials = Callable[..., None]
"""`trials(fault, tried, lost=0)`: what a test tried; it asserts by itself that nothing was lost."""


@pytest.fixture
def trials(request: pytest.FixtureRequest) -> Trials:
    """Count what a test tries."""

    def count(fault: str, tried: int, lost: int = 0) -> None:
        request.node.user_properties.append((TRIALS, (fault, tried, lost)))

    return count


def is_long(config: pytest.Config) -> bool:
    """Whether the long trials are being made."""
    return bool(config.getoption("-m") == LONG)


def each_of(names: str | Sequence[str], values: Iterable[Any]) -> Callable[[Trials], Trials]:
    """Make one test of a table of cheap cases; it tries all of them, and says which it failed in.

    Written as pytest's `parametrize`, which makes a test of each: that costs more than such a case, and is
    for cases that start the program, change what stays, or are chosen by a mark.
    """
    parts = names.replace(" ", "").split(",") if isinstance(names, str) else list(names)
    rows = [each if len(parts) > 1 else (each,) for each in values]

    def of(test: Trials) -> Trials:
        @wraps(test)
        def every(**others: Any) -> None:
            failed: list[BaseException] = []
            for row in rows:
                case = dict(zip(parts, row, strict=True))
                try:
                    test(**case, **others)
                except (Exception, pytest.fail.Exception) as fault:
                    fault.add_note(f"in the case {case}")
                    failed.append(fault)
            if len(failed) > 1:
                raise BaseExceptionGroup(f"{len(failed)} of {len(rows)} cases", failed)
            if failed:
                raise failed[0]

        whole = signature(test)
        others = [each for name, each in whole.parameters.items() if name not in parts]
        every.__signature__ = Signature(others)  # type: ignore[attr-defined]
        return every

    return of


def few_examples(count: int) -> settings:
    """Return the settings of a property that is dear: the checks try so many, the long trials no fewer."""
    usual = settings().max_examples
    return settings(max_examples=count if usual == EXAMPLES else max(count, usual))


def one_in(count: int, values: Iterable[Any]) -> list[Any]:
    """Return values to try some of: the checks take one in so many, the long trials the others."""
    return [
        pytest.param(each, marks=pytest.mark.slow) if number % count else each
        for number, each in enumerate(values)
    ]


def one_of(values: Iterable[Any]) -> list[Any]:
    """Return values to try one of: the checks take the first, the long trials the others."""
    every = [*values]
    return one_in(len(every), every)


def one_row_of(rows: Iterable[Sequence[Any]]) -> list[Any]:
    """Return rows to try one of, each with a value for every name of a test's parameters."""
    every = [*rows]
    return one_row_in(len(every), every)


def one_row_in(count: int, rows: Iterable[Sequence[Any]]) -> list[Any]:
    """Return rows to try some of: the checks take one in so many, the long trials the others."""
    return [
        pytest.param(*each, marks=pytest.mark.slow) if number % count else each
        for number, each in enumerate(rows)
    ]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the table after the long trials; a test that fails is a loss whatever it counted."""
    if not is_long(config):
        return
    tried: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, ()):
            for name, value in getattr(report, "user_properties", ()):
                if name == TRIALS and report.when == "call":
                    fault, count, losses = value
                    tried[fault] += count
                    lost[fault] += losses + (outcome == "failed")
    if tried:
        width = max(map(len, tried))
        terminalreporter.section("trials")
        terminalreporter.write_line(f"{'fault':{width}}  {'trials':>8}  {'losses':>6}")
        for fault in sorted(tried):
            terminalreporter.write_line(f"{fault:{width}}  {tried[fault]:>8}  {lost[fault]:>6}")
