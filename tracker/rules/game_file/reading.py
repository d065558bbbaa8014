"""Read a game file: its tables into records, and every fault with its line."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from msgspec.structs import replace

from tracker.rules.body import LEFT
from tracker.rules.clock import DAY, UNITS
from tracker.rules.fields import MOST_SEGMENTS, NAME_LENGTH, TEXT_LENGTH
from tracker.rules.game_file import records
from tracker.rules.game_file.expression import NAME, RESERVED, Expr, parse
from tracker.rules.game_file.records import (
    GROUPS,
    LANGUAGES,
    VERBS,
    ActOf,
    Attribute,
    Check,
    ClockOf,
    Condition,
    Counter,
    DerivedFigure,
    Due,
    Effect,
    GameFile,
    ListOf,
    Parameter,
    Refill,
    TextOf,
    Threshold,
)
from tracker.rules.game_file.source import Path, Source, source_of
from tracker.rules.games import SYSTEMS
from tracker.rules.glance import Tone
from tracker.rules.near import nearest
from tracker.rules.refusal import Refusal
from tracker.rules.system import WHO, Kind, TurnOrder
from tracker.rules.usage_die import LADDER

MOST_NAMES = 60
MOST_EFFECTS = 20
MOST_RESULTS = 20
HIGHEST = 999
T = TypeVar("T")

TABLES = (
    "game",
    "attribute",
    "derived",
    "counter",
    "clock",
    "list",
    "text",
    "condition",
    "check",
    "act",
    "due",
    "words",
)
OF_A_DEED = ("others", "doer", "suits")
"""Entries of checks and acts that say whom they are for."""
DOERS = (WHO, "target")
KEYS: Mapping[str, tuple[str, ...]] = {
    "game": (
        "key",
        "name",
        "version",
        "turn",
        "health",
        "rounds",
        "initiative",
        "order",
        "milestones",
        "attack",
        "on",
    ),
    "counter": ("max", "start", "low", "cost", "empty", "back", "full", "at", "refill", "die", "who"),
    "clock": ("segments", "shown", "full", "help"),
    "condition": ("rolls", "value", "on", "only", "ends", "at", "each", "do", "level", "tone", "help"),
    "check": ("params", "roll", "result", "good", "on", "vs", "group", "mode", *OF_A_DEED, "help"),
    "act": ("params", "needs", "do", "lasts", *OF_A_DEED, "help"),
    "due": ("when", "every", "since", "if", "do", "who", "help"),
}
"""The entries that each table with fixed entries may have."""
PARAMETERS: Mapping[str, Kind] = {
    "attribute": Kind.CHOICE,
    "amount": Kind.EFFECT,
    "condition": Kind.CHOICE,
    "creature": Kind.CREATURE,
    "flag": Kind.FLAG,
    "text": Kind.TEXT,
    "duration": Kind.HOURS,
    "modifier": Kind.MODIFIER,
}
"""The kinds of parameters that a file gives by name."""
KINDS: Mapping[str, Kind] = {**PARAMETERS, "choice": Kind.CHOICE, "number": Kind.NUMBER}
"""Also the kinds given as a list or as bounds. Any other kind is the name of a list on the sheet."""
SHARED = ("best", "worst", "half")
"""Which of the outcomes of several counts in a check that they make as one."""
NATURES = ("pc", "npc")
_LASTS = re.compile(
    r"(?P<amount>.+?)\s+(?P<unit>rondas?|turnos?|rounds?|turns?|horas?|hours?|minutos?|minutes?|d[ií]as?|days?)$"
)
_CHANGE = re.compile(
    rf"(?:(?P<whose>target|clock|{'|'.join(GROUPS)})\.)?(?P<name>{NAME})"
    r"\s*(?P<sign>\+=|-=|=)\s*(?P<value>[^=].*)$"
)
_WHOSE = re.compile(rf"(?P<whose>target|{'|'.join(GROUPS)})\.")
_THRESHOLD = re.compile(r"(?P<sign><=|>=|<|>)?\s*(?P<number>-?\d{1,3})")
_GUARD = re.compile(r"(?:si|if)\s+(?P<guard>.+?)\s*:\s*(?P<rest>\S.*)$")
KEY = re.compile(r"[a-z][a-z0-9_]{0,29}\Z")
"""What the key of a game looks like."""
_TAKEN = (
    *("kind", "dead", "cause", "fed_at", "awake_since", "is_pc", "suffers", "conditions"),
    *("saved_whole", "from_save", "figures"),
)
"""Names that every sheet already has."""


class Faults(Exception):  # noqa: N818 - what is wrong with a file, one after another
    """The faults of a game file, sorted by line."""

    def __init__(self, faults: tuple[Refusal, ...]) -> None:
        super().__init__(len(faults))
        self.faults = faults


# Naming a game, checking it and compiling it each ask for its file.
@lru_cache(maxsize=8)
def parse_game_file(text: str) -> GameFile:
    """Parse a game file; raises `Faults`."""
    try:
        reader = _Reader(source_of(text))
    except Refusal as refusal:
        raise Faults((refusal,)) from refusal
    game = reader.game()
    if reader.faults:
        raise Faults(tuple(sorted(reader.faults, key=lambda each: int(each.data.get("line") or 0))))
    return game


class _Reader:
    """Reads table after table, and collects the faults."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[Refusal] = []

    def wrong(self, code: str, path: Path, shown: str = "", /, **data: Any) -> None:
        """Record a fault."""
        self.faults.append(self.source.refusal(code, path, shown, **data))

    def game(self) -> GameFile:
        tables = self.source.tables
        self._require_known(tables, TABLES, ())
        head = self._table(tables, "game", ())
        game = GameFile(key="", name="")
        if not head:
            self.wrong("game_no_head", ("game",))
            return game
        game = self._head(head)
        return replace(
            game,
            attributes=self._parse_each(tables, "attribute", self._attribute),
            derived=self._parse_each(tables, "derived", self._parse_derived),
            counters=self._parse_each(tables, "counter", self._counter),
            clocks=self._parse_each(tables, "clock", self._clock),
            lists=self._parse_each(tables, "list", self._list),
            texts=self._parse_each(tables, "text", self._text),
            conditions=self._parse_each(tables, "condition", self._condition),
            checks=self._parse_each(tables, "check", self._check),
            acts=self._parse_each(tables, "act", self._act),
            dues=self._parse_each(tables, "due", self._due),
            words=self._words(self._table(tables, "words", ())),
        )

    # What stands in a table, and what it may hold.

    def _require_known(self, table: Mapping[str, Any], known: tuple[str, ...], path: Path) -> None:
        for name in table:
            if name not in known:
                near = nearest(name, known)
                code = "game_unknown_near" if near else "game_unknown_entry"
                self.wrong(code, (*path, name), name=name[:NAME_LENGTH], near=near, known=", ".join(known))

    def _table(self, tables: Mapping[str, Any], name: str, path: Path) -> Mapping[str, Any]:
        table = tables.get(name, {})
        if isinstance(table, dict):
            return table
        self.wrong("game_not_table", (*path, name))
        return {}

    def _parse_each(
        self, tables: Mapping[str, Any], table: str, make: Callable[[str, Any, Path], T | None]
    ) -> dict[str, T]:
        raw_entries = self._table(tables, table, ())
        if len(raw_entries) > MOST_NAMES:
            self.wrong("game_many_names", (table,), count=len(raw_entries), most=MOST_NAMES)
            return {}
        entries = {}
        for name, raw in raw_entries.items():
            path = (table, name)
            if not self._allows_name(name, path):
                continue
            entry = make(name, raw, path)
            if entry is not None:
                entries[name] = entry
        return entries

    def _allows_name(self, name: str, path: Path) -> bool:
        if not re.fullmatch(NAME, name):
            self.wrong("game_bad_name", path, name=name[:NAME_LENGTH])
        elif name in RESERVED or name in _TAKEN or re.fullmatch(r"d\d+", name):
            self.wrong("game_reserved", path, name=name)
        else:
            return True
        return False

    def _entries(self, raw: Any, table: str, path: Path) -> Mapping[str, Any]:
        if not isinstance(raw, dict):
            self.wrong("game_not_table", path)
            return {}
        self._require_known(raw, KEYS[table], path)
        return {name: each for name, each in raw.items() if name in KEYS[table]}

    def _string(self, raw: Any, path: Path, longest: int = NAME_LENGTH) -> str:
        if raw is None:
            return ""
        if not isinstance(raw, str):
            self.wrong("game_not_text", path)
            return ""
        if "{" in raw or "}" in raw or "[" in raw or "\n" in raw:
            self.wrong("game_brace", path)
            return ""
        if len(raw) > longest:
            self.wrong("game_text_long", path, count=len(raw), most=longest)
            return ""
        return raw.strip()

    def _help(self, entries: Mapping[str, Any], path: Path) -> tuple[str, ...]:
        """Read the sentence that explains an entry: one for every language, or one in each."""
        raw, help_path = entries.get("help"), (*path, "help")
        if raw is None:
            return ()
        sentences = raw if isinstance(raw, list) and len(raw) <= len(LANGUAGES) else [raw]
        return tuple(filter(None, (self._string(each, help_path, TEXT_LENGTH) for each in sentences)))

    def _strings(self, raw: Any, path: Path) -> tuple[str, ...]:
        if raw is None:
            return ()
        if not isinstance(raw, list) or len(raw) > MOST_NAMES:
            self.wrong("game_not_texts", path)
            return ()
        return tuple(filter(None, (self._string(each, path) for each in raw)))

    def _choice(self, raw: Any, path: Path, known: tuple[str, ...]) -> str:
        text = self._string(raw, path)
        if text and text not in known:
            self.wrong("game_choice", path, value=text, known=", ".join(known))
            return ""
        return text

    def _flag(self, raw: Any, path: Path, *, default: bool = False) -> bool:
        if raw is None:
            return default
        if not isinstance(raw, bool):
            self.wrong("game_not_flag", path)
            return default
        return raw

    def _number(self, raw: Any, path: Path, default: int = 0, highest: int = HIGHEST) -> int:
        if raw is None:
            return default
        if type(raw) is not int or not -highest <= raw <= highest:
            self.wrong("game_not_number", path, low=-highest, high=highest)
            return default
        return raw

    def _formula(self, raw: Any, path: Path) -> Expr | None:
        if raw is None:
            return None
        if type(raw) is int:
            raw = str(raw)
        if not isinstance(raw, str):
            self.wrong("game_not_formula", path)
            return None
        return self._parse_formula(raw, path, raw)

    def _parse_formula(self, formula: str, path: Path, shown: str) -> Expr | None:
        try:
            return parse(formula)
        except Refusal as refusal:
            self.wrong(
                "game_formula" if refusal.code.startswith("dice") else refusal.code,
                path,
                shown[:40],
                **{"text": formula[:60], "found": "", "expected": "", **refusal.data},
            )
        except RecursionError:
            self.wrong("game_formula_deep", path, shown[:40], text=formula[:40], most=20)
        return None

    def _seconds(self, raw: Any, path: Path) -> int:
        text = self._string(raw, path)
        if not text:
            return 0
        match = re.fullmatch(r"(\d{1,5})([smhd])", text)
        if not match or not 0 < int(match[1]) * UNITS[match[2]] <= HIGHEST * DAY:
            self.wrong("game_duration", path, value=text)
            return 0
        return int(match[1]) * UNITS[match[2]]

    def _range(self, raw: Any, path: Path) -> tuple[int, int, int] | None:
        fits = (
            isinstance(raw, list)
            and len(raw) == 3
            and all(type(each) is int and -HIGHEST <= each <= HIGHEST for each in raw)
        )
        if not fits:
            self.wrong("game_range", path, most=HIGHEST)
            return None
        if not raw[1] <= raw[0] <= raw[2]:
            self.wrong("game_range_order", path, start=raw[0], low=raw[1], high=raw[2])
            return None
        return raw[0], raw[1], raw[2]

    # The tables, one after another.

    def _head(self, head: Mapping[str, Any]) -> GameFile:
        head = self._entries(head, "game", ("game",))

        def entry_at(name: str) -> tuple[Any, Path]:
            return head.get(name), ("game", name)

        key = self._string(*entry_at("key"))
        on = self._string(*entry_at("on"))
        if not KEY.match(key):
            self.wrong("game_key", ("game", "key"), key=key)
        elif key in SYSTEMS:
            self.wrong("game_key_taken", ("game", "key"), key=key)
        if on and not KEY.match(on):
            self.wrong("game_no_base", ("game", "on"), name=on, known=", ".join(SYSTEMS))
        name = self._string(*entry_at("name"))
        if not str(head.get("name", "")).strip():
            self.wrong("game_nameless", ("game", "name"))
        milestones = self._strings(*entry_at("milestones"))
        for each in milestones:
            if not re.fullmatch(NAME, each):
                self.wrong("game_bad_name", ("game", "milestones"), name=each)
        initiative = self._string(*entry_at("initiative"))
        if initiative:
            self._parse_formula(initiative, ("game", "initiative"), initiative)
        return GameFile(
            key=key,
            name=name,
            version=self._string(*entry_at("version")),
            on=on,
            turn=self._seconds(*entry_at("turn")),
            health=self._string(*entry_at("health")),
            rounds=self._flag(*entry_at("rounds")) if "rounds" in head else None,
            initiative=initiative,
            order=self._turn_order(*entry_at("order")),
            milestones=milestones,
            attack=self._string(*entry_at("attack")),
        )

    def _turn_order(self, raw: Any, path: Path) -> TurnOrder | None:
        order = self._string(raw, path)
        if order in ("", *TurnOrder):
            return TurnOrder(order) if order else None
        self.wrong("game_bad_order", path, name=order, known=", ".join(TurnOrder))
        return None

    def _attribute(self, name: str, raw: Any, path: Path) -> Attribute | None:
        bounds = self._range(raw, path)
        return Attribute(name, start=bounds[0], low=bounds[1], high=bounds[2]) if bounds else None

    def _parse_derived(self, name: str, raw: Any, path: Path) -> DerivedFigure | None:
        formula = self._formula(raw, path)
        return DerivedFigure(name, formula=formula) if formula is not None else None

    def _counter(self, name: str, raw: Any, path: Path) -> Counter:
        entries = self._entries(raw, "counter", path)
        die = entries.get("die", [])
        ladder = tuple(die) if isinstance(die, list) else ()
        if die and (
            not ladder
            or any(each not in LADDER for each in ladder)
            or list(ladder) != sorted(ladder, reverse=True)
        ):
            self.wrong("game_ladder", (*path, "die"), known=", ".join(map(str, LADDER)))
            ladder = ()
        refill = entries.get("refill", {})
        if not isinstance(refill, dict):
            self.wrong("game_not_table", (*path, "refill"))
            refill = {}
        maximum = self._formula(entries.get("max"), (*path, "max"))
        start = self._formula(entries.get("start"), (*path, "start"))
        return Counter(
            name,
            maximum=maximum,
            start=start,
            low=self._number(entries.get("low"), (*path, "low")),
            cost=self._flag(entries.get("cost"), (*path, "cost")),
            empty=self._effects(entries.get("empty"), (*path, "empty")),
            back=self._effects(entries.get("back"), (*path, "back")),
            full=self._effects(entries.get("full"), (*path, "full")),
            at=self._thresholds(entries, path, falls=bool(ladder) or (maximum is not None and start is None)),
            refill={
                each: parsed
                for each, how in refill.items()
                if (parsed := self._refill(how, (*path, "refill")))
            },
            die=ladder,
            who=self._choice(entries.get("who"), (*path, "who"), NATURES),
        )

    def _thresholds(self, entries: Mapping[str, Any], path: Path, *, falls: bool) -> tuple[Threshold, ...]:
        """Read the thresholds of a counter; a number alone is passed on the way from where it starts."""
        raw, at_path = self._table(entries, "at", path), (*path, "at")
        if len(raw) > MOST_EFFECTS:
            self.wrong("game_thresholds", at_path, most=MOST_EFFECTS)
            return ()
        thresholds: list[Threshold] = []
        for text, effects in raw.items():
            match = _THRESHOLD.fullmatch(text.strip())
            if match is None:
                self.wrong("game_threshold", at_path, text[:40], text=text[:40])
                continue
            sign = match["sign"] or ("<=" if falls else ">=")
            number = int(match["number"])
            if any((each.sign, each.number) == (sign, number) for each in thresholds):
                self.wrong("game_twice", at_path, text[:40], name=text[:40], other="at")
            thresholds.append(Threshold(sign, number, self._effects(effects, at_path)))
        return tuple(thresholds)

    def _clock(self, name: str, raw: Any, path: Path) -> ClockOf:
        entries = self._entries(raw, "clock", path)
        segments = self._number(entries.get("segments"), (*path, "segments"), ClockOf("").segments)
        if not 0 < segments <= MOST_SEGMENTS:
            self.wrong("game_segments", (*path, "segments"), count=segments, most=MOST_SEGMENTS)
        return ClockOf(
            name,
            self._help(entries, path),
            segments=segments,
            shown=self._flag(entries.get("shown"), (*path, "shown")),
            full=self._effects(entries.get("full"), (*path, "full")),
        )

    def _refill(self, raw: Any, path: Path) -> Refill | None:
        if raw == "max":
            return Refill("max")
        adds = isinstance(raw, str) and raw.startswith(("+", "-"))
        amount = self._formula(raw.removeprefix("+") if adds else raw, path)
        return Refill("add" if adds else "set", amount) if amount is not None else None

    def _list(self, name: str, raw: Any, path: Path) -> ListOf | None:
        if raw == "dice":
            return ListOf(name, dice=True)
        bounds = self._range(raw, path)
        return ListOf(name, start=bounds[0], low=bounds[1], high=bounds[2]) if bounds else None

    def _text(self, name: str, raw: Any, path: Path) -> TextOf:
        return TextOf(name, start=self._string(raw, path, TEXT_LENGTH))

    def _condition(self, name: str, raw: Any, path: Path) -> Condition:
        entries = self._entries(raw, "condition", path)
        tones = tuple(tone.value for tone in Tone)
        return Condition(
            name,
            self._help(entries, path),
            rolls=self._formula(entries.get("rolls"), (*path, "rolls")),
            value=self._formula(entries.get("value"), (*path, "value")),
            on=self._strings(entries.get("on"), (*path, "on")),
            only=self._strings(entries.get("only"), (*path, "only")),
            ends=self._string(entries.get("ends"), (*path, "ends")),
            at=self._choice(entries.get("at"), (*path, "at"), ("turn_start", "turn_end")) or "turn_end",
            each=self._choice(
                entries.get("each"), (*path, "each"), ("turn_start", "turn_end", "hour", "day")
            ),
            do=self._effects(entries.get("do"), (*path, "do")),
            level=max(1, self._number(entries.get("level"), (*path, "level"), 1)),
            tone=Tone(self._choice(entries.get("tone"), (*path, "tone"), tones) or Tone.WARNING),
        )

    def _params(self, raw: Any, path: Path) -> tuple[Parameter, ...]:
        if raw is None:
            return ()
        if not isinstance(raw, dict) or len(raw) > 10:
            self.wrong("game_params", path)
            return ()
        return tuple(filter(None, (self._param(name, each, (*path, name)) for name, each in raw.items())))

    def _param(self, name: str, raw: Any, path: Path) -> Parameter | None:
        if name == "target":
            if raw != "creature":
                self.wrong("game_target", path)
            return Parameter("target", "creature")
        if not self._allows_name(name, path):
            return None
        if raw == "creature":
            self.wrong("game_target", path)
            return None
        if isinstance(raw, str):
            return Parameter(name, raw)
        if isinstance(raw, list) and raw and all(isinstance(each, str) for each in raw):
            choices = tuple(filter(None, (self._string(each, path) for each in raw)))
            return Parameter(name, "choice", choices)
        bounds = self._range(raw, path)
        return Parameter(name, "number", default=bounds[0], low=bounds[1], high=bounds[2]) if bounds else None

    def _check(self, name: str, raw: Any, path: Path) -> Check | None:
        entries = self._entries(raw, "check", path)
        roll = self._formula(entries.get("roll"), (*path, "roll"))
        if "roll" not in entries:
            self.wrong("game_no_roll", path)
        results = self._results(entries.get("result"), (*path, "result"))
        if roll is None or not results:
            return None
        outcomes = {outcome for _when, outcome in results}
        on = self._table(entries, "on", path)
        self._require_known(on, tuple(outcomes), (*path, "on"))
        good = self._strings(entries.get("good"), (*path, "good"))
        for each in good:
            if each not in outcomes:
                self.wrong("game_choice", (*path, "good"), value=each, known=", ".join(outcomes))
        return Check(
            name,
            self._help(entries, path),
            **self._deed(entries, path),
            roll=roll,
            results=results,
            good=good or tuple(each for each in records.GOOD if each in outcomes),
            on={outcome: self._effects(each, (*path, "on", outcome)) for outcome, each in on.items()},
            vs=self._string(entries.get("vs"), (*path, "vs")),
            group=self._choice(entries.get("group"), (*path, "group"), SHARED),
            mode=self._flag(entries.get("mode"), (*path, "mode")),
        )

    def _results(self, raw: Any, path: Path) -> tuple[tuple[Expr, str], ...]:
        if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_RESULTS:
            self.wrong("game_results", path)
            return ()
        results = []
        for each in raw:
            if not isinstance(each, list) or len(each) != 2:
                self.wrong("game_results", path)
                return ()
            when, outcome = self._formula(each[0], path), self._string(each[1], path)
            if when is None:
                return ()
            if not outcome:
                self.wrong("game_results", path)
                return ()
            results.append((when, outcome))
        if str(raw[-1][0]) != "1":
            self.wrong("game_last_result", path, str(raw[-1][0]), value=str(raw[-1][0])[:40])
        return tuple(results)

    def _act(self, name: str, raw: Any, path: Path) -> ActOf:
        entries = self._entries(raw, "act", path)
        return ActOf(
            name,
            self._help(entries, path),
            **self._deed(entries, path),
            needs=self._formula(entries.get("needs"), (*path, "needs")),
            needs_text=str(entries.get("needs", "")),
            do=self._effects(entries.get("do"), (*path, "do")),
            lasts=self._seconds(entries.get("lasts"), (*path, "lasts")),
        )

    def _deed(self, entries: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """Read the entries that checks and acts share: what they are told, and whom they are for."""
        others = entries.get("others")
        return {
            "params": self._params(entries.get("params"), (*path, "params")),
            "others": None if others is None else self._flag(others, (*path, "others")),
            "doer": self._choice(entries.get("doer"), (*path, "doer"), DOERS),
            "suits": self._formula(entries.get("suits"), (*path, "suits")),
        }

    def _due(self, name: str, raw: Any, path: Path) -> Due:
        entries = self._entries(raw, "due", path)
        when, every = entries.get("when"), entries.get("every")
        if (when is None) == (every is None):
            self.wrong("game_when", path)
        return Due(
            name,
            self._help(entries, path),
            when=self._string(when, (*path, "when")),
            every=self._seconds(every, (*path, "every")),
            since=self._string(entries.get("since"), (*path, "since")),
            holds=self._formula(entries.get("if"), (*path, "if")),
            do=self._effects(entries.get("do"), (*path, "do")),
            who=self._choice(entries.get("who"), (*path, "who"), NATURES),
        )

    def _words(self, raw: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        words = {}
        if len(raw) > 5 * MOST_NAMES:
            self.wrong("game_many_names", ("words",), count=len(raw), most=5 * MOST_NAMES)
            return {}
        for name, each in raw.items():
            path = ("words", name)
            texts = self._strings([each] if isinstance(each, str) else each, path)
            if texts:
                words[name] = texts
        return words

    # What happens.

    def _effects(self, raw: Any, path: Path) -> tuple[Effect, ...]:
        if raw is None:
            return ()
        if isinstance(raw, str):
            raw = [raw]
        if (
            not isinstance(raw, list)
            or len(raw) > MOST_EFFECTS
            or not all(isinstance(each, str) for each in raw)
        ):
            self.wrong("game_effects", path, most=MOST_EFFECTS)
            return ()
        return tuple(filter(None, (self._effect(each, path) for each in raw)))

    def _effect(self, text: str, path: Path) -> Effect | None:
        rest, guard = text.strip(), None
        if match := _GUARD.match(rest):
            guard, rest = self._parse_formula(match["guard"], path, text), match["rest"]
            if guard is None:
                return None
        effect = (
            self._parse_change(text, rest, path)
            if _CHANGE.match(rest)
            else self._parse_act_call(text, rest, path)
        )
        return replace(effect, guard=guard) if effect else None

    def _parse_change(self, text: str, rest: str, path: Path) -> Effect | None:
        match = _CHANGE.match(rest)
        if match is None:
            return None
        amount = self._parse_formula(match["value"], path, text)
        if amount is None:
            return None
        whose = match["whose"] or ""
        return Effect(
            text,
            "clock" if whose == "clock" else "change",
            match["name"],
            match["sign"],
            amount,
            target=whose == "target",
            group=GROUPS.get(whose, ""),
        )

    def _parse_act_call(self, text: str, rest: str, path: Path) -> Effect | None:
        prefix = _WHOSE.match(rest)
        whose = prefix["whose"] if prefix else ""
        target, group = whose == "target", GROUPS.get(whose, "")
        word, _space, argument = rest[prefix.end() if prefix else 0 :].partition(" ")
        verb, argument = VERBS.get(word, ""), argument.strip()
        if not verb or (not argument and verb != "out"):
            near = nearest(word, VERBS)
            code = "game_effect_near" if near else "game_effect"
            code = "game_effect_guard" if word in ("si", "if") else "game_effect_bare" if verb else code
            self.wrong(code, path, text[:40], text=text[:60], near=near)
            return None
        if verb == "say":
            return Effect(text, verb, self._string(argument, path, TEXT_LENGTH), target=target, group=group)
        if verb == "out":
            words = self._string(argument, path, NAME_LENGTH - len(LEFT))
            return Effect(text, verb, words, target=target, group=group)
        name, _space, more = argument.partition(" ")
        effect = Effect(text, verb, name, on=more.strip(), target=target, group=group)
        if verb == "condition" and effect.on:
            return self._lasting(effect, path)
        if verb == "act" and effect.on:
            amount = self._parse_formula(effect.on, path, text)
            return replace(effect, value=amount, on="") if amount is not None else None
        return effect

    def _lasting(self, effect: Effect, path: Path) -> Effect | None:
        match = _LASTS.fullmatch(effect.on)
        if match is None:
            self.wrong("game_lasts", path, effect.text[:40], text=effect.text[:60])
            return None
        amount = self._parse_formula(match["amount"], path, effect.text)
        seconds = UNITS.get(match["unit"][0])
        return replace(effect, value=amount, unit=str(seconds) if seconds else "rounds", on="")
