"""`tracker config`: every preference and every key, commented out, to be uncommented in one's own file."""

import textwrap
from collections.abc import Iterator
from pathlib import Path

from tracker import app, players_app
from tracker.cli.invocation import DONE, Invocation
from tracker.cli.printing import say
from tracker.screens.every import import_every_screen
from tracker.store.paths import config_file
from tracker.widgets.bindings import declared
from tracker.widgets.keymap import checked
from tracker.widgets.preferences import Preferences
from tracker.wording import amounts
from tracker.wording.language import LANGUAGES, _
from tracker.wording.preferences import EXAMPLE
from tracker.wording.sentences import refusal_sentence

LOADED = (app, players_app)
"""Importing them is what declares their bindings."""
_WIDTH = 100


def example(path: Path) -> str:
    """Return a file that changes nothing, with all that may be changed."""
    usual = Preferences()
    values = {
        "theme": f'"{usual.theme}"',
        "language": f'"{LANGUAGES[0]}"',
        "interval": f'"{amounts.duration(usual.interval)}"',
        "cursor": "false",
        "plain": "false",
    }
    lines, about_keys = [_comment(str(path))], EXAMPLE["keys"]
    for name, value in values.items():
        lines += ["", _comment(_(EXAMPLE[name])), f"# {name} = {value}"]
    return "\n".join([*lines, "", _comment(_(about_keys)), "[keys]", *_keys()])


def _comment(text: str) -> str:
    return textwrap.fill(text, _WIDTH, initial_indent="# ", subsequent_indent="# ")


def _keys() -> Iterator[str]:
    import_every_screen()
    place = ""
    for binding_id, binding in declared().items():
        if binding_id.partition(".")[0] != place:
            place = binding_id.partition(".")[0]
            yield ""
        interval = amounts.duration(Preferences().interval)
        what = _(binding.tooltip or binding.description).replace("{interval}", interval)
        entry = f'"{binding_id}" = {_quoted(binding.key)}'
        yield f"# {entry:44}  # {what}" if what else f"# {entry}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def answer_config(invocation: Invocation) -> int:
    """Print a file of preferences, and what is wrong with the GM's own."""
    say(example(config_file(invocation.environment)))
    for mistake in (*invocation.config.mistakes, *checked(invocation.preferences.keys)[1]):
        say(refusal_sentence(mistake), error=True)
    return DONE
