"""Faults of a game file that show only when its entries are seen together, and warnings about dead ones."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tracker.rules.game_file.checks import asks_rival, looks_at_faces
from tracker.rules.game_file.expression import (
    CLOCK,
    FACES,
    LIGHT,
    MOST_DICE,
    CountOf,
    DiceOf,
    Expr,
    Face,
    Has,
    Name,
    Num,
    Op,
    Thrown,
    calculate,
    has_dice,
    parse,
    parts,
)
from tracker.rules.game_file.figures import HIGHEST, MAXIMUM
from tracker.rules.game_file.reach import ends_of_counter, reach_of_checks
from tracker.rules.game_file.reading import KINDS, PARAMETERS
from tracker.rules.game_file.records import (
    LANGUAGES,
    MOMENTS,
    ActOf,
    Check,
    Condition,
    Counter,
    Deed,
    Effect,
    GameFile,
    Parameter,
    act_id,
)
from tracker.rules.game_file.source import Path, Source, has_control
from tracker.rules.game_file.vocabulary import names_with_words, same_words
from tracker.rules.near import nearest
from tracker.rules.refusal import Refusal

_LISTED = 12
"""How many known names a fault lists."""


class Base(NamedTuple):
    """The names of the game below house rules."""

    numbers: Collection[str] = ()
    acts: Collection[str] = ()
    """Ids of the acts that an effect may call."""
    milestones: Collection[str] = ()
    conditions: Collection[str] = ()
    names: Collection[str] = ()
    """Names of figures, conditions and dues; no entry may reuse one."""
    act_ids: Collection[str] = ()
    is_program: bool = False
    """Whether it is a game of the program, whose own rules say who falls."""
    leaning: Collection[str] = ()
    """Ids of the acts whose rolls conditions of the file may modify."""


class Findings(NamedTuple):
    """The faults of a text, each kind sorted by line."""

    faults: list[Refusal]
    tolerated: list[Refusal]
    """Those that earlier versions let pass: a new text is refused for them, one in a save plays as it did."""


def faults_of(game: GameFile, own: GameFile, source: Source, base: Base) -> Findings:
    """Find the faults of a text.

    `own` is the parsed text, `game` the same merged with the file below it.
    """
    checker = _Checker(game, own, source, base)
    checker.check_tables()
    return Findings(_by_line(checker.faults), _by_line(checker.tolerated))


def _by_line(faults: Iterable[Refusal]) -> list[Refusal]:
    return sorted(faults, key=lambda each: int(each.data.get("line") or 0))


def warnings_of(game: GameFile, source: Source) -> list[Refusal]:
    """Find outcomes, conditions, dice and health that are never used or make no sense, sorted by line."""
    warnings = [
        *_unreachable_outcomes(game, source),
        *_out_of_reach(game, source),
        *_uncrossed_thresholds(game, source),
        *_unused_names(game, source),
        *_empty_health(game, source),
    ]
    return _by_line(warnings)


class _Checker:
    """Checks every entry of a game file, and collects the faults."""

    def __init__(self, game: GameFile, own: GameFile, source: Source, base: Base) -> None:
        self.game, self.own, self.source, self.base = game, own, source, base
        self.faults: list[Refusal] = []
        self.tolerated: list[Refusal] = []
        self.written = {*game.attributes, *game.counters, *base.numbers}
        tops = {f"{each.name}{MAXIMUM}" for each in game.counters.values() if each.maximum is not None}
        self.written |= tops
        self.of_sheet = {*self.written, *game.derived}
        self.of_table = {*(f"{CLOCK}{name}" for name in game.clocks)}
        self.of_table |= set() if LIGHT in {*self.of_sheet, *game.figures, *base.names} else {LIGHT}
        self.numbers = self.of_sheet | self.of_table
        self.conditions = {*game.conditions, *base.conditions}

    def wrong(self, code: str, path: Path, shown: str = "", /, **data: str | int) -> None:
        """Record a fault."""
        self.faults.append(self.source.refusal(code, path, shown, **data))

    def unknown(self, code: str, path: Path, name: str, known: Iterable[str], shown: str = "") -> None:
        """Record the fault of an unknown name, with the nearest known one."""
        self.faults.append(self._unknown(code, path, name, known, shown))

    def _unknown(self, code: str, path: Path, name: str, known: Iterable[str], shown: str = "") -> Refusal:
        names = sorted({*known} - {""})
        spellings = {word: each for each in names for word in self._spellings(each)}
        near = spellings.get(nearest(name, spellings), "")
        code, listed = (f"{code}_near" if near else code), ", ".join(names[:_LISTED]) or "—"
        return self.source.refusal(code, path, shown or name, name=name, near=near, known=listed)

    def _spellings(self, name: str) -> Iterator[str]:
        """Yield how an author may call a name: by its words in either language, by a shared act, and so."""
        yield from (*self.game.words.get(name, ()), act_id(name), name)

    def _tolerate(self, code: str, path: Path, shown: str = "", /, **data: str | int) -> None:
        """Record a fault that earlier versions let pass."""
        self.tolerated.append(self.source.refusal(code, path, shown, **data))

    def _twice(self, path: Path, name: str, other: str) -> None:
        """Record that a name means two things, in a way that earlier versions let pass."""
        self._tolerate("game_twice", path, name, name=name, other=other)

    def check_tables(self) -> None:
        self._escapes(self.source.tables, ())
        self._names()
        for table in ("attribute", "derived", "counter", "list", "text"):
            if LIGHT in self.source.tables.get(table, ()):
                self._tolerate("game_reserved", (table, LIGHT), name=LIGHT)
        self._moments()
        self._words()
        self._same_words()
        self._head()
        for derived in self.own.derived.values():
            self._plain(derived.formula, ("derived", derived.name))
        self._circles()
        self._counters()
        for clock in self.own.clocks.values():
            self._effects(clock.full, ("clock", clock.name, "full"), self.of_table, aims=False, whose=False)
        for condition in self.own.conditions.values():
            self._condition(condition)
        for check in self.own.checks.values():
            self._check(check)
        for act in self.own.acts.values():
            self._act(act)
        self._dues()

    def _escapes(self, raw: object, path: Path) -> None:
        r"""Check that no text has a control character as an escape, such as `\u202e`."""
        if isinstance(raw, Mapping):
            for name, each in raw.items():
                self._escapes(name, path)
                self._escapes(each, (*path, name))
        elif isinstance(raw, list):
            for each in raw:
                self._escapes(each, path)
        elif isinstance(raw, str) and has_control(raw):
            self._tolerate("game_control", path)

    def _counters(self) -> None:
        for counter in self.own.counters.values():
            self._marks(counter)
            for name, formula in (("max", counter.maximum), ("start", counter.start)):
                if formula is not None:
                    self._plain(formula, ("counter", counter.name, name))
                    self._of_sheet(formula, ("counter", counter.name, name))
            if isinstance(counter.start, Num):
                start, low = counter.start.value, counter.low
                high = counter.maximum.value if isinstance(counter.maximum, Num) else HIGHEST
                if not low <= start <= high:
                    self._tolerate(
                        "game_start", ("counter", counter.name, "start"), start=start, low=low, high=high
                    )
            for moment, how in counter.refill.items():
                path = ("counter", counter.name, "refill")
                if act_id(moment) not in self._acts() and moment not in self._milestones():
                    self.unknown("game_no_moment", path, moment, {*self._acts(), *self._milestones()})
                if how.amount is not None and moment in self._milestones() and has_dice(how.amount):
                    self.wrong("game_dice_here", path)
                elif how.amount is not None:
                    self._formula(how.amount, path, self.numbers)

    def _marks(self, counter: Counter) -> None:
        """Check what a counter does at its ends and thresholds."""
        path: Path = ("counter", counter.name)
        ends = {"empty": counter.empty, "back": counter.back, "full": counter.full}
        for name, effects in ends.items():
            self._check_diceless(effects, (*path, name))
        for threshold in counter.at:
            self._check_diceless(threshold.do, (*path, "at"))
        if counter.full and counter.maximum is None:
            self.wrong("game_full_max", (*path, "full"))

    def _of_sheet(self, formula: Expr, path: Path) -> None:
        """Check that a saved figure follows nothing of the table, which changes without its sheet."""
        names, waiting = set[str](), [formula]
        while waiting:
            new_names = _names_in(waiting.pop()) - names
            names |= new_names
            waiting += [self.game.derived[each].formula for each in new_names if each in self.game.derived]
        for name in sorted(names & self.of_table):
            self.wrong("game_of_table", path, name=name)

    def _check_diceless(self, effects: tuple[Effect, ...], path: Path) -> None:
        """Check effects in which no dice may fall, because they also follow from the GM's edits."""
        self._effects(effects, path, self.numbers, aims=False)
        for each in effects:
            formulas = (formula for formula in (each.value, each.guard) if formula is not None)
            if each.verb == "use" or any(map(has_dice, formulas)):
                self.wrong("game_dice_here", path, each.text[:40])

    def _acts(self) -> set[str]:
        supplied = {"eat", "sleep", "kill", "revive", "condition", "release"}
        own = map(act_id, (*self.game.acts, *self.game.checks))
        return {*supplied, *own, *self.base.act_ids}

    def _milestones(self) -> set[str]:
        return {*self.game.milestones, *self.base.milestones}

    def _names(self) -> None:
        """Check that every name means one thing."""
        game, table_of = self.own, dict[str, str]()
        tables = {
            "attribute": game.attributes,
            "derived": game.derived,
            "counter": game.counters,
            "list": game.lists,
            "text": game.texts,
            "clock": game.clocks,
        }
        for table, names in tables.items():
            for name in names:
                if name in table_of or name in self.base.names or name in PARAMETERS:
                    self.wrong(
                        "game_twice", (table, name), name=name, other=table_of.get(name, game.on or "params")
                    )
                table_of[name] = table
        for table, names in {"condition": game.conditions, "due": game.dues}.items():
            for name in names:
                if name in self.base.names:
                    self.wrong("game_twice", (table, name), name=name, other=game.on)
        acts = dict[str, str]()
        for table, names in {"check": game.checks, "act": game.acts}.items():
            for name in names:
                if act_id(name) in acts or act_id(name) in self.base.act_ids:
                    self.wrong("game_twice", (table, name), name=name, other=acts.get(act_id(name), game.on))
                acts[act_id(name)] = table

    def _moments(self) -> None:
        """Check that `when` and `refill` mean one moment by each name: an act, a milestone or a counter."""
        acts = {*map(act_id, (*self.game.acts, *self.game.checks))}
        for name in self.own.milestones:
            if name in MOMENTS or name in self.base.milestones:
                self._twice(("game", "milestones"), name, self.own.on or "when")
            elif name in self.game.counters:
                self._twice(("game", "milestones"), name, "counter")
            elif act_id(name) in acts:
                self._twice(("game", "milestones"), name, "act")
        for name in self.own.counters:
            if name in MOMENTS:
                self._twice(("counter", name), name, "when")

    def _words(self) -> None:
        """Check that each key of the table of words is a name of the game."""
        known = names_with_words(self.game)
        for name in self.own.words:
            if name not in known:
                self.tolerated.append(self._unknown("game_no_word", ("words", name), name, known))
            raw = self.source.tables["words"][name]
            if isinstance(raw, list) and not all(str(each).strip() for each in raw):
                self._tolerate("game_empty_word", ("words", name), name=name)
            if len(self.own.words[name]) > len(LANGUAGES):
                self._tolerate("game_many_words", ("words", name), name=name)

    def _same_words(self) -> None:
        """Check that no two names which people type are the same word in a language."""
        own = {*self.own.figures, *self.own.conditions, *self.own.milestones, *self.own.clocks}
        own |= {*self.own.checks, *self.own.acts}
        seen = set[str]()
        for name, other, word in same_words(self.game):
            if {name, other} & own and name not in seen:
                seen.add(name)
                path = ("words", name if name in self.own.words else other)
                self._tolerate("game_same_word", path, name=name, other=other, word=word)

    def _initiative(self) -> None:
        """Check that initiative is dice, or a check that needs nothing but its creature."""
        if not self.own.initiative:
            return
        path, initiative = ("game", "initiative"), parse(self.own.initiative)
        check = self.game.checks.get(self.own.initiative)
        if check is None and isinstance(initiative, Name):
            code = "game_no_check"
            self.tolerated.append(self._unknown(code, path, self.own.initiative, self.game.checks))
        elif check is None and any(isinstance(each, Name | Has) for each in parts(initiative)):
            self.tolerated.append(self.source.refusal("game_initiative", path, self.own.initiative))
        elif check is not None and (check.vs or any(each.kind == "creature" for each in check.params)):
            self.wrong("game_initiative", path, self.own.initiative)

    def _head(self) -> None:
        game = self.own
        self._initiative()
        if game.health and self.base.is_program:
            self.wrong("game_of_base", ("game", "health"), name="health", on=game.on)
            return
        if game.health and game.health not in self.game.counters:
            self.unknown("game_no_counter", ("game", "health"), game.health, self.game.counters)
        checks = self.game.checks
        if game.attack and game.attack not in checks:
            self.unknown("game_no_check", ("game", "attack"), game.attack, checks)
        elif game.attack and not any(each.kind == "creature" for each in checks[game.attack].params):
            self.wrong("game_attack_target", ("game", "attack"), name=game.attack)

    # Formulas.

    def _formula(
        self,
        formula: Expr,
        path: Path,
        names: Collection[str],
        target: bool = True,
        shown: str = "",
        *,
        whose: bool = True,
        faces: bool = False,
    ) -> None:
        """Check the names of a formula; `faces` is true where dice have fallen that it may look at."""
        for each in parts(formula):
            match each:
                case Face() | CountOf() if not faces:
                    self._tolerate("game_faces_here", path, shown)
                case Name(name, of_target):
                    known = self.of_sheet if of_target else names
                    if name not in known:
                        asked = FACES if path[-1] == "result" else ()
                        self.unknown("game_no_name", path, name, {*known, *asked}, shown)
                    if of_target and not target:
                        self.wrong("game_target_here", path, shown)
                case Has(_asks, condition, of_target):
                    if not (whose or of_target):
                        self.wrong("game_whose", path, shown)
                    if condition not in self.conditions:
                        self.unknown("game_no_condition", path, condition, self.conditions, shown)

    def _plain(self, formula: Expr, path: Path) -> None:
        """Check a formula without dice and without another creature's figures."""
        self._formula(formula, path, self.numbers, target=False, faces=True)
        if has_dice(formula) or any(isinstance(each, Face | CountOf) for each in parts(formula)):
            self.wrong("game_dice_here", path)

    def _circles(self) -> None:
        """Check that no derived figure needs itself, however indirectly."""
        needs = {
            name: _names_in(derived.formula) & {*self.game.derived}
            for name, derived in self.game.derived.items()
        }
        safe: set[str] = set()
        while resolvable := {name for name, others in needs.items() if name not in safe and others <= safe}:
            safe |= resolvable
        for name in needs:
            if name not in safe:
                self.wrong("game_circle", ("derived", name), name=name)
                return
        self._saved_circles()

    def _saved_circles(self) -> None:
        """Check that no counter starts from itself, nor follows itself with its maximum."""
        needs = {name: _names_in(derived.formula) for name, derived in self.game.derived.items()}
        entry_of: dict[str, tuple[str, str]] = {}
        for counter in self.game.counters.values():
            name, top = counter.name, f"{counter.name}{MAXIMUM}"
            for entry, key, formula in (("max", top, counter.maximum), ("start", name, counter.start)):
                if formula is not None:
                    needs[key], entry_of[key] = _names_in(formula), (name, entry)
            if counter.maximum is not None and counter.start is None:
                needs[name] = {top}
        for key, (name, entry) in entry_of.items():
            reached, waiting = set[str](), [key]
            while waiting:
                new_names = needs.get(waiting.pop(), set()) - reached
                reached |= new_names
                waiting += new_names
            if key in reached and name in self.own.counters:
                self._tolerate("game_circle", ("counter", name, entry), name=name)

    # Entries.

    def _params(self, params: tuple[Parameter, ...], path: Path) -> set[str]:
        known, names = (*PARAMETERS, *self.game.lists), set[str]()
        for param in params:
            params_path = (*path, "params")
            if param.kind not in (*KINDS, *self.game.lists):
                self.unknown("game_no_kind", params_path, param.kind, known, param.name)
            if param.kind == "attribute" and not self.game.attributes:
                self.wrong("game_no_attributes", params_path, param.name)
            if param.name in self.of_sheet:
                table = self._tables_of_figures()[param.name]
                self.wrong("game_twice", params_path, param.name, name=param.name, other=table)
            if param.name in self.of_table:
                self._tolerate("game_reserved", params_path, param.name, name=param.name)
            if param.kind not in ("creature", "text", "condition"):
                names.add(param.name)
            names |= {*param.choices}
        self._choices(params, (*path, "params"))
        return names

    def _choices(self, params: tuple[Parameter, ...], path: Path) -> None:
        """Check that a word of a choice hides no figure, no parameter and no word at another place."""
        holders = self._tables_of_figures() | {param.name: param.name for param in params}
        places: dict[str, tuple[str, int]] = {}
        for param in params:
            for place, word in enumerate(param.choices, 1):
                other, known_place = places.setdefault(word, (param.name, place))
                if word in self.of_table:
                    self._tolerate("game_reserved", path, word, name=word)
                elif word in holders or known_place != place:
                    self._twice(path, word, holders.get(word, other))

    def _tables_of_figures(self) -> dict[str, str]:
        """Return the table of each number that formulas name."""
        game = self.game
        tables: Mapping[str, Iterable[str]] = {
            self.own.on or "game": self.base.numbers,
            "attribute": game.attributes,
            "derived": game.derived,
            "counter": (*game.counters, *(name for name in self.written if name.endswith(MAXIMUM))),
        }
        return {name: table for table, names in tables.items() for name in names}

    def _deed(self, deed: Deed, path: Path) -> set[str]:
        """Check what a deed is told and whom it is for; return the names that its formulas may use."""
        if deed.doer == "target" and not any(each.kind == "creature" for each in deed.params):
            self.wrong("game_attack_target", (*path, "doer"), name=deed.name)
        if deed.suits is not None:
            self._plain(deed.suits, (*path, "suits"))
        return self.numbers | self._params(deed.params, path)

    def _check(self, check: Check) -> None:
        path: Path = ("check", check.name)
        names = self._deed(check, path)
        self._formula(check.roll, (*path, "roll"), names)
        self._dice(check, names, path)
        for when, _outcome in check.results:
            self._formula(when, (*path, "result"), names, faces=True)
            if any(isinstance(each, DiceOf | Thrown) for each in parts(when)):
                self.wrong("game_dice_in_result", (*path, "result"))
            if not check.vs and any(map(asks_rival, parts(when))):
                self.wrong("game_no_rival", (*path, "result"))
        if check.vs and check.vs not in self.game.checks:
            self.unknown("game_no_check", (*path, "vs"), check.vs, self.game.checks)
        elif check.vs and not any(each.kind == "creature" for each in check.params):
            self.wrong("game_attack_target", (*path, "vs"), name=check.name)
        elif check.vs and self.game.checks[check.vs].vs:
            self.wrong("game_circle", (*path, "vs"), name=check.name)
        aims = any(each.kind == "creature" for each in check.params)
        for outcome, effects in check.on.items():
            self._effects(effects, (*path, "on", outcome), names, aims=aims)

    def _dice(self, check: Check, names: Collection[str], path: Path) -> None:
        """Check that dice are only added up, and that results ask for faces only where faces are known."""
        dice_params = {
            each.name
            for each in check.params
            if each.kind in self.game.lists and self.game.lists[each.kind].dice
        }
        if not (
            has_dice(check.roll)
            or any(isinstance(each, Name) and each.name in dice_params for each in parts(check.roll))
        ):
            self.wrong("game_no_dice", (*path, "roll"))
        if not _adds_up(check.roll):
            self.wrong("game_dice_multiplied", (*path, "roll"))
        terms = {each for when, _outcome in check.results for each in parts(when)}
        needs_faces = any(map(looks_at_faces, terms))
        if needs_faces and _has_operators(check):
            self.wrong("game_faces_of_operators", (*path, "roll"))
        rival = self.game.checks.get(check.vs)
        if rival and any(looks_at_faces(each, rival=True) for each in terms) and _has_operators(rival):
            self.wrong("game_faces_of_operators", (*path, "vs"))
        if needs_faces and check.mode:
            self.wrong("game_mode_of_faces", (*path, "mode"))

    def _condition(self, condition: Condition) -> None:
        path: Path = ("condition", condition.name)
        for name, formula in (("rolls", condition.rolls), ("value", condition.value)):
            if formula is not None:
                self._plain(formula, (*path, name))
        for each in condition.on:
            if each not in self.game.attributes:
                self.unknown("game_no_attribute", (*path, "on"), each, self.game.attributes)
        if condition.on and condition.value is None:
            self.wrong("game_on_value", (*path, "on"))
        for each in condition.only:
            if each not in self.game.checks and act_id(each) not in self.base.leaning:
                known = {*self.game.checks, *self.base.leaning}
                self.unknown("game_no_check", (*path, "only"), each, known)
        if condition.ends and condition.ends not in self.game.checks:
            self.unknown("game_no_check", (*path, "ends"), condition.ends, self.game.checks)
        if bool(condition.each) != bool(condition.do):
            self.wrong("game_each_do", path)
        self._effects(condition.do, (*path, "do"), self.numbers, aims=False)

    def _act(self, act: ActOf) -> None:
        path: Path = ("act", act.name)
        names = self._deed(act, path)
        if act.needs is not None:
            self._formula(act.needs, (*path, "needs"), names)
            if has_dice(act.needs):
                self.wrong("game_dice_here", (*path, "needs"))
        aims = any(each.kind == "creature" for each in act.params)
        self._effects(act.do, (*path, "do"), names, aims=aims)

    def _dues(self) -> None:
        moments = {*MOMENTS, *self._milestones(), *self.game.counters}
        for due in self.own.dues.values():
            path: Path = ("due", due.name)
            if due.when and due.when not in moments:
                self.unknown("game_no_moment", (*path, "when"), due.when, moments)
            if due.since and act_id(due.since) not in self._acts():
                self.unknown("game_no_moment", (*path, "since"), due.since, self._acts())
            if due.holds is not None:
                self._plain(due.holds, (*path, "if"))
            self._effects(due.do, (*path, "do"), self.numbers, aims=False)

    def _effects(
        self,
        effects: tuple[Effect, ...],
        path: Path,
        names: Collection[str],
        *,
        aims: bool,
        whose: bool = True,
    ) -> None:
        """Check effects; `whose` is false for those of the table, which have no creature of their own."""
        for effect in effects:
            shown = effect.text[:40]
            if effect.target and not aims:
                self.wrong("game_target_here", path, shown)
            if not whose and not effect.group and effect.verb not in ("clock", "say"):
                self.wrong("game_whose", path, shown)
            has_target = aims or bool(effect.group)
            for formula in (effect.value, effect.guard):
                if formula is not None:
                    faces = path[0] == "check"
                    self._formula(
                        formula, path, names, target=has_target, shown=shown, whose=whose, faces=faces
                    )
            self._effect(effect, path)
            self._pended_with(effect, path)

    def _effect(self, effect: Effect, path: Path) -> None:
        known: Mapping[str, tuple[str, Collection[str]]] = {
            "change": ("game_no_figure", self.written),
            "clock": ("game_no_clock", self.game.clocks),
            "condition": ("game_no_condition", self.game.conditions),
            "release": ("game_no_condition", self.game.conditions),
            "pend": ("game_no_check", self.game.checks),
            "use": ("game_no_die", [each.name for each in self.game.counters.values() if each.die]),
            "act": ("game_no_act", self.base.acts),
        }
        if effect.verb not in known:
            return
        code, names = known[effect.verb]
        name = act_id(effect.name) if effect.verb == "act" else effect.name
        if name not in names:
            self.unknown(code, path, effect.name, names, effect.text[:40])

    def _pended_with(self, effect: Effect, path: Path) -> None:
        """Check that a check made pending is rolled with what stands behind it."""
        check = self.game.checks.get(effect.name) if effect.verb == "pend" and effect.on else None
        if check is None:
            return
        score = next((each for each in check.params if each.kind in ("attribute", *self.game.lists)), None)
        if score is None:
            self._tolerate("game_pend_without", path, effect.text[:40], name=check.name)
        elif score.kind == "attribute" and effect.on not in self.game.attributes:
            attributes, shown = self.game.attributes, effect.text[:40]
            self.tolerated.append(self._unknown("game_no_attribute", path, effect.on, attributes, shown))


