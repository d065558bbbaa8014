"""Every order on a creature in every state, read by every reader: done or refused in words, never a fault."""

from functools import cache
from random import Random
from typing import NoReturn

import pytest

from tests.matrix.orders import Order, Writer, acts_of, commands_of
from tests.matrix.readers import READERS
from tests.matrix.states import STATES, highest, in_state
from tests.session.game import ANA, Game
from tests.session.library_game import acted_on
from tracker.commands.command import CommandContext, draft_of, refuse_to_play
from tracker.commands.faults import FAULTS, INTERNAL
from tracker.commands.parse import parse
from tracker.commands.preview import preview_line
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.session.history import History
from tracker.wording.sentences import refusal_sentence

GAMES = tuple(SYSTEMS)
LIBRARY = (
    "biblioteca Vera Nuevo",
    "biblioteca encuentro Nuevo",
    "biblioteca kit Ada Nuevo",
    "biblioteca tabla Rumores",
)
UNTOLD = "no se puede contar"
"""In a sentence that failed."""


@cache
def game_in_state(system: str, state: str) -> Game:
    """Return the campaign in which «Vera» is in a state; it is never played on."""
    return in_state(system, state)


@cache
def shelf(system: str) -> History:
    """Return a library with one of everything, all called «Nuevo»; it is never played on."""
    game, kept = game_in_state(system, "here"), Game(system=system)
    for line in LIBRARY:
        command = parse(line, CommandContext(game.history, (), kept.history))
        kept.play(draft_of(command, kept.history, highest, game.fresh))
    return kept.history


@cache
def orders(system: str) -> tuple[tuple[Order, ...], tuple[Order, ...]]:
    session = game_in_state(system, next(iter(STATES))).session
    return tuple(commands_of(session)), tuple(acts_of(session))


class Faults(list[str]):
    """The faults, each with the game, the state and the lines that led there."""

    def tried(self, game: Game, line: str, where: str) -> bool:
        """Foresee a line and play it, if it is not refused; returns whether it was played."""
        context = CommandContext(game.history, (), shelf(game.session.system))
        played = False
        try:
            preview_line(line, context)
        except Refusal as refusal:
            self._noted(refusal, game, f"{where}, foreseeing «{line}»")
        try:
            command = parse(line, context)
            if command.play is refuse_to_play:
                return True
            draft = draft_of(command, acted_on(command, context), highest, game.fresh)
            if not command.feature:
                game.play(draft)
            played = True
        except Refusal as refusal:
            self._noted(refusal, game, f"{where}, playing «{line}»")
        return played

    def _noted(self, refusal: Refusal, game: Game, where: str) -> None:
        """Note a refusal that hides a fault; every other one has a sentence."""
        refusal_sentence(refusal, game.session.system, game.history.names)
        if refusal.code == INTERNAL:
            self.append(f"{where}: {refusal!r}, {refusal.__cause__!r}")

    def read(self, game: Game, reader: str, where: str) -> None:
        """Let a reader read the campaign; what it cannot tell is a fault too."""
        try:
            text = READERS[reader](game.history)
        except FAULTS as fault:
            self.append(f"{where}, then {reader}: {fault!r}")
        else:
            if UNTOLD in text:
                self.append(f"{where}, then {reader}: a sentence fails")


TRIES = 2
"""Lines of an order that are tried in a state until one is not refused."""
LINES = 40
"""Lines of a random game."""


@pytest.mark.parametrize(("every", "most"), [(4, 0.6), pytest.param(1, 0.8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("system", GAMES)
def test_every_order_meets_every_state_and_every_reader(system: str, every: int, most: float) -> None:
    """Cover all pairs of order and state, order and reader, state and reader; the checks try one in four.

    More than `most` of the acts of the game must have something to do in at least one state that is tried.

    An act is tried in its game; a command in one of the games for each state, so that it meets each game too.
    Where an order is refused, there is nothing new to read.
    """
    commands, acts = orders(system)
    faults, played, readers = Faults(), set[str](), list(READERS)
    for at_state, state in enumerate(STATES):
        for at_order, order in enumerate((*commands, *acts)):
            if order.act is None and (at_order + at_state) % len(GAMES) != GAMES.index(system):
                continue
            if (at_order + at_state // len(GAMES)) % every:
                continue
            game = game_in_state(system, state).copy(ANA)
            writer = Writer(game.session, STATES[state].named, Random(f"{order.id} {state}"))
            for line in (writer.line(order) for _ in range(TRIES)):
                if faults.tried(game, line, f"{system}, {state}"):
                    played.add(order.id)
                    reader = readers[(at_order + at_state) % len(readers)]
                    faults.read(game, reader, f"{system}, {state}, «{line}»")
                    break
    assert faults == []
    assert len(played & {each.id for each in acts}) > most * len(acts)


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=pytest.mark.slow) for seed in range(400)])
def test_no_order_of_a_random_game_is_a_fault(seed: int) -> None:
    chance, faults = Random(seed), Faults()
    system, state = GAMES[seed % len(GAMES)], chance.choice(list(STATES))
    game, (commands, acts) = game_in_state(system, state).copy(ANA), orders(system)
    lines: list[str] = []
    for _ in range(LINES):
        order = chance.choice(commands if chance.random() < 0.6 else acts)
        line = Writer(game.session, STATES[state].named, chance).line(order)
        if faults.tried(game, line, f"{system}, {state}, {lines}"):
            lines.append(line)
        faults.read(game, chance.choice(list(READERS)), f"{system}, {state}, {lines}")
        assert faults == []


def wrong(*_given: object) -> NoReturn:
    """Fail as a rule or a reader does that the program is wrong about."""
    raise KeyError


def test_a_fault_is_found(monkeypatch: pytest.MonkeyPatch, faults: list[Exception]) -> None:
    game, found = game_in_state("chronicle", "here").copy(ANA), Faults()
    monkeypatch.setattr("tracker.session.moves.campaign.note", wrong)
    found.tried(game, "nota algo", "here")
    assert len(found) == 2
    assert "KeyError" in found[0]
    monkeypatch.setitem(READERS, "status", wrong)
    found.read(game, "status", "here")
    assert len(found) == 3
    faults.clear()
