"""Doubled events: two copies took the same goods, did the same deed, or ended the same round. The GM decides.

A taking that the fold cuts at zero found less than its writer saw. A thing that passed whole twice went
silently to the later taker. Both follow from the events: each taking names the takings that it follows, as an
edit of a text names the edits that it replaces. So does a deed that is done once: a rest, a meal, an
initiative, the end of a fight. Two events that began the same round have let its time pass twice, two that
began the same turn have given it twice, and a round that one copy ended may have left out a creature that
stood in another.

No purse and no clock changes by itself: the GM undoes the later event, or accepts it by an event that names
it.
"""

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import Change, Cuts, How, Path, source_path
from tracker.session.event import Draft, Event
from tracker.session.event_id import writer_of
from tracker.session.groups import turns_left
from tracker.session.history import DEED, History

SEPARATOR = "/"
ROUND: Path = ("elapsed",)
"""Path of the clock, which a round moves."""
LEFT = "loot_left"
"""The fact of goods left behind. Leaving behind what is gone gives nobody too much."""


class Doubled(Struct, frozen=True):
    """An event that took, did or gave again what was already, or that ended a round before it was over."""

    event: str
    """Id of the later event."""
    sources: tuple[Path, ...]
    """Paths of the goods that it took, the deeds that it did, or the round or turns that it began.

    For a round that it ended too early, the turns that were left.
    """
    others: tuple[str, ...]
    """Ids of the earlier events that it did not know; none if its goods had been undone."""
    excess: Mapping[Path, int]
    """How much is too much, by the path of the count; empty for a thing that passed whole."""

    @property
    def kind(self) -> str:
        """The kind of deed, `round`, `turn` or `unturned`; empty for goods."""
        match self.sources[0]:
            case (first, kind, *_) if first == DEED:
                return kind
            case ("encounters", _, "began" | "unturned" as kind, _):
                return "turn" if kind == "began" else kind
            case ("encounters", *_):
                return "round"
        return ""


def doubled_events(history: History) -> tuple[Doubled, ...]:
    """List the events that repeat another and about which the GM has not decided, in order."""
    takings_by_event: dict[str, tuple[dict[Path, None], Cuts]] = {}
    for event_id, cuts in history.cuts.items():
        for path, count in cuts.items():
            source = source_path(Change(path, How.BY, -count))
            if (
                source
                and not _is_accepted_taking(history, event_id, source)
                and not _is_left_behind(history[event_id])
            ):
                sources, excess = takings_by_event.setdefault(event_id, ({}, {}))
                sources[source], excess[path] = None, count
    for path, takings in history.takings.items():
        if len(takings) > 1 and path[0] == "things" and (later := _passed_twice(history, path)):
            takings_by_event.setdefault(later, ({}, {}))[0][path] = None
    goods = (
        Doubled(event_id, tuple(sources), tuple(_unknown_takings(history, event_id, sources)), excess)
        for event_id, (sources, excess) in takings_by_event.items()
    )
    turns = {each.event: each for each in _doubled_turns(history)}
    rounds = [_with_turns(each, turns.pop(each.event, None)) for each in _doubled_rounds(history)]
    doubled = (*goods, *_doubled_deeds(history), *rounds, *turns.values(), *_rounds_ended_early(history))
    return tuple(sorted(doubled, key=lambda each: (each.event, each.kind)))


def _doubled_deeds(history: History) -> Iterator[Doubled]:
    """Yield the events that repeated a deed: one rest, the end of one fight."""
    by_event: dict[tuple[str, str], tuple[list[Path], set[str]]] = {}
    for path, events in history.deeds.items():
        if len(events) > 1 and len(heads := history.heads(path)) > 1:
            sources, others = by_event.setdefault((heads[-1], path[1]), ([], set()))
            sources.append(path)
            others.update(heads[:-1])
    for (event_id, _kind), (sources, others) in by_event.items():
        seconds = sum(each.value for each in history[event_id].changes if each.path == ROUND)
        excess = {ROUND: seconds} if seconds > 0 else {}
        yield Doubled(event_id, tuple(sources), tuple(sorted(others)), excess)


def _doubled_rounds(history: History) -> Iterator[Doubled]:
    """Yield the events that ended a round again and let its time pass again."""
    for (encounter, _number), event_ids in history.rounds.items():
        first, *later = [each for each in event_ids if history.counts(each)] or ("",)
        for event_id in later:
            seconds = sum(each.value for each in history[event_id].changes if each.path == ROUND)
            source = ("encounters", encounter, "round")
            if seconds > 0 and not _is_accepted(history, event_id, SEPARATOR.join(source)):
                yield Doubled(event_id, (source,), (first,), {ROUND: seconds})


def _with_turns(round_: Doubled, turns: Doubled | None) -> Doubled:
    """Merge a round that ended twice with the turns by which the next one began twice."""
    return replace(round_, sources=(*round_.sources, *turns.sources)) if turns else round_


def _doubled_turns(history: History) -> Iterator[Doubled]:
    """Yield the events that gave turns which another copy had given, in a fight that goes on."""
    by_event: dict[str, dict[Path, str]] = {}
    for (encounter, mark), event_ids in history.turns.items():
        if len(event_ids) > 1 and encounter in history.session.encounters:
            first, *later = [each for each in event_ids if history.counts(each)] or ("",)
            path = ("encounters", encounter, "began", mark)
            for event_id in later:
                if not _is_accepted(history, event_id, SEPARATOR.join(path)):
                    by_event.setdefault(event_id, {})[path] = first
    for event_id, firsts in by_event.items():
        yield Doubled(event_id, tuple(firsts), tuple(dict.fromkeys(firsts.values())), {})


