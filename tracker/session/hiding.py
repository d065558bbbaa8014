"""Things that players learn of only when the GM shows them."""

from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

H = TypeVar("H", bound="HiddenFirst")


class HiddenFirst(Struct, frozen=True, kw_only=True):
    """Something hidden from the players until the GM shows it.

    In saves `told` says that it is not hidden; only this class reads the field.
    """

    told: bool = False

    @property
    def hidden(self) -> bool:
        return not self.told

    def as_hidden(self: H, hidden: bool | UnsetType) -> H:
        """Hide or show it; UNSET leaves it as it is."""
        return self if hidden is UNSET else replace(self, told=not hidden)
