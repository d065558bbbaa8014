"""Lines for every command and every act, made of what each declares: its usage and its parameters."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from tracker.commands.acts import act_usage, choices_for
from tracker.commands.specs import SPECS
from tracker.rules.sheet_field import FieldKind
from tracker.rules.system import Act, Kind, Param, Whose
from tracker.session.effects import params_of
from tracker.session.moves.campaign import settings_of
from tracker.session.state import Session
from tracker.wording.words import term, words_of

FACES, OTHERS = 0.1, 0.25
"""How often a line has what stands in brackets: typed faces, seldom as many as the dice, and the rest."""


@dataclass(frozen=True, slots=True)
class Order:
    """One form of a command, or an act: its name in a failure, and how it is written."""

    id: str
    usage: str
    act: Act | None = None


def commands_of(session: Session) -> list[Order]:
    """Return every form of every command."""
    words = words_of(session.system)
    return [
        Order(f"{spec.id} {number}", form)
        for spec in SPECS
        for number, form in enumerate(_forms(spec.usage_in(session.game, words)), 1)
    ]


def acts_of(session: Session) -> list[Order]:
    """Return every act of a game."""
    words = words_of(session.system)
    return [Order(act.id, act_usage(act, words), act) for act in session.game.acts.values()]


def _forms(usage: str) -> Iterator[str]:
    """Yield the forms of a usage, `clima nada | clima es TEXTO`; only the first need begin with the verb."""
    first, *others = usage.split(" | ")
    verb = first.split()[0]
    yield first
    for each in others:
        yield each if each.split()[0] == verb else f"{verb} {each}"


class Writer:
    """Writes lines for one session about one creature; chance decides what its usage leaves open."""

    def __init__(self, session: Session, named: tuple[str, ...], chance: Random) -> None:
        self._session = session
        self._named = named
        self._chance = chance

    def line(self, order: Order) -> str:
        """Return a line of a form."""
        params = {} if order.act is None else self._params(order.act)
        usage, named = order.usage, sorted(params, key=len, reverse=True)
        for place, name in enumerate(named):
            usage = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", f"\0{place}\0", usage)
        verb, _space, rest = self._chosen(usage).partition(" ")
        rest = re.sub(r"(?<!\d)[A-ZÁÉÍÓÚÑ]+", lambda match: self._one_value(PLACES[match[0]]), rest)
        rest = re.sub(r",? …", " abc" if order.act else "", rest)
        rest = re.sub("\0(\\d+)\0", lambda match: self._value(params[named[int(match[1])]]), rest)
        whole = order.act and order.act.whose is Whose.EACH and self._chance.random() < OTHERS
        return f"{verb} {rest}{' todos' if whole else ''}".strip()

    def _params(self, act: Act) -> dict[str, Param]:
        """Return the parameters of an act that its usage names in capitals, by those names."""
        words, own = words_of(self._session.system), f"param.{act.id}"
        spaces = {each.name: own if words.has(own, each.name) else "param" for each in params_of(act)}
        shown = [each for each in params_of(act) if each.kind is Kind.CHOICE or each.kind in VALUES]
        return {term(words, spaces[each.name], each.name).upper(): each for each in shown}

    def _chosen(self, usage: str) -> str:
        """Return a usage with some of what stands in brackets, and one of the words of each `a|b`."""
        inner = re.compile(r"\[([^\[\]]*)\]")
        while match := inner.search(usage):
            likely = FACES if match[1].startswith("= ") else OTHERS
            kept = self._alternative(match[1]) if self._chance.random() < likely else ""
            usage = f"{usage[: match.start()]}{kept}{usage[match.end() :]}"
        verb, _space, rest = usage.partition(" ")
        return " ".join(f"{verb} {self._alternative(rest)}".split())

    def _alternative(self, text: str) -> str:
        """Return a text with one word of each `a|b`; of `visible|estado ESTADO|nada`, also several."""
        words = text.split(" ")
        at = [place for place, word in enumerate(words) if "|" in word]
        if len(at) > 1 and at[-1] - at[0] == len(at) - 1 and self._chance.random() < 0.7:
            whole = self._chance.choice(" ".join(words[at[0] : at[-1] + 1]).split("|"))
            words[at[0] : at[-1] + 1] = [whole]
        return " ".join(self._chance.choice(word.split("|")) for word in words)

    def _one_value(self, values: Callable[[Session, tuple[str, ...]], Iterable[str]]) -> str:
        return self._chance.choice([*values(self._session, self._named)] or ["nada"])

    def _value(self, param: Param) -> str:
        if param.kind is Kind.CHOICE or param.offers is not None:
            known = list(param.choices) or self._offered_words(param)
            return self._chance.choice(known or ["nada"])
        return self._one_value(VALUES[param.kind])

    def _offered_words(self, param: Param) -> list[str]:
        context, creatures = self._session.rules_context(), self._session.creatures
        subjects = [who for who, each in creatures.items() if each.name.startswith("Vera")] or list(creatures)
        return [*choices_for(param, context, (subjects[0],)).values()]


Values = Callable[[Session, tuple[str, ...]], Iterable[str]]
"""The words that may stand for something in a session, given those for the creature in question."""


def _fixed(*words: str) -> Values:
    return lambda session, named: words


def _creatures(session: Session, named: tuple[str, ...]) -> Iterable[str]:
    return (*named * 4, "Ada", "Ogro", "Lobo*", "todos")


def _names(session: Session, named: tuple[str, ...]) -> Iterable[str]:
    """Return the names of things of every kind, and a new one."""
    collections = (session.tables, session.progress, session.moons, session.feasts, session.notebook)
    things = [each.name for collection in collections for each in collection.values()]
    effects = [each.name for each in session.effects.values()]
    fights = [each.name for each in session.encounters.values()]
    return (*things, *effects, *fights, *session.rolls, "el juicio", "mar", "oro", "Nuevo", "Nuevo")


def _supplies(session: Session, named: tuple[str, ...]) -> Iterable[str]:
    return [each.name for each in session.supplies.values()]


def _fields(session: Session, named: tuple[str, ...]) -> Iterable[str]:
    return [each.id for each in session.game.fields if each.kind is FieldKind.NUMBER]


PLACES: Mapping[str, Values] = {
    "QUIEN": _creatures,
    "NOMBRE": _names,
    "GUARDADA": lambda session, named: session.rolls,
    "OBJETO": _supplies,
    "COSA": _fixed("cuerda", "oro", "antorcha"),
    "QUÉ": _fixed("oro", "plata", "cobre", "rubí", "corona", "cuerda"),
    "CAMPO": _fields,
    "VALOR": lambda session, named: [
        *("0", "3", "12"),
        *(choice for each in settings_of(session) for choice in each.choices),
    ],
    "CUÁL": lambda session, named: [each.id for each in settings_of(session)],
    "MEDIDA": lambda session, named: session.game.distances or ("leguas",),
    "PASO": _fixed("mar"),
    "BANDO": _fixed("grupo", "enemigos", "Terceros"),
    "TABLA": lambda session, named: [each.name for each in session.tables.values()],
    "MOMENTO": lambda session, named: session.game.milestones or ("session_end",),
    "CUÁNDO": _fixed("-3", "ahora", "día 1", "9:00"),
    "CONDICIÓN": lambda session, named: session.game.conditions or ("miedo",),
    "MES": _fixed("Frío", "Calor"),
    "SALIDA": _fixed("norte", "este", "arriba", "1", "2", "Cripta"),
    "ARCHIVO": _fixed("cripta.md", "nada"),
    "DÍA": _fixed("3", "20"),
    "DÍAS": _fixed("30"),
    "AÑO": _fixed("7", "8"),
    "HH": _fixed("09", "21"),
    "MM": _fixed("30"),
    "FICHERO": _fixed("casa"),
    "EXPRESIÓN": _fixed("2d6+1", "3", "1d20"),
    "DADOS": _fixed("1d6", "1d4"),
    "CARAS": _fixed("1", "6", "3 4"),
    "CARA": _fixed("1"),
    "N": _fixed("1", "2", "4", "6"),
    "K": _fixed("1", "2"),
    "TEXTO": _fixed("dicen que Vera miente", "el juicio"),
    "ETIQUETA": _fixed("por si acaso"),
    "ESTADO": _fixed("muerta", "viva"),
    "ORDEN": lambda session, named: ("nota algo", "siguiente", *(f"oculta {each}" for each in named)),
}
"""The values of the words in capitals, by the word."""
VALUES: Mapping[Kind, Values] = {
    Kind.NUMBER: _fixed("1", "2", "5"),
    Kind.EFFECT: _fixed("0", "3", "99", "2d6"),
    Kind.CHANCE: _fixed("8"),
    Kind.METRES: _fixed("6", "2.9"),
    Kind.CREATURE: _creatures,
    Kind.SUPPLY: _supplies,
    Kind.NAME: _fixed("algo", "1d6"),
    Kind.TEXT: _fixed("algo", "1d6"),
}
"""The values of the parameters of an act that its usage names in capitals, by their kind."""
