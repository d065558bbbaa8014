"""A campaign full of secrets, in any of the games."""

from itertools import count
from pathlib import Path

from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.games import SYSTEMS
from tracker.session.event import Event
from tracker.session.moves import party
from tracker.store.campaign import Campaign

SYSTEM_KEYS = tuple(SYSTEMS)
HIDDEN, ABSENT, SEEN, HERO, SAGE = "Zarquino", "Yolbuk", "goblin", "Lía", "Odón"
NOTES, ENCOUNTER, LABEL, LINE = "guardaesunvampiro", "emboscadadelmimo", "trampasecreta", "eltraidoresbren"
PUBLIC_TOTAL, SECRET_TOTAL, GM_TOTAL = "= 31", 71_717, 52_525
LARGE, LEFT = "973", "964"
UNTOLD_DAY, UNTOLD_MOON = "latraiciondeodon", "Nargash"
UNTOLD, UNTOLD_TEXT, TOLD = "Vuldrak", "eselasesino", "Orvega"
ROOM, ROOM_STATE, ROOM_TEXT, UNSEEN_ROOM = "Tumbadelrey", "envenenada", "lapuertamiente", "7777"
LURKER, TRAP_THERE, UNREAD, ROOM_LOOT = "Krullak", "agujalenta", "unavozdicebasta", "cetrodeplomo"
SECRETS = (
    *(ROOM, ROOM_STATE, ROOM_TEXT, UNSEEN_ROOM, LURKER, TRAP_THERE, UNREAD, ROOM_LOOT),
    *(HIDDEN, ABSENT, NOTES, ENCOUNTER, LABEL, LINE, str(SECRET_TOTAL), str(GM_TOTAL), LARGE, LEFT),
    *(UNTOLD, UNTOLD_TEXT, UNTOLD_DAY, UNTOLD_MOON),
)

TRIES = 5
"""Shares before a save counts as one that cannot be written."""


class Game:
    """A GM who plays a save, and shares at once."""

    def __init__(self, folder: Path, system: str = "chronicle") -> None:
        self.path = folder / "saves" / "torre.json"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        journals = folder / "gm"
        self._ids = (f"x{number}" for number in count())
        self.campaign = Campaign.create(
            self.path, journals, system=system, title="La Torre", gm="ana", now=lambda: 1_700_000_000
        )

    def play(self, line: str) -> Event:
        """Play a line of the command language, every die showing its highest face."""
        command = parse(line, CommandContext(self.campaign.history))
        draft = draft_of(command, self.campaign.history, lambda sides: sides, lambda: next(self._ids))
        event = self.campaign.play(draft)
        self._share()
        return event

    def _share(self) -> None:
        """Share as the table does: on a busy machine that may have to be tried again."""
        for _ in range(TRIES):
            sharing = self.campaign.share()
            if sharing.is_shared:
                return
        raise AssertionError(sharing.refusal)

    def id_of(self, name: str) -> str:
        return next(who for who, each in self.campaign.session.creatures.items() if each.name == name)

    def wound(self, name: str, maximum: str, left: str) -> None:
        """Give somebody this much of what their life is counted in, as far as the sheet allows."""
        session = self.campaign.session
        gauge = next((each for each in session.game.gauges if each.maximum), None)
        wanted = {gauge.maximum: maximum, gauge.current: left} if gauge else {}
        fields = {field.path[0]: field.id for field in session.game.fields if len(field.path) == 1}
        for path, value in wanted.items():
            if path in fields:
                typed = {fields[path]: value}
                self.campaign.play(party.edit_sheet(self.campaign.session, self.id_of(name), typed))
        self._share()


def full_of_secrets(folder: Path, system: str) -> Game:
    game = Game(folder, system)
    for line in (
        f"pj {HERO}",
        f"pj {SAGE}",
        f"sala 1 {ROOM} salidas norte {UNSEEN_ROOM}, este 3 secreta",
        f"sala 1 estado {ROOM_STATE}",
        f"sala 1 nota {ROOM_TEXT}",
        f"sala 1 criatura oculto {LURKER}",
        f"sala 1 lee Aquí duerme {LURKER}",
        f"sala 1 botín {ROOM_LOOT}",
        f"sala 1 trampa {TRAP_THERE}",
        f"sala {UNSEEN_ROOM} lee {UNREAD}",
        f"aparece {SEEN}",
        f"aparece {HIDDEN}",
        f"aparece {ABSENT}",
        f"apunta {SEEN} {NOTES}",
        f"apunta {HERO} {NOTES}",
        f"nota {LINE}",
        f"cuaderno persona {UNTOLD}: {UNTOLD_TEXT}",
        f"cuaderno lugar {TOLD}: una aldea",
        f"cuaderno {TOLD} visible",
        f"cuaderno hilo La deuda: la de {UNTOLD}",
        "cuaderno La deuda visible",
        f"cuaderno hilo El plazo: lo pone {HIDDEN}",
        "cuaderno El plazo visible",
        f"luna {UNTOLD_MOON} 29",
        f"cita 9: {UNTOLD_DAY}",
        f"cita 8 visible: viene {HIDDEN}",
        f"lleva {HERO} antorcha d6 luz",
        f"lleva grupo {LABEL} d10",
        "enciende antorcha",
        f"combate {ENCOUNTER} {HERO},{SAGE},{SEEN},{HIDDEN}",
        f"oculta {HIDDEN}",
        f"iniciativa {HERO} 1d4+30 = 1",
        f"iniciativa {SAGE} 20",
        f"iniciativa {HIDDEN} 25",
        f"iniciativa {SEEN} 5",
        f"2d6+{GM_TOTAL} # {LABEL}",
        f"secreto iniciativa {SAGE} 1d4+{SECRET_TOTAL}",
        f"iniciativa {SAGE} 20",
        "vigila 17+",
        "siguiente",
        "ve 1",
    ):
        game.play(line)
    for name in (SEEN, HIDDEN, ABSENT):
        game.wound(name, LARGE, LEFT)
    return game
