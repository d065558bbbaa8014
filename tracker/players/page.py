"""The files of the players' page, in the language of the screen."""

from html import escape
from pathlib import Path
from string import Template

from tracker import shipped
from tracker.wording.language import language
from tracker.wording.messages import say

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
        "no_script": say("page.this_page_needs_javascript"),
        "lost": say("page.the_table_cannot_be"),
        "order": say("page.turn_order"),
        "party": say("page.party"),
        "lights": say("page.lights"),
        "progress": say("page.clocks"),
        "goods": say("page.purses_and_loot"),
        "notebook": say("page.notebook"),
        "dates": say("page.dates"),
        "rolls": say("page.rolls"),
        "i_am": say("page.i_am"),
        "nobody": say("page.nobody_in_particular"),
        "your_turn": say("page.your_turn"),
        "you_are_next": say("page.you_are_next"),
        "ask": say("page.tell_the_gm_something"),
        "ask_who": say("page.who_you_are"),
        "ask_what": say("page.what"),
        "ask_initiative": say("page.my_initiative"),
        "ask_faces": say("page.what_my_dice_show"),
        "ask_note": say("page.a_note"),
        "ask_text": say("page.number_dice_or_note"),
        "ask_send": say("page.send"),
        "ask_refused": say("page.not_possible"),
        "ask_lost": say("page.it_could_not_be"),
    }
