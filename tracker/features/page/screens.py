"""The dialog of the players' page: its address and QR code, who reaches it, whether players may ask."""

from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen

from tracker.features.page.companion import WebServer
from tracker.features.page.qr_code import qr_lines
from tracker.rules.refusal import Refusal
from tracker.screens.table.move_player import MovePlayer
from tracker.widgets.bindings import keys_at
from tracker.widgets.ink import Line, Link, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.text_prompt import TextPrompt
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say
from tracker.wording.players import not_encrypted_text, port_taken_text
from tracker.wording.sentences import refusal_sentence


class WebPageDialog(ModalScreen[None]):
    """Starts the page if it is not served yet; the page outlives the dialog."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("page_server")

    app = getters.app(ThemedApp)

    def __init__(self, player: MovePlayer) -> None:
        super().__init__()
        self._player = player
        self._server = player.companion(WebServer)

    def compose(self) -> ComposeResult:
        yield TextPanel()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(TextPanel).focus()
        if self._server.address:
            self._show()
        else:
            self._start()

    def action_network(self) -> None:
        """Toggle whether other machines reach the page."""
        self._server.network = not self._server.network
        self._start()

    def action_ask(self) -> None:
        """Toggle whether players may send requests."""
        self._server.ask = not self._server.ask
        self._start()

    def action_port(self) -> None:
        """Ask for the port, save it as a preference, and serve the page there."""
        from tracker.screens.asking.preferring import prefer, wrong_port

        def on_answer(port: str | None) -> None:
            if port:
                prefer(self._player, {"port": port})
                self._start()

        port_text = str(self._player.screen.app.preferences.port)
        self.app.push_screen(TextPrompt(say("web_page.port"), port_text, validate=wrong_port), on_answer)

    def action_clip(self) -> None:
        """Send the address to the terminal's clipboard, and say so under it."""
        if not self._server.address:
            return
        try:
            self._show(line(self.app.send_to_clipboard(self._server.address)))
        except Refusal as refusal:
            self._show(line(refusal_sentence(refusal)))

    def action_stop(self) -> None:
        self._server.stop()
        self.dismiss(None)

    def action_leave(self) -> None:
        self.dismiss(None)

    def _start(self) -> None:
        self._say(line(say("web_page.one_moment")))
        self.run_worker(self._start_in_thread, thread=True, exclusive=True)

    def _start_in_thread(self) -> None:
        try:
            self._server.start(self._player.screen.app.preferences.port)
        except Refusal as refusal:
            self.app.call_from_thread(self._say, line(refusal_sentence(refusal)))
        else:
            self.app.call_from_thread(self._show)

    def _show(self, *said: Line) -> None:
        """Show the address, with what has been said about it."""
        server, wanted_port = self._server, self._player.screen.app.preferences.port
        texts = [
            say("web_page.network") if server.network else say("web_page.machine"),
            *([not_encrypted_text()] if server.network else []),
            say("web_page.asking") if server.ask else say("web_page.looking"),
            *([port_taken_text(wanted_port, server.port)] if server.port not in (0, wanted_port) else []),
        ]
        code = map(line, qr_lines(server.address))
        self._say(line((server.address, Link(server.address))), *said, line(" ".join(texts)), *code)

    def _say(self, *lines: Line) -> None:
        self.query_one(TextPanel).show([Block(lines, say("web_page.players_page"))])


def show_page(player: MovePlayer) -> None:
    """Serve the players' page and show its address; refuses `kiosk_page` in a kiosk."""
    if player.kiosk:
        player.refuse(Refusal("kiosk_page"))
    else:
        player.screen.app.push_screen(WebPageDialog(player))
