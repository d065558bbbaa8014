"""The verbs of the table: one row each, its words, its usage and what reads the rest of the line."""

from importlib import import_module

from msgspec import Struct

from tracker.commands.order import Order
from tracker.commands.reading import Reader
from tracker.rules.system import GameSystem
from tracker.wording.language import N_, _
from tracker.wording.words import Words, term


class Verb(Struct, frozen=True):
    """A verb: Spanish words first, then English ones. `rolls` says whether faces may be typed."""

    id: str
    words: tuple[str, ...]
    usage: str
    reads: str
    """What reads the rest of the line: a module of this package and its function, `fight.next_turn`."""
    rolls: bool = False

    def usage_in(self, game: GameSystem, words: Words) -> str:
        """Return how it is written in a game, with the name of what that game lets be spent."""
        favour = f"|{term(words, 'gauge', game.favour).lower()}" if game.favour else ""
        return _(self.usage).format(favour=favour)

    def read(self, reader: Reader) -> Order:
        """Read the rest of a line; what the verb does is imported with the first line that has it."""
        module, reads = self.reads.split(".")
        order: Order = getattr(import_module(f"{__package__}.{module}"), reads)(reader)
        return order


VERBS = (
    Verb("next", ("siguiente", "next"), N_("siguiente [= CARAS]"), "fight.next_turn", rolls=True),
    Verb("previous", ("anterior", "previous", "back"), N_("anterior"), "fight.previous_turn"),
    Verb(
        "settle",
        ("resuelve", "settle"),
        N_("resuelve [iguales{favour}] [N] [= CARAS]"),
        "waiting.settle",
        rolls=True,
    ),
    Verb("skip", ("omite", "skip"), N_("omite [iguales] [N]"), "waiting.skip"),
    Verb("undo", ("deshacer", "undo"), N_("deshacer"), "log.undo"),
    Verb("redo", ("rehacer", "redo"), N_("rehacer"), "log.redo"),
    Verb("note", ("nota", "note"), N_("nota TEXTO"), "log.note"),
    Verb(
        "throw",
        ("tira", "roll"),
        N_("tira EXPRESIÓN|GUARDADA [= CARAS] [# ETIQUETA]"),
        "dice_orders.throw",
        rolls=True,
    ),
    Verb("keep_roll", ("guarda", "keep"), N_("guarda [QUIEN.]NOMBRE EXPRESIÓN"), "dice_orders.keep"),
    Verb("drop_roll", ("olvida", "forget"), N_("olvida [QUIEN.]NOMBRE"), "dice_orders.forget"),
    Verb("seal", ("sella", "seal"), N_("sella"), "log.seal_dice"),
    Verb("unseal", ("abre", "unseal"), N_("abre"), "log.open_dice"),
    Verb("title", ("titulo", "title"), N_("titulo NOMBRE"), "log.rename"),
    Verb("version", ("version",), N_("version [N]"), "log.version"),
    Verb("setting", ("ajuste", "setting"), N_("ajuste CUÁL VALOR"), "group.setting"),
    Verb("join", ("pj", "pc"), N_("pj NOMBRE [CAMPO=VALOR …]"), "group.join"),
    Verb("appear", ("aparece", "appear"), N_("aparece [oculto] [N] NOMBRE [CAMPO=VALOR …]"), "group.appear"),
    Verb("sheet", ("ficha", "sheet"), N_("ficha QUIEN CAMPO=VALOR …"), "group.sheet"),
    Verb("annotate", ("apunta", "annotate"), N_("apunta QUIEN TEXTO"), "group.annotate"),
    Verb("rename", ("renombra", "rename"), N_("renombra QUIEN NOMBRE"), "group.rename"),
    Verb("template", ("plantilla", "template"), N_("plantilla QUIEN [NOMBRE]"), "group.template"),
    Verb(
        "library",
        ("biblioteca", "library"),
        N_(
            "biblioteca QUIEN [NOMBRE] | encuentro [NOMBRE] | kit QUIEN NOMBRE | tabla NOMBRE | "
            "borra NOMBRE | deshacer | rehacer"
        ),
        "library.put",
    ),
    Verb("dismiss", ("retira", "dismiss"), N_("retira QUIEN"), "group.dismiss"),
    Verb("recruit", ("recluta", "recruit"), N_("recluta QUIEN"), "group.recruit"),
    Verb("part", ("licencia", "part"), N_("licencia QUIEN"), "group.part"),
    Verb("fight", ("combate", "encounter", "fight"), N_("combate [oculto] NOMBRE [QUIEN …]"), "fight.begin"),
    Verb("enter", ("entra", "enter"), N_("entra [oculto] QUIEN [BANDO]"), "fight.enter"),
    Verb("flee", ("huye", "flee"), N_("huye QUIEN"), "fight.flee"),
    Verb("return", ("vuelve", "return"), N_("vuelve QUIEN"), "fight.come_back"),
    Verb("leave", ("quita", "leave"), N_("quita QUIEN"), "fight.leave"),
    Verb("hide", ("oculta", "hide"), N_("oculta QUIEN"), "fight.hide"),
    Verb("reveal", ("muestra", "reveal"), N_("muestra [QUIEN]"), "fight.reveal"),
    Verb(
        "initiative",
        ("iniciativa", "initiative"),
        N_("iniciativa QUIEN|BANDO N|EXPRESIÓN [= CARAS]"),
        "fight.initiative",
        rolls=True,
    ),
    Verb("up", ("sube", "up"), N_("sube QUIEN"), "fight.up"),
    Verb("down", ("baja", "down"), N_("baja QUIEN"), "fight.down"),
    Verb("declare", ("declara", "declare"), N_("declara QUIEN TEXTO"), "fight.declare"),
    Verb("surprise", ("sorprende", "surprise"), N_("sorprende QUIEN"), "fight.surprise"),
    Verb("each_round", ("cadaronda", "eachround"), N_("cadaronda conserva|repite|tira"), "fight.each_round"),
    Verb("end", ("fin", "end"), N_("fin [sinreloj|10m]"), "fight.end"),
    Verb("switch", ("cambia", "switch"), N_("cambia NOMBRE"), "fight.switch"),
    Verb(
        "effect",
        ("efecto", "effect"),
        N_("efecto QUIEN NOMBRE 3r|10m|fin|inicio|salvación [de QUIEN]"),
        "spells.begin",
    ),
    Verb("end_effect", ("quitaefecto", "endeffect"), N_("quitaefecto NOMBRE"), "spells.end"),
    Verb("turn", ("turno", "turn"), N_("turno"), "road.turn", rolls=True),
    Verb("round", ("ronda", "round"), N_("ronda"), "road.round_"),
    Verb("interval", ("intervalo", "interval"), N_("intervalo 10m"), "road.interval", rolls=True),
    Verb("clock", ("reloj", "clock"), N_("reloj [DÍA [MES [AÑO]]] HH:MM"), "road.clock"),
    Verb(
        "calendar",
        ("calendario", "calendar"),
        N_("calendario MES DÍAS, …[; semana DÍA, …][; horas N][; hoy DÍA MES AÑO [DÍA]] | calendario nada"),
        "dates.calendar",
    ),
    Verb("travel", ("viaja", "travel"), N_("viaja N MEDIDA|PASO [8h]"), "road.travel", rolls=True),
    Verb("pace", ("paso", "pace"), N_("paso NOMBRE 6h|nada"), "road.pace"),
    Verb("watch", ("vigila", "watch"), N_("vigila N+ [cada N] [auto] [DADOS] [tabla NOMBRE]"), "road.watch"),
    Verb(
        "weather",
        ("clima", "weather"),
        N_("clima [= CARAS] | clima tabla NOMBRE | clima es TEXTO | clima nada"),
        "road.weather",
        rolls=True,
    ),
    Verb("check", ("encuentro", "check"), N_("encuentro [= CARA]"), "road.check", rolls=True),
    Verb(
        "get",
        ("lleva", "carry"),
        N_("lleva QUIEN|grupo NOMBRE dN [luz] [cada 10m|intervalo|munición] | lleva QUIEN|grupo kit NOMBRE"),
        "shelf.get",
    ),
    Verb("light", ("enciende", "light"), N_("enciende [QUIEN] OBJETO"), "shelf.light"),
    Verb("put_out", ("apaga", "extinguish"), N_("apaga [QUIEN] OBJETO"), "shelf.put_out"),
    Verb("hand", ("entrega", "hand"), N_("entrega [QUIEN] OBJETO QUIEN"), "shelf.hand"),
    Verb("left", ("queda", "remaining"), N_("queda [QUIEN] OBJETO 7m"), "shelf.set_left"),
    Verb("die", ("dado", "die"), N_("dado [QUIEN] OBJETO dN"), "shelf.set_die"),
    Verb("table", ("tabla", "table"), N_("tabla NOMBRE [DADOS N-N: TEXTO; …]"), "pages.keep"),
    Verb("drop_table", ("borratabla", "droptable"), N_("borratabla NOMBRE"), "pages.drop"),
    Verb("consult", ("consulta", "consult"), N_("consulta TABLA [= CARAS]"), "pages.consult", rolls=True),
    Verb("reach", ("llega", "reach"), N_("llega MOMENTO"), "pages.reach"),
    Verb("drop", ("suelta", "drop"), N_("suelta [QUIEN] OBJETO"), "shelf.drop"),
    Verb("secret", ("secreto", "secret"), N_("secreto ORDEN"), "parse.secretly"),
)
"""Every verb that is not an act of the game being played, in the order in which help lists them."""
