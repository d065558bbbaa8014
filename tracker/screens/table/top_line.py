"""The two top lines: the state of the campaign, the other GMs, the state of the save, the pending rolls."""

from collections import Counter
from collections.abc import Iterable

from tracker.rules.glance import Tone
from tracker.rules.supply import Supply, Trigger
from tracker.rules.system import PendingRoll
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.screens.table.sharer import OtherGMs, Sharer
from tracker.session.groups import (
    acting_labels,
    delaying_labels,
    turn_labels,
    waiting_creatures,
    waiting_labels,
)
from tracker.session.pending import keys_by_line
from tracker.session.state import Encounter, Session
from tracker.store.sharing import Status
from tracker.widgets.gauge import die_gauge, die_ink
from tracker.widgets.ink import Emphasis, Forms, Run, line, strip_line
from tracker.widgets.status_line import Part
from tracker.widgets.tab_bar import Tab
from tracker.widgets.theme import Look
from tracker.wording import amounts
from tracker.wording.dates import hour_now, now_text, round_text
from tracker.wording.glance import scene_text
from tracker.wording.messages import say
from tracker.wording.words import game_name

_LEFT = 3
"""Most names of creatures that have not acted yet."""


def facts_now(session: Session, look: Look, *, sealed: bool) -> list[Part]:
    """Return title, encounter and round, turns or game, and whether the GM's dice are sealed."""
    fight = session.fight
    facts = [Part(line((session.title, Emphasis.STRONG)), priority=4 if fight else 1)]
    if fight:
        facts.append(Part(line(fight.name), priority=2))
        facts += [Part(line(round_text(session, fight)))] if fight.round else []
        facts += turns_now(session, look)
    else:
        prepared_count = len(waiting_creatures(session))
        facts += [Part(line(say("top_line.prepared", count=prepared_count)))] if prepared_count else []
        facts.append(Part(line(game_name(session.system)), priority=4))
    if sealed:
        facts.append(Part(line(say("top_line.sealed")), priority=3))
    return facts


def turns_now(session: Session, look: Look) -> list[Part]:
    """Format the turns: who acts, who is next and who comes after, `LÍA → Bren → esqueleto ×8`."""
    fight = session.fight
    if fight is None:
        return []
    if not fight.is_ordered and fight.round:
        return _given_turns(session, fight)
    labels = turn_labels(session, fight)
    if not labels:
        return []
    arrow = "→" if look.unicode else ">"
    acting, *others = labels
    runs: list[Run] = [(acting.upper(), Emphasis.STRONG)]
    runs += [(f" {arrow} {name}", Tone.PLAIN) for name in others]
    parts = [Part(line(*runs), priority=1, short=line(*runs[:2]))]
    if delaying := delaying_labels(session, fight):
        delay_text = say("top_line.delay", count=len(delaying), names=", ".join(delaying))
        delay_count = say("top_line.delay_count", count=len(delaying))
        parts.append(Part(line(delay_text), priority=1, short=line(delay_count)))
    return parts


def _given_turns(session: Session, fight: Encounter) -> list[Part]:
    """Format who acts and who has not acted: `LÍA · faltan Bren, esqueleto ×8`; `¿quién?` if nobody acts."""
    acting, remaining = acting_labels(session, fight), waiting_labels(session, fight)
    runs: list[Run] = [(", ".join(acting).upper() or say("top_line.who_acts"), Emphasis.STRONG)]
    more_count = len(remaining) - _LEFT
    names = [*remaining[:_LEFT], *([f"+{more_count}"] if more_count > 0 else [])]
    whole = say("top_line.left", count=len(remaining), names=", ".join(names))
    short = say("top_line.left_count", count=len(remaining))
    if not remaining:
        whole = short = say("top_line.nobody_left")
    return [Part(line(*runs, f" · {whole}"), priority=1, short=line(*runs, f" · {short}"))]


