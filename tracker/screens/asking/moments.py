"""Ways to go on from a moment of the log: return to it, begin a campaign there, note it down."""

from tracker.feature_list import open_feature
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.screens.asking.undoing import ask_undo
from tracker.screens.log import GoingOn, LogScreen, Onward
from tracker.screens.table.move_player import MovePlayer, let_be
from tracker.session.event import Event
from tracker.session.moves.undo import return_to, returning
from tracker.widgets.ink import line
from tracker.widgets.question import Confirm
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording.dates import event_hour
from tracker.wording.messages import say
from tracker.wording.moments import return_lines
from tracker.wording.sentences import sentences


def go_on(player: MovePlayer, onward: Onward) -> None:
    """Ask about the way on that the GM has chosen in the log, and take it."""
    match onward.to:
        case GoingOn.RETURN:
            ask_return(player, onward.what)
        case GoingOn.UNDO:
            ask_undo(player, player.history[onward.what])
        case GoingOn.BRANCH:
            ask_branch(player, onward.what)
        case GoingOn.NOTE:
            player.screen.ask_line(say("moments.note"), "note ", initial=onward.what)
        case feature:
            open_feature(feature, player, onward.what)


def open_log(player: MovePlayer, at: str = "", since: str = "") -> None:
    """Show the log, at an event if `at` names one, compared with the earlier event `since`."""

    def on_leave(onward: Onward | None) -> None:
        if onward is not None:
            go_on(player, onward)

    player.screen.app.push_screen(LogScreen(player.history, at, since), on_leave)


def ask_return(player: MovePlayer, event_id: str) -> None:
    """Ask whether to return to a moment, and show what that takes back and brings back.

    If more happens meanwhile, the question is asked again.
    """
    history = player.history
    try:
        return_to(history, event_id)
    except Refusal as refusal:
        player.refuse(refusal)
        return
    old_return = returning(history, event_id)
    event = history[event_id]
    text = " ".join(sentences(event, history)).removesuffix(".")
    question = say("moments.return_to", hour=event_hour(event, history), told=text)
    details = return_lines(history, event_id, player.screen.campaign.gm)

    def on_answer(yes: bool | None) -> None:
        if not yes:
            return
        if returning(player.history, event_id) != old_return:
            player.say(say("moments.came_since"))
            ask_return(player, event_id)
            return
        player.play(lambda history: return_to(history, event_id))

    player.screen.app.push_screen(Confirm(question, [line(each) for each in details]), on_answer)


def ask_branch(player: MovePlayer, event_id: str) -> None:
    """Ask for the name of a campaign that begins at a moment, and begin it; this one stays as it is."""
    campaign = player.screen.campaign

    def begin_chapter(title: str) -> Event | None:
        path = campaign.fork(event_id, campaign.save.path.parent, title)
        player.say(say("campaigns.campaign_created", path=path.name))
        return None

    def named(title: str | None) -> None:
        if title is not None:
            player.attempt(lambda: begin_chapter(title), let_be)

    prompt = TextPrompt(say("moments.campaign_name"), player.session.title, max_length=NAME_LENGTH)
    player.screen.app.push_screen(prompt, named)
