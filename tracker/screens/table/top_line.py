"""The two top lines: the campaign now, the other GMs, whether all is shared, and the pending rolls."""

from collections import Counter
from collections.abc import Iterable

from tracker.rules.glance import Tone
from tracker.rules.system import PendingRoll
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.screens.table.other_gms import OtherGMs
from tracker.screens.table.sharer import Sharer
from tracker.session.state import Session
from tracker.store.sharing import Status
from tracker.widgets.ink import Emphasis, line
from tracker.widgets.status_line import Part
from tracker.widgets.tab_bar import Tab
from tracker.wording.dates import now_text, round_text
from tracker.wording.glance import scene_text
from tracker.wording.messages import say
from tracker.wording.words import term, words_of


def facts_now(session: Session, *, sealed: bool) -> list[Part]:
    """Return campaign, encounter and round, system, and whether the GM's dice are sealed."""
    words = words_of(session.system)
    facts = [Part(line((session.title, Emphasis.STRONG)), priority=1)]
    fight = session.fight
    if fight:
        facts.append(Part(line(fight.name), priority=2))
    if fight and fight.round:
        facts.append(Part(line(round_text(session, fight))))
    if not fight:
        facts.append(Part(line(term(words, "system", session.system)), priority=4))
    if sealed:
        facts.append(Part(line(say("top_line.sealed")), priority=3))
    return facts


def facts_of_clock(session: Session) -> list[Part]:
    """Return the day and the hour, and the light and the other marks of the scene."""
    scene = scene_text(session)
    facts = [Part(line((now_text(session), Emphasis.STRONG)))]
    return [Part(line((scene, Tone.WARNING)), priority=3), *facts] if scene else facts


def facts_of_followed(other_gms: OtherGMs) -> list[Part]:
    """Return which of the other GMs is followed."""
    if other_gms.followed is None:
        return []
    return [Part(line((say("top_line.following", gm=other_gms.followed.gm), Emphasis.KEY)), priority=2)]


def facts_of_save(screen: CampaignScreen, sharer: Sharer) -> list[Part]:
    """Return what the table must decide, whether all events are in the save, and who shares it."""
    facts = []
    if count := screen.divided:
        told = "top_line.two_versions"
        if count > 1:
            told = "top_line.texts_with_versions"
        facts.append(Part(line((screen.app.with_keys(told, count=count), Tone.WARNING)), priority=1))
    if count := screen.doubled:
        mark = screen.app.with_keys("doubled.mark", count=count)
        facts.append(Part(line((mark, Tone.WARNING)), priority=1))
    names = ", ".join(dict.fromkeys(other.gm for other in sharer.other_gms.others))
    if sharer.status is Status.SHARED and sharer.hindrance is None:
        shared = say("top_line.shared_with", names=names) if names else say("top_line.saved")
        return [*facts, Part(line(shared), priority=2)]
    hindered = say("top_line.read_only") if sharer.status is Status.SHARED else say("top_line.not_shared")
    facts.append(Part(line((hindered, Tone.WARNING)), priority=1))
    if names:
        facts.append(Part(line(say("top_line.with", names=names)), priority=2))
    return facts


def tabs_now(names: Iterable[str], session: Session) -> list[Tab]:
    """Return the tabs with their pending rolls: fights and fighters on the second, the rest on the third."""
    counts = Counter("2" if _is_of_a_fight(session, each) else "3" for each in session.pending.values())
    return [Tab(str(number), name, counts[str(number)]) for number, name in enumerate(names, start=1)]


def _is_of_a_fight(session: Session, pending: PendingRoll) -> bool:
    """Whether a fight called for it, or a creature of the current fight has to roll it."""
    fight = session.fight
    return bool(pending.encounter) or (fight is not None and pending.who in fight.combatants)