def _rounds_ended_early(history: History) -> Iterator[Doubled]:
    """Yield the events that ended a round in which, by another copy, some creature had not acted yet."""
    for (encounter, number), event_ids in history.rounds.items():
        event_id = next(filter(history.counts, event_ids), "")
        if not event_id or encounter not in history.session.encounters or not number.isdecimal():
            continue
        previous = next(filter(history.counts, history.rounds.get((encounter, str(int(number) - 1)), ())), "")
        if not (others := _events_of_others(history, previous, event_id)):
            continue
        if event_id not in history.unturned:
            session = history.session_before(event_id)
            fight = session.encounters.get(encounter)
            rows = turns_left(session, fight) if fight and fight.is_ordered and fight.round else []
            marks = tuple(fight.mark(who) for row in rows for who in row) if fight else ()
            history.unturned[event_id] = marks
        paths = (("encounters", encounter, "unturned", mark) for mark in history.unturned[event_id])
        sources = tuple(path for path in paths if not _is_accepted(history, event_id, SEPARATOR.join(path)))
        if sources:
            yield Doubled(event_id, sources, others[-1:], {})


def _events_of_others(history: History, since: str, until: str) -> tuple[str, ...]:
    """List the counting events between two whose writer is not that of the later one."""
    writer = writer_of(until)
    return tuple(
        each.id
        for each in history.events_between(since, until)
        if writer_of(each.id) != writer and history.counts(each.id)
    )


def accept_doubled(history: History, event_id: str) -> Draft:
    """Accept a doubled event: everybody keeps what they have. Refuses `nothing_doubled`."""
    doubled = next((doubled for doubled in doubled_events(history) if doubled.event == event_id), None)
    if doubled is None:
        raise Refusal("nothing_doubled")
    counts = [_count_of(path) for path in doubled.sources]
    over = {
        SEPARATOR.join(path): tuple(dict.fromkeys((*_heads(history, path), event_id)))
        for path in doubled.sources
    }
    fact = Fact("doubled_stays", {"event": event_id})
    changes = tuple(Change(path, How.BY, 0) for path in dict.fromkeys(counts))
    return Draft((fact,), changes=changes, over=over)


def _count_of(path: Path) -> Path:
    """Find an amount whose change by 0 names this source."""
    match path[0]:
        case "things":
            return (*path, "count")
        case "heap" | "creatures":
            return path
    return ROUND


def _is_accepted(history: History, event_id: str, key: str) -> bool:
    """Whether a counting event accepts a round or turn that passed twice."""
    return any(event_id in each.over.get(key, ()) and history.counts(each.id) for each in history)


def _heads(history: History, path: Path) -> list[str]:
    return history.heads(path) if path[0] in ("things", DEED) else []


def _passed_twice(history: History, path: Path) -> str:
    """Find the later of two events that disposed of one thing without knowing of each other; else empty."""
    heads, key = history.heads(path), SEPARATOR.join(path)
    if len(heads) < 2:
        return ""
    followed = {each for event_id in heads for each in _known_takings(history, event_id, key)}
    outcomes = {each: _outcome(history[each], path) for each in heads if each not in followed}
    disposing = [event_id for event_id, outcome in outcomes.items() if outcome]
    return disposing[-1] if len({outcomes[each] for each in disposing}) > 1 else ""


def _outcome(event: Event, path: Path) -> tuple[str, ...]:
    """Say what became of a thing: its new owner, its end, a part taken; empty if it stays."""
    for change in event.changes:
        if source_path(change) != path:
            continue
        match change:
            case Change(how=How.TO, value=owner):
                return ("owner", str(owner))
            case Change(how=How.GONE):
                return ("left",) if _is_left_behind(event) else ("gone", event.id)
            case Change(value=int(by)) if by:
                return ("part",)
    return ()


def _is_accepted_taking(history: History, event_id: str, source: Path) -> bool:
    """Whether a counting event accepts a taking: it names it with a change of 0."""
    key = SEPARATOR.join(source)
    return any(
        event_id in history[each].over.get(key, ()) and not _outcome(history[each], source)
        for each in history.takings.get(source, ())
        if history.counts(each)
    )


def _unknown_takings(history: History, event_id: str, sources: Collection[Path]) -> Iterator[str]:
    """Yield the earlier counting takings of these goods that an event did not know."""
    unseen: set[str] = set()
    for source in sources:
        takings = history.takings.get(source, ())
        # An older program wrote it, which did not name the takings that it followed.
        if event_id not in takings:
            continue
        followed = _known_takings(history, event_id, SEPARATOR.join(source))
        unseen.update(
            each
            for each in takings
            if each < event_id
            and each not in followed
            and history.counts(each)
            and _outcome(history[each], source)
        )
    yield from sorted(unseen)


def _known_takings(history: History, event_id: str, key: str) -> set[str]:
    """Find all takings that an event follows: those it names, those that they name, and so on."""
    followed, ahead = set[str](), [event_id]
    while ahead:
        each = ahead.pop()
        if each in history:
            named = set(history[each].over.get(key, ())) - followed
            followed |= named
            ahead += named
    return followed


def _is_left_behind(event: Event) -> bool:
    return any(fact.kind == LEFT for fact in event.facts)
