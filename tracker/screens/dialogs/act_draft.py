"""An act put together key by key: a letter for each choice and flag, digits for faces and numbers."""

import dataclasses
from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

from msgspec import Struct

from tracker.commands.acts import figures_named, offered
from tracker.rules.system import Act, Kind, Param, RulesContext
from tracker.session.effects import params_of
from tracker.widgets.picker import letters_for
from tracker.wording.words import Words, term

_BY_LETTER = (Kind.CHOICE, Kind.FLAG, Kind.MODIFIER, Kind.LABELLED, Kind.SIGNED, Kind.ROUNDS, Kind.NUMBER)
_BEHIND_A_LETTER = (Kind.LABELLED, Kind.SIGNED, Kind.ROUNDS, Kind.EFFECT)
"""Parameters whose letter is followed by digits. Of an effect, the dialog takes its whole number."""
MOST_DIGITS = 5
_FIGURES = frozenset("0123456789+- ")
"""Keys of numbers and faces. Other scripts have digits too, and exponents that are no numbers."""


def fits(act: Act) -> bool:
    """Whether an act can be given with letters and digits alone."""
    return any(param.kind is Kind.CHOICE for param in params_of(act)) and all(
        param.kind in _BY_LETTER or not param.required for param in params_of(act)
    )


class Offer(Struct, frozen=True):
    """A choice or flag that a letter stands for now."""

    letter: str
    label: str
    param: Param
    choice: str = ""


