"""The verbs of the typed language: one row each, with how its line is written and who reads it."""

from importlib import import_module

from msgspec import Struct

from tracker.commands.command import Command
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import in_words
from tracker.rules.game_system import GameSystem
from tracker.wording.words import Words, term

_FAVOUR = "|FAVOUR"
"""The resource that a game lets players spend, in the pattern of a line."""


class CommandSpec(Struct, frozen=True):
    """A verb. Its words stand under its id in the space `verb` of the word files."""

    id: str
    reads: str
    """The reader of the rest of the line, as a module of this package and its function: `fight.next_turn`."""
    patterns: tuple[str, ...]
    """The rest of the line, once for each way to write it: small words in small letters, what is to be filled
    in in capitals, both by their ids."""
    rolls: bool = False
    """Whether faces may be typed."""

    def usage_in(self, game: GameSystem, words: Words) -> str:
        """Return every way to write its line, in one."""
        return " | ".join(self.usages_in(game, words))

    def usages_in(self, game: GameSystem, words: Words) -> list[str]:
        """Return each way to write its line, with the resource that the game lets players spend."""
        favour = f"|{term(words, 'gauge', game.favour).lower()}" if game.favour else ""
        verb = term(words, "verb", self.id)
        rests = (favour.join(map(in_words, each.split(_FAVOUR))) for each in self.patterns)
        return [f"{verb} {rest}".strip() for rest in rests]

    def read(self, reader: Reader) -> Command:
        """Read the rest of a line. Imports the reader now: all readers together take 60 ms to import."""
        module, reads = self.reads.split(".")
        command: Command = getattr(import_module(f"{__package__}.{module}"), reads)(reader)
        return command


def _spec(verb_id: str, reads: str, *patterns: str, rolls: bool = False) -> CommandSpec:
    return CommandSpec(verb_id, reads, patterns or ("",), rolls)


