"""The versions of a text that several GMs wrote at once, in words."""

from tracker.session.history import History
from tracker.session.versions import Divided, Version, not_shown
from tracker.wording.language import N_, _
from tracker.wording.sentences import LINE_FEED
from tracker.wording.words import term, words_of

_PARTS = {
    "title": N_("título"),
    "name": N_("nombre"),
    "notes": N_("notas"),
    "text": N_("texto"),
}


def version_text(version: Version) -> str:
    """Return the text of a version on one line."""
    return version.text.replace("\n", LINE_FEED) or "—"


def version_hint(history: History, each: Divided, version: Version) -> str:
    """Return the field, the creature and the GM of a version, and whether it is the visible one."""
    words, last = words_of(history.session.system), each.path[-1]
    part = _(_PARTS[last]) if last in _PARTS else term(words, "field", last)
    whose = history.names.get(each.path[1], "") if len(each.path) > 1 else ""
    from datetime import datetime  # noqa: PLC0415 - few texts have several versions

    when = datetime.fromtimestamp(version.at).strftime("%d/%m %H:%M")
    shown = _("se ve") if version is each.versions[0] else ""
    return " · ".join(filter(None, [shown, " ".join(filter(None, [whose, part])), version.gm, when]))


def version_lines(history: History) -> list[str]:
    """Return the hidden versions, numbered as `version N` takes them."""
    return [
        f"{number}. {version_text(version)} · {version_hint(history, each, version)}"
        for number, (each, version) in enumerate(not_shown(history), 1)
    ]
