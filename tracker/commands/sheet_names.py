"""Names with a dot: `lia.fuerza` is a number on a sheet, `lia.ataque` a roll kept for a creature."""

from tracker.commands.matching import by_name, matches, only, plain, unknown
from tracker.rules.dice.notation import is_dice
from tracker.rules.refusal import Refusal
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
        key = only(what, meant) if matches(what, meant) else None
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


def creature_named(session: Session, written: str) -> str | None:
    """Return the creature that a name means, None if there is none; refuses an ambiguous name."""
    names: dict[str, str] = {creature.name: who for who, creature in session.creatures.items()}
    return only(written.strip('"'), names)


def _owner_named(session: Session, written: str) -> str:
    """Return the creature that a name means; refuses an unknown name."""
    who = creature_named(session, written)
    if who is None:
        raise unknown(written, by_name(session.creatures), "unknown_creature")
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
    key = _called(session, written, [key for key, who in owners.items() if not who])
    whose, _dot, name = written.partition(".")
    if key is not None or not _called(session, name, [key for key, who in owners.items() if who]):
        return key
    owner = creature_named(session, whose)
    return _called(session, name, [key for key, who in owners.items() if who and who == owner])


def _called(session: Session, name: str, keys: list[str]) -> str | None:
    """Return the key with a name: the exact name first, then one that only compares equal."""
    alike = [key for key in keys if plain(name_of(session, key)) == plain(name)]
    return next((key for key in alike if name_of(session, key) == name), alike[0] if alike else None)


def saved_names(session: Session) -> list[str]:
    """Return the names of the kept rolls, as they are typed."""
    return [saved_name(session, key) for key in session.rolls]


def saved_name(session: Session, key: str) -> str:
    """Return the name of a kept roll with its owner: `Lia.ataque`."""
    who = session.rolls[key].who
    owner = session.creatures.get(who)
    return f"{owner.name}.{name_of(session, key)}" if owner else name_of(session, key)
