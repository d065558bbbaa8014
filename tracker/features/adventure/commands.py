"""Commands of the adventure: `room 1 Gate exits n 2`, `go n`, `go 3 Lía`."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from tracker.commands.command import Command, CommandContext, draft_of
from tracker.commands.matching import match_any_word, matches, normalize, unknown_name_refusal
from tracker.commands.parse import parse
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, is_keyword
from tracker.features.adventure import moves
from tracker.features.adventure.moves import NewExit
from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import apply, diff
from tracker.session.event import Asks, Draft, Fresh
from tracker.session.history import History
from tracker.session.rooms import OPPOSITE, ItemKind, Room, in_order, room_key
from tracker.session.state import Session
from tracker.session.whereabouts import main_room
from tracker.wording.rooms import room_label
from tracker.wording.words import synonyms, words_of

_NUMBER = re.compile(r"(\d{1,3}\.)?[a-z]?\d{1,4}[a-z]?")
_EXIT_PARTS = re.compile(r"(?:[^,(]|\([^)]*\)?)+")
_ABOUT = re.compile(r"\(([^)]*)\)?")
_LONGEST_TRAP = 5
"""The most words that the name of a trap has without quotes."""
_ITEMS = {
    "creature": ItemKind.CREATURES,
    "trap_there": ItemKind.TRAP,
    "loot": ItemKind.LOOT,
    "line": ItemKind.LINE,
}
"""The keywords of what waits in a room."""
_TEXTS: dict[str, Callable[[Session, str, str], Draft]] = {
    "status": moves.write_status,
    "note": moves.write_text,
    "aloud": moves.write_aloud,
}
"""The keywords of a room's texts, with the move that writes each."""


def keep_room(reader: Reader) -> Command:
    """Read a line of a room: its name and exits, its texts, what waits there, or its end."""
    if reader.take_keyword("pace"):
        return _set_pace(reader)
    number, key = _take_number(reader)
    if reader.is_last_keyword("nothing"):
        return _command(moves.drop_room, key or number)
    return _read_part(reader, key or number) or _read_exits(reader, number, key or number)


def _read_part(reader: Reader, key: str) -> Command | None:
    """Read a text of a room, what waits there, or that its loot is taken; None for anything else."""
    if reader.is_last_keyword("take_loot"):
        context = reader.context
        return Command("room", lambda history, roll, fresh: Visit(context, history, roll).take_loot(key))
    for keyword, write in _TEXTS.items():
        if reader.take_keyword(keyword):
            return _command(write, key, reader.take_rest())
    for keyword, kind in _ITEMS.items():
        if reader.take_keyword(keyword):
            if reader.is_last_keyword("nothing"):
                return _command(moves.drop_items, key, kind)
            return _add_item(reader.context, key, kind, reader.take_rest())
    return None


def _read_exits(reader: Reader, number: str, key: str) -> Command:
    """Read `[NAME] [exits …]`."""
    name = ""
    if not is_keyword(reader.peek(), "exits"):
        name = reader.take_typed(blank("name"))
        while reader.peek() is not None and not is_keyword(reader.peek(), "exits"):
            name += f" {reader.take_typed('')}"
    if not reader.take_keyword("exits"):
        return _command(moves.keep_room, number, name, ())
    parts = [each.strip() for each in _EXIT_PARTS.findall(reader.take_rest() or reader.take(blank("way")))]
    if len(parts) == 1 and len(words := parts[0].split()) == 2 and is_keyword(words[1], "nothing"):
        side = side_of(words[0]) or room_key(reader.session.rooms, words[0]) or normalize(words[0])
        return _command(moves.close_exit, key, side)
    return _command(moves.keep_room, number, name, tuple(_parse_exit(reader, part) for part in parts))


def _command(move: Callable[..., Draft], *args: object) -> Command:
    return Command("room", lambda history, roll, fresh: move(history.session, *args))


def _set_pace(reader: Reader) -> Command:
    """Read `room pace 20m|nothing`: of the area where the party is."""
    seconds = 0 if reader.is_last_keyword("nothing") else reader.take_duration("10m")
    reader.take_keyword("nothing")
    reader.expect_end()
    room = reader.session.rooms.get(main_room(reader.session), Room())
    return _command(moves.set_pace, room.area, seconds)


def _take_number(reader: Reader) -> tuple[str, str]:
    """Take the number of a room, or the whole name of one; the key is empty for a room that is new."""
    word = reader.take("N")
    number = normalize(word)
    if key := room_key(reader.session.rooms, number):
        return reader.session.rooms[key].number, key
    if not _NUMBER.fullmatch(number):
        raise reader.unknown_word_refusal(word)
    return number, ""


