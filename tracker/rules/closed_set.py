"""`StrEnum`, which every closed set of words is: the standard library's, made cheap.

The standard one takes a tenth of a millisecond for every class while it is being imported, and two dozen of
them are imported before the first picture. Here a member is a word that knows its name. To the type checker
it is the standard library's own, and it means the same.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

__all__ = ["StrEnum"]


class _ClosedSet(type):
    """The class of a closed set, which is the collection of its members."""

    by_word: dict[object, Any]
    """By their words."""

    def __new__(cls, name: str, bases: tuple[type, ...], content: dict[str, Any]) -> Any:
        content.setdefault("__slots__", ())
        made: Any = super().__new__(cls, name, bases, content)
        made.by_word = members = {}
        for each, word in content.items():
            if isinstance(word, str) and not each.startswith("_"):
                if word not in members:
                    members[word] = _member(made, each, word)
                setattr(made, each, members[word])
        return made

    def __iter__(cls) -> Iterator[Any]:
        return iter(cls.by_word.values())

    def __len__(cls) -> int:
        return len(cls.by_word)

    def __contains__(cls, word: object) -> bool:
        return word in cls.by_word

    def __repr__(cls) -> str:
        return f"<enum {cls.__name__!r}>"


def _member(closed_set: type[str], name: str, word: str) -> str:
    member = str.__new__(closed_set, word)
    object.__setattr__(member, "name", name)
    object.__setattr__(member, "value", word)
    return member


if TYPE_CHECKING:
    from enum import StrEnum  # noqa: TID251 - for the type checker
else:

    class StrEnum(str, metaclass=_ClosedSet):
        """A word of a closed set, the same one whenever it is asked for."""

        __slots__ = ("name", "value")

        def __new__(cls, word: object) -> object:
            """Return the member of this word."""
            if word not in cls:
                raise ValueError(f"{word!r} is not a valid {cls.__qualname__}")
            return cls.by_word[word]

        def __repr__(self) -> str:
            return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

        def __reduce__(self) -> tuple[type, tuple[str]]:
            return type(self), (self.value,)

        def __setattr__(self, name: str, _value: object) -> None:
            raise AttributeError(f"cannot change {name!r} of {self!r}")
