"""`tracker backups` and `restore`: the backups of a campaign, and the way back to one of them."""

from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened import opened
from tracker.cli.printing import say, say_json
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of
from tracker.store.paths import slug
from tracker.wording.language import _, _n
from tracker.wording.sentences import refusal_sentence, sentences


def answer_backups(invocation: Invocation) -> int:
    """Print the backups of a campaign, the latest first."""
    backups, as_json = list(opened(invocation).backups), invocation.arguments.json
    for backup in backups:
        events = len(backup.entries)
        if as_json:
            say_json({"name": backup.name, "events": events, "path": str(backup.path)})
            continue
        moment = _("antes de jugar ese día") if backup.day else _("antes del último cambio")
        sentence = _n("{name}: {what}, {events} suceso", "{name}: {what}, {events} sucesos", events)
        say(sentence.format(name=backup.name, what=moment, events=events))
    if not backups and not as_json:
        say(_("Aún no hay copias: la primera se guarda con la primera acción del día."))
    return DONE


def answer_restore(invocation: Invocation) -> int:
    """Rewind a campaign to a backup, or make another campaign from the backup."""
    campaign, day, title = opened(invocation), invocation.arguments.day, invocation.arguments.fork
    if title is None:
        return DONE if _rewind(campaign, day) else REFUSED
    copy = copy_of(campaign.backups[day].path, invocation.folders.saves, slug(title))
    say(_("Campaña creada: {path}").format(path=copy))
    return DONE


def _rewind(campaign: Campaign, name: str) -> bool:
    """Rewind a campaign to a backup and say so; returns whether the save has the event."""
    event = campaign.rewind(campaign.backups[name])
    sharing = campaign.share()
    say(" ".join([*sentences(event, campaign.history), _("«deshacer» lo trae de vuelta.")]))
    if sharing.refusal is not None:
        say(refusal_sentence(sharing.refusal))
    return sharing.shared
