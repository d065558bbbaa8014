"""An act filled in key by key: small letters are rows, digits are numbers, capitals are options."""

import dataclasses
from collections.abc import Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from msgspec import Struct

from tracker.commands.acts import choices_for, figures_by_name
from tracker.commands.figures import is_duration, parse_duration
from tracker.rules.clock import UNITS
from tracker.rules.system import WHO, Act, Kind, Param, RulesContext, Whose
from tracker.rules.text import fold
from tracker.session.effects import (
    AGAINST_ALL,
    RELEASE,
    SHARED_OUT,
    each_against,
    params_of,
    with_usual_shares,
)
from tracker.session.letters import PREFIX
from tracker.session.text import stem_of
from tracker.widgets.picker import letters_for
from tracker.wording.capitals import CAPITALS
from tracker.wording.messages import say
from tracker.wording.template import in_runs, join_names
from tracker.wording.words import Words, choice_space, term

_TYPED = (
    *(Kind.CHOICE, Kind.FLAG, Kind.MODIFIER, Kind.LABELLED, Kind.SIGNED, Kind.ROUNDS, Kind.NUMBER),
    *(Kind.EFFECT, Kind.CREATURE),
)
"""Kinds of parameters that letters, digits and capitals can fill in."""
_BEHIND_A_LETTER = (Kind.LABELLED, Kind.SIGNED, Kind.ROUNDS, Kind.HOURS)
"""Kinds of parameters whose capital is followed by digits."""
# Not `str.isdigit`: other scripts have digits too, and exponents that are no numbers.
_FIGURES = frozenset(digits)
"""Keys of numbers and faces."""
MOST_DIGITS = 5
_SHORT = 3
"""Letters of an attribute's name if there are more than `_FEW`, as on a card."""
_FEW = 4
_FACES = ""
"""The key of the digits behind the equals sign, the faces of real dice, in `ActDraft.numbers`."""
SIDES, FRIEND, ACTOR, DICE, CAPITAL = "*", "!", "@", "=", "'"
"""Signs: a whole side; or the letter of an ally, the letter of an actor, faces or a capital follows."""


class Target(Struct, frozen=True):
    """The row of a letter, with its standing members."""

    standing: tuple[str, ...]
    name: str
    is_ally: bool
    """Whether the row is on the side of the actor; if the act has none, of the party."""
    weakest: tuple[str, ...] = ()
    """The standing member with the least health left; empty if no member stands."""


class Offer(Struct, frozen=True):
    """A choice or an option that a key stands for now."""

    letter: str
    label: str
    param: Param
    choice: str = ""


def fits(act: Act) -> bool:
    """Whether an act asks for something, and letters, digits and capitals can fill in what it requires."""
    params = params_of(act)
    asks = any(param.required or param.kind in (Kind.CHOICE, Kind.CREATURE) for param in params)
    return asks and all(param.kind in _TYPED or not param.required for param in params)