def _names_in(formula: Expr) -> set[str]:
    return {each.name for each in parts(formula) if isinstance(each, Name)}


def _has_operators(check: Check) -> bool:
    return any(isinstance(each, DiceOf) and each.suffix for each in parts(check.roll))


def _adds_up(expr: Expr) -> bool:
    """Whether the dice in a formula are only added and subtracted."""
    match expr:
        case Op("+" | "-", left, right):
            return _adds_up(left) and _adds_up(right)
        case DiceOf():
            return True
        case _:
            return not has_dice(expr)


def _unreachable_outcomes(game: GameFile, source: Source) -> Iterator[Refusal]:
    """Find outcomes after one that always applies, and checks without a successful outcome."""
    for check in game.checks.values():
        path = ("check", check.name)
        always_at = next(
            (place for place, (when, _) in enumerate(check.results) if when == Num(1)), len(check.results)
        )
        for _when, outcome in check.results[always_at + 1 :]:
            yield source.refusal("game_never", (*path, "result"), outcome, outcome=outcome)
        if not check.good:
            yield source.refusal("game_no_good", path, name=check.name)


def _out_of_reach(game: GameFile, source: Source) -> Iterator[Refusal]:
    """Find outcomes that no throw gives, and numbers with which none succeeds, whatever the sheet."""
    for check, reach in reach_of_checks(game):
        path = ("check", check.name)
        if reach.unrollable:
            yield source.refusal("game_unrollable", (*path, "roll"), name=check.name, most=MOST_DICE)
            continue
        modifier = next((each.name for each in check.params if each.kind == "modifier"), "")
        for outcome in reach.outcomes:
            place = [each for _when, each in check.results].index(outcome)
            if Num(1) not in [when for when, _ in check.results[:place]]:
                data = {"outcome": outcome, "check": check.name, "modifier": modifier}
                yield source.refusal("game_out_of_reach", (*path, "result"), outcome, **data)
        for name, worths in reach.hopeless.items():
            data = {"name": name, "worths": _spans(worths), "check": check.name, "modifier": modifier}
            yield source.refusal("game_hopeless", (*path, "params"), name, **data)


