"""Seal the dice, and open the seal; the store keeps the secret."""

from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.event import Asks, Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.seal import key_of, mark_of_draws
from tracker.session.state import Seal, Session


def ask_to_seal() -> Draft:
    """Ask the store for a secret, and to seal the dice with it."""
    return Draft(facts=(Fact("sealed", {"seal": "…", "gm": "…", "commitment": "…"}),), asks=Asks.SEAL)


def ask_to_open() -> Draft:
    """Ask the store to open this GM's seal."""
    return Draft(facts=(Fact("opened", {"seal": "…", "gm": "…", "seed": "…"}),), asks=Asks.OPEN)


def seal(session: Session, gm: str, promised: str) -> Draft:
    """Promise a secret; a GM has at most one open seal, else refuses `already_sealed`."""
    if session.open_seal(gm):
        raise Refusal("already_sealed")
    key = key_of(promised)
    builder = MoveBuilder.for_session(session).with_element("seals", key, Seal(gm, promised))
    return builder.with_fact("sealed", seal=key, gm=gm, commitment=promised).draft()


def unseal(session: Session, key: str, seed: str, draws: str) -> Draft:
    """Reveal the secret, and the number of draws that each stream has made: `0:57 1:3`."""
    opened = replace(session.seals[key], seed=seed)
    builder = MoveBuilder.for_session(session).with_element("seals", key, opened)
    mark = mark_of_draws(bytes.fromhex(seed), draws)
    return builder.with_fact("opened", seal=key, gm=opened.gm, seed=seed, draws=draws, mark=mark).draft()
