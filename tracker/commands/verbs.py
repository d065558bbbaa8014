"""The verbs of the table: one row each, its words, its usage and how the rest of the line is read."""

from tracker.commands import dates, dice_orders, fight, group, library, pages, road, seals, shelf, spells
from tracker.commands.order import Order
from tracker.commands.reading import Reader
from tracker.commands.verb import Verb
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session import versions
from tracker.session.event import Deed, Fresh
from tracker.session.history import History
from tracker.session.moves import campaign, pending, undo
from tracker.wording.language import N_


def _undo(reader: Reader) -> Order:
    reader.end()
    return Order("undo", lambda history, roll, fresh: undo.undo(history))


def _redo(reader: Reader) -> Order:
    reader.end()
    return Order("redo", lambda history, roll, fresh: undo.redo(history))


def _note(reader: Reader) -> Order:
    text = reader.rest()
    return Order("note", lambda history, roll, fresh: campaign.note(history.session, text))


def _settle(reader: Reader) -> Order:
    how = pending.settle_alike if reader.took(*_ALIKE) else pending.settle
    key = _pending_key(reader)
    return Order("settle", lambda history, roll, fresh: how(history.session, key, roll))


def _skip(reader: Reader) -> Order:
    how = pending.skip_alike if reader.took(*_ALIKE) else pending.skip
    key = _pending_key(reader)
    return Order("skip", lambda history, roll, fresh: how(history.session, key))


_ALIKE = ("iguales", "alike")
"""Words for a pending roll and those that are it over again."""


def _pending_key(reader: Reader) -> str:
    """Return the pending roll of that number, from 1; the first one without a number."""
    place = reader.number("N") if reader.peek() is not None else 1
    reader.end()
    keys = list(reader.session.pending)
    return keys[place - 1] if 1 <= place <= len(keys) else ""


def _rename(reader: Reader) -> Order:
    title = reader.rest()
    return Order("title", lambda history, roll, fresh: campaign.rename(history.session, title))


def _version(reader: Reader) -> Order:
    place = reader.number("N") if reader.peek() is not None else 1
    reader.end()

    def chosen(history: History, _roll: Roll, _fresh: Fresh) -> Deed:
        found = versions.not_shown(history)
        if not 1 <= place <= len(found):
            raise Refusal("no_such_version")
        each, version = found[place - 1]
        return versions.choose_version(history, each.path, version.text)

    return Order("version", chosen)


