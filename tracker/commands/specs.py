"""The verbs of the typed language: one row each, with words, usage and reader."""

from importlib import import_module

from msgspec import Struct

from tracker.commands.command import Command
from tracker.commands.reading import Reader
from tracker.rules.game_system import GameSystem
from tracker.wording.language import N_, _
from tracker.wording.words import Words, term


class CommandSpec(Struct, frozen=True):
    """A verb: Spanish words first, then English ones. `rolls` says whether faces may be typed."""

    id: str
    words: tuple[str, ...]
    usage: str
    reads: str
    """The reader of the rest of the line, as a module of this package and its function: `fight.next_turn`."""
    rolls: bool = False

    def usage_in(self, game: GameSystem, words: Words) -> str:
        """Return the usage in a game, with the name of the resource that the game lets players spend."""
        favour = f"|{term(words, 'gauge', game.favour).lower()}" if game.favour else ""
        return _(self.usage).format(favour=favour)

    def read(self, reader: Reader) -> Command:
        """Read the rest of a line. Imports the reader now: all readers together take 60 ms to import."""
        module, reads = self.reads.split(".")
        command: Command = getattr(import_module(f"{__package__}.{module}"), reads)(reader)
        return command


SPECS = (
    CommandSpec("next", ("siguiente", "next"), N_("siguiente [= CARAS]"), "fight.next_turn", rolls=True),
    CommandSpec("previous", ("anterior", "previous", "back"), N_("anterior"), "fight.previous_turn"),
    CommandSpec(
        "settle",
        ("resuelve", "settle"),
        N_("resuelve [iguales|clase|todo{favour}] [ventaja|desventaja] [+N|-N] [N] [turnos K] [= CARAS]"),
        "pending.settle",
        rolls=True,
    ),
    CommandSpec("skip", ("omite", "skip"), N_("omite [iguales|clase|todo] [N]"), "pending.skip"),
    CommandSpec("undo", ("deshacer", "undo"), N_("deshacer"), "log.undo"),
    CommandSpec("redo", ("rehacer", "redo"), N_("rehacer"), "log.redo"),
    CommandSpec("note", ("nota", "note"), N_("nota TEXTO"), "log.note"),
    CommandSpec(
        "throw",
        ("tira", "roll"),
        N_("tira EXPRESIÓN|GUARDADA [= CARAS] [# ETIQUETA] | tira todo"),
        "dice.throw",
        rolls=True,
    ),
    CommandSpec("keep_roll", ("guarda", "keep"), N_("guarda [QUIEN.]NOMBRE EXPRESIÓN"), "dice.keep"),
    CommandSpec("drop_roll", ("olvida", "forget"), N_("olvida [QUIEN.]NOMBRE"), "dice.forget"),
    CommandSpec("seal", ("sella", "seal"), N_("sella"), "log.seal_dice"),
    CommandSpec("unseal", ("abre", "unseal"), N_("abre"), "log.open_dice"),
    CommandSpec("title", ("titulo", "title"), N_("titulo NOMBRE"), "log.rename"),
    CommandSpec("version", ("version",), N_("version [N [deja]]"), "log.version"),
    CommandSpec("setting", ("ajuste", "setting"), N_("ajuste CUÁL VALOR"), "group.setting"),
    CommandSpec("join", ("pj", "pc"), N_("pj NOMBRE [CAMPO=VALOR …]"), "group.join"),
    CommandSpec(
        "appear",
        ("aparece", "appear"),
        N_("aparece [oculto] [N] NOMBRE [grupo] [CAMPO=VALOR …]"),
        "group.appear",
    ),
    CommandSpec("sheet", ("ficha", "sheet"), N_("ficha QUIEN CAMPO=VALOR …"), "group.sheet"),
    CommandSpec("annotate", ("apunta", "annotate"), N_("apunta QUIEN TEXTO"), "group.annotate"),
    CommandSpec("rename", ("renombra", "rename"), N_("renombra QUIEN NOMBRE"), "group.rename"),
    CommandSpec("name", ("nombre", "name"), N_("nombre oculto|visible QUIEN"), "group.tell_name"),
    CommandSpec("template", ("plantilla", "template"), N_("plantilla QUIEN [NOMBRE]"), "group.template"),
    CommandSpec(
        "library",
        ("biblioteca", "library"),
        N_(
            "biblioteca QUIEN [NOMBRE] | encuentro [NOMBRE] | kit QUIEN NOMBRE | tabla NOMBRE | "
            "borra NOMBRE | deshacer | rehacer"
        ),
        "library.put",
    ),
    CommandSpec("dismiss", ("retira", "dismiss"), N_("retira QUIEN"), "group.dismiss"),
    CommandSpec("gather", ("agrupa", "gather"), N_("agrupa QUIEN [NOMBRE]"), "group.gather"),
    CommandSpec("split", ("separa", "split"), N_("separa QUIEN"), "group.split"),
    CommandSpec("recruit", ("recluta", "recruit"), N_("recluta QUIEN"), "group.recruit"),
    CommandSpec("part", ("licencia", "part"), N_("licencia QUIEN"), "group.part"),
    CommandSpec(
        "fight", ("combate", "encounter", "fight"), N_("combate [oculto] NOMBRE [QUIEN …]"), "fight.begin"
    ),
    CommandSpec("enter", ("entra", "enter"), N_("entra [oculto] QUIEN [BANDO]"), "fight.enter"),
    CommandSpec("flee", ("huye", "flee"), N_("huye QUIEN"), "fight.flee"),
    CommandSpec("return", ("vuelve", "return"), N_("vuelve QUIEN"), "fight.come_back"),
    CommandSpec("leave", ("quita", "leave"), N_("quita QUIEN"), "fight.leave"),
    CommandSpec("hide", ("oculta", "hide"), N_("oculta QUIEN"), "fight.hide"),
    CommandSpec("reveal", ("muestra", "reveal"), N_("muestra [QUIEN]"), "fight.reveal"),
    CommandSpec(
        "initiative",
        ("iniciativa", "initiative"),
        N_("iniciativa QUIEN|BANDO N|EXPRESIÓN [= CARAS]"),
        "fight.initiative",
        rolls=True,
    ),
    CommandSpec("up", ("sube", "up"), N_("sube QUIEN"), "fight.up"),
    CommandSpec("down", ("baja", "down"), N_("baja QUIEN"), "fight.down"),
    CommandSpec("declare", ("declara", "declare"), N_("declara QUIEN TEXTO"), "fight.declare"),
    CommandSpec("surprise", ("sorprende", "surprise"), N_("sorprende QUIEN"), "fight.surprise"),
    CommandSpec(
        "each_round", ("cadaronda", "eachround"), N_("cadaronda conserva|repite|tira"), "fight.each_round"
    ),
    CommandSpec("end", ("fin", "end"), N_("fin [sinreloj|10m]"), "fight.end"),
    CommandSpec("forecast", ("pronostico", "forecast"), N_("pronostico"), "fight.forecast"),
    CommandSpec("switch", ("cambia", "switch"), N_("cambia NOMBRE"), "fight.switch"),
    CommandSpec(
        "effect",
        ("efecto", "effect"),
        N_("efecto QUIEN NOMBRE 3r|10m|fin|inicio|salvación [de QUIEN]"),
        "effects.begin",
    ),
    CommandSpec("end_effect", ("quitaefecto", "endeffect"), N_("quitaefecto NOMBRE"), "effects.end"),
    CommandSpec("turn", ("turno", "turn"), N_("turno"), "exploration.turn", rolls=True),
    CommandSpec("round", ("ronda", "round"), N_("ronda"), "exploration.round_"),
    CommandSpec(
        "interval",
        ("intervalo", "interval"),
        N_("intervalo 10m|7d [corriente]"),
        "exploration.interval",
        rolls=True,
    ),
    CommandSpec(
        "clock",
        ("reloj", "clock"),
        N_(
            "reloj [DÍA [MES [AÑO]]] HH:MM | reloj [QUIEN:] NOMBRE N [cada ronda|descanso|día] "
            "[visible|oculto] [desenlace TEXTO] | reloj NOMBRE nada"
        ),
        "exploration.clock",
    ),
    CommandSpec("advance", ("avanza", "advance"), N_("avanza NOMBRE [N]"), "progress.advance"),
    CommandSpec("spend", ("gasta", "spend"), N_("gasta NOMBRE [N]"), "progress.spend"),
    CommandSpec(
        "moon",
        ("luna", "moon"),
        N_("luna NOMBRE N [llena DÍA [MES [AÑO]]] [visible|oculta] | luna NOMBRE visible|oculta|nada"),
        "almanac.moon",
    ),
    CommandSpec(
        "feast",
        ("fiesta", "feast"),
        N_("fiesta NOMBRE DÍA MES [visible|oculta] | fiesta NOMBRE visible|oculta|nada"),
        "almanac.feast",
    ),
    CommandSpec(
        "appointment",
        ("cita", "appointment"),
        N_("cita DÍA [MES [AÑO]] [visible|oculta]: TEXTO | cita TEXTO visible|oculta|nada"),
        "almanac.appointment",
    ),
    CommandSpec(
        "notebook",
        ("cuaderno", "notebook"),
        N_(
            "cuaderno persona|lugar|hilo NOMBRE[: [ESTADO;] TEXTO] | cuaderno NOMBRE: TEXTO | "
            "cuaderno NOMBRE visible|oculto|estado ESTADO|nombre NOMBRE|nada"
        ),
        "notebook.keep",
    ),
    CommandSpec(
        "calendar",
        ("calendario", "calendar"),
        N_("calendario MES DÍAS, …[; semana DÍA, …][; horas N][; hoy DÍA MES AÑO [DÍA]] | calendario nada"),
        "dates.calendar",
    ),
    CommandSpec(
        "travel", ("viaja", "travel"), N_("viaja N MEDIDA|PASO [8h]"), "exploration.travel", rolls=True
    ),
    CommandSpec("pace", ("paso", "pace"), N_("paso NOMBRE 6h|nada"), "exploration.pace"),
    CommandSpec(
        "watch",
        ("vigila", "watch"),
        N_("vigila N+ [cada N] [auto] [DADOS] [tabla NOMBRE]"),
        "exploration.watch",
    ),
    CommandSpec(
        "weather",
        ("clima", "weather"),
        N_("clima [= CARAS] | clima tabla NOMBRE | clima es TEXTO | clima nada"),
        "exploration.weather",
        rolls=True,
    ),
    CommandSpec("check", ("encuentro", "check"), N_("encuentro [= CARA]"), "exploration.check", rolls=True),
    CommandSpec(
        "get",
        ("lleva", "carry"),
        N_(
            "lleva QUIEN|grupo NOMBRE dN [luz] [cada 10m|intervalo|munición|comida|bebida] [detonante TEXTO] "
            "[desenlace TEXTO] | lleva QUIEN|grupo kit NOMBRE"
        ),
        "supplies.get",
    ),
    CommandSpec("light", ("enciende", "light"), N_("enciende [QUIEN] OBJETO"), "supplies.light"),
    CommandSpec("put_out", ("apaga", "extinguish"), N_("apaga [QUIEN] OBJETO"), "supplies.put_out"),
    CommandSpec("hand", ("entrega", "hand"), N_("entrega [QUIEN] OBJETO QUIEN"), "supplies.hand"),
    CommandSpec("left", ("queda", "remaining"), N_("queda [QUIEN] OBJETO 7m"), "supplies.set_left"),
    CommandSpec("die", ("dado", "die"), N_("dado [QUIEN] OBJETO dN"), "supplies.set_die"),
    CommandSpec(
        "thing",
        ("objeto", "thing"),
        N_("objeto [QUIEN] OBJETO [detonante TEXTO] [desenlace TEXTO]"),
        "supplies.describe",
    ),
    CommandSpec(
        "loot",
        ("botín", "loot"),
        N_("botín [oculto] [N] QUÉ, … | botín visible | botín [oculto] nada"),
        "goods.loot",
    ),
    CommandSpec("share", ("reparte", "share"), N_("reparte [a QUIEN, …]"), "goods.share"),
    CommandSpec("give", ("da", "give"), N_("da QUIEN|grupo [N] QUÉ, … [de QUIEN]"), "goods.give"),
    CommandSpec("gain", ("gana", "gain"), N_("gana QUIEN|grupo [N] QUÉ, …"), "goods.gain"),
    CommandSpec("pay", ("paga", "pay"), N_("paga QUIEN|grupo [N] QUÉ, …"), "goods.pay"),
    CommandSpec("coins", ("monedas", "coins"), N_("monedas NOMBRE=VALOR, … | monedas nada"), "goods.coins"),
    CommandSpec("weigh", ("peso", "weight"), N_("peso COSA N|nada"), "goods.weigh"),
    CommandSpec("table", ("tabla", "table"), N_("tabla NOMBRE [DADOS N-N: TEXTO; …]"), "tables.keep"),
    CommandSpec("drop_table", ("borratabla", "droptable"), N_("borratabla NOMBRE"), "tables.drop"),
    CommandSpec(
        "consult", ("consulta", "consult"), N_("consulta TABLA [= CARAS]"), "tables.consult", rolls=True
    ),
    CommandSpec(
        "result",
        ("resultado", "result"),
        N_("resultado criatura|botín|objeto|nota [QUIEN]"),
        "results.make",
    ),
    CommandSpec("reach", ("llega", "reach"), N_("llega MOMENTO"), "tables.reach"),
    CommandSpec("drop", ("suelta", "drop"), N_("suelta [QUIEN] OBJETO"), "supplies.drop"),
    CommandSpec("secret", ("secreto", "secret"), N_("secreto ORDEN"), "parse.secretly"),
)
"""Every verb that is not an act of a game, in the order of help."""