SPECS = (
    _spec("next", "fight.next_turn", "[WHO|SIDE] [= FACES]", rolls=True),
    _spec("previous", "fight.previous_turn"),
    _spec(
        "settle",
        "pending.settle",
        "[alike|kind|everything|FAVOUR] [advantage|disadvantage] [+N|-N] [N] [turns K] [= FACES]",
        rolls=True,
    ),
    _spec("skip", "pending.skip", "[alike|kind|everything] [N]"),
    _spec("undo", "log.undo"),
    _spec("redo", "log.redo"),
    _spec("amend", "log.amend", "N"),
    _spec(
        "when",
        "reminders.keep",
        "WHO FIELD<=N|half: TEXT",
        "WHO CONDITION: TEXT",
        "[day N] HOUR: TEXT",
        "N nothing",
    ),
    _spec("rewind", "moments.go_back", "-5|now|WHEN"),
    _spec("look", "moments.look", "[WHO|pending]", "-5|now|WHEN [since WHEN]"),
    _spec("note", "log.note", "TEXT"),
    _spec("throw", "dice.throw", "EXPRESSION|KEPT [= FACES] [# LABEL]", "everything", rolls=True),
    _spec("keep_roll", "dice.keep", "[WHO.]NAME EXPRESSION"),
    _spec("drop_roll", "dice.forget", "[WHO.]NAME"),
    _spec("seal", "log.seal_dice"),
    _spec("unseal", "log.open_dice"),
    _spec("title", "log.rename", "NAME"),
    _spec("version", "log.version", "[N [leave]]"),
    _spec("rules", "game_file.play_by", "[FILE]", "nothing"),
    _spec("setting", "group.setting", "WHICH VALUE"),
    _spec("join", "group.join", "NAME [FIELD=VALUE …][, …]"),
    _spec("appear", "group.appear", "[hidden] [N] NAME [group] [FIELD=VALUE …][, …]"),
    _spec("sheet", "group.sheet", "WHO FIELD=VALUE …"),
    _spec("annotate", "group.annotate", "WHO TEXT"),
    _spec("rename", "group.rename", "WHO NAME"),
    _spec("name", "group.tell_name", "hidden|shown WHO"),
    _spec("template", "group.template", "WHO [NAME]"),
    _spec(
        "library",
        "library.put",
        "WHO [NAME]",
        "encounter [NAME]",
        "kit WHO NAME",
        "table NAME",
        "paste TEXT",
        "drop NAME",
        "undo",
        "redo",
    ),
    _spec("dismiss", "group.dismiss", "WHO"),
    _spec("gather", "group.gather", "WHO [NAME]"),
    _spec("split", "group.split", "WHO"),
    _spec("recruit", "group.recruit", "WHO"),
    _spec("part", "group.part", "WHO"),
    _spec("fight", "fight.begin", "[hidden] NAME [WHO …]", "NAME [WHO …] free", "NAME [WHO …] sides"),
    _spec("turn_order", "fight.turn_order", "free", "sides", "initiative"),
    _spec("enter", "fight.enter", "[hidden] WHO [SIDE]"),
    _spec("flee", "fight.flee", "WHO"),
    _spec("return", "fight.come_back", "WHO"),
    _spec("leave", "fight.leave", "WHO"),
    _spec("hide", "fight.hide", "WHO"),
    _spec("reveal", "fight.reveal", "[WHO]"),
    _spec("initiative", "fight.initiative", "WHO|SIDE N|EXPRESSION [= FACES]", rolls=True),
    _spec("up", "fight.up", "WHO"),
    _spec("down", "fight.down", "WHO"),
    _spec("declare", "fight.declare", "WHO TEXT"),
    _spec("surprise", "fight.surprise", "WHO"),
    _spec("each_round", "fight.each_round", "keep|clear|reroll"),
    _spec("end", "fight.end", "[no_clock|10m]"),
    _spec("forecast", "fight.forecast", "[WHEN]"),
    _spec("switch", "fight.switch", "NAME"),
    _spec("effect", "effects.begin", "WHO NAME 3r|10m|end|start|save [of WHO]"),
    _spec("end_effect", "effects.end", "NAME"),
    _spec("turn", "exploration.turn", rolls=True),
    _spec("round", "exploration.round_"),
    _spec("interval", "exploration.interval", "10m|7d|2 weeks|1 month [ordinary]", rolls=True),
    _spec(
        "clock",
        "exploration.clock",
        "[DAY [MONTH [YEAR]]] HOUR",
        "[WHO:] NAME N [every round|rest|day] [recharge N [DICE]] [shown|hidden] [outcome TEXT]",
        "NAME nothing",
    ),
    _spec("advance", "progress.advance", "NAME [N]"),
    _spec("spend", "progress.spend", "NAME [N]"),
    _spec(
        "moon",
        "almanac.moon",
        "NAME N [full DAY [MONTH [YEAR]]] [shown|hidden]",
        "NAME shown|hidden|nothing",
    ),
    _spec("feast", "almanac.feast", "NAME DAY MONTH [shown|hidden]", "NAME shown|hidden|nothing"),
    _spec(
        "appointment",
        "almanac.appointment",
        "DAY [MONTH [YEAR]] [shown|hidden]: TEXT",
        "TEXT shown|hidden|nothing",
    ),
    _spec(
        "notebook",
        "notebook.keep",
        "person|place|thread NAME[: [STATUS;] TEXT]",
        "NAME: TEXT",
        "NAME shown|hidden|status STATUS|name NAME|nothing",
    ),
    _spec(
        "calendar",
        "dates.calendar",
        "MONTH DAYS, …[; week DAY, …][; hours N][; today DAY MONTH YEAR [DAY]]",
        "nothing",
    ),
    _spec("travel", "exploration.travel", "N UNIT|PACE [8h]", rolls=True),
    _spec("pace", "exploration.pace", "NAME 6h|nothing"),
    _spec("watch", "exploration.watch", "N+ [every N] [auto] [DICE] [table NAME]"),
    _spec("weather", "exploration.weather", "[= FACES]", "table NAME", "is TEXT", "nothing", rolls=True),
    _spec("check", "exploration.check", "[= FACE]", rolls=True),
    _spec(
        "get",
        "supplies.get",
        "WHO|party NAME dN [light] [every 10m|interval|ammunition|meal|drink] [trigger TEXT] [outcome TEXT]",
        "WHO|party kit NAME",
    ),
    _spec("light", "supplies.light", "[WHO] SUPPLY"),
    _spec("put_out", "supplies.put_out", "[WHO] SUPPLY"),
    _spec("hand", "supplies.hand", "[WHO] SUPPLY WHO"),
    _spec("left", "supplies.set_left", "[WHO] SUPPLY 7m"),
    _spec("die", "supplies.set_die", "[WHO] SUPPLY dN"),
    _spec("thing", "supplies.describe", "[WHO] SUPPLY [trigger TEXT] [outcome TEXT]"),
    _spec("loot", "goods.loot", "[hidden] [N] WHAT, …", "shown", "[hidden] nothing"),
    _spec("share", "goods.share", "[to WHO, …]"),
    _spec("give", "goods.give", "WHO|party [N] WHAT, … [from WHO]"),
    _spec("gain", "goods.gain", "WHO|party [N] WHAT, …"),
    _spec("pay", "goods.pay", "WHO|party [N] WHAT, …"),
    _spec("coins", "goods.coins", "NAME=VALUE, …", "nothing"),
    _spec("weigh", "goods.weigh", "THING N|nothing"),
    _spec("table", "tables.keep", "NAME [DICE N-N: TEXT; …]"),
    _spec("drop_table", "tables.drop", "NAME"),
    _spec("consult", "tables.consult", "TABLE [= FACES]", rolls=True),
    _spec("result", "tables.make", "creature|loot|thing|note [WHO]"),
    _spec("reach", "tables.reach", "MOMENT"),
    _spec("drop", "supplies.drop", "[WHO] SUPPLY"),
    _spec("secret", "parse.secretly", "COMMAND"),
)
"""Every verb that is not an act of a game, in the order of help."""
