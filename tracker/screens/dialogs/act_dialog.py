"""The dialog of an act: letters for its choices and flags, digits for faces and numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct
from textual import events, getters
from textual.app import ComposeResult
from textual.binding import BindingType

from tracker.rules.glance import Tone
from tracker.screens.dialogs.act_draft import ActDraft, Offer
from tracker.widgets.bindings import is_bound, keys_at
from tracker.widgets.ink import Emphasis, Line, line, width_of
from tracker.widgets.question import ABORT, Question
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say


class Asked(Struct, frozen=True):
    """The parameters and faces that the GM gave."""

    args: Mapping[str, Any]
    faces: tuple[int, ...]


ChanceOf = Callable[[Asked], str]
"""Returns the chance of an act with these parameters, or nothing."""


class ActDialog(Question[Asked]):
    """Puts an act together. Enter answers with it; erasing when nothing is left cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [*keys_at("act"), ABORT]

    app = getters.app(ThemedApp)

    def __init__(self, title: str, draft: ActDraft, chance: ChanceOf, refused: str = "") -> None:
        super().__init__(title)
        self._draft = draft
        self._chance = chance
        self._refused = refused
        """Why the act was refused, until the GM changes it."""

    def ask(self) -> ComposeResult:
        """Yield the line of letters and the line of what has been pressed."""
        yield TextPanel(id="draft")

    def on_mount(self) -> None:
        """Show the first letters."""
        self._picture()

    def on_key(self, event: events.Key) -> None:
        """Take letters, digits and signs; say so if a letter stands for nothing."""
        character = event.character or ""
        if character and (self._draft.press(character) or self._draft.press(character.lower())):
            event.stop()
            event.prevent_default()
            self._picture_anew()
        elif character.isalpha() and not is_bound(event.key, self, self.app.preferences.keys):
            self._picture(say("act_dialog.no_such_letter", letter=character))

    def action_give(self) -> None:
        """Answer with the act; if a choice is missing, say that a letter comes first."""
        if self._draft.complete:
            self.dismiss(Asked(self._draft.arguments(), self._draft.faces))
        else:
            self._picture(say("act_dialog.letter_missing"))

    def action_erase(self) -> None:
        """Take back the last key, or cancel."""
        if self._draft.erase():
            self._picture_anew()
        else:
            self.dismiss(None)

    def _chance_with(self, offer: Offer) -> str:
        """Return the chance of the act if an offer completes it."""
        args = self._draft.arguments_with(offer)
        return self._chance(Asked(args, ())) if args is not None else ""

    def _picture_anew(self) -> None:
        self._refused = ""
        self._picture()

    def _picture(self, aside: str = "") -> None:
        said = self._draft.said()
        draft = self._draft
        lines = _in_lines(
            [_offered(each.letter, each.label, self._chance_with(each)) for each in draft.offers],
            self.size.width,
        )
        told_now = draft.criteria if draft.complete else draft.advice
        lines += [line((text, Emphasis.MUTED)) for text in told_now]
        if self._refused:
            lines.append(line((self._refused, Tone.BAD)))
        elif not self._draft.complete and not self._draft.offers:
            told = self.app.with_keys("act_dialog.nothing_to_choose")
            lines.append(line((told, Emphasis.MUTED)))
        elif self._draft.act.rolls and self._draft.complete:
            told = self.app.with_keys("act_dialog.rolls_hint")
            chance = self._chance(Asked(draft.arguments(), ()))
            lines.append(line((f"{chance}  " if chance else "", Emphasis.STRONG), (told, Emphasis.MUTED)))
        lines.append(line((f"> {said}", Emphasis.STRONG), (f"  {aside}", Emphasis.MUTED)))
        self.query_one("#draft", TextPanel).show([Block(tuple(lines))])


def _offered(letter: str, label: str, chance: str) -> Line:
    return line((letter, Emphasis.KEY), f" {label}", (f" {chance}" if chance else "", Emphasis.MUTED), "   ")


def _in_lines(offers: Sequence[Line], width: int) -> list[Line]:
    """Return the offers in as few lines as possible, none broken."""
    lines: list[Line] = []
    for offer in offers:
        if lines and width_of(lines[-1]) + width_of(offer) <= width:
            lines[-1] += offer
        else:
            lines.append(offer)
    return lines
