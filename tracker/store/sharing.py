"""What the store tells the GM: how a share went, and what came back after damage."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from tracker.rules.fields import Scalar
from tracker.rules.refusal import Refusal
from tracker.store.line import Documents


class Status(StrEnum):
    """Whether what the GM did is where the others can see it."""

    SHARED = "shared"
    BUSY = "busy"
    """Someone else is writing: it is tried again."""
    FAILED = "failed"
    """The save cannot be written: what was done is safe in the journal."""


class Note(Struct, frozen=True):
    """Something the GM should know about the save; wording makes its sentence from code and data."""

    code: str
    data: Mapping[str, Scalar] = field(default_factory=dict)


class Sharing(Struct, frozen=True):
    """How a share went and what others have done since the last look."""

    status: Status
    documents: Documents
    """What others did, by id and in order."""
    refusal: Refusal | None = None
    """Why it is not shared."""
    notes: tuple[Note, ...] = ()

    @property
    def shared(self) -> bool:
        """Whether the save holds everything known here."""
        return self.status is Status.SHARED