VERBS = (
    Verb("next", ("siguiente", "next"), N_("siguiente [= CARAS]"), fight.next_turn, rolls=True),
    Verb("previous", ("anterior", "previous", "back"), N_("anterior"), fight.previous_turn),
    Verb("settle", ("resuelve", "settle"), N_("resuelve [iguales] [N] [= CARAS]"), _settle, rolls=True),
    Verb("skip", ("omite", "skip"), N_("omite [iguales] [N]"), _skip),
    Verb("undo", ("deshacer", "undo"), N_("deshacer"), _undo),
    Verb("redo", ("rehacer", "redo"), N_("rehacer"), _redo),
    Verb("note", ("nota", "note"), N_("nota TEXTO"), _note),
    Verb(
        "throw",
        ("tira", "roll"),
        N_("tira EXPRESIÓN|GUARDADA [= CARAS] [# ETIQUETA]"),
        dice_orders.throw,
        rolls=True,
    ),
    Verb("keep_roll", ("guarda", "keep"), N_("guarda [QUIEN.]NOMBRE EXPRESIÓN"), dice_orders.keep),
    Verb("drop_roll", ("olvida", "forget"), N_("olvida [QUIEN.]NOMBRE"), dice_orders.forget),
    Verb("seal", ("sella", "seal"), N_("sella"), seals.seal_dice),
    Verb("unseal", ("abre", "unseal"), N_("abre"), seals.open_dice),
    Verb("title", ("titulo", "title"), N_("titulo NOMBRE"), _rename),
    Verb("version", ("version",), N_("version [N]"), _version),
    Verb("setting", ("ajuste", "setting"), N_("ajuste CUÁL VALOR"), group.setting),
    Verb("join", ("pj", "pc"), N_("pj NOMBRE [CAMPO=VALOR …]"), group.join),
    Verb("appear", ("aparece", "appear"), N_("aparece [oculto] [N] NOMBRE [CAMPO=VALOR …]"), group.appear),
    Verb("sheet", ("ficha", "sheet"), N_("ficha QUIEN CAMPO=VALOR …"), group.sheet),
    Verb("annotate", ("apunta", "annotate"), N_("apunta QUIEN TEXTO"), group.annotate),
    Verb("rename", ("renombra", "rename"), N_("renombra QUIEN NOMBRE"), group.rename),
    Verb("template", ("plantilla", "template"), N_("plantilla QUIEN [NOMBRE]"), group.template),
    Verb(
        "library",
        ("biblioteca", "library"),
        N_(
            "biblioteca QUIEN [NOMBRE] | encuentro [NOMBRE] | kit QUIEN NOMBRE | tabla NOMBRE | "
            "borra NOMBRE | deshacer | rehacer"
        ),
        library.put,
    ),
    Verb("dismiss", ("retira", "dismiss"), N_("retira QUIEN"), group.dismiss),
    Verb("recruit", ("recluta", "recruit"), N_("recluta QUIEN"), group.recruit),
    Verb("part", ("licencia", "part"), N_("licencia QUIEN"), group.part),
    Verb("fight", ("combate", "encounter", "fight"), N_("combate [oculto] NOMBRE [QUIEN …]"), fight.begin),
    Verb("enter", ("entra", "enter"), N_("entra [oculto] QUIEN [BANDO]"), fight.enter),
    Verb("flee", ("huye", "flee"), N_("huye QUIEN"), fight.flee),
    Verb("return", ("vuelve", "return"), N_("vuelve QUIEN"), fight.come_back),
    Verb("leave", ("quita", "leave"), N_("quita QUIEN"), fight.leave),
    Verb("hide", ("oculta", "hide"), N_("oculta QUIEN"), fight.hide),
    Verb("reveal", ("muestra", "reveal"), N_("muestra [QUIEN]"), fight.reveal),
    Verb(
        "initiative",
        ("iniciativa", "initiative"),
        N_("iniciativa QUIEN|BANDO N|EXPRESIÓN [= CARAS]"),
        fight.initiative,
        rolls=True,
    ),
    Verb("up", ("sube", "up"), N_("sube QUIEN"), fight.up),
    Verb("down", ("baja", "down"), N_("baja QUIEN"), fight.down),
    Verb("declare", ("declara", "declare"), N_("declara QUIEN TEXTO"), fight.declare),
    Verb("surprise", ("sorprende", "surprise"), N_("sorprende QUIEN"), fight.surprise),
    Verb("each_round", ("cadaronda", "eachround"), N_("cadaronda conserva|repite|tira"), fight.each_round),
    Verb("end", ("fin", "end"), N_("fin [sinreloj|10m]"), fight.end),
    Verb("switch", ("cambia", "switch"), N_("cambia NOMBRE"), fight.switch),
    Verb(
        "effect",
        ("efecto", "effect"),
        N_("efecto QUIEN NOMBRE 3r|10m|fin|inicio|salvación [de QUIEN]"),
        spells.begin,
    ),
    Verb("end_effect", ("quitaefecto", "endeffect"), N_("quitaefecto NOMBRE"), spells.end),
    Verb("turn", ("turno", "turn"), N_("turno"), road.turn, rolls=True),
    Verb("round", ("ronda", "round"), N_("ronda"), road.round_),
    Verb("interval", ("intervalo", "interval"), N_("intervalo 10m"), road.interval, rolls=True),
    Verb("clock", ("reloj", "clock"), N_("reloj [DÍA [MES [AÑO]]] HH:MM"), road.clock),
    Verb(
        "calendar",
        ("calendario", "calendar"),
        N_("calendario MES DÍAS, …[; semana DÍA, …][; horas N][; hoy DÍA MES AÑO [DÍA]] | calendario nada"),
        dates.calendar,
    ),
    Verb("travel", ("viaja", "travel"), N_("viaja N MEDIDA|PASO [8h]"), road.travel, rolls=True),
    Verb("pace", ("paso", "pace"), N_("paso NOMBRE 6h|nada"), road.pace),
    Verb("watch", ("vigila", "watch"), N_("vigila N+ [cada N] [auto] [DADOS] [tabla NOMBRE]"), road.watch),
    Verb(
        "weather",
        ("clima", "weather"),
        N_("clima [= CARAS] | clima tabla NOMBRE | clima es TEXTO | clima nada"),
        road.weather,
        rolls=True,
    ),
    Verb("check", ("encuentro", "check"), N_("encuentro [= CARA]"), road.check, rolls=True),
    Verb(
        "get",
        ("lleva", "carry"),
        N_("lleva QUIEN NOMBRE dN [luz] [cada 10m|intervalo|munición] | lleva QUIEN kit NOMBRE"),
        shelf.get,
    ),
    Verb("light", ("enciende", "light"), N_("enciende OBJETO"), shelf.light),
    Verb("put_out", ("apaga", "extinguish"), N_("apaga OBJETO"), shelf.put_out),
    Verb("hand", ("entrega", "hand"), N_("entrega OBJETO QUIEN"), shelf.hand),
    Verb("left", ("queda", "remaining"), N_("queda OBJETO 7m"), shelf.set_left),
    Verb("die", ("dado", "die"), N_("dado OBJETO dN"), shelf.set_die),
    Verb("table", ("tabla", "table"), N_("tabla NOMBRE [DADOS N-N: TEXTO; …]"), pages.keep),
    Verb("drop_table", ("borratabla", "droptable"), N_("borratabla NOMBRE"), pages.drop),
    Verb("consult", ("consulta", "consult"), N_("consulta TABLA [= CARAS]"), pages.consult, rolls=True),
    Verb("reach", ("llega", "reach"), N_("llega MOMENTO"), pages.reach),
    Verb("drop", ("suelta", "drop"), N_("suelta OBJETO"), shelf.drop),
)
"""Every verb that is not an act of the game being played, in the order in which help lists them."""