@dataclasses.dataclass(slots=True)
class ActDraft:
    """An act filled in key by key, and the meaning of the next key."""

    act: Act
    words: Words
    context: RulesContext
    creature_ids: tuple[str, ...] = ()
    """The creatures that act; if the act has no actor, its targets unless letters choose others."""
    targets: Mapping[str, Target] = dataclasses.field(default_factory=dict)
    """The rows by their letters."""
    names: Mapping[str, str] = dataclasses.field(default_factory=dict)
    is_attack: bool = False
    weapons: Param | None = None
    """The parameter of an attack that names the weapon; None if the game has no weapons on its sheets."""
    proposed: tuple[str, ...] = ()
    """The targets of the act unless the GM chooses others."""
    doer: str = ""
    """Id of the creature that does it, if a parameter of the act names its doer."""
    suffered: Mapping[str, frozenset[str]] = dataclasses.field(default_factory=dict)
    """The conditions of each creature."""
    release: Act | None = None
    """The act that ends a condition; None if the game has none."""
    args: dict[str, Any] = dataclasses.field(default_factory=dict)
    numbers: dict[str, str] = dataclasses.field(default_factory=dict)
    """Typed digits by parameter; empty for a parameter that awaits digits. Faces have an empty name."""
    into: str | None = None
    """Name of the parameter that takes the next digit; None if a digit chooses."""
    picked: dict[str, bool] = dataclasses.field(default_factory=dict)
    """The chosen rows by letter; the value is True for the less usual part of a group."""
    sides: int = 0
    """Number of times that the sign of a side has been pressed."""
    prefix: str = ""
    """Typed letters of a row that need another one, or a sign before them."""
    aside: str = ""
    """The reason why the last key did nothing; empty if it did something."""
    is_lost: bool = False
    """Whether all creatures of the act have left or fallen meanwhile."""

    def __post_init__(self) -> None:
        self.into = self._first_figure
        for param in params_of(self.act):
            if param.kind is Kind.CHOICE and param.required and len(choices := self._choices(param)) == 1:
                self.args[param.name] = choices[0][1]

    # What the act is for.

    @property
    def target_param(self) -> Param | None:
        """The parameter of the target, if letters choose the target and not the actor."""
        others = (p for p in self.act.params if p.kind is Kind.CREATURE and p.name != self.act.doer)
        return next((param for param in others if self.is_attack or param.required), None)

    @property
    def has_doer(self) -> bool:
        """Whether a parameter of the act names who does it."""
        return self.act.doer not in ("", WHO)

    def targets_in_row(self, code: str, *, other: bool = False) -> tuple[str, ...]:
        """Return the members of a row that the act is for.

        An act against the row takes its most wounded member, another all standing; `other` is the reverse.
        """
        target = self.targets[code]
        return target.weakest if (self.target_param is not None) is not other else target.standing

    @property
    def _chosen(self) -> tuple[str, ...]:
        rows = (self.targets_in_row(code, other=other) for code, other in self.picked.items())
        return tuple(dict.fromkeys(who for row in rows for who in row))

    @property
    def opponents(self) -> tuple[str, ...]:
        """Ids of the creatures that the act is against."""
        return (self._chosen or self.proposed) if self.target_param is not None else ()

    @property
    def subjects(self) -> tuple[str, ...]:
        """Ids of the creatures that act, or to which the act is done."""
        return self.creature_ids if self.target_param is not None else self._chosen or self.creature_ids

    def renew(self, context: RulesContext, targets: Mapping[str, Target]) -> str:
        """Renew the targets and drop creatures that have fallen or left; return their names.

        If all creatures of the act are gone, they stay as they were, and the act can no longer be played.
        """
        old_targets, self.targets = self.targets, targets
        present = {who for target in targets.values() for who in target.standing}
        old_standing = {who for target in old_targets.values() for who in target.standing}
        own_ids = self.creature_ids if self.target_param is not None or not self.picked else ()
        concerned_ids = (*self.opponents_of(old_targets), *own_ids)
        gone_ids = [who for who in concerned_ids if who in old_standing - present]
        self.picked = {
            code: other
            for code, other in self.picked.items()
            if code in targets and {*targets[code].standing} & {*old_targets[code].standing}
        }
        self.proposed = tuple(who for who in self.proposed if who not in gone_ids)
        self.doer = self.doer if self.doer in present else ""
        self.creature_ids = (
            tuple(who for who in self.creature_ids if who not in gone_ids) or self.creature_ids
        )
        self.is_lost = self.is_lost or any(who in gone_ids for who in self.creature_ids)
        self.context = self.context if self.is_lost else context
        return ", ".join(dict.fromkeys(self.names.get(who, "") for who in gone_ids))

    def opponents_of(self, targets: Mapping[str, Target]) -> tuple[str, ...]:
        """Return all standing creatures of the chosen rows, and the proposed ones."""
        chosen_ids = (who for code in self.picked if code in targets for who in targets[code].standing)
        return (*chosen_ids, *self.proposed)

    @property
    def blows(self) -> dict[str, tuple[str, ...]]:
        """The targets of each of several attackers; empty for a single attacker or without targets."""
        if not self.is_attack or len(self.subjects) < 2:
            return {}
        is_shared = not self.args.get(AGAINST_ALL.name)
        return each_against(self.subjects, self.opponents, shared=is_shared)

    @property
    def blow_shares(self) -> str:
        """Who strikes whom, if several share out several targets, `1–3 → Bruna, 4–6 → Teo`; else empty."""
        attackers: dict[str, list[str]] = {}
        for who, targets in self.blows.items():
            if len(targets) == 1 < len(self.opponents):
                attackers.setdefault(self.names.get(targets[0], ""), []).append(self.names.get(who, ""))
        names = [name for each in attackers.values() for name in each]
        is_one_kind = len({stem_of(name) for name in names}) == 1
        texts = {
            target: in_runs([name.split()[-1] for name in each] if is_one_kind else each, 3)
            for target, each in attackers.items()
        }
        return ", ".join(f"{join_names(each)} → {target}" for target, each in texts.items())

    # What has been filled in so far.

    @property
    def _first_figure(self) -> str | None:
        """Name of the parameter of the first digits: an amount, or the level of an act without dice.

        None if the choice made has no use for it: digits for a level are never taken for another figure.
        """
        for param in params_of(self.act):
            is_amount = param.kind is Kind.EFFECT and param.required
            if is_amount or (param.kind in (Kind.NUMBER, Kind.LABELLED) and not self.act.rolls):
                is_open = self.letter_param is not None or self.act.can_use(param, self.args)
                return param.name if is_open else None
        return None

    @property
    def lacks_a_target(self) -> bool:
        return self.target_param is not None and not self.opponents

    @property
    def lacks_somebody(self) -> bool:
        """Whether no creature is left for the act."""
        has_rows = bool(self.picked) and self.target_param is None
        return (self.is_lost or not self.subjects) and not has_rows and self.act.whose is not Whose.TABLE

    @property
    def complete(self) -> bool:
        """Whether Enter may answer with the act."""
        args = self.arguments()
        has_all = all(not self._needs(param) or param.name in args for param in params_of(self.act))
        return has_all and not (self.prefix or self.lacks_somebody or self.lacks_a_target or self._lacks_unit)

    def _needs(self, param: Param) -> bool:
        return param.required or (param.needed is not None and param.needed(self.context))

    @property
    def _lacks_unit(self) -> bool:
        """Whether a duration has digits without their unit."""
        durations = (self.numbers.get(p.name, "") for p in params_of(self.act) if p.kind is Kind.HOURS)
        return any(text and not is_duration(text) for text in durations)

    def go_on(self) -> bool:
        """Take the next digits for the next figure that the act needs; False if it needs none."""
        figures = (p.name for p in params_of(self.act) if p.kind in _BEHIND_A_LETTER and self._needs(p))
        name = next((each for each in figures if not self.numbers.get(each)), None)
        if name is None or name == self.into:
            return False
        self.into, self.numbers[name] = name, ""
        return True

    @property
    def nothing_to_choose(self) -> bool:
        """Whether a required choice has no entry on the sheet."""
        params = (p for p in params_of(self.act) if p.kind is Kind.CHOICE and p.required)
        return any(not self._choices(param) for param in params)

    @property
    def nothing_in_common(self) -> bool:
        """Whether a required choice has entries on the sheets, but none on all of them."""
        params = (p for p in params_of(self.act) if p.kind is Kind.CHOICE and p.required)
        return any(
            not self._choices(param)
            and any(choices_for(param, self.context, (who,)) for who in self.subjects)
            for param in params
        )

    @property
    def asks_nothing(self) -> bool:
        """Whether the act has a single possible answer."""
        return self.complete and self.target_param is None and self._first_figure is None and not self.offers

    @property
    def final(self) -> Act:
        """The act that Enter plays: a bare condition that all targets have already is ended instead."""
        suffers = bool(self.subjects) and all(
            self.args.get("condition") in self.suffered.get(who, ()) for who in self.subjects
        )
        is_bare = {*self.args} == {"condition"} and not any(self.numbers.values())
        if self.act.id == "condition" and self.release is not None and suffers and is_bare:
            return self.release
        return self.act

    @property
    def letter_param(self) -> Param | None:
        """The first required choice that is made by small letters: a condition, a danger."""
        for param in params_of(self.act):
            if param.kind is Kind.CHOICE and param.required and param.name not in self.args:
                return None if self._is_by_digit(param) else param
        return None

    def _is_by_digit(self, param: Param) -> bool:
        """Whether digits make a choice: the scores of a sheet, if there are no more than nine."""
        is_of_a_test = self.act.id == "test" and param.required
        is_score = is_of_a_test or param.name in ("attribute", "characteristic", "skill")
        return is_score and len(self._choices(param)) < len(digits)

    @property
    def has_weapons(self) -> bool:
        """Whether there are several weapons to choose from."""
        return self.weapons is not None and len(self._choices(self.weapons)) > 1

    @property
    def weapon(self) -> str:
        """The only weapon, which is used unless it is named; empty if one is chosen or there are several."""
        param = self.weapons
        choices = self._choices(param) if param else []
        return choices[0][-1] if param and param.name not in self.args and len(choices) == 1 else ""

    # What keys stand for.

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The meaning of the keys: first a choice with small letters, then digits, then capitals.

        The digits come last once one of them is chosen.
        """
        if (param := self.letter_param) is not None:
            return self._by_letter(param)
        digits_now, options = self._by_digit(), self._options()
        has_score = any(offer.param.name in self.args for offer in digits_now)
        return (*options, *digits_now) if has_score else (*digits_now, *options)

    def _by_letter(self, param: Param) -> tuple[Offer, ...]:
        choices = self._choices(param)
        letters = letters_for((label for _param, _choice, label in choices), spare=ascii_uppercase)
        offers = (
            Offer(letter, label, param, choice)
            for letter, (_param, choice, label) in zip(letters, choices, strict=True)
        )
        if self.act.id != RELEASE or param.name != "condition":
            return tuple(offers)
        suffered = {each for who in self.creature_ids for each in self.suffered.get(who, ())}
        return tuple(offer for offer in offers if offer.choice in suffered)

    def _by_digit(self) -> list[Offer]:
        scores = (p for p in params_of(self.act) if p.kind is Kind.CHOICE and self._is_by_digit(p))
        score = next(scores, None)
        if score is None:
            return []
        if not self.act.rolls and self.args.get(score.name):
            return []  # digits are the amount now
        choices = self._choices(score)
        short = _SHORT if score.name == "attribute" and len(choices) > _FEW else None
        return [
            Offer(str(number), label[:short], score, choice)
            for number, (_param, choice, label) in enumerate(choices, 1)
        ]

    def _options(self) -> list[Offer]:
        """Return the options with their capitals, which depend on the act, not on what is possible now.

        First come those of which one has to be chosen.
        """
        options = self._optional()
        fixed_letters = [
            CAPITALS.get(param.name, "") if not choice else "" for param, choice, _label in options
        ]
        index_of_letter = {letter: fixed_letters.index(letter) for letter in fixed_letters if letter}
        free_letters = [each for each in ascii_uppercase if each not in index_of_letter]
        offers: list[Offer] = []
        for index, (param, choice, label) in enumerate(options):
            letter = fixed_letters[index] if index_of_letter.get(fixed_letters[index]) == index else ""
            if not letter:
                own_letters = (each for each in fold(label).upper() if each in free_letters)
                letter = next(own_letters, next(iter(free_letters), ""))
            if letter in free_letters:
                free_letters.remove(letter)
            if self._is_offered(param) and (not choice or self._is_of_target(param, choice)):
                offers.append(Offer(letter, label, param, choice))
        return sorted(offers, key=lambda offer: not self._must_answer(offer.param))

    def _is_of_target(self, param: Param, choice: str) -> bool:
        """Whether a choice of the target is one of those chosen so far; of no target, any is."""
        return param.of_target is None or not self.opponents or choice in self._answers(param)

    def _must_answer(self, param: Param) -> bool:
        """Whether the target has to make this choice, having none of the choices made."""
        has_answers = param.of_target is not None and bool(self.opponents)
        return has_answers and self._answers(param).isdisjoint(map(str, self.args.values()))

    def _answers(self, param: Param) -> frozenset[str]:
        of_target = param.of_target or (lambda _context, _who: {})
        return frozenset(each for who in self.opponents for each in of_target(self.context, who))

    def _optional(self) -> list[tuple[Param, str, str]]:
        """Return the optional parts: flags, named figures, and choices, those of a sheet last."""
        params = sorted(params_of(self.act), key=lambda each: each is not AGAINST_ALL)
        parts = [
            (param, "", term(self.words, "param", param.name))
            for param in params
            if (param.kind is Kind.FLAG and param is not SHARED_OUT)
            or (param.kind in _BEHIND_A_LETTER and not self._is_lasting(param))
        ]
        for param in params:
            parts += self._named_figures(param) if param.figures else []
        optional = (param for param in params if param.kind is Kind.CHOICE and not param.required)
        for param in sorted(optional, key=lambda each: not each.choices):
            if param is not self.weapons and not self._is_by_digit(param):
                parts += self._choices(param)
        return parts

    def _is_lasting(self, param: Param) -> bool:
        """Whether a duration is one that any condition may have: of these only the rounds have a capital."""
        return param.kind is Kind.HOURS and param not in self.act.params

    def _is_offered(self, param: Param) -> bool:
        """Whether a flag or figure applies to these creatures and to the choices made."""
        if param is AGAINST_ALL:
            return len(self.subjects) > 1 and len(self.opponents) > 1
        if not self.act.can_use(param, self.args):
            return False
        return param.offers is None or bool(choices_for(param, self.context, self.subjects))

    def _named_figures(self, param: Param) -> list[tuple[Param, str, str]]:
        """Return the figures of a parameter that have a name: `umbral 25 profesional`."""
        label = term(self.words, "param", param.name)
        figures = figures_by_name(param, self.context.tables, self.words)
        return [(param, str(figure), f"{label} {figure} {name}") for name, figure in figures.items()]

    def _choices(self, param: Param) -> list[tuple[Param, str, str]]:
        choices = param.choices or tuple(choices_for(param, self.context, self.subjects))
        return [(param, choice, self._choice(param, choice)) for choice in choices]

    # Keys.

    def press(self, character: str) -> bool:
        """Take a key; False if it means nothing. If it means something but fails, `aside` is the reason."""
        self.aside = ""
        if self.prefix == CAPITAL:
            self.prefix = ""
            return self._press_offer(character.upper())
        if self.letter_param is not None and character.isalpha():
            return self._press_offer(character)
        is_sign = (character == "d" and self._takes_dice) or (character in UNITS and self._takes_unit)
        if character in _FIGURES or character in " +-" or is_sign:
            return self._press_figure(character)
        if character in ascii_lowercase:
            return self._press_row(character)
        return self._press_sign(character) or self._press_offer(character)

    def _press_sign(self, sign: str) -> bool:
        """Take a sign; False if it means nothing in this act."""
        if not self.takes(sign):
            return False
        if sign == DICE:
            self.into = _FACES
        elif sign == SIDES:
            self._take_side()
        else:
            self.prefix = sign
        return True

    def takes(self, sign: str) -> bool:
        """Whether a sign means something in this act."""
        means = {
            DICE: self.act.rolls,
            SIDES: bool(self.targets) and self.letter_param is None,
            FRIEND: self.is_attack,
            ACTOR: (self.target_param is not None or self.has_doer) and bool(self.targets),
            CAPITAL: True,
        }
        return means.get(sign, False)

    def _press_offer(self, character: str) -> bool:
        for offer in self.offers:
            if offer.letter and offer.letter == character:
                self._take(offer)
                return True
        return False

    @property
    def _takes_dice(self) -> bool:
        """Whether the next letter may be the `d` of dice, as in `2d6`."""
        return any(p.name == self.into and p.kind is Kind.EFFECT for p in params_of(self.act))

    @property
    def _takes_unit(self) -> bool:
        """Whether the next letter may be the unit of a duration, as in `10m`."""
        into = (p for p in params_of(self.act) if p.name == self.into and p.kind is Kind.HOURS)
        return any(self.numbers.get(param.name, "")[-1:].isdecimal() for param in into)

    def _press_row(self, letter: str) -> bool:
        sign = self.prefix[:1] if self.prefix[:1] in (FRIEND, ACTOR) else ""
        code = self.prefix.removeprefix(sign) + letter
        if code.strip(PREFIX) == "" and any(each.startswith(code) for each in self.targets):
            self.prefix = sign + code
            return True
        self.prefix = ""
        target = self.targets.get(code)
        if target is None:
            return False
        if not target.standing:
            self.aside = say("act_dialog.has_fallen", name=target.name)
        elif sign == ACTOR and self.has_doer:
            self.doer = target.standing[0]
        elif sign == ACTOR:
            ids = target.standing
            self.creature_ids, self.is_lost = ids[:1] if self.creature_ids == ids else ids, False
        elif self.is_attack and target.is_ally and sign != FRIEND:
            self.aside = say("act_dialog.is_a_friend", name=target.name, letter=code)
        else:
            self.toggle(code)
        return True

    def toggle(self, code: str) -> None:
        """Choose a row; of a group, next its other part; then drop it."""
        takes_several = self.target_param is None or self.target_param.several
        if code in self.picked and (
            self.picked[code] or not takes_several or len(self.targets[code].standing) == 1
        ):
            del self.picked[code]
        else:
            others = self.picked if takes_several else {}
            self.picked = {**others, code: code in self.picked}

    def passes_over(self, code: str) -> bool:
        """Whether the cursor skips a row: an ally's in an attack, and one without a standing member."""
        target = self.targets.get(code)
        return target is not None and (not target.standing or (self.is_attack and target.is_ally))

    def _take_side(self) -> None:
        """Choose a whole side: the usual one, then the other, then all, then none."""
        if self.target_param is not None and not self.target_param.several:
            self.aside = say("act_dialog.only_one")
            return
        ours_first = not (self.is_attack or self.act.on_others)
        chosen_sides = ((ours_first,), (not ours_first,), (True, False), ())[self.sides % 4]
        self.sides += 1
        takes_all = self.target_param is not None
        self.picked = {
            code: takes_all
            for code, target in self.targets.items()
            if target.is_ally in chosen_sides and target.standing
        }

    def erase(self) -> bool:
        """Take back the last key; False if there is none."""
        if self.prefix:
            self.prefix = ""
        elif self.into is not None and self.numbers.get(self.into):
            self.numbers[self.into] = self.numbers[self.into][:-1]
        elif self.into is not None and self.into != self._first_figure:
            self.numbers.pop(self.into, None)
            self.into = self._first_figure
        elif self.picked:
            self.picked.popitem()
        elif self.args:
            self.args.popitem()
        else:
            return False
        return True

    def next_weapon(self) -> bool:
        """Take the next weapon; False if there is no choice."""
        param = self.weapons
        if param is None or not self.has_weapons:
            return False
        choices = [choice for _param, choice, _label in self._choices(param)]
        current = self.args.get(param.name, choices[0])
        self.args[param.name] = choices[(choices.index(current) + 1) % len(choices)]
        return True

    def _press_figure(self, character: str) -> bool:
        if character == " ":
            ends = self.into not in (None, _FACES)
            if ends and not self.go_on():
                self.into = None
            return ends or self._append(" ")
        if character in "+-" and not (self._takes_dice and self.numbers.get(str(self.into))):
            return self._begin_modifier(character)
        chooses = self.into is None or (not self.act.rolls and self.into == self._first_figure)
        if chooses and self._press_offer(character):
            return True
        if self.into is None and self._first_figure is not None:
            self.into, self.numbers[self._first_figure] = self._first_figure, ""
        return self._append(character)

    def _begin_modifier(self, sign: str) -> bool:
        signed = (p.name for p in params_of(self.act) if p.kind is Kind.SIGNED and p.name == self.into)
        modifiers = (p.name for p in params_of(self.act) if p.kind is Kind.MODIFIER and self._is_offered(p))
        name = next(signed, None) or next(modifiers, None)
        if name is None:
            return False
        self.into, self.numbers[name] = name, sign
        return True

    def _append(self, character: str) -> bool:
        if self.into is None:
            return False
        text = self.numbers.get(self.into, "") + character
        if len(text.split(" ")[-1]) > (2 if self._takes_dice else 1) * MOST_DIGITS:
            return False
        self.numbers[self.into] = text
        return True

    def _take(self, offer: Offer) -> None:
        name = offer.param.name
        if offer.param.figures and offer.choice:
            self.into, self.numbers[name] = None, offer.choice
        elif offer.param.kind in _BEHIND_A_LETTER:
            self.into = name
            self.numbers.setdefault(name, "")
        elif self.args.get(name) == (offer.choice or True):
            del self.args[name]
        else:
            self.args[name] = offer.choice or True
            self._leave_unused()

    def _leave_unused(self) -> None:
        """Take the next digits for a figure that goes with the choice; digits typed before it stay."""
        unused = {p.name for p in params_of(self.act) if not self.act.can_use(p, self.args)}
        if self.into in unused and not self.numbers.get(self.into):
            self.into = self._first_figure

    # The act as it would be played.

    @property
    def takes_faces(self) -> bool:
        """Whether the next digits are faces of real dice."""
        return self.into == _FACES

    @property
    def faces(self) -> tuple[int, ...]:
        """Faces of real dice, in the order in which they were typed."""
        return tuple(int(face) for face in self.numbers.get(_FACES, "").split() if face.isdecimal())

    def arguments(self) -> Mapping[str, Any]:
        """Return the parameters as the act takes them."""
        typed: dict[str, Any] = {}
        for param in params_of(self.act):
            text = self.numbers.get(param.name, "").strip()
            if param.kind is Kind.MODIFIER and len(text) > 1:
                typed[param.name] = (int(text),)
            elif param.kind is Kind.EFFECT and text:
                typed[param.name] = text
            elif param.kind is Kind.HOURS:
                typed |= {param.name: parse_duration(text)} if is_duration(text) else {}
            elif text.lstrip("+-").isdecimal():
                typed[param.name] = int(text)
        if self.target_param is not None and (opponents := self.opponents):
            typed[self.target_param.name] = opponents if len(opponents) > 1 else opponents[0]
        if self.has_doer and self.doer:
            typed[self.act.doer] = self.doer
        return with_usual_shares(self.act, self.subjects, {**self.args, **typed})

    def arguments_with(self, offer: Offer) -> Mapping[str, Any] | None:
        """Return the parameters with a score that completes an act with dice; None for another offer."""
        if not self.act.rolls or offer.param.kind is not Kind.CHOICE or not offer.letter.isdigit():
            return None
        args = {**self.arguments(), offer.param.name: offer.choice}
        if self.lacks_a_target and self.target_param is not None and not self.target_param.required:
            any_target = next(
                (self.targets_in_row(code) for code, each in self.targets.items() if each.standing), ()
            )
            args |= {self.target_param.name: any_target[0]} if any_target else {}
        missing = any(param.required and param.name not in args for param in params_of(self.act))
        return None if missing else args

    @property
    def criteria(self) -> list[str]:
        """Lines about when the rules call for each choice of the letters."""
        return [
            f"{offer.label} {term(self.words, 'criteria', offer.choice)}"
            for offer in self.offers
            if offer.param.kind is Kind.CHOICE and self.words.has("criteria", offer.choice)
        ]

    @property
    def advice(self) -> list[str]:
        """Lines about when the rules call for the act; empty if they have none."""
        has_advice = self.words.has("advice", self.act.id)
        return term(self.words, "advice", self.act.id).splitlines() if has_advice else []

    def summary_text(self) -> str:
        parts = []
        params = {param.name: param for param in params_of(self.act)}
        for name, value in self.args.items():
            is_choice = params[name].kind is Kind.CHOICE
            parts.append(self._choice(params[name], value) if is_choice else term(self.words, "param", name))
        needed = [
            name for name, param in params.items() if param.kind in _BEHIND_A_LETTER and self._needs(param)
        ]
        for name, typed in (dict.fromkeys(needed, "") | self.numbers).items():
            if name and (typed or name == self.into or name in needed):
                is_first = name == self._first_figure and name not in needed
                is_bare = typed[:1] in ("+", "-") or is_first
                parts.append(typed if is_bare else f"{term(self.words, 'param', name)} {typed or '…'}")
        if self.into == _FACES or self.numbers.get(_FACES):
            parts.append(f"= {self.numbers.get(_FACES, '')}")
        return " · ".join(filter(None, parts))

    def _choice(self, param: Param, choice: str) -> str:
        space = choice_space(self.words, param, choice)
        if self.words.has(space, choice):
            return term(self.words, space, choice)
        return choices_for(param, self.context, self.subjects).get(choice, choice)


def names_text(names: Sequence[str], limit: int) -> str:
    """List the first names, numbered ones in a row as one, and count the rest."""
    count = next((length for length in range(len(names), 0, -1) if len(in_runs(names[:length])) <= limit), 0)
    text = ", ".join(in_runs(names[:count]))
    return say("act_dialog.and_more", names=text, more=len(names) - count) if len(names) > count else text
