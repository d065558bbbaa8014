"""The rows of the features in the tests that try every line and every key."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tracker.feature_list import FEATURES


def rows_of_features(table: str) -> Iterator[Any]:
    """Yield the rows that the features have for a table, each in the `rows` of its tests, if it has any."""
    for feature in FEATURES:
        if Path(__file__).with_name(feature.id).joinpath("rows.py").exists():
            yield from getattr(import_module(f"tests.features.{feature.id}.rows"), table, ())
