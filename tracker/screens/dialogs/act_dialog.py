"""The dialog of an act, filled in by letters, digits and capitals; it is low, so the table stays in view."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct
from textual import events, getters
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from tracker.rules.glance import Tone
from tracker.rules.system import Act
from tracker.rules.text import with_plain_signs
from tracker.screens.dialogs.act_draft import FRIEND, ActDraft, Offer, names_text
from tracker.screens.dialogs.act_pages import ActParts, Page, pages_of
from tracker.widgets.bindings import is_bound, keys_at
from tracker.widgets.ink import Emphasis, Line, line, truncate, width_of
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.picker import Option, Picker
from tracker.widgets.question import ABORT, Question
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say

_FREE = 1
"""Free cells at the end of a line of the panel."""
_MOST_NAMES = 4
"""Most names that the first line lists."""


class ActAnswer(Struct, frozen=True):
    """An act, the creatures that it is for, and the parameters and faces that the GM gave."""

    act: Act
    creature_ids: tuple[str, ...]
    args: Mapping[str, Any]
    faces: tuple[int, ...]
    typed: bool = False
    """Whether the GM wants to edit the act as a typed line."""


class Foretold(Struct, frozen=True):
    """What an act would do."""

    versions: Sequence[Sequence[str]] = ()
    """Its sentences, in full and then shorter."""
    refusal: str = ""


class ActTable(Struct, frozen=True):
    """The callbacks by which the dialog of an act asks the table."""

    chance: Callable[[ActAnswer], str]
    """Returns the chance of an act; empty if there is none."""
    dice: Callable[[ActAnswer], str]
    """Returns the dice whose faces an act takes first; empty if it rolls none."""
    foretell: Callable[[ActAnswer], Foretold]
    """Returns the effect of an act, or why it is refused; empty if dice decide it."""
    move: Callable[[int], str]
    """Moves the cursor of the table, and returns the letter of its row."""
    point: Callable[[tuple[str, ...]], None]
    """Shows the rows of the creatures that the act is done to."""
    renew: Callable[[ActDraft], str]
    """Renews a draft from the table; returns the names of its creatures that have fallen or left."""
    with_keys: Callable[..., str]
    """Formats a text of the table, which names the keys to press there."""


class ActDialog(Question[ActAnswer]):
    """Asks for the parts of an act. Enter answers with the act; erasing when nothing is left cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [*keys_at("act"), ABORT]

    app = getters.app(ThemedApp)

    def __init__(self, title: str, draft: ActDraft, table: ActTable, refusal: str = "") -> None:
        super().__init__(title)
        self._draft = draft
        self._table = table
        self._refused = refusal
        """The reason why the act was refused, until the GM changes it."""
        self._untaken = ""
        """A key that was pressed and stands for nothing; the next Enter only warns of it."""
        self._page = 0
        """Index of the page that is shown."""
        self._count = 1
        """Number of pages."""
        self._width = 0
        """The width of the terminal when the pages were made."""

    def begin(self, title: str, draft: ActDraft, table: ActTable, refusal: str = "") -> None:
        """Ask for the parts of another act with the same widgets."""
        self._question, self._draft, self._table = title, draft, table
        self._refused, self._untaken = refusal, ""
        self._picture()

    def compose(self) -> ComposeResult:
        with Vertical(classes="question--box"):
            panel = TextPanel(id="draft")
            panel.can_focus = False  # its arrows scroll, and here they choose a row
            yield panel
            yield KeyBar()

    def on_mount(self) -> None:
        self._picture()

    def on_resize(self, _event: events.Resize) -> None:
        if self._width != self.app.size.width:
            self._picture()

    def on_key(self, event: events.Key) -> None:
        """Take a letter, digit or sign; warn if it stands for nothing, or if a creature has left."""
        character = with_plain_signs(event.character or "")
        if not character.isprintable() or not character:
            return
        if self._renew():
            event.stop()
            event.prevent_default()
        elif self._draft.press(character):
            event.stop()
            event.prevent_default()
            self._refused = ""
            self._untaken = character if self._draft.aside else self._untaken
            if character == FRIEND:  # it answers the warning about an ally's letter
                self._untaken = ""
            self._picture(self._draft.aside)
        elif character.isalnum() and not is_bound(event.key, self, self.app.preferences.keys):
            self._untaken = character
            self._picture(say("act_dialog.no_such_letter", letter=character))

    def on_paste(self, event: events.Paste) -> None:
        """Take the characters of a pasted text like keys, up to the first that stands for nothing."""
        event.stop()  # the app would hand it back, as nothing here has the focus
        for character in with_plain_signs(event.text):
            if not self._draft.press(character):
                self._untaken = character
                self._picture(say("act_dialog.no_such_letter", letter=character))
                return
        self._picture(self._draft.aside)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer names and rows only if letters stand for rows, and the next weapon only if there is one."""
        if action in ("name", "move"):
            return bool(self._draft.targets) and self._draft.letter_param is None
        if action == "sign":
            return self._draft.takes(str(parameters[0]))
        if action == "more":
            return self._count > 1
        return action != "turn" or self._draft.has_weapons

    def _renew(self) -> bool:
        """Renew the draft from the table; warn if one of its creatures has fallen or left."""
        gone = self._table.renew(self._draft)
        if gone:
            self._picture(say("act_dialog.is_gone", names=gone))
        return bool(gone)

    def action_give(self) -> None:
        """Answer with the act; if something is missing, say what comes first."""
        if self._renew():
            return
        if self._draft.complete and self._untaken:
            names = self._names_text(self._draft.opponents or self._draft.subjects)
            warning = self.app.with_keys("act_dialog.untaken", letter=self._untaken, names=names)
            self._untaken = ""
            self._picture(warning)
        elif self._draft.complete:
            self.dismiss(self._answer())
        elif self._draft.is_lost:
            self._picture(say("act_dialog.is_gone", names=self._names_text(self._draft.creature_ids)))
        elif self._draft.go_on():
            self._picture()
        else:
            lacks_whom = self._draft.lacks_a_target or self._draft.lacks_somebody
            asks_whom = lacks_whom and self._draft.letter_param is None
            self._picture(say("act_dialog.whom" if asks_whom else "act_dialog.letter_missing"))

    def action_type(self) -> None:
        """Leave the dialog and edit the act as a typed line."""
        answer = self._answer()
        self.dismiss(ActAnswer(answer.act, answer.creature_ids, answer.args, answer.faces, typed=True))

    def _answer(self) -> ActAnswer:
        return ActAnswer(self._draft.final, self._draft.subjects, self._draft.arguments(), self._draft.faces)

    def action_sign(self, sign: str) -> None:
        self._draft.press(sign)
        self._picture(self._draft.aside)

    def action_erase(self) -> None:
        """Take back the last key; if there is none, cancel."""
        if self._untaken:
            self._untaken = ""
            self._picture()
        elif self._draft.erase():
            self._refused = ""
            self._picture()
        else:
            self.dismiss(None)

    def action_turn(self) -> None:
        self._draft.next_weapon()
        self._picture()

    def action_move(self, rows: int) -> None:
        """Choose the next row above or below; an attack skips allies and the fallen."""
        draft, old_code, code = self._draft, "", self._table.move(rows)
        while draft.passes_over(code) and code != old_code:
            old_code, code = code, self._table.move(rows)
        if code in draft.targets and not draft.passes_over(code):
            draft.picked, draft.prefix = {}, ""
            draft.toggle(code)
        self._picture()

    def action_more(self) -> None:
        self._picture(page=self._page + 1)

    def action_name(self) -> None:
        options = [
            Option(code, each.name, code) for code, each in self._draft.targets.items() if each.standing
        ]

        def chosen(code: str | None) -> None:
            if code is not None:
                self._draft.toggle(code)
            self._picture()

        self.app.push_screen(Picker(say("act_dialog.whom"), options, by_name=True), chosen)

    def _chance_with(self, offer: Offer) -> str:
        """Return the chance of the act if an offer completes it, else empty."""
        args = self._draft.arguments_with(offer)
        if args is None:
            return ""
        return self._table.chance(ActAnswer(self._draft.act, self._draft.subjects, args, ()))

    def _picture(self, aside: str = "", *, page: int = 0) -> None:
        """Show the act, the keys that can follow, and between them why it cannot be done yet."""
        foretold = self._table.foretell(self._answer()) if self._draft.complete else Foretold()
        warning, tone = self._refused or aside, Tone.BAD if self._refused else Tone.WARNING
        if not warning:
            warning = foretold.refusal
        if not warning and self._draft.nothing_in_common:
            warning, tone = say("act_dialog.nothing_in_common"), Tone.PLAIN
        elif not warning and self._draft.nothing_to_choose:
            warning, tone = self._table.with_keys("act_dialog.nothing_to_choose"), Tone.PLAIN
        self._table.point(self._draft.opponents or self._draft.subjects)
        self._width = self.app.size.width
        width = self._width - _FREE
        pages = self._in_pages(width, foretold.versions)
        self._page, self._count = page % len(pages), len(pages)
        shown = pages[self._page]
        if warning:
            head, *offers = shown
            shown = (head, line((warning, tone)), *filter(None, offers))
        self.query_one("#draft", TextPanel).show([Block(shown)])
        if self.is_current:  # else its keys are read as it is shown
            self.refresh_bindings()

    def _in_pages(self, width: int, foretold: Sequence[Sequence[str]]) -> list[Page]:
        draft = self._draft
        parts = ActParts(
            self._head(width),
            [_offer_line(each.letter, each.label, self._chance_with(each)) for each in draft.offers],
            begins_behind_head=draft.letter_param is not None,
            foretold=foretold,
            advice=draft.criteria if draft.complete else draft.advice,
        )
        key = self.app.key_of("act.more")
        return pages_of(parts, width, lambda more: f"{key} +{more}" if more else key)

    def _head(self, width: int) -> Line:
        """Return the first line: the act, who does it, its parts, its chance and its targets.

        If there is not enough room, fewer names are listed, and then the parts are cut.
        """
        heads = (self._head_with(name_count) for name_count in range(_MOST_NAMES, 0, -1))
        fewest = next((head for head in heads if width_of(head) <= width), self._head_with(1))
        over = width_of(fewest) - width
        if over <= 0:
            return fewest
        title, (parts, ink), *rest = fewest
        short = truncate(line((parts, ink)), width_of(line(parts)) - over, self.app.look.ellipsis)
        return truncate((title, *short, *rest), width, self.app.look.ellipsis)

    def _head_with(self, name_count: int) -> Line:
        draft = self._draft
        chance = self._table.chance(self._answer()) if draft.complete and draft.act.rolls else ""
        parts = draft.summary_text()
        if draft.complete and draft.takes_faces and (dice := self._table.dice(self._answer())):
            parts += f" ({dice})"
        subjects = () if draft.lacks_somebody else draft.subjects
        target_names = self._names_text(
            draft.opponents if draft.target_param is not None else subjects, name_count
        )
        count, shares = "", draft.blow_shares
        if draft.target_param is not None:
            blows = sum(map(len, draft.blows.values()))
            count = say("act_dialog.blows", count=blows) if blows else ""
            parts = " · ".join(
                filter(
                    None,
                    [self._names_text(subjects, name_count), draft.weapon, parts, "" if shares else count],
                )
            )
        if draft.doer:
            parts = " · ".join(filter(None, [self._names_text([draft.doer]), parts]))
        prefix = f" {draft.prefix}…" if draft.prefix else ""
        title = (
            self._question if draft.final is draft.act else say("act_dialog.takes_away", act=self._question)
        )
        return line(
            (title.upper(), Emphasis.STRONG),
            f"  {parts}" if parts else "",
            (f" {chance}" if chance else "", Emphasis.STRONG),
            (f"  {count}: " if shares else "  → ", Emphasis.MUTED),
            (f"{shares or target_names or say('act_dialog.whom')}{prefix}", Emphasis.STRONG),
        )

    def _names_text(self, creature_ids: Iterable[str], name_count: int = _MOST_NAMES) -> str:
        return names_text([self._draft.names.get(who, "") for who in creature_ids], name_count)


def _offer_line(letter: str, label: str, chance: str) -> Line:
    return line((letter, Emphasis.KEY), f" {label}", (f" {chance}" if chance else "", Emphasis.MUTED))