def light_now(session: Session, look: Look) -> Forms:
    """Format the burning light that is rolled for next, in a long and a short form.

    `antorcha d8 ██▌ 10 min +1`, `d8 10 min`. If none burns: daylight or
    a warning if there are lights, else empty.
    """
    lights = [each for each in session.supplies.values() if each.light]
    burning = sorted((each for each in lights if each.burns), key=_due)
    if not burning:
        if not lights:
            return Forms(((),))
        dark, day = (say("top_line.dark"), Emphasis.ALARM), (say("top_line.day"), Emphasis.MUTED)
        return Forms((line(dark if session.is_dark else day),))
    first = burning[0]
    more = f" {say('top_line.more_lights', count=len(burning) - 1)}" if len(burning) > 1 else ""
    die, ink = f"d{first.die}", die_ink(first.die)
    remaining = (
        f" {amounts.roughly(max(0, first.due - session.elapsed))}" if first.trigger is Trigger.TIME else ""
    )
    bar = line(" ", *strip_line(die_gauge(first, session.elapsed, look))) if remaining else ()
    short = line((die, ink), f"{remaining}{more}")
    return Forms((line(f"{first.name} ", (die, ink), *bar, f"{remaining}{more}"), short))


def _due(supply: Supply) -> tuple[bool, int]:
    return (supply.trigger is not Trigger.TIME, supply.due)


def facts_of_clock(session: Session) -> list[Part]:
    """Return the day and the hour, and the light and the other marks of the scene before them."""
    scene = scene_text(session)
    now = line((now_text(session), Emphasis.STRONG))
    hour = line((hour_now(session), Emphasis.STRONG))
    facts = [Part(now, priority=1, short=hour)]
    return [Part(line((scene, Tone.WARNING)), priority=3), *facts] if scene else facts


def facts_of_followed(other_gms: OtherGMs) -> list[Part]:
    if other_gms.followed_gm is None:
        return []
    return [Part(line((say("top_line.following", gm=other_gms.followed_gm.gm), Emphasis.KEY)), priority=2)]


def facts_of_save(screen: CampaignScreen, sharer: Sharer) -> list[Part]:
    """Return what the GMs must decide, the state of the save, and who shares it."""
    facts = []
    if count := screen.divided_count:
        key = "top_line.two_versions"
        if count > 1:
            key = "top_line.versions"
        facts.append(Part(line((screen.with_keys(key, count=count), Tone.WARNING)), priority=1))
    if count := screen.doubled_count:
        mark = screen.with_keys("doubled.mark", count=count)
        facts.append(Part(line((mark, Tone.WARNING)), priority=1))
    names = ", ".join(dict.fromkeys(other.gm for other in sharer.other_gms.others))
    if sharer.status is Status.SHARED and sharer.hindrance is None:
        if names:
            return [*facts, Part(line(say("top_line.shared_with", names=names)), priority=2)]
        mark = "✓" if screen.app.look.unicode else "="
        return [*facts, Part(line(say("top_line.saved")), priority=3, short=line(mark))]
    state_text = say("top_line.read_only") if sharer.status is Status.SHARED else say("top_line.not_shared")
    facts.append(Part(line((state_text, Tone.WARNING)), priority=1))
    if names:
        facts.append(Part(line(say("top_line.with", names=names)), priority=2))
    return facts


def tabs_now(names: Iterable[str], session: Session) -> list[Tab]:
    """Return the tabs with their pending rolls: those of fights on the second tab, others on the third."""
    counts = _pending_by_tab(session) if session.pending else Counter[str]()
    return [Tab(str(number), name, counts[str(number)]) for number, name in enumerate(names, start=1)]


def _pending_by_tab(session: Session) -> Counter[str]:
    heads = (session.pending[key] for key, *_others in keys_by_line(session))
    return Counter("2" if _is_of_a_fight(session, each) else "3" for each in heads)


def _is_of_a_fight(session: Session, pending: PendingRoll) -> bool:
    """Whether an encounter called for the roll, or a creature of the current fight makes it."""
    fight = session.fight
    return bool(pending.encounter) or (fight is not None and pending.who in fight.combatants)
