"""The page's address: the socket that listens, and the address for a browser."""

import socket

from tracker.rules.refusal import Refusal

_ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with the address that the GM asks for


def page_socket(address: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 takes a free one. Raises `Refusal` `cannot_listen`."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        return socket.create_server((address, port), family=family)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refusal("cannot_listen", address=f"{address}:{port}", reason=reason) from error


def page_address(listening: socket.socket, token: str) -> str:
    """Return the address to open in a browser."""
    host, port = listening.getsockname()[:2]
    if host in _ANYWHERE:
        host = _own_address(listening.family)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/{token}/"


def _own_address(family: int) -> str:
    """Return the address of this machine towards its network; no packet is sent to find it."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1" if family == socket.AF_INET else "2001:db8::1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
