"""The coin game: call a side, win or lose a coin. Who has none left is out.

Its rules and its sheet are all here, its words in `words/`; `installed/` says where they are, as a package's
own metadata would.
"""

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw, throw_die
from tracker.rules.fields import Text, amount
from tracker.rules.game_system import GameSystem
from tracker.rules.glance import Badge, Gauge, Tone
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.system import (
    Act,
    Args,
    Blow,
    Fact,
    Kind,
    Param,
    RuleResult,
    RulesContext,
    Scene,
    Sheet,
)

SIDES = ("heads", "tails")


class Gambler(Sheet, Struct, frozen=True):
    coins: Annotated[int, amount(low=0)] = 3
    charm: Text = ""


class Tavern(Scene, Struct, frozen=True):
    pass


def gambler(context: RulesContext, who: str) -> Gambler:
    sheet = context.sheets[who]
    assert isinstance(sheet, Gambler)
    return sheet


def flip(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    sheet = gambler(context, who)
    if not sheet.coins:
        raise Refusal("no_coins", who=who)
    die = throw_die(2, roll)
    won = SIDES[die.face - 1] == args["side"]
    after = replace(sheet, coins=sheet.coins + (1 if won else -1))
    fact = Fact("won" if won else "lost", {"who": who, "coins": after.coins})
    outcome = "won" if won else "lost"
    throw = Throw("flip", (die,), die.face, who, args["side"], expression="1d2", outcome=outcome)
    return RuleResult({who: after}, facts=(fact,), throws=(throw,))


ACTS = {"flip": Act("flip", flip, (Param("side", Kind.CHOICE, required=True, choices=SIDES),), rolls=True)}


class Coin(GameSystem):
    key = "coin"
    sheet = Gambler
    scene = Tavern
    fields = (
        SheetField("coins", ("coins",), FieldKind.NUMBER, "purse", 0, 99),
        SheetField("charm", ("charm",), FieldKind.TEXT, "purse"),
    )
    gauges = (Gauge("coins", "coins"),)
    health = "coins"
    acts = ACTS
    turn_seconds = 60

    def badges(self, context: RulesContext, who: str) -> tuple[Badge, ...]:
        return () if gambler(context, who).coins else (Badge("broke", Tone.BAD),)

    def blow(self, context: RulesContext, who: str, target: str) -> Blow | None:
        return Blow({1: 1, 0: 1}, 2)

    def is_out(self, sheet: Sheet) -> bool:
        return isinstance(sheet, Gambler) and not sheet.coins


COIN = Coin()
