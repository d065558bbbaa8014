"""`tracker game pack`, `add` and `take`: give a game to others, add one to one's own, get that of a save."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from tracker.cli.campaigns import shelf_of
from tracker.cli.game_texts import ask_consent, parse_or_print
from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened import open_named
from tracker.cli.printing import print_done, print_line
from tracker.rules.refusal import Refusal
from tracker.rules.systems import parse_summary, saved_name
from tracker.session.state import Session
from tracker.store.files import exists, make_folder, read_regular, remove, replace, sibling_path
from tracker.store.game_files import ENDING, Shelf, key_in, read_game_text
from tracker.store.game_packs import Pack, read_pack, require_fitting, write_pack
from tracker.store.paths import SUFFIX
from tracker.wording.game_file import text_changes
from tracker.wording.language import language
from tracker.wording.messages import say
from tracker.wording.sentences import shell_quoted
from tracker.wording.words import game_name


def pack_game(invocation: Invocation, name: str, out: str | None) -> int:
    """Write the game of a campaign, or a game file, so that another GM can add it."""
    shelf = shelf_of(invocation)
    is_campaign = not name.endswith(ENDING) and exists(invocation.save(name))
    pack = _pack_of_campaign(invocation, name) if is_campaign else _pack_of_game(shelf, name)
    if parse_or_print(pack.text, shelf, pack.below) is None:
        return REFUSED
    require_fitting(pack)
    path = Path(out or f"{parse_summary(pack.text).key}-pack{ENDING}")
    write_pack(pack, path, say("game_pack.note"))
    print_done(say("game_pack.written", path=path, typed=shell_quoted(str(path))))
    if is_campaign:
        print_done(say("game_pack.whole"))
    return DONE


def _pack_of_campaign(invocation: Invocation, name: str) -> Pack:
    campaign = open_named(invocation, name)
    campaign.share()
    text, below = _carried_texts(campaign.session)
    return Pack(text, below, read_regular(campaign.save.path)[0])


def _carried_texts(session: Session) -> tuple[str, str]:
    """Return the text by which a campaign is played, and the game file below it if it makes house rules.

    Refuses `game_not_carried` for a campaign without any.
    """
    if session.house:
        return session.house, session.rules
    if not session.rules:
        raise Refusal("game_not_carried", name=session.title, system=game_name(session.system))
    return session.rules, ""


def _pack_of_game(shelf: Shelf, name: str) -> Pack:
    """Pack a game file; what it lacks comes from the folders: the file below it, and an example."""
    path = shelf.find(name)
    pack = read_pack(path)
    below = pack.below
    if not below and (on := parse_summary(pack.text).on) and (found := shelf.find_by_key(on)):
        below = read_game_text(found)
    example = shelf.examples(language()).get(path.stem)
    return Pack(pack.text, below, pack.example or (read_regular(example)[0] if example else b""))


def take_game(invocation: Invocation, name: str, folder: str | None) -> int:
    """Write the texts that a campaign carries as game files; none of them over another file."""
    session = open_named(invocation, name).session
    texts = [each for each in _carried_texts(session) if each]
    # Not parsed: a text of a newer program is taken out too.
    paths = [Path(folder or ".") / f"{key_in(each) or saved_name(session.system)}{ENDING}" for each in texts]
    if taken := next(filter(exists, paths), None):
        raise Refusal("game_there_already", path=str(taken))
    for path, text in zip(paths, texts, strict=True):
        make_folder(path.parent)
        replace(path, text.encode(), backup=False)
        print_done(say("game_pack.taken", path=path))
    return DONE


class _Step(Struct, frozen=True):
    """A text that is put among the GM's games, and the one of the same game that is there, if any."""

    key: str
    text: str
    path: Path
    old: Path | None

    @property
    def is_there(self) -> bool:
        return self.old is not None and read_game_text(self.old) == self.text


def add_game(invocation: Invocation, name: str) -> int:
    """Put a game where the program finds it; over another text of it only after a question."""
    shelf, pack = shelf_of(invocation), read_pack(Path(name))
    if any(parse_or_print(each, shelf, pack.below) is None for each in (pack.below, pack.text) if each):
        return REFUSED
    require_fitting(pack)
    steps = [_step_for(each, shelf) for each in (pack.below, pack.text) if each]
    changes = [line for step in steps for line in _change_lines(step, shelf, pack)]
    for line in changes:
        print_line(line)
    if changes and not (invocation.arguments.yes or ask_consent(say("game_pack.ask"))):
        return REFUSED
    invocation.folders.prepare()
    game = steps[-1].path
    # A game that comes with the program has its example there.
    has_example = bool(pack.example) and not (steps[-1].is_there and steps[-1].old != game)
    # Before its game, without which it is nobody's: a crash between the two leaves no half of a game.
    with _writing(game.with_suffix(SUFFIX), pack.example if has_example else b""):
        for step in steps:
            _put(step)
    print_done(say("game_pack.begins", key=shell_quoted(game.stem)))
    if has_example:
        print_done(say("game_pack.example", key=shell_quoted(game.stem)))
    return DONE


@contextmanager
def _writing(path: Path, content: bytes) -> Iterator[None]:
    """Write a file, if it has content, before what belongs to it; a new one goes again if that fails."""
    is_new = bool(content) and not exists(path)
    if content:
        _write(path, content)
    try:
        yield
    except Refusal:
        if is_new:
            remove(path)
        raise


def _step_for(text: str, shelf: Shelf) -> _Step:
    """Find where a text belongs: in the place of the GM's own file of that game, or beside the campaigns.

    Refuses `game_there_already` if another game, or a broken one, lies there.
    """
    key = parse_summary(text).key
    old = shelf.find_by_key(key)
    path = shelf.folders[0] / f"{key}{ENDING}"
    if old is not None and shelf.is_own(old):
        path = old
    elif exists(path):
        raise Refusal("game_there_already", path=str(path))
    return _Step(key, text, path, old)


def _change_lines(step: _Step, shelf: Shelf, pack: Pack) -> Iterator[str]:
    """Yield what another text of a game changes; nothing for a new game and for the same text."""
    if step.old is None or step.is_there:
        return
    old_text = read_game_text(step.old)
    before, after = parse_summary(old_text).version, parse_summary(step.text).version
    yield say("game_pack.replaces", key=step.key, path=step.old, before=before, after=after)
    below = "" if step.text == pack.below else pack.below
    try:
        yield from text_changes(shelf.ruling(old_text, below).name, shelf.ruling(step.text, below).name)
    except Refusal:  # the old one does not fit what it is built on
        yield say("game_pack.unplayable")


def _put(step: _Step) -> None:
    if step.is_there:
        print_done(say("game_pack.same", path=step.old))
        return
    kept = _write(step.path, step.text.encode())
    print_done(say("game_pack.added", path=step.path, kept=kept))


def _write(path: Path, content: bytes) -> str:
    """Write a file and return where the former one is kept; empty if there was none."""
    make_folder(path.parent)
    is_new = not exists(path)
    replace(path, content, backup=True)
    return "" if is_new else str(sibling_path(path, ".bak"))
