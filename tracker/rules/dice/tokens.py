"""The tokens of a dice notation, each with its position in the text."""

import re
from collections.abc import Callable, Iterator, Mapping

from tracker.rules.dice.throw import Mode
from tracker.rules.fields import LARGEST
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_signs

LONGEST = 200
"""The limit of characters in a notation."""
BEFORE = 16
"""The limit of characters that a refusal quotes before and behind a mistake."""

Names = Callable[[str], int]
"""From a name (`lia.fuerza`) to its number; refuses a name without a number."""

MODES: Mapping[str, Mode] = {
    "adv": Mode.ADVANTAGE,
    "advantage": Mode.ADVANTAGE,
    "ventaja": Mode.ADVANTAGE,
    "dis": Mode.DISADVANTAGE,
    "disadvantage": Mode.DISADVANTAGE,
    "desventaja": Mode.DISADVANTAGE,
}
_SHORT = "rr|ro|ra|mi|ma|du|d(?!e)|[kpcehlx]"
_MODE = "|".join(sorted(MODES, key=len, reverse=True))
_LETTER = r"[^\W\d_]"
_TOKEN = re.compile(
    rf"""\s*(
        (?<!\w)(?:"[^"]*"|{_LETTER}\w*)(?:\.\w+)+  # a name from a sheet
        |[0-9]+
        |(?P<meant>(?:{_SHORT})*(?:{_SHORT}|{_MODE})(?!{_LETTER}))  # letters that mean something, to the last
        |{_LETTER}+
        |\[[^\]]*\]?|[=!<>]=|//|\S
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_MEANT = re.compile(rf"(?:{_MODE})(?!{_LETTER})|{_SHORT}", re.IGNORECASE)
_WORD = re.compile(r'"[^"]*"?|\w+\.?')


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each token begins and ends; letters that mean something are read on one by one."""
    for match in _TOKEN.finditer(text):
        if match["meant"]:
            yield from (each.span() for each in _MEANT.finditer(text, *match.span("meant")))
        else:
            yield match.span(1)


class Token:
    """A piece of the text, in lower case and as written, with its position; empty at the end."""

    __slots__ = ("position", "text", "written")

    def __init__(self, text: str, position: int, written: str) -> None:
        self.text = text
        self.position = position
        self.written = written

    @property
    def is_name(self) -> bool:
        """Whether it is the name of something on a sheet."""
        return "." in self.text and len(self.text) > 1 and not self.text.startswith("[")


class Tokens:
    """The tokens of a text, taken one at a time, and the refusals that point at them."""

    def __init__(self, text: str) -> None:
        self._text = text
        plain = with_plain_signs(text)
        self._remaining = [Token(plain[i:j].lower(), i, text[i:j]) for i, j in _places(plain)]
        self._remaining.reverse()
        self.end = Token("", len(text.rstrip()), "")
        self.token = self.end
        self._possible: tuple[Token | None, str] = (None, "")
        self.advance()

    @property
    def begins_with_times(self) -> bool:
        """Whether a number and an x come next."""
        return bool(self._remaining) and self.token.text.isdigit() and self._remaining[-1].text in ("x", "×")

    @property
    def ends_with_times(self) -> bool:
        """Whether only a number follows this token."""
        return len(self._remaining) == 1 and self._remaining[0].text.isdigit()

    def advance(self) -> Token:
        """Take the current token."""
        token = self.token
        self.token = self._remaining.pop() if self._remaining else self.end
        return token

    def number(self) -> int | None:
        """Take a number, if one is next; raises `Refusal` `dice_too_large`."""
        if not (self.token.text.isascii() and self.token.text.isdigit()):
            return None
        token = self.advance()
        value = int(token.text)
        if value > LARGEST:
            raise Refusal("dice_too_large", **self.place(token), limit=LARGEST)
        return value

    def break_off(self, letter: str) -> bool:
        """Take a letter off the front of a word that means nothing in dice, and say if it was there."""
        token = self.token
        if not token.text.startswith(letter) or _MEANT.fullmatch(token.text):
            return False
        self.token = Token(token.text[1:], token.position + 1, token.written[1:])
        return True

    def operators_fit(self, kind: str) -> None:
        """Note that an operator of dice or of a set, `kind`, could stand at this token."""
        self._possible = self.token, kind

    def misread(self, expected: str) -> Refusal:
        """Make the refusal that says what was expected at this token."""
        token, is_behind = self.token, expected in ("operator", "close")
        if token.text == "=" and is_behind:
            is_apart = self._text[: token.position].endswith((" ", "\t"))
            return Refusal("dice_faces" if is_apart else "dice_equals", **self.place(token))
        if token is self._possible[0] and is_behind:
            expected = f"{self._possible[1]}_{expected}"
        if not token.text:
            return Refusal("dice_unfinished", **self.context(token), expected=expected)
        return Refusal("dice_syntax", **self.context(token), expected=expected, found=self._whole_word(token))

    def _whole_word(self, token: Token) -> str:
        """Return the whole word that begins at a token, even if the token is only one letter of it."""
        word = _WORD.match(self._text, token.position)
        text = word[0] if word else token.written
        return f"{text[:BEFORE]}.." if len(text) > BEFORE else text

    def place(self, token: Token) -> dict[str, str | int]:
        """Return the position of a token, the text before it, and the word that begins there."""
        context = self.context(token)
        parts = (str(context["before"]), self._whole_word(token))
        return {"position": token.position, "at": " ▸ ".join(filter(None, parts))}

    def context(self, token: Token) -> dict[str, str | int]:
        """Return the position of a token and the text before it, empty at the first word."""
        text_before = self._text[: token.position].strip()
        quoted = f"..{text_before[-BEFORE:]}" if len(text_before) > BEFORE else text_before
        return {"position": token.position, "before": quoted}
