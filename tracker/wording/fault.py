"""The text about an unexpected error: where it happened, and for the GM that the game is safe."""

from traceback import format_exception

from tracker.session.text import clean
from tracker.wording.language import _


def fault_text(error: BaseException) -> str:
    """Return the lines of code that led to an error, without the values of variables, and a sentence."""
    lines = "".join(format_exception(error))
    told = _("El programa ha fallado. Todo lo que había salido en la pantalla está guardado.")
    return f"{clean(lines, len(lines), lines=True)}{told}"
