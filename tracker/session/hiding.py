"""The things that players learn of only when the GM shows them."""

from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

H = TypeVar("H", bound="HiddenFirst")


class HiddenFirst(Struct, frozen=True, kw_only=True):
    """Something of the GM's, hidden from the players until it is shown.

    `told` is how every save writes that it is not hidden; only this class reads it.
    """

    told: bool = False

    @property
    def hidden(self) -> bool:
        """Whether the players do not know of it."""
        return not self.told

    def as_hidden(self: H, hidden: bool | UnsetType) -> H:
        """Return it hidden or shown, or as it is if nothing is said."""
        return self if hidden is UNSET else replace(self, told=not hidden)
