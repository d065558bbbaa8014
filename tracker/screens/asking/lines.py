"""The prompt for a line of the command language, and the playing of its answer."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from tracker.commands.command import CommandContext
from tracker.commands.reading import LONGEST_LINE
from tracker.rules.refusal import Refusal
from tracker.screens.table.campaign_screen import Then, no_more
from tracker.screens.table.move_player import Again, MovePlayer, let_be
from tracker.session.aim import Pointer
from tracker.session.event import Event
from tracker.widgets.entry import BREAK
from tracker.widgets.key import strip_rest

if TYPE_CHECKING:
    from tracker.screens.dialogs.command_prompt import CommandPrompt


class LineAsker:
    """Asks for lines, plays them, and keeps the typed ones for the cursor keys."""

    def __init__(
        self, player: MovePlayer, palette: Callable[[], None], show_help: Callable[[], None]
    ) -> None:
        self._player = player
        self._palette = palette
        self._help = show_help

    def ask(
        self,
        title: str,
        lead: str,
        creature_ids: tuple[str, ...],
        initial: str,
        *,
        fresh: bool = False,
        refused: tuple[str, str] | None = None,
        then: Then = no_more,
    ) -> None:
        """Ask for the rest of a line, play it, and then call `then`; the first key replaces a `fresh` text.

        A refused line is asked for again: `refused` is the line as it was typed, and the reason.
        """
        # The line is about what is pointed at now, whatever passes while it is typed.
        pointer = self._pointer_of(creature_ids)
        prompt = self._prompt_for(
            title, self._player.context(creature_ids, pointer), lead, initial, refused, fresh=fresh
        )

        def on_answer(text: str | None) -> None:
            if text is None or (not lead and self._run_name(prompt, text)):
                return

            def ask_again(why: str) -> None:
                self.ask(title, lead, creature_ids, initial, refused=(text, why), then=then)

            def play() -> Event | None:
                context = self._player.context(creature_ids, pointer)
                return self._player.carry_out(prompt.command(text, context), then)

            if not lead:
                self._remember_line(text)
            if series := prompt.series(text):
                self._play_series(title, series, creature_ids, pointer, then)
            else:
                self._play(play, creature_ids, ask_again)

        self._player.screen.app.push_screen(prompt, on_answer)

    def _pointer_of(self, creature_ids: tuple[str, ...]) -> Pointer:
        """Return what a line points at: the rows chosen on the tab as they are, others as marked."""
        screen = self._player.screen
        return screen.pointer if creature_ids in ((), screen.chosen) else Pointer(marked=creature_ids)

    def _prompt_for(
        self,
        title: str,
        context: CommandContext,
        lead: str,
        initial: str,
        refused: tuple[str, str] | None,
        *,
        fresh: bool,
    ) -> "CommandPrompt":
        from tracker.screens.dialogs.command_prompt import CommandPrompt
        from tracker.widgets.text_prompt import RefusedText

        player, screen = self._player, self._player.screen
        refusal = RefusedText(*refused) if refused else None
        line = (title, context, lead, initial, refusal)
        prompt = screen.kept_dialogs.find(CommandPrompt)
        if prompt is not None:
            prompt.begin_line(*line, fresh=fresh)
        else:
            prompt = CommandPrompt(*line, fresh=fresh, prepare=screen.prepare, report=player.report)
            screen.kept_dialogs.keep(prompt)
        prompt.remember([] if lead else self._typed_lines)
        return prompt

    def _run_name(self, prompt: "CommandPrompt", text: str) -> bool:
        """Open the palette or the help, or run the key, that a whole line names; False for other lines."""
        from tracker.screens.dialogs.command_prompt import ALL, HELP

        if text in (ALL, HELP):
            (self._palette if text == ALL else self._help)()
        elif key_id := prompt.key_id(text):
            from tracker.screens.asking.palette import run_key

            self._remember_line(text)
            self._player.screen.app.call_later(run_key, self._player.screen, key_id)
        else:
            return False
        return True

    def _play(self, act: Callable[[], Event | None], creature_ids: tuple[str, ...], again: Again) -> None:
        """Run an action, and clear the marks of the rows that it was for."""
        event = self._player.attempt(act, again)
        if event and creature_ids:
            self._player.screen.clear_marks(event.id)

    def play_or_ask(
        self,
        line: str,
        title: Callable[[str], str],
        creature_ids: tuple[str, ...],
        *,
        again: Again = let_be,
        then: Then = no_more,
    ) -> None:
        """Play a line, and then call `then`; or ask for what the line lacks.

        It lacks its rest if it ends in `…`, and its parts if it is a bare act.
        """
        from tracker.commands.parse import bare_act

        player = self._player

        def ask_rest(lead: str) -> None:
            names = ", ".join(player.session.creatures[who].name for who in creature_ids)
            self.ask(title(names), f"{lead} ", creature_ids, "", then=then)

        if (lead := strip_rest(line)) is not None:
            ask_rest(lead)
        elif act_id := bare_act(line, player.session):
            from tracker.screens.asking.acting import ask_act
            from tracker.session.aim import aim_for

            act = player.session.game.acts[act_id]
            ask_act(player, act_id, aim_for(player.history, act, creature_ids), then)
        else:
            self._play(lambda: self._play_line(line, creature_ids, ask_rest, then), creature_ids, again)

    def _play_line(
        self, line: str, creature_ids: tuple[str, ...], ask_rest: Callable[[str], None], then: Then
    ) -> Event | None:
        """Play a line and return its event; None if it only shows something, or if its rest is asked for."""
        from tracker.commands.parse import parse

        try:
            command = parse(line, self._player.context(creature_ids))
        except Refusal as refusal:
            if refusal.code != "missing":
                raise
            ask_rest(line)
            return None
        return self._player.carry_out(command, then)

    def _play_series(
        self,
        title: str,
        series: Sequence[str],
        creature_ids: tuple[str, ...],
        pointer: Pointer,
        then: Then,
    ) -> None:
        """Play lines one by one, each its own event, and then call `then`.

        A refused line is asked for again, with those behind.
        """
        for number, line in enumerate(series):

            def ask_again(why: str, rest: Sequence[str] = series[number:]) -> None:
                self.ask(title, "", creature_ids, "", refused=("\n".join(rest), why), then=then)

            def go_on(rest: Sequence[str] = series[number + 1 :]) -> None:
                self._play_series(title, rest, creature_ids, pointer, then)

            context = self._player.context(creature_ids, pointer)
            if not self._play_one_of_series(line, context, ask_again, go_on):
                return
        then()

    def _play_one_of_series(self, line: str, context: CommandContext, again: Again, go_on: Then) -> bool:
        """Play a line and say whether it is over; if it asks something first, `go_on` follows."""
        from tracker.commands.parse import parse

        is_over = is_past = False

        def record_end() -> None:
            nonlocal is_over
            is_over = True
            if is_past:
                go_on()

        self._player.attempt(lambda: self._player.carry_out(parse(line, context), record_end), again)
        is_past = True
        return is_over

    @cached_property
    def _typed_lines(self) -> list[str]:
        """The lines that this GM has typed here, in earlier sessions too, oldest first."""
        return self._player.screen.campaign.typed_lines.lines()

    def _remember_line(self, text: str) -> None:
        """Keep a typed line for the cursor keys, now and in later sessions."""
        text = text.replace("\n", BREAK)
        if text.strip() and len(text) <= LONGEST_LINE and text not in self._typed_lines[-1:]:
            self._typed_lines.append(text)
            screen = self._player.screen
            screen.run_worker(partial(screen.campaign.typed_lines.add, text), thread=True)
