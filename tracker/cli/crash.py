"""An unexpected error: a report in a file, one sentence, exit code 70."""

import os
import platform
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType

from tracker import __version__
from tracker.cli.invocation import FAILED
from tracker.cli.printing import say
from tracker.store.paths import reports_folder
from tracker.wording.language import _

LIBRARIES = ("textual", "rich", "tinydb", "msgspec")
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700


def end_by(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    """Report an error that nothing else has caught, and leave; `sys.excepthook` calls it.

    The report has the kind of every error and the lines of the code. It has no values, since they are the
    campaign's.
    """
    failed = error.__cause__ or error
    report = "\n".join(_report(failed, getattr(error, "bindings", ()), os.environ)) + "\n"
    try:
        path = _write(reports_folder(os.environ), report)
    except OSError:
        say(report, error=True)
        path = None
    sentences = [
        _("El programa ha fallado ({kind}). Lo que se ha visto en pantalla está guardado.").format(
            kind=type(failed).__name__
        )
    ]
    if path is not None:
        sentence = _("El informe está en {path}: no lleva ningún nombre ni texto de la campaña.")
        sentences.append(sentence.format(path=path))
    say(" ".join(sentences), error=True)
    raise SystemExit(FAILED)


def _report(error: BaseException, bindings: Sequence[str], environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a report: versions, terminal, the last bindings used, traceback."""
    yield from versions()
    yield " ".join(f"{name}={environment.get(name, '')}" for name in ("TERM", "LANG", "LC_ALL", "COLORTERM"))
    yield f"bindings: {' '.join(bindings)}"
    seen: BaseException | None = error
    while seen is not None:
        yield ""
        yield f"{type(seen).__module__}.{type(seen).__qualname__}"
        for frame in traceback.extract_tb(seen.__traceback__):
            yield f"  {frame.filename}:{frame.lineno} {frame.name}: {frame.line}"
        seen = seen.__cause__ or seen.__context__


def versions() -> Iterator[str]:
    """Yield the versions of the program, of Python, of the system, and of the libraries."""
    system = f"{platform.system()} {platform.release()}"
    yield f"tracker {__version__}, Python {platform.python_version()}, {system}"
    yield ", ".join(f"{name} {_version_of(name)}" for name in LIBRARIES)


def _version_of(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "?"


def _write(folder: Path, report: str) -> Path:
    folder.mkdir(_PRIVATE_FOLDER, parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _PRIVATE), "w", encoding="utf-8") as file:
        file.write(report)
    return path
