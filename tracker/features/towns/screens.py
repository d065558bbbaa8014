"""Asks for a host to share the campaign with, links to it, or stops a link."""

from tracker.features.towns.companion import Links
from tracker.features.towns.store.remotes import Remote, read_remote
from tracker.rules.refusal import Refusal
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.screens.table.move_player import MovePlayer
from tracker.widgets.picker import Option, Picker
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording.messages import say

_NEW = "+"


def ask_town(player: MovePlayer) -> None:
    """Ask for the host to share with; a known one can be left, or linked to now. Refuses in a kiosk."""
    screen, links = player.screen, player.companion(Links)
    if player.kiosk:
        screen.refuse(Refusal("kiosk", what="sync"))
        return
    remotes = {each.name: each for each in links.remotes}
    if not remotes:
        _ask_new(screen, links)
        return
    options = [Option(name, say("towns.stop", remote=name)) for name in remotes]
    options += [Option(f"now {name}", say("towns.link", remote=name)) for name in remotes]
    options.append(Option(_NEW, say("towns.another")))

    def chosen(key: str | None) -> None:
        if key == _NEW:
            _ask_new(screen, links)
        elif key in remotes:
            _leave(screen, links, remotes[key])
        elif key is not None:
            _keep(screen, links, key.removeprefix("now "), remotes[key.removeprefix("now ")].program)

    screen.app.push_screen(Picker(say("towns.question"), options), chosen)


def _ask_new(screen: CampaignScreen, links: Links) -> None:
    def wrong(text: str) -> str | None:
        try:
            read_remote(text)
        except Refusal as refusal:
            return screen.refusal_text(refusal)
        return None

    def on_answer(text: str | None) -> None:
        if text:
            _keep(screen, links, text, "tracker")

    screen.app.push_screen(TextPrompt(say("towns.prompt"), validate=wrong), on_answer)


def _leave(screen: CampaignScreen, links: Links, remote: Remote) -> None:
    try:
        links.leave(remote)
    except Refusal as refusal:
        screen.refuse(refusal)
    else:
        screen.say(say("towns.stopped", remote=remote.name))


def _keep(screen: CampaignScreen, links: Links, text: str, program: str) -> None:
    try:
        links.share_with(read_remote(text, program, live=True))
    except Refusal as refusal:
        screen.refuse(refusal)
    else:
        screen.say(say("towns.shared", remote=text))
