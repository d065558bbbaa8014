"""What the keys of the table are called on the screen, as words that may be typed."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from tracker.commands.command import Label
from tracker.commands.matching import normalize
from tracker.commands.parse import verb_words
from tracker.rules.clock import duration_text
from tracker.session.state import Session
from tracker.widgets.key import Key, strip_rest
from tracker.widgets.key_table import KEYS, VERBS
from tracker.widgets.preferences import Preferences
from tracker.wording.language import language
from tracker.wording.messages import has, say
from tracker.wording.words import act_title, words_of

PLACES = ("table", "people", "creatures", "encounter", "exploration", "group", "dice", "pane")
"""Places whose keys work where a line can be typed. Of a label at two of them, the first counts."""
_MARK_OF_REST = "…"


def labels_of(session: Session, interval: int = Preferences().interval) -> Mapping[str, Label]:
    """Map each label of a key and each title of an act, normalized, to what it does.

    A label with an explanation, `Name: whether …`, is known by the part before it too.
    """
    return _labels(session.system, language(), interval, tuple(verb_words(session).items()))


@lru_cache(maxsize=8)
# The language is a parameter only so that the cache keeps one answer for each language.
def _labels(
    system: str, _language: str, interval: int, verbs: tuple[tuple[str, str], ...]
) -> Mapping[str, Label]:
    meanings, shown = dict(verbs), duration_text(interval)
    labels = [
        (say(f"key.{key.id}", interval=shown), _label_of(key, shown, meanings))
        for place in PLACES
        for key in KEYS[place]
        if not key.silent
    ]
    words = words_of(system)
    acts = [each for each in dict.fromkeys(meanings.values()) if words.has("act", each)]
    labels += [(act_title(words, each), Label(_typed_form(each, meanings))) for each in acts]
    found: dict[str, Label] = {}
    for form, label in ((form, label) for text, label in labels for form in _forms_of_label(text)):
        found.setdefault(form, label)
    return found


def _forms_of_label(text: str) -> Iterator[str]:
    for form in (text, text.partition(": ")[0]):
        yield normalize(form.removesuffix(_MARK_OF_REST))


def _label_of(key: Key, interval: str, meanings: Mapping[str, str]) -> Label:
    """Find what a key does: the beginning of its line, else its verb, else its action."""
    if key.line:
        words = (strip_rest(key.line) or key.line).replace("{interval}", interval).split()
        return Label(" ".join(word for word in words if word != "."), key_id=key.id)
    verb = _typed_form(VERBS.get(key.id, key.verb), meanings)
    way = next(iter(key.ways), "")
    name = say(f"key_name.{way}") if has(f"key_name.{way}") else way
    return Label(verb, key_id=key.id, key=key.shown or name)


def _typed_form(verb: str, meanings: Mapping[str, str]) -> str:
    """Return a word that means a verb, given by a word or by its id; empty for what is no verb."""
    return verb if verb in meanings else next((form for form in meanings if meanings[form] == verb), "")
