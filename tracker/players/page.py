"""The files of the players' page, in the language of the screen."""

from html import escape
from pathlib import Path
from string import Template

from tracker import shipped
from tracker.wording.language import _, language

_FOLDER = Path(__file__).parent


def page_files(title: str, *, asking: bool) -> dict[str, tuple[str, bytes]]:
    """Return the files of the page by name, each with its media type; `asking` adds the players' form."""
    words = {name: escape(text) for name, text in _words(title).items()}
    form = _filled("form.html", words) if asking else ""
    return {
        "": ("text/html; charset=utf-8", _filled("page.html", {**words, "form": form}).encode()),
        "page.css": ("text/css; charset=utf-8", (shipped("styles") / "page.css").read_bytes()),
        "page.js": ("text/javascript; charset=utf-8", (_FOLDER / "page.js").read_bytes()),
    }


def _filled(name: str, words: dict[str, str]) -> str:
    return Template((_FOLDER / name).read_text("utf-8")).substitute(words)


def _words(title: str) -> dict[str, str]:
    return {
        "language": language(),
        "title": title,
        "no_script": _("Esta página necesita JavaScript para seguir la mesa."),
        "lost": _("Sin conexión con la mesa: se vuelve a intentar."),
        "order": _("Orden de turnos"),
        "party": _("Grupo"),
        "lights": _("Luces"),
        "progress": _("Relojes"),
        "goods": _("Bolsas y botín"),
        "notebook": _("Cuaderno"),
        "dates": _("Fechas"),
        "rolls": _("Tiradas"),
        "ask": _("Dile algo al DJ"),
        "ask_who": _("Quién eres"),
        "ask_what": _("Qué"),
        "ask_initiative": _("mi iniciativa"),
        "ask_faces": _("lo que ha salido en mis dados"),
        "ask_note": _("una nota"),
        "ask_text": _("Número, dados o nota"),
        "ask_send": _("Enviar"),
        "ask_refused": _("No vale."),
        "ask_lost": _("No se ha podido enviar."),
    }