def _parse_exit(reader: Reader, part: str) -> NewExit:
    """Parse `[WAY] N [secret] [one way] [(ABOUT)]`."""
    about = " ".join(_ABOUT.findall(part))
    left = _ABOUT.sub(" ", part).split()
    side = side_of(left[0]) if len(left) > 1 else ""
    left = left[1:] if side else left
    if not left:
        raise Refusal("missing", what="N", usage=reader.usage)
    to, rest = normalize(left[0]), left[1:]
    if not _NUMBER.fullmatch(to):
        raise reader.unknown_word_refusal(left[0])
    secret = bool(rest) and is_keyword(rest[0], "secret_way")
    rest = rest[1:] if secret else rest
    one_way = bool(rest) and is_keyword(" ".join(rest), "one_way")
    if rest and not one_way:
        raise reader.unknown_word_refusal(" ".join(rest))
    return NewExit(to, side, secret, one_way, about)


def side_of(word: str) -> str:
    """Return the direction that a word means in full; empty if it means none."""
    words, folded = words_of(""), normalize(word)
    return next(
        (side for side in OPPOSITE if folded in map(normalize, synonyms(words, "direction", side))), ""
    )


def go(reader: Reader) -> Command:
    """Read `go WAY|N|NAME [WHO]`; without names, those go who are where most of the party is."""
    context = reader.context
    side = side_of(reader.take(blank("way")))
    key = "" if side else _take_room(reader.untake())
    who = reader.take_creatures() if reader.peek() is not None else ()
    reader.expect_end()
    return Command("go", lambda history, roll, fresh: Visit(context, history, roll).walk(side, key, who))


def _take_room(reader: Reader) -> str:
    """Take a room by its number, first in the party's area, or by a word of one name."""
    rooms = reader.session.rooms
    labels = _labels(reader.session)
    word = reader.take(blank("name"))
    area = rooms.get(main_room(reader.session), Room()).area
    if key := room_key(rooms, f"{area}.{word}") or room_key(rooms, word):
        return key
    key = match_any_word(reader.take_longest_name(word, labels), labels) or ""
    if not key:
        raise unknown_name_refusal(word, [room_label(each) for _key, each in in_order(rooms)], "unknown_room")
    return key


def _labels(session: Session) -> dict[str, str]:
    """Map the rooms by name; those of the same name with their numbers: `Cave 3`."""
    names = [each.name for each in session.rooms.values()]
    return {
        f"{each.name} {each.number}" if len(matches(each.name, names)) > 1 else each.name: key
        for key, each in session.rooms.items()
        if each.name
    }


def _add_item(context: CommandContext, key: str, kind: ItemKind, text: str) -> Command:
    """Let a line wait in a room, and warn if it could not be played now."""

    def play(history: History, roll: Roll, fresh: Fresh) -> Draft:
        draft = moves.add_item(history.session, key, kind, text)
        session = apply(history.session, (draft.changes,))
        room = session.rooms[key]
        waiting = [item_key for item_key, item in room.items.items() if not item.done]
        if Visit(context, history, lambda sides: 1).rehearse(session, key, waiting):
            doubt = Fact("room_line_doubtful", {"number": room.number, "line": text})
            return replace(draft, facts=(*draft.facts, doubt))
        return draft

    return Command("room", play)


