"""The program, forked from a process that has imported all of it: it starts in a hundredth of a second.

A start of Python and the imports were nine tenths of what a command cost. All else is as the shell has it: a
process of its own, with its standard streams, environment and folder.
"""

import atexit
import ctypes
import gc
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryFile

import tracker
from tracker import __main__ as program

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30
"""Seconds that anything may take on a busy machine before a test gives up."""
LENGTH = 8
"""Bytes of a number between the processes."""
READ_AT_START = ("PYTHON", "LC_", "TEXTUAL")
"""The beginnings of the variables that Python reads as it starts, or Textual as it is imported."""


def read_at_start(environment: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    """Return the variables that have had their effect before the program begins."""
    return frozenset(each for each in environment.items() if each[0].startswith(READ_AT_START))


def starts_warm(environment: Mapping[str, str]) -> bool:
    """Whether an environment starts Python as that of the tests does, so that one process forks for both."""
    return read_at_start(environment) == read_at_start({**os.environ, "PYTHONPATH": str(ROOT)})


_PR_CAPBSET_DROP, _CAPABILITIES, _CAPABILITY_VERSION = 24, 64, 0x20080522
"""Numbers of Linux: capabilities are what the superuser may do."""


class Hindrance(StrEnum):
    """What a program is hindered by from its start on."""

    POWERLESS = "powerless"
    """The modes of files count, whoever runs the tests."""
    HOMELESS = "homeless"
    """The folder in which it was started is gone."""
    FULL = "full"
    """No file can grow, as on a full disk."""


class WarmProgram:
    """A program that was forked, with the face of `subprocess.Popen`."""

    def __init__(
        self,
        words: Iterable[str],
        streams: Sequence[int],
        environment: Mapping[str, str],
        folder: Path,
        hindrance: Hindrance | None = None,
    ) -> None:
        self._ending, told = os.pipe()
        asked = json.dumps((list(words), dict(environment), str(folder), hindrance)).encode()
        requests = _forker(read_at_start(environment))
        socket.send_fds(requests, [_bytes(len(asked))], [*streams, told])
        requests.sendall(asked)
        os.close(told)
        begun = os.read(self._ending, LENGTH)
        assert begun, "the process that forks has ended"
        self.pid = _number(begun)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, None while the program runs."""
        if self.returncode is None and select.select([self._ending], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code once the program has ended."""
        if self.returncode is None:
            if not select.select([self._ending], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            self.returncode = _number(os.read(self._ending, LENGTH))
            os.close(self._ending)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the program has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it may end between the look and the signal
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask the program to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the program as if the power had gone."""
        self.send_signal(signal.SIGKILL)


def run_warm(
    words: Sequence[str], environment: Mapping[str, str], folder: Path, given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end, with a text as its input."""
    with (
        TemporaryFile("w+", encoding="utf-8") as stdin,
        TemporaryFile("w+", encoding="utf-8") as stdout,
        TemporaryFile("w+", encoding="utf-8") as stderr,
    ):
        stdin.write(given)
        stdin.seek(0)
        running = WarmProgram(words, [each.fileno() for each in (stdin, stdout, stderr)], environment, folder)
        try:
            code = running.wait(PATIENCE)
        finally:
            running.kill()
        for each in (stdout, stderr):
            each.seek(0)
        return subprocess.CompletedProcess(words, code, stdout.read(), stderr.read())


def _bytes(number: int) -> bytes:
    return number.to_bytes(LENGTH, "big", signed=True)


def _number(told: bytes) -> int:
    return int.from_bytes(told, "big", signed=True)


@cache
def _forker(read: frozenset[tuple[str, str]]) -> socket.socket:
    """Start the process that forks, which ends with this one; returns where it reads requests."""
    ours, theirs = socket.socketpair()
    others = {name: value for name, value in os.environ.items() if not name.startswith(READ_AT_START)}
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, str(theirs.fileno())],
        stdin=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
        env={**others, **dict(read)},
        cwd=ROOT,
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _become(requests: socket.socket) -> None:
    """Fork a program for each request; comes back in each of them, and is the program from then on."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait for programs
    while True:
        length, files, _flags, _address = socket.recv_fds(requests, LENGTH, 4)
        if not length:
            sys.exit()
        *streams, told = files
        asked = requests.recv(_number(length), socket.MSG_WAITALL)
        if os.fork() == 0:
            break
        for each in (*streams, told):
            os.close(each)
    requests.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if pid := os.fork():
        os.write(told, _bytes(pid))
        for each in streams:
            os.close(each)
        _pid, status = os.waitpid(pid, 0)
        os.write(told, _bytes(os.waitstatus_to_exitcode(status)))
        os._exit(0)
    os.close(told)
    words, environment, folder, hindrance = json.loads(asked)
    for number, each in enumerate(streams):
        os.dup2(each, number)
        os.close(each)
    _renew_streams()
    if os.isatty(0):
        os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.chdir(folder)
    if hindrance is not None:
        _hinder(Hindrance(hindrance), folder)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    sys.path[0] = folder
    sys.argv = [program.__file__, *words]


def _hinder(hindrance: Hindrance, folder: str) -> None:
    match hindrance:
        case Hindrance.POWERLESS:
            give_up_power()
        case Hindrance.HOMELESS:
            os.rmdir(folder)
        case Hindrance.FULL:
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def give_up_power() -> None:
    """Let the modes of files count for this process: those of the superuser count for nothing else.

    It stays the same user, who may read an interpreter that other users may not.
    """
    if os.geteuid() == 0:
        system = ctypes.CDLL(None, use_errno=True)
        for capability in range(_CAPABILITIES):
            system.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
        header, none = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)()
        if system.capset(header, none):
            raise OSError(ctypes.get_errno(), "capset")


def _renew_streams() -> None:
    """Make the standard streams anew: Python has asked the old ones whether they can be sought in."""
    for name, mode, buffering in (("stdin", "r", -1), ("stdout", "w", -1), ("stderr", "w", 1)):
        old = getattr(sys, name)
        as_before = {"encoding": old.encoding, "errors": old.errors, "closefd": False}
        new = os.fdopen(old.fileno(), mode, buffering, **as_before)
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)


def _leave(codes: Sequence[int]) -> None:
    """End without taking the program apart: that would copy each page that the processes share."""
    if codes:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(codes[0])


if __name__ == "__main__":
    codes: list[int] = []
    atexit.register(_leave, codes)  # what is registered first is called last
    for module in walk_packages(tracker.__path__, "tracker."):
        import_module(module.name)
    gc.freeze()
    _become(socket.socket(fileno=int(sys.argv[1])))
    try:
        program.run()
    except SystemExit as end:
        if isinstance(end.code, int):
            codes.append(end.code)
        raise
