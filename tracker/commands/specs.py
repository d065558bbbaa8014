"""The verbs of the typed language: one row each, with words, usage and reader."""

from importlib import import_module

from msgspec import Struct

from tracker.commands.command import Command
from tracker.commands.reading import Reader
from tracker.rules.game_system import GameSystem
from tracker.wording.messages import say
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
        return say(self.usage, favour=favour)

    def read(self, reader: Reader) -> Command:
        """Read the rest of a line. Imports the reader now: all readers together take 60 ms to import."""
        module, reads = self.reads.split(".")
        command: Command = getattr(import_module(f"{__package__}.{module}"), reads)(reader)
        return command


SPECS = (
    CommandSpec("next", ("siguiente", "next"), "usage.next", "fight.next_turn", rolls=True),
    CommandSpec("previous", ("anterior", "previous", "back"), "usage.previous", "fight.previous_turn"),
    CommandSpec(
        "settle",
        ("resuelve", "settle"),
        "usage.settle",
        "pending.settle",
        rolls=True,
    ),
    CommandSpec("skip", ("omite", "skip"), "usage.skip", "pending.skip"),
    CommandSpec("undo", ("deshacer", "undo"), "usage.undo", "log.undo"),
    CommandSpec("redo", ("rehacer", "redo"), "usage.redo", "log.redo"),
    CommandSpec("rewind", ("regresa", "rewind"), "usage.rewind", "moments.go_back"),
    CommandSpec("note", ("nota", "note"), "usage.note", "log.note"),
    CommandSpec(
        "throw",
        ("tira", "roll"),
        "usage.throw",
        "dice.throw",
        rolls=True,
    ),
    CommandSpec("keep_roll", ("guarda", "keep"), "usage.keep_roll", "dice.keep"),
    CommandSpec("drop_roll", ("olvida", "forget"), "usage.drop_roll", "dice.forget"),
    CommandSpec("seal", ("sella", "seal"), "usage.seal", "log.seal_dice"),
    CommandSpec("unseal", ("abre", "unseal"), "usage.unseal", "log.open_dice"),
    CommandSpec("title", ("titulo", "title"), "usage.title", "log.rename"),
    CommandSpec("version", ("version",), "usage.version", "log.version"),
    CommandSpec("setting", ("ajuste", "setting"), "usage.setting", "group.setting"),
    CommandSpec("join", ("pj", "pc"), "usage.join", "group.join"),
    CommandSpec(
        "appear",
        ("aparece", "appear"),
        "usage.appear",
        "group.appear",
    ),
    CommandSpec("sheet", ("ficha", "sheet"), "usage.sheet", "group.sheet"),
    CommandSpec("annotate", ("apunta", "annotate"), "usage.annotate", "group.annotate"),
    CommandSpec("rename", ("renombra", "rename"), "usage.rename", "group.rename"),
    CommandSpec("name", ("nombre", "name"), "usage.name", "group.tell_name"),
    CommandSpec("template", ("plantilla", "template"), "usage.template", "group.template"),
    CommandSpec(
        "library",
        ("biblioteca", "library"),
        "usage.library",
        "library.put",
    ),
    CommandSpec("dismiss", ("retira", "dismiss"), "usage.dismiss", "group.dismiss"),
    CommandSpec("gather", ("agrupa", "gather"), "usage.gather", "group.gather"),
    CommandSpec("split", ("separa", "split"), "usage.split", "group.split"),
    CommandSpec("recruit", ("recluta", "recruit"), "usage.recruit", "group.recruit"),
    CommandSpec("part", ("licencia", "part"), "usage.part", "group.part"),
    CommandSpec("fight", ("combate", "encounter", "fight"), "usage.fight", "fight.begin"),
    CommandSpec("enter", ("entra", "enter"), "usage.enter", "fight.enter"),
    CommandSpec("flee", ("huye", "flee"), "usage.flee", "fight.flee"),
    CommandSpec("return", ("vuelve", "return"), "usage.return", "fight.come_back"),
    CommandSpec("leave", ("quita", "leave"), "usage.leave", "fight.leave"),
    CommandSpec("hide", ("oculta", "hide"), "usage.hide", "fight.hide"),
    CommandSpec("reveal", ("muestra", "reveal"), "usage.reveal", "fight.reveal"),
    CommandSpec(
        "initiative",
        ("iniciativa", "initiative"),
        "usage.initiative",
        "fight.initiative",
        rolls=True,
    ),
    CommandSpec("up", ("sube", "up"), "usage.up", "fight.up"),
    CommandSpec("down", ("baja", "down"), "usage.down", "fight.down"),
    CommandSpec("declare", ("declara", "declare"), "usage.declare", "fight.declare"),
    CommandSpec("surprise", ("sorprende", "surprise"), "usage.surprise", "fight.surprise"),
    CommandSpec("each_round", ("cadaronda", "eachround"), "usage.each_round", "fight.each_round"),
    CommandSpec("end", ("fin", "end"), "usage.end", "fight.end"),
    CommandSpec("forecast", ("pronostico", "forecast"), "usage.forecast", "fight.forecast"),
    CommandSpec("switch", ("cambia", "switch"), "usage.switch", "fight.switch"),
    CommandSpec(
        "effect",
        ("efecto", "effect"),
        "usage.effect",
        "effects.begin",
    ),
    CommandSpec("end_effect", ("quitaefecto", "endeffect"), "usage.end_effect", "effects.end"),
    CommandSpec("turn", ("turno", "turn"), "usage.turn", "exploration.turn", rolls=True),
    CommandSpec("round", ("ronda", "round"), "usage.round", "exploration.round_"),
    CommandSpec(
        "interval",
        ("intervalo", "interval"),
        "usage.interval",
        "exploration.interval",
        rolls=True,
    ),
    CommandSpec(
        "clock",
        ("reloj", "clock"),
        "usage.clock",
        "exploration.clock",
    ),
    CommandSpec("advance", ("avanza", "advance"), "usage.advance", "progress.advance"),
    CommandSpec("spend", ("gasta", "spend"), "usage.spend", "progress.spend"),
    CommandSpec(
        "moon",
        ("luna", "moon"),
        "usage.moon",
        "almanac.moon",
    ),
    CommandSpec(
        "feast",
        ("fiesta", "feast"),
        "usage.feast",
        "almanac.feast",
    ),
    CommandSpec(
        "appointment",
        ("cita", "appointment"),
        "usage.appointment",
        "almanac.appointment",
    ),
    CommandSpec(
        "notebook",
        ("cuaderno", "notebook"),
        "usage.notebook",
        "notebook.keep",
    ),
    CommandSpec(
        "calendar",
        ("calendario", "calendar"),
        "usage.calendar",
        "dates.calendar",
    ),
    CommandSpec("travel", ("viaja", "travel"), "usage.travel", "exploration.travel", rolls=True),
    CommandSpec("pace", ("paso", "pace"), "usage.pace", "exploration.pace"),
    CommandSpec(
        "watch",
        ("vigila", "watch"),
        "usage.watch",
        "exploration.watch",
    ),
    CommandSpec(
        "weather",
        ("clima", "weather"),
        "usage.weather",
        "exploration.weather",
        rolls=True,
    ),
    CommandSpec("check", ("encuentro", "check"), "usage.check", "exploration.check", rolls=True),
    CommandSpec(
        "get",
        ("lleva", "carry"),
        "usage.get",
        "supplies.get",
    ),
    CommandSpec("light", ("enciende", "light"), "usage.light", "supplies.light"),
    CommandSpec("put_out", ("apaga", "extinguish"), "usage.put_out", "supplies.put_out"),
    CommandSpec("hand", ("entrega", "hand"), "usage.hand", "supplies.hand"),
    CommandSpec("left", ("queda", "remaining"), "usage.left", "supplies.set_left"),
    CommandSpec("die", ("dado", "die"), "usage.die", "supplies.set_die"),
    CommandSpec(
        "thing",
        ("objeto", "thing"),
        "usage.thing",
        "supplies.describe",
    ),
    CommandSpec(
        "loot",
        ("botín", "loot"),
        "usage.loot",
        "goods.loot",
    ),
    CommandSpec("share", ("reparte", "share"), "usage.share", "goods.share"),
    CommandSpec("give", ("da", "give"), "usage.give", "goods.give"),
    CommandSpec("gain", ("gana", "gain"), "usage.gain", "goods.gain"),
    CommandSpec("pay", ("paga", "pay"), "usage.pay", "goods.pay"),
    CommandSpec("coins", ("monedas", "coins"), "usage.coins", "goods.coins"),
    CommandSpec("weigh", ("peso", "weight"), "usage.weigh", "goods.weigh"),
    CommandSpec("table", ("tabla", "table"), "usage.table", "tables.keep"),
    CommandSpec("drop_table", ("borratabla", "droptable"), "usage.drop_table", "tables.drop"),
    CommandSpec("consult", ("consulta", "consult"), "usage.consult", "tables.consult", rolls=True),
    CommandSpec(
        "result",
        ("resultado", "result"),
        "usage.result",
        "results.make",
    ),
    CommandSpec("reach", ("llega", "reach"), "usage.reach", "tables.reach"),
    CommandSpec("drop", ("suelta", "drop"), "usage.drop", "supplies.drop"),
    CommandSpec("secret", ("secreto", "secret"), "usage.secret", "parse.secretly"),
)
"""Every verb that is not an act of a game, in the order of help."""
