"""`tracker backups` and `restore`: the backups of a campaign, and the way back to one of them."""

from tracker.cli.campaigns import print_created
from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened import open_campaign
from tracker.cli.printing import print_answer, print_done, print_line
from tracker.commands.moments import parse_moment
from tracker.rules.refusal import Refusal
from tracker.session.event import Event
from tracker.session.moves.undo import return_to
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of
from tracker.store.paths import slug
from tracker.wording.contract import Answer
from tracker.wording.messages import say
from tracker.wording.moments import others_among, return_lines
from tracker.wording.sentences import refusal_sentence, sentences


class BackupAnswer(Answer, frozen=True, kw_only=True):
    """A backup of a campaign."""

    name: str
    events: int
    path: str


def answer_backups(invocation: Invocation) -> int:
    """Print the backups of a campaign, the latest first."""
    backups, as_json = list(open_campaign(invocation).backups), invocation.arguments.json
    for backup in backups:
        events = len(backup.entries)
        if as_json:
            print_answer(BackupAnswer(name=backup.name, events=events, path=str(backup.path)))
            continue
        moment = say("backups.before_day") if backup.day else say("backups.before_change")
        print_line(say("backups.events", name=backup.name, what=moment, events=events))
    if not backups and not as_json:
        print_line(say("backups.none"))
    return DONE


def answer_restore(invocation: Invocation) -> int:
    """Rewind a campaign to a backup or a moment, or make another campaign from there."""
    arguments, campaign, saves = invocation.arguments, open_campaign(invocation), invocation.folders.saves
    event_id = parse_moment(arguments.to, campaign.history) if arguments.to is not None else ""
    if arguments.fork is not None:
        path = (
            campaign.fork(event_id, saves, arguments.fork)
            if event_id
            else copy_of(campaign.backups[arguments.day].path, saves, slug(arguments.fork))
        )
        print_created(invocation, path)
        return DONE
    if event_id:
        event = _return(campaign, event_id, yes=arguments.yes, as_json=arguments.json)
    else:
        event = campaign.rewind(campaign.backups[arguments.day])
    return DONE if _share_return(campaign, event, as_json=arguments.json) else REFUSED


def _return(campaign: Campaign, event_id: str, *, yes: bool, as_json: bool) -> Event:
    """Return to a moment, and print first what that takes back.

    Without `yes`, refuse to take back an act of another GM.
    """
    draft = return_to(campaign.history, event_id)
    for line in () if as_json else return_lines(campaign.history, event_id, campaign.gm):
        print_done(line)
    if not yes:
        refuse_others(campaign, event_id)
    return campaign.play(draft)


def refuse_others(campaign: Campaign, event_id: str) -> None:
    """Refuse `others_taken_back` for a return that takes back acts of other GMs."""
    if gms := others_among(campaign.history, event_id, campaign.gm):
        raise Refusal("others_taken_back", gms=", ".join(gms))


class RestoredAnswer(Answer, frozen=True, kw_only=True):
    """A campaign that went back: the event that says so, and whether the save has it too."""

    id: str
    text: str
    shared: bool


def _share_return(campaign: Campaign, event: Event, *, as_json: bool) -> bool:
    """Share a return and print it; return whether the save has its event."""
    sharing, text = campaign.share(), " ".join(sentences(event, campaign.history))
    if as_json:
        print_answer(RestoredAnswer(id=event.id, text=text, shared=sharing.is_shared))
    else:
        print_done(f"{text} {say('backups.undo_hint')}")
    if sharing.refusal is not None:
        print_line(refusal_sentence(sharing.refusal), error=True)
    return sharing.is_shared
