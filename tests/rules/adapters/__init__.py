"""One module for each rules system: its conformance operations, by name, over its rules.

The module is named after the system, as the file of cases is, and holds `OPERATIONS`.
"""

from collections.abc import Callable, Mapping
from typing import Any

Operation = Callable[..., Mapping[str, Any]]
