"""`tracker watch`: show the players the public part of a save."""

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.opened import existing_save
from tracker.cli.printing import print_line
from tracker.rules.refusal import Refusal
from tracker.rules.systems import saved_name
from tracker.session.public import PublicTable, public_table
from tracker.session.text import escape_unsafe
from tracker.store.campaign import POLL, Spectator
from tracker.wording.contract import Answer
from tracker.wording.players import public_text
from tracker.wording.sentences import refusal_sentence


def answer_watch(invocation: Invocation) -> int:
    """Show the players' screen, or print it as lines or as JSON, or serve the page."""
    path = existing_save(invocation, invocation.arguments.save)
    look = public_view_of(path)
    if invocation.arguments.web:
        from tracker.features.page.reply.web import serve_page

        return serve_page(invocation, look, path)
    if invocation.arguments.json:
        return watch_in_lines(partial(_json, look), end="\n")
    if invocation.preferences.plain:
        return watch_in_lines(partial(_text, look), end="\n\n")
    return _watch_on_screen(invocation, look)


def _watch_on_screen(invocation: Invocation, look: Callable[[], PublicTable]) -> int:
    """Run the players' screen until it is closed; returns the exit code."""
    from tracker.cli.terminal_setup import TerminalSetup
    from tracker.players_app import PlayersApp
    from tracker.terminal.running import forget_size, run

    setup = TerminalSetup(invocation.environment, invocation.preferences, invocation.config.mistakes)
    preferences, mistakes = setup.valid_preferences()
    forget_size()
    return run(PlayersApp(look, setup.environment, preferences, mistakes=mistakes), setup.environment)


def public_view_of(path: Path) -> Callable[[], PublicTable]:
    """Build a function that looks at a save and returns its public part.

    Both raise the refusal of a save that cannot be read.
    """
    spectator = Spectator(path)
    table = public_table(spectator.history)

    def look() -> PublicTable:
        nonlocal table
        if spectator.look():
            table = public_table(spectator.history)
        return table

    return look


def watch_in_lines(text_of_table: Callable[[], str], end: str) -> int:
    """Print the table whenever it changes, until interrupted; returns the exit code."""
    printed_text = ""
    try:
        # Without an open output there is nobody to print for.
        while sys.stdout is not None:
            text = text_of_table()
            if text != printed_text:
                print_line(text, end=end)
                printed_text = text
            time.sleep(POLL)
    except KeyboardInterrupt:
        return DONE
    return DONE


def _text(look: Callable[[], PublicTable]) -> str:
    try:
        return public_text(look())
    except Refusal as refusal:
        return refusal_sentence(refusal)


class WatchAnswer(Answer, frozen=True, kw_only=True):
    """The table as the players see it."""

    table: PublicTable


class UnseenAnswer(Answer, frozen=True, kw_only=True):
    """A save that cannot be read at the moment."""

    refusal: str
    text: str


def public_json(table: PublicTable) -> str:
    """Encode the players' table as JSON."""
    return _answer_json(WatchAnswer(table=replace(table, system=saved_name(table.system))))


def _json(look: Callable[[], PublicTable]) -> str:
    try:
        return public_json(look())
    except Refusal as refusal:
        return _answer_json(UnseenAnswer(refusal=refusal.code, text=refusal_sentence(refusal)))


def _answer_json(answer: Answer) -> str:
    return escape_unsafe(msgspec.json.encode(answer).decode())