def _uncrossed_thresholds(game: GameFile, source: Source) -> Iterator[Refusal]:
    """Find thresholds on whose two sides a counter never is, whatever the sheet."""
    for counter in game.counters.values():
        ends = ends_of_counter(game, counter) if counter.at else None
        if ends is None:
            continue
        for each in counter.at:
            if len({calculate(each.sign, end, each.number) for end in ends}) == 1:
                data = {"name": counter.name, "threshold": f"{each.sign}{each.number}"}
                data |= {"low": str(ends[0]), "high": str(ends[1])}
                yield source.refusal("game_uncrossed", ("counter", counter.name, "at"), **data)


def _spans(numbers: Sequence[int]) -> str:
    """Write ascending numbers, those that follow one another as a span.

    >>> _spans([0, 4, 5, 6])
    '0, 4–6'
    """
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1] = [spans[-1][0], number]
        else:
            spans.append([number])
    return ", ".join("–".join(map(str, span)) for span in spans)


def _unused_names(game: GameFile, source: Source) -> Iterator[Refusal]:
    """Find conditions that nothing inflicts and usage dice that nothing rolls."""
    inflicted = {effect.name for effect in game.every_effect if effect.verb == "condition"}
    is_parameter = any(param.kind == "condition" for act in game.acts.values() for param in act.params)
    for name, condition in game.conditions.items():
        has_no_effect = not (condition.rolls or condition.value or condition.each or condition.ends)
        if name not in inflicted and has_no_effect and not is_parameter and not condition.help:
            yield source.refusal("game_idle_condition", ("condition", name), name=name)
    ladders = {each.name for each in game.counters.values() if each.die}
    rolled_dice = {effect.name for effect in game.every_effect if effect.verb == "use"}
    for name in sorted(ladders - rolled_dice):
        yield source.refusal("game_idle_die", ("counter", name), name=name)
    moved_clocks = {effect.name for effect in game.every_effect if effect.verb == "clock"}
    for name in sorted(game.clocks.keys() - moved_clocks):
        yield source.refusal("game_idle_clock", ("clock", name), name=name)


def _empty_health(game: GameFile, source: Source) -> Iterator[Refusal]:
    """Find a health that starts at 0: creatures would look down before they are hurt."""
    counters = [each for each in game.counters.values() if not each.die]
    health = next((each for each in counters if _counts_health(game, each)), None)
    if health is None or game.on:
        return
    if health.start == Num(0) or (health.start is None and health.maximum is None):
        yield source.refusal("game_health_empty", ("counter", health.name), name=health.name)


def _counts_health(game: GameFile, counter: Counter) -> bool:
    return counter.name == game.health if game.health else counter.maximum is not None
