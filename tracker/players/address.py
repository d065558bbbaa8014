"""The page's address: the socket that listens, and the address for a browser."""

import errno
import socket
from ipaddress import ip_address

from tracker.rules.refusal import Refusal

_ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with the address that the GM asks for
_TRIED = 16
"""How many ports are tried, beginning with the wanted one, before any free one is taken."""
_MOST = 1 << 16


def page_socket(address: str, port: int) -> socket.socket:
    """Return a socket that listens at the port or, if it is taken, at the next free one; 0 takes any.

    Raises `Refusal` `cannot_listen`.
    """
    last = max(port + 1, min(port + _TRIED, _MOST))
    for wanted in (*range(port, last), 0) if port else (0,):
        try:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            return socket.create_server((address, wanted), family=family)
        except (OSError, OverflowError, UnicodeError) as error:
            refusal = _refusal(error, f"{address}:{wanted}")
            if getattr(error, "errno", None) != errno.EADDRINUSE:
                break
    raise refusal


def _refusal(error: Exception, where: str) -> Refusal:
    reason = getattr(error, "strerror", None) or str(error)
    return Refusal("cannot_listen", address=where, reason=reason)


def port_of(listening: socket.socket) -> int:
    """Return the port at which a socket listens."""
    return int(listening.getsockname()[1])


def is_private(listening: socket.socket) -> bool:
    """Whether this machine alone reaches it."""
    return ip_address(listening.getsockname()[0]).is_loopback


def page_address(listening: socket.socket, token: str) -> str:
    """Return the address to open in a browser."""
    host = listening.getsockname()[0]
    if host in _ANYWHERE:
        host = _own_address(listening.family)
    return f"http://{f'[{host}]' if ':' in host else host}:{port_of(listening)}/{token}/"


def _own_address(family: int) -> str:
    """Return the address of this machine towards its network; no packet is sent to find it."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1" if family == socket.AF_INET else "2001:db8::1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
