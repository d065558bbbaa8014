"""Commands of free dice: a roll, saved rolls, numbers of a sheet in a roll (`lia.strength`)."""

from tracker.commands.command import Command
from tracker.commands.matching import keys_by_name, match_one, matches, normalize, unknown_name_refusal
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, is_keyword
from tracker.rules.dice.expression import Expression
from tracker.rules.dice.notation import is_dice, times_of
from tracker.rules.refusal import Refusal
from tracker.session.moves import rolls
from tracker.session.moves.resolution import resolve_all
from tracker.session.moves.rolls import name_of
from tracker.session.sheet_fields import numbers_in
from tracker.session.state import Session
from tracker.session.text import clean
from tracker.wording.words import term, words_of


class SheetNames:
    """The numbers that a roll may add, by the names of a creature and of a field.

    Only numbers that the game adds to rolls have names. The object remembers whose numbers were looked up.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked: set[str] = set()

    @property
    def only_one(self) -> str:
        """The creature whose numbers were looked up, if there was just one."""
        return next(iter(self._asked)) if len(self._asked) == 1 else ""

    def __call__(self, name: str) -> int:
        """Look up a number; refuses an unknown creature and a number that the game does not add.

        If the creature has saved rolls, the refusal lists them, because one of them was perhaps meant.
        """
        owner_name, _dot, field_name = name.rpartition(".")
        who = _owner_named(self._session, owner_name)
        number = self._number(field_name, who)
        self._asked.add(who)
        return number

    def _number(self, field_name: str, who: str) -> int:
        game, words = self._session.game, words_of(self._session.system)
        fields = [field for field in game.fields if field.id in game.adds]
        sheet = self._session.creatures[who].sheet
        added = {key: number for field in fields for key, number in numbers_in(sheet, field).items()}
        labels = {key: key if key not in game.adds else term(words, "field", key) for key in added}
        keys = {label: key for key, label in labels.items()} | {key: key for key in added}
        key = match_one(field_name, keys) if matches(field_name, keys) else None
        if key is not None:
            return added[key]
        roll_names = [
            name_of(self._session, key) for key, saved in self._session.rolls.items() if saved.who == who
        ]
        rolls = {"name": self._session.creatures[who].name, "rolls": ", ".join(roll_names)}
        if not game.adds:
            raise Refusal("name_nothing_added", **rolls)
        ids = [field.id for field in game.fields]
        field_words = {term(words, "field", key): key for key in ids} | {key: key for key in ids}
        matching = matches(field_name, field_words)
        field = field_words[matching[0]] if matching else clean(field_name, 60)
        raise Refusal("name_not_added", field=field, known=", ".join(labels.values()), **rolls)


def throw(reader: Reader) -> Command:
    """Read `roll EXPRESSION`, `roll lia.attack` for a saved roll, or `roll all` for all pending rolls."""
    session = reader.session
    # A saved roll with the name `all` wins over the keyword.
    if reader.is_last_keyword("everything") and not any(
        is_keyword(name, "everything") for name in saved_names(session)
    ):
        return Command(
            "settle",
            lambda history, roll, fresh: resolve_all(
                history.session, next(iter(history.session.pending), ""), roll
            ),
        )
    typed = reader.take_rest_name()
    names, text = SheetNames(session), _with_key(session, typed)
    if text == typed and (extra := _words_behind_roll(session, typed)):
        raise reader.unknown_word_refusal(extra)
    expression = _parse_roll(session, text, names)
    return Command(
        "throw",
        lambda history, roll, fresh: rolls.throw(
            history.session, text, roll, names.only_one, SheetNames(history.session)
        ),
        expression=expression,
    )


def _parse_roll(session: Session, text: str, names: SheetNames) -> Expression:
    """Parse a roll; the refusal of an unknown word lists the saved rolls.

    In games that add numbers of sheets to rolls, a missing number lists their names too.
    """
    try:
        return rolls.expression_of(session, text, names)
    except Refusal as refusal:
        data = dict(refusal.data)
        if data.get("expected") == "number" and session.game.adds:
            data["expected"] = "named_number"
        if refusal.code == "dice_syntax" and not data["before"] and (text[0].isalpha() or text[0] == '"'):
            data["rolls"] = ", ".join(saved_names(session))
        raise Refusal(refusal.code, **data) from refusal


def _words_behind_roll(session: Session, typed: str) -> str:
    """Return the words behind the name of a saved roll, which must stand alone; empty for any other text."""
    words = [] if is_dice(typed) else typed.partition("#")[0].split()
    lengths = range(len(words) - 1, 0, -1)
    length = next((each for each in lengths if saved_key(session, " ".join(words[:each])) is not None), 0)
    return " ".join(words[length:]) if length else ""


def _with_key(session: Session, typed: str) -> str:
    """Replace the name of a saved roll by its key."""
    name, sign, label = typed.partition("#")
    times, repeated = times_of(name)
    for times_prefix, candidate, rest in (
        ("", typed, ""),
        ("", name, sign + label),
        (f"{times}x ", repeated, sign + label),
    ):
        if (key := saved_key(session, candidate)) is not None:
            return f"{times_prefix}{key}{rest}"
    return typed


def keep(reader: Reader) -> Command:
    """Read `keep NAME EXPRESSION`; `keep lia.attack 1d20+3` saves the roll for Lia."""
    who, name = named_roll(reader.session, reader.take_typed(blank("name")))
    text = reader.take_rest()
    return Command(
        "keep_roll",
        lambda history, roll, fresh: rolls.keep_roll(
            history.session, name, text, who, SheetNames(history.session)
        ),
    )


def forget(reader: Reader) -> Command:
    """Read `forget NAME`."""
    typed = reader.take_rest()
    key = saved_key(reader.session, typed) or typed
    return Command("drop_roll", lambda history, roll, fresh: rolls.drop_roll(history.session, key))


def creature_named(session: Session, typed: str) -> str | None:
    """Return the creature that a name means, None if there is none; refuses an ambiguous name."""
    names: dict[str, str] = {creature.name: who for who, creature in session.creatures.items()}
    return match_one(typed.strip('"'), names)


def _owner_named(session: Session, typed: str) -> str:
    who = creature_named(session, typed)
    if who is None:
        raise unknown_name_refusal(typed, keys_by_name(session.creatures), "unknown_creature")
    return who


def named_roll(session: Session, typed: str) -> tuple[str, str]:
    """Split the name of a new saved roll into its owner, empty for the campaign, and its own name.

    Refuses an unknown owner before the dot.
    """
    owner_name, _dot, name = typed.partition(".")
    if not name or name != name.lstrip():
        return "", typed
    return _owner_named(session, owner_name), name


def saved_key(session: Session, typed: str) -> str | None:
    """Return the key of a saved roll; None if no saved roll has the name.

    Case, accents and quotes are ignored. A text that reads as dice is dice.
    """
    typed = typed.strip()
    if not session.rolls or is_dice(typed):
        return None
    if typed in session.rolls:
        return typed
    typed = typed.replace('"', "")
    owners = {key: saved.who for key, saved in session.rolls.items()}
    key = _key_of_roll(session, typed, [key for key, who in owners.items() if not who])
    owner_name, _dot, name = typed.partition(".")
    if key is not None or not _key_of_roll(session, name, [key for key, who in owners.items() if who]):
        return key
    owner = creature_named(session, owner_name)
    return _key_of_roll(session, name, [key for key, who in owners.items() if who and who == owner])


def _key_of_roll(session: Session, name: str, keys: list[str]) -> str | None:
    """Find the key of a name: the exact name first, then one that compares equal."""
    alike = [key for key in keys if normalize(name_of(session, key)) == normalize(name)]
    return next((key for key in alike if name_of(session, key) == name), alike[0] if alike else None)


def saved_names(session: Session) -> list[str]:
    return [saved_name(session, key) for key in session.rolls]


def saved_name(session: Session, key: str) -> str:
    """Return the name of a saved roll with its owner: `Lia.attack`."""
    who = session.rolls[key].who
    owner = session.creatures.get(who)
    return f"{owner.name}.{name_of(session, key)}" if owner else name_of(session, key)
