"""What tests cost, folder by folder: a plugin of pytest that `python -m tests` asks for with `-p`."""

import os
from collections import Counter, defaultdict
from collections.abc import Generator
from typing import Any

import pytest

from tests.trials import is_long

DEAREST = 10
"""The folders that are named after the checks; after the long trials all are."""
_used = os.times()


def processor_seconds(since: os.times_result, now: os.times_result) -> float:
    """Return what this process and the programs that it started, as far as they have ended, used."""
    return sum(now[:4]) - sum(since[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Note what a part of a test used, and what came between it and the part before."""
    global _used
    report = yield
    before, _used = _used, os.times()
    report.processor = processor_seconds(before, _used)
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the folders, the dearest first."""
    tests: Counter[str] = Counter()
    processor: defaultdict[str, float] = defaultdict(float)
    wall: defaultdict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                folder = report.nodeid.split("/")[1].partition("::")[0]
                tests[folder] += report.when == "call"
                wall[folder] += report.duration
                processor[folder] += getattr(report, "processor", 0)
    named = sorted(processor, key=processor.__getitem__, reverse=True)[: None if is_long(config) else DEAREST]
    terminalreporter.section("processor, tests, time")
    for folder in named:
        terminalreporter.write_line(
            f"{folder:20} {processor[folder]:7.1f} s {tests[folder]:6} {wall[folder]:7.1f} s"
        )
