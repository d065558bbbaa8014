"""What a terminal is told beside the text on its screen: its title, its clipboard, a notification, links.

All are OSC sequences. Most terminals ignore those that they do not know; a few print them, and are sent none.
Multiplexers understand titles and links themselves, and pass on the rest only if it is wrapped for them.
"""

import re
from binascii import b2a_base64
from collections.abc import Mapping

from msgspec import Struct

from tracker.session.text import clean

_PRINTS_THEM = re.compile(r"$|dumb|unknown|linux|cons|eterm|ansi|sun|vt\d")
"""Beginnings of the names of terminals that print a part of an OSC sequence; no name, no terminal."""
_BY_777 = ("KONSOLE_VERSION", "VTE_VERSION")
"""Variables of terminals that take notifications by OSC 777; the others take OSC 9."""
LONGEST_TITLE = 100
LONGEST_NOTIFICATION = 200
MOST_COPIED = 4_096
"""Bytes of a text for the clipboard that every terminal takes."""
MOST_IN_SCREEN = 500
"""The same in GNU screen, which would print the rest of a longer sequence (its limit is 768, of base64)."""
_PUSH, _POP = "\x1b[22;2t", "\x1b[23;2t"


class Osc(Struct, frozen=True):
    """The sequences of one terminal; each is empty if the terminal would print it."""

    known: bool = False
    """Whether the terminal takes OSC sequences, or ignores them without a trace."""
    in_tmux: bool = False
    in_screen: bool = False
    """In GNU screen, or in a tmux with screen's name: over ssh nothing else tells them apart."""
    by_777: bool = False

    @property
    def most_copied(self) -> int:
        """The most bytes of a text that can be copied; 0 if none can."""
        return (MOST_IN_SCREEN if self.in_screen else MOST_COPIED) if self.known else 0

    def copy(self, text: str) -> str:
        """Put a text into the terminal's clipboard; empty if it is too long."""
        content = text.encode(errors="replace")
        if len(content) > self.most_copied:
            return ""
        sequence = f"\x1b]52;c;{b2a_base64(content, newline=False).decode()}\a"
        # A multiplexer takes the plain sequence or passes on the wrapped one, as its user has told it to.
        return sequence if self._passes(sequence) == sequence else self._passes(sequence) + sequence

    def notify(self, text: str) -> str:
        """Show a notification on the desktop."""
        # Semicolons divide fields; some terminals take a number before one for a command.
        body = clean(text, LONGEST_NOTIFICATION).replace(";", ",")
        return self._passes(f"\x1b]777;notify;tracker;{body}\a" if self.by_777 else f"\x1b]9;{body}\a")

    def _passes(self, sequence: str) -> str:
        """Wrap a sequence so that a multiplexer passes it on to its own terminal."""
        if not self.known:
            return ""
        if self.in_screen:
            return f"\x1bP{sequence}\x1b\\"
        return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\" if self.in_tmux else sequence


def osc_of(environment: Mapping[str, str]) -> Osc:
    """Tell what can be told to the terminal of an environment."""
    term = environment.get("TERM", "")
    is_in_tmux = term.startswith("tmux") or ("TMUX" in environment and "STY" not in environment)
    return Osc(
        known=not _PRINTS_THEM.match(term),
        in_tmux=is_in_tmux,
        in_screen=term.startswith("screen") and not is_in_tmux,
        by_777=term.startswith("rxvt") or any(name in environment for name in _BY_777),
    )


def title_change(old: str, new: str) -> str:
    """Change the title of the window; an empty one is that from before the program.

    It is given back by the terminal's stack of titles. A terminal without a stack is left with none.
    """
    if not new:
        return f"\x1b]2;\a{_POP}" if old else ""
    return f"{'' if old else _PUSH}\x1b]2;{clean(new, LONGEST_TITLE)}\a"


def link_to(address: str) -> str:
    """Write an address that leads to itself; it has no unsafe characters."""
    return f"\x1b]8;;{address}\x1b\\{address}\x1b]8;;\x1b\\"
