"""Games made at random from the grammar itself: every table, every entry, every kind of effect."""

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")
MOMENTS = ("turn_start", "turn_end", "round", "fight_end", "hour", "day")
OUTCOMES = ("crítico", "éxito", "fallo", "pifia", "raro")


def random_game(seed: int) -> str:
    """Return the text of a game that can be played."""
    return _Maker(Random(seed)).text()


class _Maker:
    """Makes one game: names first, so that everything may refer to everything."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._lines: list[str] = []
        self._attributes = self._names("atr", 1, 4)
        self._plain = self._names("cont", 1, 3)
        self._dice = self._names("dado", 0, 2)
        self._derived = self._names("der", 0, 3)
        self._conditions = self._names("est", 1, 4)
        self._scores = self._names("lista", 0, 1)
        self._weapons = self._names("armas", 0, 1)
        self._checks = ["prueba", *self._names("tira", 0, 3)]
        self._milestones = self._names("hito", 0, 2)
        self._clocks = self._names("reloj", 0, 2)
        self._of_table = ["light", *(f"clock.{each}" for each in self._clocks)]
        self._topped = [name for name in self._plain if chance.random() < 0.6]
        self._numbers = [*self._attributes, *self._plain, *self._dice]
        self._opposing: list[str] = []
        """The checks that a rival opposes: none of them can be a rival's."""
        self._with_operators: dict[str, bool] = {}
        """Whether the dice of each check have operators, so that nobody can ask for their faces."""

    def _names(self, stem: str, least: int, most: int) -> list[str]:
        return [f"{stem}_{place}" for place in range(self._chance.randint(least, most))]

    def _one(self, among: Sequence[T]) -> T:
        return self._chance.choice(among)

    def _maybe(self, share: float = 0.4) -> bool:
        return self._chance.random() < share

    # Formulas.

    def _formula(self, names: Sequence[str], depth: int = 2) -> str:
        if depth == 0 or self._maybe(0.3):
            return self._one((str(self._chance.randint(0, 9)), *names, *names))
        one, other = self._formula(names, depth - 1), self._formula(names, depth - 1)
        condition = self._one(self._conditions)
        return self._one(
            (
                f"{one} {self._one(('+', '-', '*', '//', '%'))} {other}",
                f"({one} {self._one(('>=', '<=', '>', '<', '==', '!='))} {other})",
                f"{self._one(('min', 'max'))}({one}, {other})",
                f"abs({one})",
                f"-{one}" if one.isdigit() else one,
                f"has({condition})",
                f"level({condition})",
                f"({one} > 1 y no {other} == 2)",
                f"({one} or {other})",
            )
        )

    def _amount(self, names: Sequence[str]) -> str:
        """Return a formula in which dice may fall."""
        plain = self._formula(names, 1)
        return self._one((plain, plain, "1d6", f"1d4 + {plain}", f"max(0, 2d3 - {plain})"))

    # Effects.

    def _effects(
        self, names: Sequence[str], *, aims: bool = False, dice: bool = True, most: int = 3
    ) -> list[str]:
        return [self._effect(names, aims=aims, dice=dice) for _ in range(self._chance.randint(1, most))]

    def _effects_of_table(self) -> list[str]:
        """Return effects of no creature's: on several, or on the table."""
        return [self._effect_of_table() for _ in range(self._chance.randint(1, 2))]

    def _effect_of_table(self) -> str:
        if self._maybe(0.3):
            moves = [f"clock.{each} {sign} 1" for each in self._clocks for sign in ("+=", "-=", "=")]
            return self._one(("di algo pasa", *moves))
        names = [*self._of_table, *(f"target.{each}" for each in self._numbers)]
        effect = self._plain_effect(names, dice=True)
        for asks in ("has", "level"):
            effect = effect.replace(f"{asks}(", f"{asks}(target.")
        return f"{self._one(('all', 'todos', 'pc', 'npc'))}.{effect}"

    def _clock_effect(self, names: Sequence[str]) -> str:
        if not self._clocks:
            return "di nada pasa"
        return f"clock.{self._one(self._clocks)} {self._one(('+=', '-=', '='))} {self._formula(names, 1)}"

    def _effect(self, names: Sequence[str], *, aims: bool, dice: bool) -> str:
        if self._maybe(0.1):
            return self._clock_effect(names)
        effect = self._plain_effect(names, dice=dice)
        if aims and self._maybe():
            effect = f"target.{effect}"
        elif self._maybe(0.1):
            effect = f"{self._one(('all', 'todos', 'pc', 'npc'))}.{effect}"
        return f"si {self._formula(names, 1)}: {effect}" if self._maybe(0.3) else effect

    def _plain_effect(self, names: Sequence[str], *, dice: bool) -> str:
        amount = self._amount(names) if dice else self._formula(names, 1)
        figure = self._one([*self._attributes, *self._plain, *(f"{each}_max" for each in self._topped)])
        condition, check = self._one(self._conditions), self._one(self._checks)
        kinds = [
            *(f"{figure} {sign} {amount}" for sign in ("+=", "-=", "=")),
            f"estado {condition}",
            f"estado {condition} {self._one(('3 rondas', '2 horas', '1 día'))}",
            f"libera {condition}",
            f"pide {check}",
            f"pide {check} {self._one(self._attributes)}",
            "di algo pasa",
        ]
        kinds += [f"usa {each}" for each in self._dice] if dice else []
        kinds += ["fuera", "fuera se va lejos"] if self._maybe(0.1) else []
        return self._one(kinds)

    # Tables.

    def _put(self, header: str, entries: dict[str, Any]) -> None:
        self._lines += ["", f"[{header}]", *(f"{name} = {_toml(each)}" for name, each in entries.items())]

    def text(self) -> str:
        self._head()
        self._figures()
        self._put("clock", {name: self._clock() for name in self._clocks})
        self._put("condition", {name: self._condition() for name in self._conditions})
        for name in self._checks:
            self._check(name)
        self._put_initiative_check()
        for name in ("daño", "cura", "come", "descansa", *self._names("acto", 0, 3)):
            if self._maybe(0.7):
                self._act(name)
        for name in self._names("toca", 0, 4):
            self._due(name)
        words = [each for each in (*self._numbers, *self._conditions, *self._checks) if self._maybe(0.3)]
        self._put("words", {each: [f"{each} es", f"{each} en"] for each in words})
        return "\n".join(self._lines) + "\n"

    def _head(self) -> None:
        head: dict[str, Any] = {"key": "hecho", "name": "Hecho", "milestones": self._milestones}
        head["turn"] = self._one(("6s", "10m", "1h"))
        if self._maybe(0.7):
            head["health"] = self._one(self._plain)
        if self._maybe(0.2):
            head["rounds"] = False
        if self._maybe():
            head["initiative"] = self._one(("1d6", "2d6 + 1", "1d20", "arranque"))
        self._put("game", head)

    def _figures(self) -> None:
        self._put("attribute", {name: self._range(-2, 6) for name in self._attributes})
        derived, known = {}, [*self._attributes, *self._plain]
        for name in self._derived:
            derived[name] = self._formula(known)
            known.append(name)
        self._put("derived", derived)
        self._numbers += self._derived
        counters: dict[str, Any] = {name: self._counter(name) for name in self._plain}
        counters |= {name: {"die": self._one(([8, 6, 4], [12, 10, 8, 6, 4], [6]))} for name in self._dice}
        for name, entries in counters.items():
            # A table for each, since a line has its limit.
            self._put(f"counter.{name}", entries)
        self._put(
            "list",
            {name: self._range(0, 99) for name in self._scores} | dict.fromkeys(self._weapons, "dice"),
        )
        self._put("text", {"oficio": "nada"} if self._maybe() else {})

    def _range(self, low: int, high: int) -> list[int]:
        return [self._chance.randint(low, high), low, high]

    def _counter(self, name: str) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        if name in self._topped:
            entries["max"] = self._formula(self._attributes)
        if self._maybe(0.3):
            entries["start"] = self._formula(self._attributes, 1)
        if self._maybe(0.2):
            entries["low"] = self._chance.randint(-5, 2)
        if self._maybe(0.3):
            entries["cost"] = True
        if self._maybe(0.3):
            entries["who"] = self._one(("pc", "npc"))
        if self._maybe():
            entries["empty"] = self._effects(self._numbers, dice=False)
        if self._maybe():
            entries["back"] = self._effects(self._numbers, dice=False)
        if name in self._topped and self._maybe():
            entries["full"] = self._effects(self._numbers, dice=False)
        if self._maybe():
            marks = self._chance.sample(("1", "3", "<1", "<=2", ">2", ">=4"), self._chance.randint(1, 3))
            entries["at"] = {each: self._effects(self._numbers, dice=False, most=1) for each in marks}
        refill = {
            each: self._one(("max", "+1", "+2", self._formula(self._attributes, 1)))
            for each in ("duerme", "come", *self._milestones)
            if self._maybe(0.3)
        }
        return {**entries, "refill": refill} if refill else entries

    def _clock(self) -> dict[str, Any]:
        entries: dict[str, Any] = {"segments": self._chance.randint(1, 6)}
        if self._maybe():
            entries["shown"] = True
        if self._maybe(0.7):
            entries["full"] = self._effects_of_table()
        return entries

    def _put_initiative_check(self) -> None:
        """Put a check that may give the initiative: of no parameter, by its total or by its faces."""
        roll, result = self._one((("1d20", "total >= 10"), ("(max(1, atr_0))d6", "count(>= 5) >= 1")))
        self._put("check.arranque", {"roll": roll, "result": [[result, "éxito"], ["1", "nada"]]})

    def _condition(self) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        for name in ("rolls", "value"):
            if self._maybe(0.3):
                entries[name] = self._formula([*self._numbers, *self._of_table], 1)
        if "value" in entries and self._maybe():
            entries["on"] = self._chance.sample(self._attributes, 1)
        if self._maybe(0.3):
            entries["only"] = [self._one(self._checks)]
        if self._maybe(0.3):
            entries |= {"ends": self._one(self._checks), "at": self._one(("turn_start", "turn_end"))}
        if self._maybe(0.4):
            entries["each"] = self._one(("turn_start", "turn_end", "hour", "day"))
            entries["do"] = self._effects(self._numbers)
        if self._maybe(0.2):
            entries["level"] = self._chance.randint(2, 4)
        if self._maybe():
            entries["tone"] = self._one(("plain", "good", "warning", "bad"))
        return {**entries, "help": ["Explicado.", "Explained."]} if self._maybe(0.3) else entries

    def _params(self, key: str) -> tuple[dict[str, Any], list[str], bool]:
        """Return parameters, their names as formulas see them, and whether there is a target."""
        place = key.replace("ñ", "n")
        kinds: list[Any] = ["attribute", "amount", "flag", "modifier", "duration", "text", [1, 0, 6]]
        kinds += [["corto", "largo"], "condition", *self._scores, *self._weapons]
        params = {f"p_{place}_{number}": self._one(kinds) for number in range(self._chance.randint(0, 3))}
        seen = [name for name, kind in params.items() if kind not in ("text", "condition")]
        if aims := self._maybe():
            params["target"] = "creature"
        return params, seen, aims

    def _check(self, name: str) -> None:
        params, seen, aims = self._params(name)
        params = {each: kind for each, kind in params.items() if kind != "amount"}
        seen = [each for each in seen if each in params and params[each] not in self._weapons]
        names = [*self._numbers, *seen]
        faces = self._maybe()
        dice = self._one(
            (
                f"{self._chance.randint(1, 5)}d{self._one((6, 8, 10, 20, 100))}",
                f"(max(1, {self._one(self._attributes)}))d6",
                f"({self._one(names)})d10",
            )
        )
        if not faces and self._maybe(0.3):
            dice = self._one(("2d6kh1", "3d20kl1", "1d6e6"))
        roll = dice if self._maybe() else f"{dice} + {self._formula(names, 1)}"
        rivals = [each for each in self._checks[: self._checks.index(name)] if each not in self._opposing]
        opposed = aims and rivals and self._maybe(0.5)
        vs = self._one(rivals) if opposed else ""
        entries: dict[str, Any] = {"params": params, "roll": roll}
        if vs:
            entries["vs"] = vs
            self._opposing.append(name)
        results = [
            [self._condition_text(names, faces=faces, vs=vs), each]
            for each in self._chance.sample(OUTCOMES, 2)
        ]
        entries["result"] = [*results, ["1", "nada"]]
        if self._maybe():
            entries["good"] = [results[0][1]]
        if self._maybe(0.3):
            entries["group"] = self._one(("best", "worst", "half"))
        if not faces and self._maybe(0.3):
            entries["mode"] = True
        for outcome in ("nada", results[0][1]):
            if self._maybe():
                entries[f'on."{outcome}"'] = self._effects(names, aims=aims)
        self._with_operators |= {name: any(sign in roll for sign in ("k", "e6"))}
        self._put(f"check.{name}", entries)

    def _condition_text(self, names: Sequence[str], *, faces: bool, vs: str) -> str:
        asks = ["total"]
        if faces:
            asks = ["count(>= 5)", "count(1)", "highest", "lowest", "first", "total"]
        if vs:
            asks += ["rival"] if self._with_operators[vs] else ["rival", "rival.count(>= 5)", "rival.highest"]
        asked = self._one(asks)
        against = self._one((self._formula(names, 1), str(self._chance.randint(0, 20)), *asks))
        return f"{asked} {self._one(('>=', '>', '<=', '=='))} {against}"

    def _act(self, name: str) -> None:
        params, seen, aims = self._params(name)
        if name in ("come", "duerme"):
            params, seen, aims = {}, [], False
        listed = [*self._weapons, *self._scores]
        names = [*self._numbers, *(each for each in seen if params[each] not in listed)]
        entries: dict[str, Any] = {"params": params, "do": self._effects(names, aims=aims)}
        if self._maybe(0.3):
            entries["needs"] = self._formula([*self._numbers, *self._of_table], 1)
        if self._maybe(0.3):
            entries["lasts"] = self._one(("10m", "8h"))
        self._put(f"act.{name}", entries | self._for_whom(name, aims=aims))

    def _for_whom(self, name: str, *, aims: bool) -> dict[str, Any]:
        """Return what says whom an act is for; by its name, so that the rest of a seed's game stays."""
        chance = Random(name + "".join(self._numbers))
        entries: dict[str, Any] = {
            "others": chance.choice((True, False)),
            "doer": chance.choice(("who", "target") if aims else ("who",)),
            "suits": f"{chance.choice(self._numbers)} <= {chance.randint(0, 5)}",
        }
        return {key: each for key, each in entries.items() if chance.random() < 0.3}

    def _due(self, name: str) -> None:
        entries: dict[str, Any] = {"do": self._effects(self._numbers)}
        if self._maybe():
            entries["when"] = self._one((*MOMENTS, *self._milestones, *self._plain))
        else:
            entries["every"] = self._one(("1h", "24h", "10m"))
            if self._maybe():
                entries["since"] = self._one(("come", "duerme", *self._checks))
        if self._maybe():
            entries["if"] = self._formula([*self._numbers, *self._of_table], 1)
        if self._maybe(0.3):
            entries["who"] = self._one(("pc", "npc"))
        self._put(f"due.{name}", entries)


def _toml(value: Any) -> str:
    """Return a value as TOML writes it, on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(name)} = {_toml(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name) else f'"{name}"'
