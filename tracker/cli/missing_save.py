"""The campaign that was meant by a name of which there is no save."""

from pathlib import Path

from tracker.cli.arguments import WrongUsage
from tracker.cli.invocation import Invocation
from tracker.cli.near import campaigns_by_name, closest, closest_line, spoken_verb
from tracker.cli.printing import print_done
from tracker.cli.verbs import VERBS
from tracker.commands.matching import matches
from tracker.rules.refusal import Refusal
from tracker.store.campaigns import Places
from tracker.store.files import exists
from tracker.wording.messages import say
from tracker.wording.sentences import shell_quoted


def find_save(invocation: Invocation, name: str, path: Path) -> Path:
    """Find the campaign that a name without a save means, and say which.

    Only for a verb that changes nothing. For others, and where none is meant, it raises `WrongUsage` for a
    mistyped verb, `no_such_save` and `no_such_save_near`.
    """
    saves = invocation.folders.saves
    if path.parent != saves:
        raise Refusal("no_such_save", path=str(path))
    verb, names = invocation.arguments.verb, campaigns_by_name(saves)
    begun = sorted({names[each] for each in matches(name, names)})
    # A campaign wins over a verb of like name only where its name begins so.
    meant = begun[0] if len(begun) == 1 else ""
    if not meant and (other := _elsewhere(invocation, path)):
        raise Refusal("no_such_save_near", path=str(path), near=f"{_begin(verb)} {other}")
    if verb == "open" and not meant:
        _refuse_verb(invocation, name)
    meant = meant or (closest(name, names) if not begun else "") or ""
    # Of the table, which would cover the sentence, a mistyped name is only proposed.
    if meant and not VERBS[verb].changes and (begun or verb != "open"):
        print_done(say("main.meant", name=meant), error=True)
        return invocation.save(meant)
    if not meant:
        raise Refusal("no_such_save", path=str(path))
    raise Refusal("no_such_save_near", path=str(path), near=f"{_begin(verb)} {shell_quoted(meant)}")


def _begin(verb: str) -> str:
    return "tracker" if verb == "open" else f"tracker {verb}"


def _refuse_verb(invocation: Invocation, word: str) -> None:
    """Raise `WrongUsage` for the only word of a line if it is, or resembles, a verb."""
    arguments = invocation.arguments
    if verb := spoken_verb(word):
        arguments.verb = verb
        raise WrongUsage(arguments, "word_missing", right=VERBS[verb].words[0].shown)
    near = closest_line(word, invocation.folders.saves)
    if near in VERBS:
        raise WrongUsage(arguments, "no_verb_near", word, near)


def _elsewhere(invocation: Invocation, path: Path) -> str:
    """Find a save of that name in another folder of this GM."""
    if invocation.arguments.kiosk:
        return ""
    places = Places.for_journals(invocation.folders.journals)
    found = (folder / path.name for folder in places.elsewhere(path.parent))
    return next((shell_quoted(str(other)) for other in found if exists(other)), "")