@dataclasses.dataclass(slots=True)
class ActDraft:
    """An act being put together key by key."""

    act: Act
    words: Words
    context: RulesContext
    creature_ids: tuple[str, ...] = ()
    args: dict[str, Any] = dataclasses.field(default_factory=dict)
    numbers: dict[str, str] = dataclasses.field(default_factory=dict)
    """Digits typed, by parameter; empty for a parameter that awaits digits. Faces have an empty name."""
    into: str = ""
    """The parameter that takes the next digit."""
    others: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Names of the creatures that the act may be against, by id; empty for an act against nobody."""

    proposed: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """Arguments of the act unless the GM chooses others."""
    suffered: frozenset[str] | None = None
    """The conditions to choose from, if the act ends conditions."""

    def __post_init__(self) -> None:
        self.into = self._first_figure

    @property
    def _first_figure(self) -> str:
        """The parameter that takes digits before a letter chooses one; an act that rolls takes faces."""
        figures = (p.name for p in params_of(self.act) if p.kind in (Kind.NUMBER, Kind.LABELLED))
        return "" if self.act.rolls else next(figures, "")

    @property
    def complete(self) -> bool:
        """Whether Enter may answer with the act."""
        filled = {*self.proposed, *self.args, *(name for name, digits in self.numbers.items() if digits)}
        return all(not param.required or param.name in filled for param in params_of(self.act))

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The meaning of the letters: first the open choices, then targets, then the flags."""
        for param in params_of(self.act):
            if param.kind is Kind.CHOICE and param.required and param.name not in self.args:
                return self._lettered(self._choices(param))
        others = [
            (param, "", term(self.words, "param", param.name))
            for param in params_of(self.act)
            if param.kind in (Kind.FLAG, *_BEHIND_A_LETTER) and self._is_offered(param)
        ]
        for param in self.act.params:
            if param.kind is Kind.CHOICE and not param.required and param.name not in self.args:
                others += self._choices(param)
            elif param.named and param.name not in self.numbers:
                others += self._named(param)
            elif param.kind is Kind.CREATURE and param.name not in self.args:
                others += [(param, who, name) for who, name in self.others.items()]
        return self._lettered(sorted(others, key=lambda offer: not offer[0].several))

    def _is_offered(self, param: Param) -> bool:
        """Whether a flag or figure is for these creatures."""
        return param.offers is None or bool(offered(param, self.context, self.creature_ids))

    def _named(self, param: Param) -> list[tuple[Param, str, str]]:
        """Return the figures of a parameter that have a name: `umbral 25 profesional`."""
        label = term(self.words, "param", param.name)
        figures = figures_named(param, self.context.tables, self.words)
        return [(param, str(figure), f"{label} {figure} {name}") for name, figure in figures.items()]

    def _choices(self, param: Param) -> list[tuple[Param, str, str]]:
        choices = param.choices or tuple(offered(param, self.context, self.creature_ids))
        if self.suffered is not None and param.name == "condition":
            choices = tuple(choice for choice in choices if choice in self.suffered)
        return [(param, choice, self._choice(param, choice)) for choice in choices]

    def press(self, character: str) -> bool:
        """Take a key; return whether it meant anything."""
        if character in _FIGURES:
            return self._press_figure(character)
        for offer in self.offers:
            if offer.letter == character:
                self._take(offer)
                return True
        return False

    def erase(self) -> bool:
        """Take back the last key; return whether there was one."""
        if self.into in self.numbers:
            digits = self.numbers.pop(self.into)[:-1]
            if digits:
                self.numbers[self.into] = digits
            else:
                self.into = self._first_figure
            return True
        if self.args:
            self.args.popitem()
            return True
        return False

    @property
    def faces(self) -> tuple[int, ...]:
        """Faces of real dice, in the order in which they were typed."""
        return tuple(int(face) for face in self.numbers.get("", "").split())

    def arguments(self) -> Mapping[str, Any]:
        """Return the parameters as the act takes them."""
        typed: dict[str, Any] = {}
        for param in params_of(self.act):
            text = self.numbers.get(param.name, "").strip()
            if param.kind is Kind.MODIFIER and len(text) > 1:
                typed[param.name] = (int(text),)
            elif text.lstrip("+-"):
                typed[param.name] = int(text)
        return {**self.proposed, **self.args, **typed}

    def arguments_with(self, offer: Offer) -> Mapping[str, Any] | None:
        """Return the parameters with a choice that completes an act with dice; None for another offer."""
        if not self.act.rolls or self.complete or offer.param.kind is not Kind.CHOICE:
            return None
        args = {**self.arguments(), offer.param.name: offer.choice}
        missing = any(param.required and param.name not in args for param in params_of(self.act))
        return None if missing else args

    @property
    def criteria(self) -> list[str]:
        """Lines that tell when the rules call for each choice of the letters."""
        return [
            f"{offer.label} {term(self.words, 'criteria', offer.choice)}"
            for offer in self.offers
            if offer.param.kind is Kind.CHOICE and self.words.has("criteria", offer.choice)
        ]

    @property
    def advice(self) -> list[str]:
        """Lines about whether the act is called for, if the rules have any."""
        known = self.words.has("advice", self.act.id)
        return term(self.words, "advice", self.act.id).splitlines() if known else []

    def said(self) -> str:
        """Return the act so far, in words."""
        parts = []
        for name, value in {**self.proposed, **self.args}.items():
            param = next(each for each in params_of(self.act) if each.name == name)
            parts.append(
                self._choice(param, value)
                if param.kind in (Kind.CHOICE, Kind.CREATURE)
                else term(self.words, "param", name)
            )
        for name, digits in self.numbers.items():
            if name and (digits or name == self.into):
                word = "" if digits[:1] in ("+", "-") else f"{term(self.words, 'param', name)} "
                parts.append(f"{word}{digits or '…'}")
        if self.numbers.get(""):
            parts.append(f"= {self.numbers['']}")
        return " · ".join(parts)

    def _press_figure(self, character: str) -> bool:
        if character in "+-":
            signed = (p.name for p in params_of(self.act) if p.kind is Kind.SIGNED and p.name == self.into)
            modifier = next(signed, None) or next(
                (p.name for p in params_of(self.act) if p.kind is Kind.MODIFIER and self._is_offered(p)),
                None,
            )
            if modifier is None:
                return False
            self.into, self.numbers[modifier] = modifier, character
            return True
        if character == " " and self.into:
            self.into = "" if self.act.rolls else self.into
            return self.act.rolls
        if not self.into and not self.act.rolls:
            return False
        digits = self.numbers.get(self.into, "") + character
        if len(digits.split(" ")[-1]) > MOST_DIGITS:
            return False
        self.numbers[self.into] = digits
        return True

    def _take(self, offer: Offer) -> None:
        name = offer.param.name
        if offer.param.named and offer.choice:
            self.into, self.numbers[name] = "" if self.act.rolls else name, offer.choice
        elif offer.param.kind in _BEHIND_A_LETTER:
            self.into = name
            self.numbers.setdefault(name, "")
        elif offer.param.kind is Kind.FLAG and name in self.args:
            del self.args[name]
        else:
            self.args[name] = offer.choice or True

    def _lettered(self, meant: list[tuple[Param, str, str]]) -> tuple[Offer, ...]:
        letters = letters_for((label for _param, _choice, label in meant), spare=ascii_uppercase)
        return tuple(
            Offer(letter, label, param, choice)
            for letter, (param, choice, label) in zip(letters, meant, strict=True)
        )

    def _choice(self, param: Param, choice: str | tuple[str, ...]) -> str:
        if param.kind is Kind.CREATURE:
            return ", ".join(self.others[who] for who in ((choice,) if isinstance(choice, str) else choice))
        assert isinstance(choice, str)  # noqa: S101 - only creatures are several
        for space in (param.name, "choice"):
            if self.words.has(space, choice):
                return term(self.words, space, choice)
        return offered(param, self.context, self.creature_ids).get(choice, choice)
