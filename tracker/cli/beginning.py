"""`tracker new`: a campaign that begins."""

from pathlib import Path

from tracker.cli.game import game_named
from tracker.cli.shell import DONE, Shell, now
from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.campaign import Campaign
from tracker.store.paths import NAME_LENGTH, SUFFIX
from tracker.wording.language import _


def answer_new(shell: Shell) -> int:
    """Begin a campaign and say where it is."""
    name, system = shell.arguments.name, game_named(shell.arguments.system)
    shell.places.prepare()
    path = _path_of(name, shell)
    title = name if path.parent == shell.places.saves else path.stem
    Campaign.create(
        path, shell.places.journals, system=system, title=title, gm=shell.gm, now=now
    ).save.close()
    print(_("Campaña creada: {path}").format(path=path))
    return DONE


def _path_of(name: str, shell: Shell) -> Path:
    """Return the file of a new campaign; a path gets the ending by which it is listed."""
    path = shell.path(name)
    if path.suffix == SUFFIX:
        return path
    if not path.name or path.name == "..":
        raise Refusal("bad_name", name=clean(name, NAME_LENGTH), longest=NAME_LENGTH)
    return path.with_name(path.name + SUFFIX)
