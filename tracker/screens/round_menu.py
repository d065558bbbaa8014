"""What a GM decides about a round: surprise, newcomers, initiatives, and the checks left to the GM."""

from collections.abc import Iterable

from tracker.commands.matching import plain
from tracker.rules.refusal import Refusal
from tracker.screens.desk import Desk
from tracker.session.state import Renewal, Session
from tracker.widgets.picker import Option, Picker
from tracker.wording.language import N_, _

RENEWALS = {
    Renewal.KEEP: N_("Iniciativa: dura todo el encuentro"),
    Renewal.CLEAR: N_("Iniciativa: se pide cada ronda"),
    Renewal.REROLL: N_("Iniciativa: se tira cada ronda"),
}
MORALE, REACTION = ("moral", "morale"), ("reacción", "reaction")
"""Names of the GM's own tables, or of the rolls that are kept, for those checks."""


def ask_round(desk: Desk, whos: tuple[str, ...]) -> None:
    """Ask what to decide; `whos` are the combatants chosen."""
    session = desk.session
    if session.fight is None:
        desk.refuse(Refusal("no_encounter"))
        return
    names = ", ".join(session.creatures[who].name for who in whos)
    in_force = {session.fight.renewal: _("ahora")}
    options = [
        Option("surprise", _("Sorpresa: pierden esta ronda"), names),
        Option("enter", _("Entra alguien que no está")),
        *(Option(key, _(what), in_force.get(key, "")) for key, what in RENEWALS.items()),
        Option("morale", _("Moral: tu tabla, o dados")),
        Option("reaction", _("Reacción: tu tabla, o dados")),
    ]

    def chosen(what: str | None) -> None:
        if what is not None:
            _do(desk, what, whos)

    desk.app.push_screen(Picker(_("¿Qué decides de la ronda?"), options), chosen)


def _do(desk: Desk, what: str, whos: tuple[str, ...]) -> None:
    match what:
        case "surprise":
            if surprised := desk.play_line("surprise .", whos):
                desk.done(surprised)
        case "enter":
            _ask_who_enters(desk)
        case "morale":
            _check(desk, _("Moral"), MORALE)
        case "reaction":
            _check(desk, _("Reacción"), REACTION)
        case _:
            desk.play_line(f"eachround {what}")


def _ask_who_enters(desk: Desk) -> None:
    """Ask who comes in: whoever is in play but not in this encounter, from wherever they are."""
    session = desk.session
    here = session.fight.combatants if session.fight else {}
    options = [
        Option(who, creature.name, _whereabouts(session, who))
        for who, creature in session.creatures.items()
        if who not in here
    ]
    if not options:
        desk.refuse(Refusal("everybody_here"))
        return

    def chosen(who: str | None) -> None:
        if who is not None:
            desk.play_line("enter .", (who,))

    desk.app.push_screen(Picker(_("¿Quién entra?"), options), chosen)


def _whereabouts(session: Session, who: str) -> str:
    return ", ".join(session.encounters[key].name for key in session.encounters_of(who))


def _check(desk: Desk, title: str, names: tuple[str, ...]) -> None:
    """Roll on the GM's own table of that name, else a roll kept under it, else ask for dice."""
    session, shelves = desk.session, desk.library.look().session
    tables = [table.name for table in (*session.tables.values(), *shelves.tables.values())]
    if found := _called(names, tables):
        desk.play_line(f"consult {found}")
    elif found := _called(names, session.rolls):
        desk.play_line(f"roll {found}")
    else:
        desk.ask_line(_("{check}: dados # etiqueta").format(check=title), "roll ", initial=f"2d6 # {title}")


def _called(names: tuple[str, ...], known: Iterable[str]) -> str:
    """Return the first of the known names that is one of these, however it is written."""
    wanted = {plain(name) for name in names}
    return next((name for name in known if plain(name) in wanted), "")
