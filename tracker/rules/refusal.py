"""The one error of the rules, the session and the commands: something asked for cannot be done."""

from collections.abc import Mapping

from tracker.rules.fields import Scalar


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a crash
    """A request that cannot be done; nothing has changed.

    `code` names the reason and `data` holds the data of its sentence, which `tracker/wording/` makes. Raised
    anywhere below the screens, caught once in the shell and once in the app.

    >>> Refusal("face_out_of_range", face=21, sides=20).data["sides"]
    20
    """

    def __init__(self, code: str, **data: Scalar) -> None:
        super().__init__(code)
        self.code = code
        self.data: Mapping[str, Scalar] = data

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.data.items())
        return f"{self.code}({details})"
