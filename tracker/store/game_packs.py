"""Games to give to others: a game file, the one below its house rules, and an example campaign.

A pack is one file or a folder. The file is the game file itself, with the rest behind it in comments: read as
a game file, it gives the game with the same line numbers.
"""

import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.rules.systems import FILE, parse_summary
from tracker.session.text import clean
from tracker.store.event_line import Unreadable
from tracker.store.files import exists, filling_folder, is_folder, paths_like, read_regular, replace
from tracker.store.game_files import ENDING, MOST_BYTES, PARTS_MARK, game_part, read_game_text, read_text
from tracker.store.paths import NAME_LENGTH, SUFFIX
from tracker.store.save_format import decode

_DATA, _NOTE = "#: ", "# "
"""Begin a line of a part's content, and a line that is for people."""
_WIDTH = 76
_BELOW, _EXAMPLE = "below", "example"
_MOST_LISTED = 12


class Pack(Struct, frozen=True):
    """A game as it is given to others."""

    text: str
    below: str = ""
    """The game file that `text` makes house rules for, if there is one."""
    example: bytes = b""
    """The save of an example campaign."""


def read_pack(path: Path) -> Pack:
    """Read a pack, a plain game file, or a folder.

    Raises `Refusal`: those of `read_game_text`, `game_pack_line` and `game_pack_damaged` with the line,
    `game_pack_empty` and `game_pack_many` for a folder.
    """
    if is_folder(path):
        return _read_folder(path)
    whole = read_text(path)
    text = game_part(whole)
    first_line = text.count("\n") + 2
    parts = _read_parts(whole[len(text) + 1 :].split("\n"), first_line)
    return Pack(text, parts.get(_BELOW, b"").decode("utf-8", "replace"), parts.get(_EXAMPLE, b""))


def _read_parts(lines: Sequence[str], first_line: int) -> dict[str, bytes]:
    starts: dict[str, int] = {}
    pieces: dict[str, list[str]] = {}
    name = ""
    for number, line in enumerate(lines, first_line):
        name = line.removeprefix(PARTS_MARK) if line.startswith(PARTS_MARK) else name
        if line.startswith(PARTS_MARK) and name in (_BELOW, _EXAMPLE) and name not in starts:
            starts[name], pieces[name] = number, []
        elif line.startswith(_DATA) and name in pieces:
            pieces[name].append(line.removeprefix(_DATA).strip())
        elif line.strip() and not line.startswith(_NOTE):
            raise Refusal("game_pack_line", line=number, text=clean(line, NAME_LENGTH))
    return {name: _decode_part("".join(each), starts[name]) for name, each in pieces.items()}


def _decode_part(data: str, line: int) -> bytes:
    """Decode the content of a part; raises `game_pack_damaged`, also for more than a pack may hold."""
    expander = zlib.decompressobj()
    try:
        content = expander.decompress(b64decode(data, validate=True), MOST_BYTES)
    except (ValueError, zlib.error) as error:
        raise Refusal("game_pack_damaged", line=line) from error
    if not expander.eof:
        raise Refusal("game_pack_damaged", line=line)
    return content


def _read_folder(folder: Path) -> Pack:
    games, saves = (paths_like(folder, f"*{ending}") for ending in (ENDING, SUFFIX))
    if not games:
        raise Refusal("game_pack_empty", path=str(folder))
    texts = [read_game_text(path) for path in games[:2]]
    below = _take_below(texts) if len(games) == 2 else ""
    if len(games) > 2 or len(texts) > 1 or len(saves) > 1:
        names = [clean(path.name, NAME_LENGTH) for path in (*games, *saves)]
        raise Refusal("game_pack_many", path=str(folder), files=", ".join(names[:_MOST_LISTED]))
    return Pack(texts[0], below, read_regular(saves[0], MOST_BYTES)[0] if saves else b"")


def _take_below(texts: list[str]) -> str:
    """Take the game file out of two texts if the other makes house rules for it."""
    first, second = map(parse_summary, texts)
    if first.on == second.key:
        return texts.pop(1)
    return texts.pop(0) if second.on == first.key else ""


def write_pack(pack: Pack, path: Path, note: str) -> None:
    """Write a new pack, whole or not at all: one file if the path ends as that of a game file, else a folder.

    `note` tells people who open the file what stands behind the game. Raises `Refusal`:
    `game_there_already`, `game_pack_big`.
    """
    if exists(path):
        raise Refusal("game_there_already", path=str(path))
    is_one_file = path.suffix == ENDING
    content = "".join([pack.text, *_part_lines(pack, note)]).encode()
    if max(len(content) if is_one_file else 0, len(pack.example)) > MOST_BYTES:
        raise Refusal("game_pack_big", size=len(pack.example) >> 10, most=MOST_BYTES >> 10)
    if is_one_file:
        replace(path, content, backup=False)
        return
    key = parse_summary(pack.text).key
    with filling_folder(path) as folder:
        replace(folder / f"{key}{ENDING}", pack.text.encode(), backup=False)
        if pack.below:
            name = f"{parse_summary(pack.below).key}{ENDING}"
            replace(folder / name, pack.below.encode(), backup=False)
        if pack.example:
            replace(folder / f"{key}{SUFFIX}", pack.example, backup=False)


def _part_lines(pack: Pack, note: str) -> Iterator[str]:
    for name, content in ((_BELOW, pack.below.encode()), (_EXAMPLE, pack.example)):
        if content:
            data = b64encode(zlib.compress(content, 9)).decode()
            yield f"\n{PARTS_MARK}{name}\n{_NOTE}{note}"
            yield from (f"\n{_DATA}{piece}" for piece in re.findall(f".{{1,{_WIDTH}}}", data))
            yield "\n"


def require_fitting(pack: Pack) -> None:
    """Refuse a pack whose parts do not belong to its game: `game_pack_below`, `game_pack_example`."""
    game = parse_summary(pack.text)
    if pack.below and parse_summary(pack.below).key != game.on:
        raise Refusal("game_pack_below", key=game.key)
    systems = (game.on, f"{FILE}{game.on}") if game.on else (f"{FILE}{game.key}",)
    try:
        fits = not pack.example or decode(pack.example).campaign.system in systems
    except (Unreadable, Refusal):  # no save, or one of a newer program
        fits = False
    if not fits:
        raise Refusal("game_pack_example", key=game.key)