class Visit:
    """Plays the lines that wait in a room, into one draft with what led to them.

    A refused line stops nothing: it is recorded, and stays on the room as a note.
    """

    def __init__(self, context: CommandContext, history: History, roll: Roll) -> None:
        self._context = replace(context, history=history, here=())
        self._history, self._roll = history, roll

    def walk(self, side: str, key: str, who: tuple[str, ...]) -> Draft:
        """Walk to a room, and play what waits there but its loot."""
        walk = moves.walk_of(self._history.session, side, key, who)
        draft = moves.go(self._history.session, walk, self._roll)
        if not any(self._history.session.creatures[who].party for who in walk.movers):
            return draft
        return self._with_items(draft, walk.end, {*ItemKind} - {ItemKind.LOOT})

    def take_loot(self, key: str) -> Draft:
        """Put what lies in a room into the heap; refuses `nothing_waits`."""
        room = moves.require_room(self._history.session, key)
        if not any(item.kind is ItemKind.LOOT and not item.done for item in room.items.values()):
            raise Refusal("nothing_waits", number=room.number)
        return self._with_items(Draft(deeds=(("room_loot", key),)), key, {ItemKind.LOOT})

    def rehearse(self, session: Session, key: str, item_keys: Sequence[str]) -> Refusal | None:
        """Try what waits in a room in a supposed session; returns why the last of it would be refused."""
        *before, last = item_keys
        for item_key in before:
            with suppress(Refusal):
                _draft, session, _trap = self._play(session, key, item_key)
        try:
            self._play(session, key, last)
        except Refusal as refusal:
            return refusal
        return None

    def with_line(self, draft: Draft, line: str, stem: str) -> Draft:
        """Play a line after a draft, into one with it; `stem` begins the ids of what it makes."""
        start = self._history.session
        session = apply(start, (draft.changes,))
        piece = self._draft(session, line, _ids_there(session, stem))
        changes = diff(start, apply(session, (piece.changes,)))
        return replace(with_piece(draft, piece), changes=changes)

    def _with_items(self, draft: Draft, key: str, kinds: Collection[ItemKind]) -> Draft:
        start = self._history.session
        session = apply(start, (draft.changes,))
        for item_key, item in session.rooms[key].items.items():
            if item.done or item.kind not in kinds:
                continue
            done_item = replace(item, done=True)
            try:
                piece, session, trap = self._play(session, key, item_key)
                done_item = replace(done_item, trap=trap)
            except Refusal:
                done_item = replace(done_item, refused=True)
                data: dict[str, Scalar] = {"number": session.rooms[key].number, "line": item.text}
                piece = Draft((Fact("room_line_refused", data),))
            draft = with_piece(draft, piece)
            room = session.rooms[key]
            items = {**room.items, item_key: done_item}
            session = replace(session, rooms={**session.rooms, key: replace(room, items=items)})
        return replace(draft, changes=diff(start, session))

    def _play(self, session: Session, key: str, item_key: str) -> tuple[Draft, Session, str]:
        """Play one line: its draft, the session after it, and the name of a trap that it armed."""
        item = session.rooms[key].items[item_key]
        fresh = _ids_there(session, f"{key}-{item_key}")
        match item.kind:
            case ItemKind.CREATURES:
                # Nobody there joins a fight that goes on elsewhere.
                quiet = replace(session, encounter="")
                draft = self._draft(quiet, f"appear {item.text}", fresh)
                return draft, _standing_in(apply(session, (draft.changes,)), key, session), ""
            case ItemKind.TRAP:
                return self._arm_trap(session, item.text, session.rooms[key].number, fresh)
            case ItemKind.LOOT:
                draft = self._draft(session, f"loot {item.text}", fresh)
            case _:
                draft = self._draft(session, item.text, fresh)
        return draft, apply(session, (draft.changes,)), ""

    def _arm_trap(self, session: Session, text: str, number: str, fresh: Fresh) -> tuple[Draft, Session, str]:
        """Arm a trap under a name of its own: `needle`, or `needle 3` if another room has a `needle`."""
        old = {each.name for each in session.game.hazards(session.rules_context())}
        quoted, words = re.match(r'"([^"]+)"', text), text.split()
        lengths = range(1, min(_LONGEST_TRAP, len(words)) + 1)
        names = [quoted[0]] if quoted else [" ".join(words[:length]) for length in lengths]
        numbered = (f'"{name.strip(chr(34))} {number}"{text.removeprefix(name)}' for name in names)
        draft = self._draft(session, f"trap {text}", fresh)
        while True:
            after = apply(session, (draft.changes,))
            traps = after.game.hazards(after.rules_context())
            if new := [each.name for each in traps if each.name not in old]:
                return draft, after, new[0]
            draft = self._first_draft(session, numbered, fresh)

    def _first_draft(self, session: Session, texts: Iterator[str], fresh: Fresh) -> Draft:
        """Set the first trap of these that can be set."""
        for text in texts:
            with suppress(Refusal):
                return self._draft(session, f"trap {text}", fresh)
        raise Refusal("not_in_a_room")

    def _draft(self, session: Session, line: str, fresh: Fresh) -> Draft:
        """Play a line in a supposed session; refuses `not_in_a_room` what undoes, walks or only shows."""
        with self._history.supposing(diff(self._history.session, session)):
            command = parse(line, self._context)
            if command.feature or command.verb == "go":
                raise Refusal("not_in_a_room")
            draft = draft_of(command, self._history, self._roll, fresh)
        if draft.cancels or draft.rewinds or draft.over or draft.asks is not Asks.NOTHING:
            raise Refusal("not_in_a_room")
        return draft


def with_piece(draft: Draft, piece: Draft) -> Draft:
    """Join two drafts of one event; of their changes, those of the second come after those of the first."""
    return replace(
        draft,
        changes=(*draft.changes, *piece.changes),
        facts=(*draft.facts, *piece.facts),
        throws=(*draft.throws, *piece.throws),
        settles=(*draft.settles, *piece.settles),
        deeds=(*draft.deeds, *piece.deeds),
    )


def _ids_there(session: Session, stem: str) -> Fresh:
    """Make ids from the room and the line, so that what two GMs bring into play is one thing."""
    taken = {*session.creatures, *session.progress, *session.tables, *session.things}
    ids = (each for count in range(1, 10_000) if (each := f"{stem}-{count}") not in taken)
    return lambda: next(ids)


def _standing_in(session: Session, key: str, before: Session) -> Session:
    """Put the creatures that have come into a room."""
    creatures = {
        who: each if who in before.creatures else replace(each, room=key)
        for who, each in session.creatures.items()
    }
    return replace(session, creatures=creatures)
