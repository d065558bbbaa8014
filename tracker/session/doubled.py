"""Things that forks did twice: both copies took the same, or ended the same round; the table decides.

A taking that the fold cuts at zero found less than its writer saw. A thing that passed whole twice went
silently to the later one. Both follow from the events: each taking names the takings that it follows, as an
edit of a text names the edits that it replaces; so does what is done once: a rest, a meal, an initiative, the
end of a fight. Two events that began the same round have let its time pass twice, two that began the same
turn have given it twice, and a round that one copy ended may have left out somebody who stood in another. No
purse and no clock changes by itself: the GM undoes the later event, or leaves it by an event that names it.
"""

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import Change, Cuts, How, Path, source_path
from tracker.session.event import Draft, Event
from tracker.session.groups import turns_left
from tracker.session.history import DEED, History

SEPARATOR = "/"
ROUND: Path = ("elapsed",)
"""Path of the clock, on which the time of a round passes."""
LEFT = "loot_left"
"""The fact of goods left behind: nobody has more for leaving behind what was gone."""


class Doubled(Struct, frozen=True):
    """An event that took, did or gave what others had, or ended a round that had ended or was not over."""

    event: str
    """Id of the later event."""
    sources: tuple[Path, ...]
    """The coins and things that it took, the deeds that it did, the round or the turns that it began.

    Of a round that it ended too early, the turns that were left.
    """
    others: tuple[str, ...]
    """Ids of the earlier ones that it does not follow; none if what it took had been undone."""
    excess: Mapping[Path, int]
    """The excess, by the path of its count; nothing for a thing that passed whole."""

    @property
    def kind(self) -> str:
        """A thing done twice: the kind of a deed, a round, or the taking of goods, which has no kind."""
        match self.sources[0]:
            case (first, kind, *_) if first == DEED:
                return kind
            case ("encounters", _, "began" | "unturned" as kind, _):
                return "turn" if kind == "began" else kind
            case ("encounters", *_):
                return "round"
        return ""


def doubled_events(history: History) -> tuple[Doubled, ...]:
    """Return the events that did again what had been done, in order, until the table has decided."""
    found: dict[str, tuple[dict[Path, None], Cuts]] = {}
    for event_id, cuts in history.cuts.items():
        for path, count in cuts.items():
            source = source_path(Change(path, How.BY, -count))
            if source and not _is_left(history, event_id, source) and not _leaves_behind(history[event_id]):
                sources, excess = found.setdefault(event_id, ({}, {}))
                sources[source], excess[path] = None, count
    for path, takings in history.takings.items():
        if len(takings) > 1 and path[0] == "things" and (later := _passed_twice(history, path)):
            found.setdefault(later, ({}, {}))[0][path] = None
    taken = (
        Doubled(event_id, tuple(sources), tuple(_unseen(history, event_id, sources)), excess)
        for event_id, (sources, excess) in found.items()
    )
    turns = {each.event: each for each in _turns(history)}
    rounds = [_with_turns(each, turns.pop(each.event, None)) for each in _rounds(history)]
    found_again = (*taken, *_deeds(history), *rounds, *turns.values(), *_rounds_ended_early(history))
    return tuple(sorted(found_again, key=lambda each: (each.event, each.kind)))


def _deeds(history: History) -> Iterator[Doubled]:
    """Yield the events that did again what others had done: the rest of the same, the end of one fight."""
    found: dict[tuple[str, str], tuple[list[Path], set[str]]] = {}
    for path, events in history.deeds.items():
        if len(events) > 1 and len(heads := history.heads(path)) > 1:
            sources, others = found.setdefault((heads[-1], path[1]), ([], set()))
            sources.append(path)
            others.update(heads[:-1])
    for (event_id, _kind), (sources, others) in found.items():
        passed = sum(each.value for each in history[event_id].changes if each.path == ROUND)
        excess = {ROUND: passed} if passed > 0 else {}
        yield Doubled(event_id, tuple(sources), tuple(sorted(others)), excess)


def _rounds(history: History) -> Iterator[Doubled]:
    """Yield the events that ended a round which another had ended, and let its time pass again."""
    for (encounter, _number), began in history.rounds.items():
        first, *later = [each for each in began if history.counts(each)] or ("",)
        for event_id in later:
            passed = sum(each.value for each in history[event_id].changes if each.path == ROUND)
            source = ("encounters", encounter, "round")
            if passed > 0 and not _is_named(history, event_id, SEPARATOR.join(source)):
                yield Doubled(event_id, (source,), (first,), {ROUND: passed})


def _with_turns(round_: Doubled, turns: Doubled | None) -> Doubled:
    """Return a round that ended twice with the turns by which the next one began twice."""
    return replace(round_, sources=(*round_.sources, *turns.sources)) if turns else round_


def _turns(history: History) -> Iterator[Doubled]:
    """Yield the events that gave turns which another had given, unseen, in a fight that goes on."""
    found: dict[str, dict[Path, str]] = {}
    for (encounter, mark), began in history.turns.items():
        if len(began) > 1 and encounter in history.session.encounters:
            first, *later = [each for each in began if history.counts(each)] or ("",)
            path = ("encounters", encounter, "began", mark)
            for event_id in later:
                if not _is_named(history, event_id, SEPARATOR.join(path)):
                    found.setdefault(event_id, {})[path] = first
    for event_id, firsts in found.items():
        yield Doubled(event_id, tuple(firsts), tuple(dict.fromkeys(firsts.values())), {})


