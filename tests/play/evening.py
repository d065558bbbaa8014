"""An evening at the table: hours underground, two fights, a night's rest, and much taken back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from tests.play.scene import PARTY
from tests.session.game import Game
from tests.session.status import status_json
from tracker.session.groups import turn_order
from tracker.session.pending import sides_to_roll
from tracker.wording.brief import brief_text
from tracker.wording.sentences import sentences

ROOM = 71
"""Columns of the log for what happened, at 80."""
EVERY = 9
"""Steps from one thing taken back to the next."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One command: its keys, the sentence that follows, and the text that the players must come to see."""

    keys: tuple[str, ...]
    sentence: str
    undoes: bool
    seen: str
    """The hour, the round and whose turn it is, as the players read it; nothing while it stays as it was."""


class Evening:
    """Plays the evening in memory, and notes the keys for each step as it goes.

    It has so many hours underground, of six intervals each, and so many rounds in each of the two fights.
    """

    def __init__(self, hours: int, rounds: int) -> None:
        self._intervals = 6 * hours
        self._rounds = rounds
        self.moments: list[Moment] = []
        self._game = Game()
        self._tab = "1"
        self._hits = cycle(range(1, 4))
        self._since = 0
        self._seen = ""

    @property
    def table(self) -> Mapping[str, Any]:
        """Everything that the evening leaves."""
        return {name: each for name, each in status_json(self._game.history).items() if name != "title"}

    @property
    def undone(self) -> int:
        """The number of things that have been taken back."""
        return sum(each.undoes for each in self.moments)

    def play(self) -> None:
        """Play it all."""
        for step in PARTY:
            self._do(step.line, *step.typed)
        self._march()
        self._fight("Emboscada", "goblin", 3)
        self._fight("El puente", "lobo", 2)
        self._camp()
        self._think_better_of_it()

    def _march(self) -> None:
        self._do(
            "lleva Lía Antorcha d6 luz cada 10m", ":", "lleva Lía Antorcha d6 luz cada 10m", "enter", tab="3"
        )
        self._do("enciende Antorcha", "home", "down", "l", tab="3")
        self._do("vigila 18+")
        for interval in range(self._intervals):
            self._do("intervalo 10m", "h", "h", tab="3")
            self._settle()
            if interval % 6 == 5:
                self._do(f"nota Hora {interval // 6 + 1} bajo tierra", "o", tab="3", text=True)
                self._do("2d6+3 = 4 4 # pasillo", "r", tab="4", text=True)

    def _fight(self, name: str, foe: str, many: int) -> None:
        self._do(f"aparece {many} {foe} salud_total=60 salud=60")
        self._do(f"combate {name}", ":", f"combate {name}", "enter", tab="2")
        self._do("iniciativa grupo 2d6 = 5 4")
        self._do("iniciativa enemigos 2d6 = 3 3")
        for turn in range(self._rounds * (4 + many)):
            self._do("siguiente", "n", tab="2")
            self._settle()
            self._act(turn, foe)
        self._do("fin", "w", "c", tab="2")
        self._settle()
        self._do(f"retira {foe}*")

    def _act(self, turn: int, foe: str) -> None:
        fight = self._game.session.fight
        assert fight is not None
        order = [self._game.session.creatures[who].name for who in turn_order(fight)]
        hit = next(self._hits)
        at = ("home", *["down"] * order.index(f"{foe} 1"))
        match turn % 5:
            case 0:
                # In its own turn nobody is hurt by the key without a name.
                is_active = fight.active == self._game.id_of(f"{foe} 1")
                keys = () if is_active else (*at, "d", str(hit), "enter")
                self._do(f"daño {foe} 1 {hit}", *keys, tab="2")
            case 1:
                self._do(
                    "prueba Lía fuerza ventaja = 14 3", "home", "t", "1", "V", "= 14 3", "enter", tab="2"
                )
            case 2:
                self._do(f"daño {foe}* {hit}")
            case 3:
                self._do(f"cura {foe} 1 1", *at, "c", "1", "enter", tab="2")
            case _:
                self._do("estado Lía ceguera fin-turno", "home", "e", "c", "F", "l", "enter", tab="2")

    def _camp(self) -> None:
        self._do("apaga Antorcha", "home", "down", "l", tab="3")
        self._do("intervalo 4h", "h", "o", "4h", "enter", tab="3")
        self._settle()
        self._do("descansa", "z", "d", tab="1")  # nobody is hurt: there is nothing to ask about
        self._settle()
        self._do("come todos", "z", "m", tab="3")

    def _think_better_of_it(self) -> None:
        """Take back many things in a row, from one tab and another, and bring all of them forward again."""
        for tab in "1234" * 2:
            self._undo(tab)
        for tab in "4321" * 2:
            self._do("rehacer", "ctrl+r", tab=tab, pausing=True)

    def _settle(self) -> None:
        """Resolve a pending roll with faces from the table: a torch lasts, a save succeeds."""
        session = self._game.session
        while session.pending:
            pending = next(iter(session.pending.values()))
            faces = ["14" if sides == 20 else "3" for sides in sides_to_roll(session, pending)]
            if faces:
                self._do(f"resuelve = {' '.join(faces)}", "=", " ".join(faces))
            else:
                self._do("omite", "s")
            session = self._game.session

    def _undo(self, tab: str) -> None:
        self._do("deshacer", "u", "u", tab=tab, pausing=True)

    def _do(self, line: str, *keys: str, tab: str = "", text: bool = False, pausing: bool = False) -> None:
        """Do something, by its keys or on the command line, and now and then take it back and do it again."""
        if not keys:
            keys = (":", line, "enter")
        elif text:
            keys = (*keys, line.removeprefix("nota "), "enter")
        self._note(line, self._turned_to(tab, keys))
        self._since += 1
        if self._since >= EVERY and not pausing:
            self._since = 0
            self._note("deshacer", ("u", "u"))
            self._note("rehacer", ("ctrl+r",))

    def _turned_to(self, tab: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        if not tab or tab == self._tab:
            return keys
        self._tab = tab
        return (tab, *keys)

    def _note(self, line: str, keys: tuple[str, ...]) -> None:
        event = self._game.do(line)
        # The log quotes an event that is undone or redone by its title alone.
        is_quoted = line in ("deshacer", "rehacer")
        history = self._game.history
        sentence = (
            brief_text(event, history, lambda text: len(text) <= ROOM)
            if is_quoted
            else " ".join(sentences(event, history))
        )
        now = self._clock_text()
        self.moments.append(Moment(keys, sentence, line == "deshacer", now if now != self._seen else ""))
        self._seen = now

    def _clock_text(self) -> str:
        table = status_json(self._game.history)
        fight = table["encounter"]
        words = f"Día {table['now']['day']} {table['now']['hour']}"
        if fight and fight["round"]:
            words += f" · Ronda {fight['round']}"
        if fight and fight["active"]:
            words += f" · Turno de {fight['active']['name']}"
        return words


def figures(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield who stands in the group's list, with their health as it is written there."""
    for each in table["creatures"]:
        if each["party"]:
            yield each["name"], f"{each['sheet']['health']}/{each['sheet']['health_max']}"
