"""An unexpected error: a report in a file, one sentence, exit code 70."""

import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from tracker.cli.invocation import FAILED
from tracker.cli.printing import print_line
from tracker.rules.refusal import Refusal
from tracker.store.paths import reports_folder
from tracker.store.reports import keep_report, report_text
from tracker.wording.messages import say


def end_by(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    """Report an error that nothing else has caught, and exit with 70; `sys.excepthook` calls it."""
    cause = error.__cause__ or error
    bindings = f"bindings: {' '.join(getattr(error, 'bindings', ()))}"
    report = report_text(cause, (terminal_line(os.environ), bindings))
    try:
        path = keep_report(reports_folder(os.environ), report)
    except Refusal:
        print_line(report, error=True)
        path = None
    sentences = [say("crash.failed", kind=type(cause).__name__)]
    if path is not None:
        sentences.append(report_sentence(path))
    print_line(" ".join(sentences), error=True)
    raise SystemExit(FAILED)


def report_sentence(path: Path) -> str:
    return say("crash.report", path=path)


def terminal_line(environment: Mapping[str, str]) -> str:
    """Return the variables of the terminal and of the language, for a report."""
    return " ".join(f"{name}={environment.get(name, '')}" for name in ("TERM", "LANG", "LC_ALL", "COLORTERM"))