def _rounds_ended_early(history: History) -> Iterator[Doubled]:
    """Yield the events that ended a round in which somebody had yet to act whom another copy knew of."""
    for (encounter, number), began in history.rounds.items():
        event_id = next(filter(history.counts, began), "")
        if not event_id or encounter not in history.session.encounters or not number.isdecimal():
            continue
        before = next(filter(history.counts, history.rounds.get((encounter, str(int(number) - 1)), ())), "")
        if not (others := _of_others(history, before, event_id)):
            continue
        if event_id not in history.unturned:
            found = history.session_before(event_id)
            fight = found.encounters.get(encounter)
            left = turns_left(found, fight) if fight and fight.is_ordered and fight.round else []
            marks = tuple(fight.mark(who) for row in left for who in row) if fight else ()
            history.unturned[event_id] = marks
        paths = (("encounters", encounter, "unturned", mark) for mark in history.unturned[event_id])
        sources = tuple(path for path in paths if not _is_named(history, event_id, SEPARATOR.join(path)))
        if sources:
            yield Doubled(event_id, sources, others[-1:], {})


def _of_others(history: History, since: str, until: str) -> tuple[str, ...]:
    """Return the counting events between two that another copy wrote than the later one."""
    writer = until.partition("-")[2]
    return tuple(
        each.id
        for each in history.events_between(since, until)
        if each.id.partition("-")[2] != writer and history.counts(each.id)
    )


def let_stand(history: History, event_id: str) -> Draft:
    """Leave an event that took the same again: everybody keeps what they have. Refuses `nothing_doubled`."""
    each = next((each for each in doubled_events(history) if each.event == event_id), None)
    if each is None:
        raise Refusal("nothing_doubled")
    counts = [_count_of(path) for path in each.sources]
    over = {
        SEPARATOR.join(path): tuple(dict.fromkeys((*_heads(history, path), event_id)))
        for path in each.sources
    }
    fact = Fact("doubled_stays", {"event": event_id})
    changes = tuple(Change(path, How.BY, 0) for path in dict.fromkeys(counts))
    return Draft((fact,), changes=changes, over=over)


def _count_of(path: Path) -> Path:
    """Return an amount that tells of this source by a difference of nothing."""
    match path[0]:
        case "things":
            return (*path, "count")
        case "heap" | "creatures":
            return path
    return ROUND


def _is_named(history: History, event_id: str, key: str) -> bool:
    """Whether a counting event leaves a round that passed twice."""
    return any(event_id in each.over.get(key, ()) and history.counts(each.id) for each in history)


def _heads(history: History, path: Path) -> list[str]:
    return history.heads(path) if path[0] in ("things", DEED) else []


def _passed_twice(history: History, path: Path) -> str:
    """Return the later of two events that disposed of one thing, unseen by each other; else nothing."""
    heads, key = history.heads(path), SEPARATOR.join(path)
    if len(heads) < 2:
        return ""
    followed = {each for event_id in heads for each in _known_takings(history, event_id, key)}
    outcomes = {each: _outcome(history[each], path) for each in heads if each not in followed}
    disposing = [event_id for event_id, outcome in outcomes.items() if outcome]
    return disposing[-1] if len({outcomes[each] for each in disposing}) > 1 else ""


def _outcome(event: Event, path: Path) -> tuple[str, ...]:
    """Return what became of a thing: its new owner, its end, a part of it taken; empty if it stays."""
    for change in event.changes:
        if source_path(change) != path:
            continue
        match change:
            case Change(how=How.TO, value=owner):
                return ("owner", str(owner))
            case Change(how=How.GONE):
                return ("left",) if _leaves_behind(event) else ("gone", event.id)
            case Change(value=int(by)) if by:
                return ("part",)
    return ()


def _is_left(history: History, event_id: str, source: Path) -> bool:
    """Whether a counting event names a taking by a difference of nothing: the table let it stand."""
    key = SEPARATOR.join(source)
    return any(
        event_id in history[each].over.get(key, ()) and not _outcome(history[each], source)
        for each in history.takings.get(source, ())
        if history.counts(each)
    )


def _unseen(history: History, event_id: str, sources: Collection[Path]) -> Iterator[str]:
    """Yield the earlier counting takings of these goods that an event does not follow."""
    unseen: set[str] = set()
    for source in sources:
        takings = history.takings.get(source, ())
        if event_id not in takings:
            continue  # written by a program that did not name what it follows
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
    """Return the takings that an event's writer knew: those it names, and those that they name."""
    followed, ahead = set[str](), [event_id]
    while ahead:
        each = ahead.pop()
        if each in history:
            named = set(history[each].over.get(key, ())) - followed
            followed |= named
            ahead += named
    return followed


def _leaves_behind(event: Event) -> bool:
    return any(fact.kind == LEFT for fact in event.facts)
