"""Commands of free dice: a roll, rolls kept under a name, numbers of a sheet in a roll (`lia.fuerza`)."""

from tracker.commands.command import Command
from tracker.commands.matching import keys_by_name, match_one, matches, normalize, unknown
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

    Only numbers that the game adds to rolls have names here. Remembers which creatures were asked for.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked: set[str] = set()

    @property
    def only_one(self) -> str:
        """The creature whose numbers were asked for, if there was just one."""
        return next(iter(self._asked)) if len(self._asked) == 1 else ""

    def __call__(self, name: str) -> int:
        """Return the number of a name; refuses an unknown creature, and a number that the game does not add.

        If the creature has kept rolls, the refusal lists their names: one was perhaps meant.
        """
        whose, _dot, what = name.rpartition(".")
        who = _owner_named(self._session, whose)
        number = self._number(what, who)
        self._asked.add(who)
        return number

    def _number(self, what: str, who: str) -> int:
        game, words = self._session.game, words_of(self._session.system)
        fields = [field for field in game.fields if field.id in game.adds]
        sheet = self._session.creatures[who].sheet
        added = {key: number for field in fields for key, number in numbers_in(sheet, field).items()}
        labels = {key: key if key not in game.adds else term(words, "field", key) for key in added}
        meant = {label: key for key, label in labels.items()} | {key: key for key in added}
        key = match_one(what, meant) if matches(what, meant) else None
        if key is not None:
            return added[key]
        kept = [name_of(self._session, key) for key, saved in self._session.rolls.items() if saved.who == who]
        rolls = {"name": self._session.creatures[who].name, "rolls": ", ".join(kept)}
        if not game.adds:
            raise Refusal("name_nothing_added", **rolls)
        ids = [field.id for field in game.fields]
        others = {term(words, "field", key): key for key in ids} | {key: key for key in ids}
        found = matches(what, others)
        field = others[found[0]] if found else clean(what, 60)
        raise Refusal("name_not_added", field=field, known=", ".join(labels.values()), **rolls)


def throw(reader: Reader) -> Command:
    """Read `tira EXPRESIÓN`, `tira lia.ataque` for a kept roll, or `tira todo` for all pending rolls."""
    session = reader.session
    if reader.is_last_keyword("everything") and not any(
        is_keyword(name, "everything") for name in saved_names(session)
    ):
        return Command(
            "settle",
            lambda history, roll, fresh: resolve_all(
                history.session, next(iter(history.session.pending), ""), roll
            ),
        )
    written = reader.take_rest()
    names, text = SheetNames(session), _by_key(session, written)
    if text == written and (more := _behind_a_kept_roll(session, written)):
        raise reader.unknown_word(more)
    expression = _parse_roll(session, text, names)
    return Command(
        "throw",
        lambda history, roll, fresh: rolls.throw(
            history.session, text, roll, names.only_one, SheetNames(history.session)
        ),
        expression=expression,
    )


def _parse_roll(session: Session, text: str, names: SheetNames) -> Expression:
    """Read a roll. The refusal of an unknown word lists the kept rolls.

    In games that add numbers of sheets to rolls, a missing number lists those names too.
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


def _behind_a_kept_roll(session: Session, written: str) -> str:
    """Return what stands behind the name of a kept roll, which goes alone; empty for any other text."""
    words = [] if is_dice(written) else written.partition("#")[0].split()
    lengths = range(len(words) - 1, 0, -1)
    found = next((each for each in lengths if saved_key(session, " ".join(words[:each])) is not None), 0)
    return " ".join(words[found:]) if found else ""


def _by_key(session: Session, written: str) -> str:
    """Return the text with the key of a kept roll in place of its name."""
    name, sign, label = written.partition("#")
    times, again = times_of(name)
    for often, called, rest in (
        ("", written, ""),
        ("", name, sign + label),
        (f"{times}x ", again, sign + label),
    ):
        if (key := saved_key(session, called)) is not None:
            return f"{often}{key}{rest}"
    return written


def keep(reader: Reader) -> Command:
    """Read `guarda NOMBRE EXPRESIÓN`; `guarda lia.ataque 1d20+3` keeps the roll for Lia."""
    who, name = named_roll(reader.session, reader.take_typed(blank("name")))
    text = reader.take_rest()
    return Command(
        "keep_roll",
        lambda history, roll, fresh: rolls.keep_roll(
            history.session, name, text, who, SheetNames(history.session)
        ),
    )


def forget(reader: Reader) -> Command:
    """Read `olvida NOMBRE`."""
    written = reader.take_rest()
    key = saved_key(reader.session, written) or written
    return Command("drop_roll", lambda history, roll, fresh: rolls.drop_roll(history.session, key))


def creature_named(session: Session, written: str) -> str | None:
    """Return the creature that a name means, None if there is none; refuses an ambiguous name."""
    names: dict[str, str] = {creature.name: who for who, creature in session.creatures.items()}
    return match_one(written.strip('"'), names)


def _owner_named(session: Session, written: str) -> str:
    """Return the creature that a name means; refuses an unknown name."""
    who = creature_named(session, written)
    if who is None:
        raise unknown(written, keys_by_name(session.creatures), "unknown_creature")
    return who


def named_roll(session: Session, written: str) -> tuple[str, str]:
    """Return the owner of a new kept roll, empty for the campaign, and the roll's own name.

    Refuses a dot behind an unknown name.
    """
    whose, _dot, name = written.partition(".")
    if not name or name != name.lstrip():
        return "", written
    return _owner_named(session, whose), name


def saved_key(session: Session, written: str) -> str | None:
    """Return the key of a kept roll; None if no kept roll has the name.

    Case, accents and quotes do not matter. A text that reads as dice is dice.
    """
    written = written.strip()
    if not session.rolls or is_dice(written):
        return None
    if written in session.rolls:
        return written
    written = written.replace('"', "")
    owners = {key: saved.who for key, saved in session.rolls.items()}
    key = _key_of_roll(session, written, [key for key, who in owners.items() if not who])
    whose, _dot, name = written.partition(".")
    if key is not None or not _key_of_roll(session, name, [key for key, who in owners.items() if who]):
        return key
    owner = creature_named(session, whose)
    return _key_of_roll(session, name, [key for key, who in owners.items() if who and who == owner])


def _key_of_roll(session: Session, name: str, keys: list[str]) -> str | None:
    """Return the key with a name: the exact name first, then one that only compares equal."""
    alike = [key for key in keys if normalize(name_of(session, key)) == normalize(name)]
    return next((key for key in alike if name_of(session, key) == name), alike[0] if alike else None)


def saved_names(session: Session) -> list[str]:
    """Return the names of the kept rolls, as they are typed."""
    return [saved_name(session, key) for key in session.rolls]


def saved_name(session: Session, key: str) -> str:
    """Return the name of a kept roll with its owner: `Lia.ataque`."""
    who = session.rolls[key].who
    owner = session.creatures.get(who)
    return f"{owner.name}.{name_of(session, key)}" if owner else name_of(session, key)
