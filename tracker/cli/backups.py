"""`tracker backups` and `restore`: the backups of a campaign, and the way back to one of them."""

from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened import opened
from tracker.cli.printing import print_json, print_line
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of
from tracker.store.paths import slug
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence, sentences


def answer_backups(invocation: Invocation) -> int:
    """Print the backups of a campaign, the latest first."""
    backups, as_json = list(opened(invocation).backups), invocation.arguments.json
    for backup in backups:
        events = len(backup.entries)
        if as_json:
            print_json({"name": backup.name, "events": events, "path": str(backup.path)})
            continue
        moment = say("backups.before_that_day_was") if backup.day else say("backups.before_the_last_change")
        sentence = "backups.events"
        print_line(say(sentence, name=backup.name, what=moment, events=events))
    if not backups and not as_json:
        print_line(say("backups.there_are_no_backups"))
    return DONE


def answer_restore(invocation: Invocation) -> int:
    """Rewind a campaign to a backup, or make another campaign from the backup."""
    campaign, day, title = opened(invocation), invocation.arguments.day, invocation.arguments.fork
    if title is None:
        return DONE if _rewind(campaign, day) else REFUSED
    copy = copy_of(campaign.backups[day].path, invocation.folders.saves, slug(title))
    print_line(say("backups.campaign_created", path=copy))
    return DONE


def _rewind(campaign: Campaign, name: str) -> bool:
    """Rewind a campaign to a backup and say so; returns whether the save has the event."""
    event = campaign.rewind(campaign.backups[name])
    sharing = campaign.share()
    print_line(" ".join([*sentences(event, campaign.history), say("backups.undo_brings_it_back")]))
    if sharing.refusal is not None:
        print_line(refusal_sentence(sharing.refusal))
    return sharing.shared
