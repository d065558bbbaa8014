"""Sealed sessions: an honest one fits to the last die, and whatever was touched is named."""

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.store.test_crashes import Fuse, PowerCut
from tests.trials import one_of
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.features.verify.verdict import Misfit, Verdict, verify
from tracker.features.verify.wording import verdict_text
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session.event import Event, InMemory, read_event
from tracker.session.event_id import is_of_format_1, make_event_id, number_of
from tracker.session.history import History
from tracker.session.moves.jump import Amendment, apply_amendments, jump_lines
from tracker.session.seal import commitment, first_commitment, first_mark, sealed_face
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of

Documents = dict[str, dict[str, Any]]


def no_roll(sides: int) -> int:
    raise AssertionError("sealed dice do not come from elsewhere")


class Table:
    """A save, and the GMs who play on it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "torre.json"
        self.journals = folder / "state" / "journals"
        begun = Campaign.create(
            self.path, self.journals, system="chronicle", title="Torre", gm="ana", now=lambda: 0
        )
        begun.close()

    def sit(self, gm: str = "ana", journals: Path | None = None) -> Campaign:
        return Campaign.open(self.path, journals or self.journals, gm, lambda: 0)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def play_sealed(campaign: Campaign, line: str, roll: Roll = no_roll) -> Event:
    """Play a line, which is acknowledged but not shared."""
    command = parse(line, CommandContext(campaign.history))
    return campaign.play(
        draft_of(command, campaign.history, campaign.dice(roll), lambda: os.urandom(5).hex())
    )


def play(campaign: Campaign, line: str, roll: Roll = no_roll) -> Event:
    event = play_sealed(campaign, line, roll)
    campaign.share()
    return event


def verdict_after(campaign: Campaign, change: Callable[[Documents], object]) -> Verdict:
    """Verify the log after somebody has written in it."""
    documents: Documents = deepcopy({event.id: dict(event.document) for event in campaign.history})
    change(documents)
    return verify(read_event(event_id, InMemory(documents[event_id])) for event_id in sorted(documents))


def kinds(verdict: Verdict) -> list[Misfit]:
    return [finding.misfit for finding in verdict.findings]


def a_session(table: Table) -> tuple[Campaign, list[Event]]:
    campaign = table.sit()
    play(campaign, "sella")
    rolls = [play(campaign, line) for line in ("2d6+3", "4d6kh3", "3d6e6", "1d20 adv", "2d6 >= 8")]
    play(campaign, "abre")
    return campaign, rolls


@pytest.mark.parametrize("rolls", one_of([80, 1_000]))
def test_an_honest_session_of_many_rolls_fits(table: Table, rolls: int) -> None:
    campaign = table.sit()
    play(campaign, "sella")
    lines = ("2d6+3", "4d6kh3", "3d6e6", "1d20 adv", "8d10c>=8", "d66", "3x 1d20", "(1d8, 2d4)kh1")
    for number in range(rolls):
        command = parse(lines[number % len(lines)], CommandContext(campaign.history))
        campaign.play(draft_of(command, campaign.history, campaign.dice(no_roll), str))
    assert verify(campaign.history).closed == {"ana": rolls}
    play(campaign, "abre")

    verdict = verify(campaign.history)
    assert (verdict.findings, verdict.fitting) == ((), rolls)


def test_the_log_holds_a_promise_and_the_secret_only_once_it_is_opened(table: Table) -> None:
    campaign = table.sit()
    sealed = play(campaign, "sella")
    assert "seed" not in str(sealed.document)
    opened = play(campaign, "abre")

    promised = sealed.facts[0].data["commitment"]
    assert commitment(bytes.fromhex(str(opened.facts[0].data["seed"]))) == promised


def test_the_secret_is_private_and_survives_a_crash(table: Table) -> None:
    campaign = table.sit()
    play(campaign, "sella")
    play(campaign, "2d6")
    seeds = list((table.journals.parent / "seals").glob("*.seed"))
    assert [path.stat().st_mode & 0o777 for path in seeds] == [0o600]
    assert seeds[0].parent.stat().st_mode & 0o777 == 0o700
    campaign.close()  # what the system does for a process that dies

    again = table.sit()
    play(again, "2d6")
    play(again, "abre")

    verdict = verify(again.history)
    assert (verdict.findings, verdict.fitting) == ((), 2)
    assert [event.document["drawn"][1:3] for event in again.history if "drawn" in event.document] == [
        [0, 0],
        [1, 0],
    ]


def test_a_forged_face_is_found(table: Table) -> None:
    campaign, rolls = a_session(table)

    def forge(documents: Documents) -> None:
        die = documents[rolls[0].id]["throws"][0]["dice"][0]
        die["face"] = die["face"] % 6 + 1

    verdict = verdict_after(campaign, forge)
    assert [(each.misfit, each.event) for each in verdict.findings] == [(Misfit.FORGED, rolls[0].id)]
    assert verdict.fitting == len(rolls) - 1


def test_two_faces_changed_for_each_other_are_found(table: Table) -> None:
    campaign = table.sit()
    play(campaign, "sella")
    event = next(
        each
        for each in (play(campaign, "2d6") for _ in range(50))
        if each.throws[0].dice[0].face != each.throws[0].dice[1].face
    )
    play(campaign, "abre")

    def swap(documents: Documents) -> None:
        first, second = documents[event.id]["throws"][0]["dice"]
        first["face"], second["face"] = second["face"], first["face"]

    assert kinds(verdict_after(campaign, swap)) == [Misfit.FORGED]


def test_a_forged_total_is_found(table: Table) -> None:
    campaign, rolls = a_session(table)

    def forge(documents: Documents) -> None:
        documents[rolls[0].id]["throws"][0]["total"] += 1

    assert kinds(verdict_after(campaign, forge)) == [Misfit.TOTAL]


TOUCHES: dict[str, tuple[Callable[[dict[str, Any]], object], Misfit]] = {
    "a die said to be a real one": (
        lambda document: document["throws"][0]["dice"][-1].update(typed=True, face=6),
        Misfit.FORGED,
    ),
    "all dice said to be real ones": (
        lambda document: [die.update(typed=True) for die in document["throws"][0]["dice"]],
        Misfit.FORGED,
    ),
    "a die more": (
        lambda document: document["throws"][0]["dice"].append(document["throws"][0]["dice"][0]),
        Misfit.FORGED,
    ),
    "a sum": (lambda document: document["throws"][0].update(total=99), Misfit.TOTAL),
    "which dice count": (
        lambda document: [
            die.update(kept=not die.get("kept", True)) for die in document["throws"][0]["dice"]
        ],
        Misfit.TOTAL,
    ),
    "what was wanted": (lambda document: document["throws"][0].update(target=2), Misfit.ALTERED),
    "what came of it": (lambda document: document["throws"][0].update(outcome="met"), Misfit.ALTERED),
    "whose it was": (lambda document: document["throws"][0].update(who="bea"), Misfit.ALTERED),
    "what it was for": (lambda document: document["throws"][0].update(label="ataque"), Misfit.ALTERED),
    "when it was": (lambda document: document.update(at=9), Misfit.ALTERED),
    "what it did": (lambda document: document.update(changes=[]), Misfit.ALTERED),
    "the mark of all that": (
        lambda document: document["drawn"].append(document["drawn"].pop()[::-1]),
        Misfit.ALTERED,
    ),
    "the mark into no mark": (
        lambda document: document["drawn"].append(document["drawn"].pop()[:0] + "ñ"),
        Misfit.ALTERED,
    ),
    "the mark into nothing": (lambda document: document["drawn"].pop(), Misfit.ALTERED),
}


@pytest.mark.parametrize("touch", TOUCHES)
@pytest.mark.parametrize("line", one_of(["iniciativa lia 2d20kh1+2", "4d6kh3", "prueba lia fuerza ventaja"]))
def test_every_change_of_a_sealed_roll_is_found(table: Table, line: str, touch: str) -> None:
    campaign = table.sit()
    for before in ("pj Lia", "combate Puente lia", "sella"):
        play(campaign, before)
    event = play(campaign, line)
    play(campaign, "abre")
    change, misfit = TOUCHES[touch]

    findings = verdict_after(campaign, lambda documents: change(documents[event.id])).findings
    assert (findings[0].misfit, findings[0].event) == (misfit, event.id)


def a_night(campaign: Campaign) -> Event:
    """Let eight hours pass in which a check falls by itself, and say with a face what comes."""
    for line in ("tabla cielo 1d6 1-6: lobos", "vigila 1+ cada 1 auto tabla cielo", "sella"):
        play(campaign, line)
    command = parse("intervalo 8h", CommandContext(campaign.history))
    draft = draft_of(command, campaign.history, campaign.dice(no_roll), lambda: os.urandom(5).hex())
    (night,) = jump_lines(campaign.session, draft)
    return campaign.play(apply_amendments(campaign.session, draft, {night: Amendment(faces=(4,))}))


def test_an_event_may_mix_faces_of_the_seal_with_faces_from_the_table(table: Table) -> None:
    campaign = table.sit()
    event = a_night(campaign)
    assert [die.typed for throw in event.throws for die in throw.dice] == [False, True]
    assert verify(campaign.history).closed == {"ana": 1}
    play(campaign, "abre")

    verdict = verify(campaign.history)
    assert (verdict.findings, verdict.fitting) == ((), 1)


@pytest.mark.parametrize("place", [0, None])
@pytest.mark.parametrize("face", [None, 20])
def test_a_face_of_the_seal_is_not_made_a_typed_one(
    table: Table, place: int | None, face: int | None
) -> None:
    campaign = table.sit()
    events = [a_night(campaign), play(campaign, "1d20")]
    play(campaign, "abre")
    for event in events:

        def pass_off(documents: Documents, event: Event = event) -> None:
            die = documents[event.id]["throws"][0]["dice"][0]
            die.update(typed=True, place=place, face=face or die["face"])

        verdict = verdict_after(campaign, pass_off)
        assert [each.event for each in verdict.findings] == [event.id]
        assert {*kinds(verdict)} <= {Misfit.FORGED, Misfit.TOTAL, Misfit.ALTERED}


def verdict_after_swap(campaign: Campaign, first: Event, second: Event) -> list[tuple[Misfit, str]]:
    """Return what is found once two events have changed places, all that is written in them as it was."""

    def swap(documents: Documents) -> None:
        documents[first.id], documents[second.id] = documents[second.id], documents[first.id]

    return [(each.misfit, each.event) for each in verdict_after(campaign, swap).findings]


def test_two_rolls_that_have_changed_places_are_found(table: Table) -> None:
    campaign, rolls = a_session(table)
    first, second = rolls[0], rolls[1]

    assert verdict_after_swap(campaign, first, second) == [
        (Misfit.ALTERED, first.id),
        (Misfit.DISORDERED, second.id),
    ]


def test_a_roll_that_has_changed_places_with_one_of_another_window_or_with_a_note_is_found(
    table: Table,
) -> None:
    campaign, other = table.sit(), table.sit()
    play(campaign, "sella")
    other.share()
    mine = play(campaign, "1d20")
    other.share()
    theirs, note = play(other, "1d20"), play(other, "nota Llueve")
    campaign.share()
    play(campaign, "abre")
    assert verify(campaign.history).findings == ()

    assert verdict_after_swap(campaign, mine, theirs) == [
        (Misfit.ALTERED, mine.id),
        (Misfit.ALTERED, theirs.id),
    ]
    assert verdict_after_swap(campaign, theirs, note) == [(Misfit.ALTERED, note.id)]


def test_rolls_from_before_their_places_were_marked_are_verified_as_they_were(table: Table) -> None:
    campaign, rolls = a_session(table)
    documents: Documents = {event.id: deepcopy(dict(event.document)) for event in campaign.history}
    seed = bytes.fromhex(documents[max(documents)]["facts"][0][1]["seed"])
    for roll in rolls:
        drawn = documents[roll.id]["drawn"]
        drawn[3] = first_mark(seed, drawn[1], drawn[2], documents[roll.id])
    history = History("chronicle", (read_event(key, InMemory(each)) for key, each in documents.items()))

    verdict = verify(history)
    assert (verdict.findings, verdict.fitting) == ((), len(rolls))
    documents[rolls[0].id], documents[rolls[1].id] = documents[rolls[1].id], documents[rolls[0].id]
    history = History("chronicle", (read_event(key, InMemory(each)) for key, each in documents.items()))
    assert [(each.misfit, each.event) for each in verify(history).findings] == [
        (Misfit.DISORDERED, rolls[1].id)
    ]


def test_a_seal_from_before_rolls_were_marked_is_verified_as_it_was(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.store.seals.commitment", first_commitment)
    campaign, rolls = a_session(table)

    def unmark(documents: Documents) -> None:
        for roll in rolls:
            documents[roll.id]["drawn"].pop()
        del documents[max(documents)]["facts"][0][1]["mark"]

    verdict = verdict_after(campaign, unmark)
    assert (verdict.findings, verdict.fitting) == ((), len(rolls))

    def pass_off(documents: Documents) -> None:
        unmark(documents)
        documents[rolls[0].id]["throws"][0]["dice"][0].update(typed=True, place=None)

    assert kinds(verdict_after(campaign, pass_off)) == [Misfit.FORGED]


def test_a_roll_taken_out_is_missed(table: Table) -> None:
    campaign, rolls = a_session(table)

    assert kinds(verdict_after(campaign, lambda documents: documents.pop(rolls[1].id))) == [Misfit.MISSING]
    assert kinds(verdict_after(campaign, lambda documents: documents.pop(rolls[-1].id))) == [Misfit.MISSING]


def came_back(table: Table) -> None:
    """Roll once and then twice; the save comes back without those two, and the journals are gone."""
    campaign = table.sit()
    for line in ("sella", "1d20"):
        play(campaign, line)
    kept = table.path.read_bytes()
    for _ in range(2):
        play(campaign, "1d20")
    campaign.close()
    shutil.rmtree(table.journals)
    table.path.write_bytes(kept)


def test_the_last_rolls_taken_out_before_the_seal_is_opened_are_missed(table: Table) -> None:
    came_back(table)
    again = table.sit()
    opened = play(again, "abre")

    assert opened.facts[0].data["draws"] == "0:3"
    verdict = verify(again.history)
    assert [(each.misfit, each.draw) for each in verdict.findings] == [
        (Misfit.MISSING, 1),
        (Misfit.MISSING, 2),
    ]


@pytest.mark.parametrize("note", [b"", b"\xff" * 54, b"0" * 20, b"0-0 " + b"9" * 20 + b"\n", b"9" * 1_000])
def test_a_lost_count_of_draws_accuses_nobody(table: Table, note: bytes) -> None:
    came_back(table)
    (stream,) = (table.journals.parent / "seals").glob("*.lock")
    stream.write_bytes(note)
    again = table.sit()
    play(again, "abre")

    verdict = verify(again.history)
    assert (verdict.findings, verdict.fitting) == ((), 1)


@pytest.mark.parametrize("fork", [True, False])
def test_rolls_of_another_copy_are_not_missing_here(table: Table, *, fork: bool) -> None:
    campaign = table.sit()
    for line in ("sella", "1d20"):
        play(campaign, line)
    copy = table.path.with_name("otra.json")
    if fork:
        copy_of(table.path, copy.parent, copy.stem)
    else:
        shutil.copy(table.path, copy)
    other = Campaign.open(copy, table.journals, "ana", lambda: 0)
    play(other, "1d20")
    play(campaign, "abre")

    verdict = verify(campaign.history)
    assert (verdict.findings, verdict.fitting) == ((), 1)


def test_counting_draws_takes_no_sync(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = table.sit()
    play(campaign, "sella")
    play_sealed(campaign, "1d20")
    syncs: list[int] = []
    monkeypatch.setattr(os, "fsync", syncs.append)
    play_sealed(campaign, "1d20")

    assert len(syncs) == 1


@pytest.mark.parametrize("told", [{"draws": "0:4"}, {"draws": "0:4", "mark": ""}, {"draws": ""}])
def test_the_last_roll_taken_out_with_its_count_is_found(table: Table, told: dict[str, str]) -> None:
    campaign, rolls = a_session(table)
    opened = list(campaign.history)[-1].id

    def cut(documents: Documents) -> None:
        del documents[rolls[-1].id]
        documents[opened]["facts"][0][1].update(told)

    assert [(each.misfit, each.event) for each in verdict_after(campaign, cut).findings] == [
        (Misfit.ALTERED, opened)
    ]


def test_a_roll_put_in_is_named_whoever_wrote_it(table: Table) -> None:
    campaign, rolls = a_session(table)
    copy = f"{rolls[0].id[:-1]}z"

    def repeat(documents: Documents) -> None:
        documents[copy] = deepcopy(documents[rolls[0].id])

    def put_in(documents: Documents) -> None:
        repeat(documents)
        del documents[copy]["drawn"]

    assert kinds(verdict_after(campaign, repeat)) == [Misfit.REPEATED]
    assert [(each.misfit, each.event) for each in verdict_after(campaign, put_in).findings] == [
        (Misfit.OUTSIDE, copy)
    ]


def test_a_roll_with_a_secret_that_is_out_is_late(table: Table) -> None:
    campaign, rolls = a_session(table)

    def later(documents: Documents) -> None:
        documents[f"{'9' * 16}-zz"] = deepcopy(documents[rolls[0].id]) | {
            "drawn": [rolls[0].document["drawn"][0], 0, len(rolls)]
        }

    assert Misfit.LATE in kinds(verdict_after(campaign, later))


def test_another_secret_than_the_one_promised_is_found(table: Table) -> None:
    campaign, _rolls = a_session(table)

    def forge(documents: Documents) -> None:
        opened = max(documents)
        documents[opened]["facts"][0][1]["seed"] = "00" * 32

    assert Misfit.BAD_SECRET in kinds(verdict_after(campaign, forge))


def _drop_field(name: str) -> Callable[[dict[str, Any]], object]:
    return lambda document: document.pop(name)


OPENINGS: dict[str, Callable[[dict[str, Any]], object]] = {
    "another GM": lambda document: document.update(gm="bea"),
    "another GM told": lambda document: document["facts"][0][1].update(gm="bea"),
    "another GM and told": lambda document: (
        document.update(gm="bea"),
        document["facts"][0][1].update(gm="bea"),
    ),
    "nothing told": _drop_field("facts"),
    "nothing done": _drop_field("changes"),
    "another thing told": lambda document: document["facts"][0].__setitem__(0, "noted"),
    "another seal told": lambda document: document["facts"][0][1].update(seal="0" * 16),
    "another thing done": lambda document: document["changes"].append(["seals/0", "gone"]),
}


@pytest.mark.parametrize("touch", OPENINGS)
def test_an_opening_that_was_changed_is_named_and_hides_no_forged_face(table: Table, touch: str) -> None:
    campaign, rolls = a_session(table)
    opened = list(campaign.history)[-1].id

    def forge(documents: Documents) -> None:
        OPENINGS[touch](documents[opened])
        die = documents[rolls[0].id]["throws"][0]["dice"][0]
        die["face"] = die["face"] % 6 + 1

    findings = [(each.misfit, each.event) for each in verdict_after(campaign, forge).findings]
    assert findings[0] == (Misfit.CONTRADICTED, opened)
    assert len(findings) == 2
    assert (Misfit.FORGED, rolls[0].id) in findings


@pytest.mark.parametrize("touch", ["nothing told", "nothing done", "another GM", "another GM told"])
def test_a_promise_that_was_changed_is_named(table: Table, touch: str) -> None:
    campaign, _rolls = a_session(table)
    sealed = next(event.id for event in campaign.history if event.stays)

    verdict = verdict_after(campaign, lambda documents: OPENINGS[touch](documents[sealed]))
    assert (verdict.findings[0].misfit, verdict.findings[0].event) == (Misfit.CONTRADICTED, sealed)


@pytest.mark.parametrize("secret", ["00" * 32, "zz", "", 7, None, [], {}])
def test_a_secret_set_by_an_event_that_opens_no_seal_is_found(table: Table, secret: object) -> None:
    campaign = table.sit()
    key = str(play(campaign, "sella").facts[0].data["seal"])
    note = play(campaign, "nota Llueve").id

    def show(documents: Documents) -> None:
        documents[note]["changes"] = [[f"seals/{key}/seed", "=", secret]]

    assert [(each.misfit, each.event) for each in verdict_after(campaign, show).findings] == [
        (Misfit.BAD_SECRET, note)
    ]


def united_after(table: Table, line: str) -> Campaign:
    """Play a line in two copies of the save, and return the campaign that has both."""
    copy = table.path.with_name("torre (1).json")
    shutil.copy(table.path, copy)
    for path in (copy, table.path):
        campaign = Campaign.open(path, table.journals, "ana", lambda: 0)
        play(campaign, line)
        campaign.close()
    again = table.sit()
    again.unite(again.conflict_copies())
    again.share()
    return again


def test_a_seal_opened_in_two_copies_is_open(table: Table) -> None:
    play(table.sit(), "sella")
    again = united_after(table, "abre")
    assert verify(again.history).findings == ()


@pytest.mark.parametrize("draws", ["²:1", "0:²", "٣:١", "0", ":", "-1:5", "9" * 3_990 + ":1"])
def test_any_claimed_count_of_draws_has_a_verdict(table: Table, draws: str) -> None:
    campaign, rolls = a_session(table)

    def say(documents: Documents) -> None:
        documents[max(documents)]["facts"][0][1]["draws"] = draws

    assert verdict_after(campaign, say).fitting == len(rolls)


def test_each_gm_has_a_stream_of_their_own(table: Table, tmp_path: Path) -> None:
    ana, bea = table.sit(), table.sit("bea", tmp_path / "bea" / "journals")
    for campaign in (ana, bea):
        campaign.share()
        play(campaign, "sella")
    for _turn in range(5):
        play(ana, "2d6")
        play(bea, "2d6")
    play(ana, "abre")
    play(bea, "abre")
    ana.share()

    verdict = verify(ana.history)
    assert (verdict.findings, verdict.fitting, verdict.seals) == ((), 10, 2)


def test_two_windows_of_one_gm_never_share_a_draw(table: Table) -> None:
    first = table.sit()
    play(first, "sella")
    second = table.sit()
    play(first, "1d20")
    play(second, "1d20")
    first.share()
    play(first, "abre")

    verdict = verify(first.history)
    assert (verdict.findings, verdict.fitting) == ((), 2)


def test_a_window_killed_with_an_unshared_draw_leaves_none_for_another_to_repeat(table: Table) -> None:
    killed = table.sit()
    play(killed, "sella")
    other = table.sit()
    acknowledged = [play_sealed(killed, "1d20") for _ in range(3)]
    killed.close()

    play(other, "1d20")
    again = table.sit()
    play(again, "1d20")
    play(again, "abre")

    verdict = verify(again.history)
    assert {event.id for event in acknowledged} < {event.id for event in again.history}
    assert (verdict.findings, verdict.fitting) == ((), 5)


def test_a_window_killed_at_any_system_call_of_a_roll_leaves_no_draw_to_repeat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for blows_at in range(1, 200):
        (folder := tmp_path / str(blows_at)).mkdir()
        table = Table(folder)
        killed = table.sit()
        play(killed, "sella")
        other = table.sit()
        told: list[str] = []
        with monkeypatch.context() as patch:
            fuse = Fuse(patch, blows_at, PowerCut)
            with suppress(PowerCut):
                for _ in range(2):
                    told.append(play_sealed(killed, "1d20").id)
                    killed.share()
        killed.close()
        play(other, "1d20")
        again = table.sit()
        play(again, "1d20")
        play(again, "abre")
        other.share()

        assert {*told} < {event.id for event in again.history}
        assert verify(again.history).findings == verify(other.history).findings == ()
        for each in (other, again):
            each.close()
        if not fuse.blown:
            assert blows_at > 20
            return
    pytest.fail("the fuse never held")


def test_a_seal_is_opened_after_all_that_was_rolled_under_it_though_it_was_never_shared(table: Table) -> None:
    killed = table.sit()
    play(killed, "sella")
    other = table.sit()
    for _ in range(3):
        play_sealed(killed, "1d20")
    killed.close()

    opened = play(other, "abre")
    assert opened.facts[0].data["draws"] == "0:3"
    verdict = verify(table.sit().history)
    assert (verdict.findings, verdict.fitting) == ((), 3)


def test_two_copies_of_a_save_played_one_after_the_other_repeat_no_draw(table: Table) -> None:
    play(table.sit(), "sella")
    again = united_after(table, "1d20")
    verdict = verify(again.history)
    assert (verdict.findings, verdict.closed) == ((), {"ana": 2})


def test_a_refused_roll_that_stays_in_the_journal_has_a_draw_of_its_own(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "broken")

    campaign = table.sit()
    play(campaign, "sella")
    play(campaign, "1d20")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        patch.setattr(os, "ftruncate", fail)
        with pytest.raises(Refusal, match="journal_failed"):
            play_sealed(campaign, "1d20")
    play(campaign, "1d20")
    campaign.close()

    again = table.sit()
    play(again, "abre")
    verdict = verify(again.history)
    assert (verdict.findings, verdict.fitting) == ((), 3)


def test_a_stream_of_an_earlier_version_is_not_continued(table: Table) -> None:
    campaign = table.sit()
    play(campaign, "sella")
    first = play(campaign, "1d20")
    streams = sorted((table.journals.parent / "seals").glob("*.lock"))
    assert [path.stat().st_mode & 0o777 for path in streams] == [0o600]
    streams[0].unlink()

    again = table.sit()
    assert (first.document["drawn"][1], play(again, "1d20").document["drawn"][1]) == (0, 1)


def test_an_event_without_dice_begins_no_stream(table: Table) -> None:
    campaign = table.sit()
    play(campaign, "sella")
    play(campaign, "nota Llueve")
    play(campaign, "1d20 = 14")

    assert not [*(table.journals.parent / "seals").glob("*.lock")]


def test_without_its_secret_here_only_real_dice_are_rolled(table: Table, tmp_path: Path) -> None:
    play(table.sit(), "sella")
    elsewhere = table.sit("ana", tmp_path / "elsewhere" / "journals")

    with pytest.raises(Refusal, match="seal_secret_missing"):
        play(elsewhere, "1d20")
    assert play(elsewhere, "1d20 = 14").throws[0].total == 14


def test_a_refused_roll_comes_again_with_the_same_faces(table: Table) -> None:
    campaign = table.sit()
    play(campaign, "sella")
    foreseen = campaign.dice(no_roll)(20)

    assert play(campaign, "1d20").throws[0].total == foreseen


def test_typed_faces_use_up_no_draw_and_are_not_judged(table: Table) -> None:
    campaign = table.sit()
    play(campaign, "sella")
    assert "drawn" not in play(campaign, "1d20 = 14").document
    play(campaign, "abre")

    assert verify(campaign.history) == Verdict(seals=1)


def test_a_seal_is_not_undone_but_what_came_before_is(table: Table) -> None:
    campaign = table.sit()
    note = play(campaign, "nota antes")
    play(campaign, "sella")

    assert campaign.history.undoable == note
    with pytest.raises(Refusal, match="already_sealed"):
        play(campaign, "sella")


def test_digital_rolls_without_a_seal_are_counted_separately(table: Table) -> None:
    campaign = table.sit()
    play(campaign, "2d6", lambda sides: 3)

    verdict = verify(campaign.history)
    assert (verdict.findings, dict(verdict.unsealed)) == ((), {"ana": 1})
    assert "sin sello" in verdict_text(verdict, campaign.history)


@pytest.mark.parametrize(
    ("rolls", "told"), [(1, "Todo encaja: 1 tirada sellada."), (2, "Todo encaja: 2 tiradas selladas.")]
)
def test_fitting_rolls_are_counted_in_words(table: Table, rolls: int, told: str) -> None:
    campaign = table.sit()
    for line in ("sella", *["2d6"] * rolls, "abre"):
        play(campaign, line)

    assert told in verdict_text(verify(campaign.history), campaign.history)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["sella"], "ana: sello cerrado, sin tiradas digitales."),
        (["sella", "1d20 = 14"], "ana: sello cerrado, sin tiradas digitales."),
        (["sella", "abre"], "ana: sello abierto, sin tiradas digitales."),
        (
            ["sella", "1d20", "abre", "sella"],
            "ana: sello cerrado, sin tiradas digitales.\nTodo encaja: 1 tirada sellada.",
        ),
    ],
)
def test_a_seal_without_rolls_is_reported_too(table: Table, lines: list[str], told: str) -> None:
    campaign = table.sit()
    for line in lines:
        play(campaign, line)

    said = verdict_text(verify(campaign.history), campaign.history)
    assert said == f"{told}\nLas caras tecleadas (✎) son de dados de verdad y no se comprueban."


def test_a_seal_whose_rolls_all_misfit_is_not_reported_as_unused(table: Table) -> None:
    campaign = table.sit()
    event = [play(campaign, line) for line in ("sella", "1d20", "abre")][1]

    def forge(documents: Documents) -> None:
        documents[event.id]["throws"][0]["total"] += 1

    assert "sin tiradas" not in verdict_text(verdict_after(campaign, forge), campaign.history)


def test_sealed_rolls_without_their_promise_are_not_reported_as_unsealed(table: Table) -> None:
    campaign, rolls = a_session(table)
    kept = [event for event in campaign.history if not event.stays]
    verdict = verify(kept)

    assert kinds(verdict) == [Misfit.OUTSIDE] * len(rolls)
    assert "No encajan: 5. Encajan: 0." in (told := verdict_text(verdict, campaign.history))
    assert "no se han sellado" not in told


def test_undone_rolls_are_verified_too(table: Table) -> None:
    campaign = table.sit()
    play(campaign, "sella")
    play(campaign, "2d6")
    play(campaign, "deshacer")
    play(campaign, "abre")

    assert verify(campaign.history).fitting == 1


def test_a_verdict_names_the_roll(table: Table) -> None:
    campaign, rolls = a_session(table)
    documents = deepcopy({event.id: dict(event.document) for event in campaign.history})
    documents[rolls[0].id]["throws"][0]["dice"][0]["face"] = 99
    history = History("chronicle", (read_event(key, InMemory(each)) for key, each in documents.items()))

    assert rolls[0].id in verdict_text(verify(history), history)


def test_an_event_without_facts_is_named_without_a_sentence(table: Table) -> None:
    campaign, _rolls = a_session(table)
    documents = {event.id: dict(event.document) for event in campaign.history}
    del documents[max(documents)]["facts"]
    history = History("chronicle", (read_event(key, InMemory(each)) for key, each in documents.items()))

    told = verdict_text(verify(history), history)
    assert f"✗ {max(documents)} ana: lo que cuenta del sello" in told


def test_the_construction_is_the_one_that_is_documented() -> None:
    """Written down, so that another program may check a log; HMAC-SHA256 done by hand elsewhere."""
    faces = [sealed_face(bytes(range(32)), 0, 7, place, 20) for place in range(6)]

    assert faces == FACES
    assert {sealed_face(bytes(32), 0, draw, 0, 6) for draw in range(100)} == {1, 2, 3, 4, 5, 6}


FACES = [1, 8, 6, 3, 16, 17]


def test_rolls_of_a_machine_that_did_not_know_of_the_seal_yet_are_unsealed_and_not_false(
    tmp_path: Path,
) -> None:
    (tmp_path / "one").mkdir()
    table = Table(tmp_path / "one")
    other = table.path.with_name("otra.json")
    shutil.copy(table.path, other)
    away = Campaign.open(other, tmp_path / "two" / "journals", "ana", lambda: 0)
    campaign = table.sit()
    play(campaign, "sella")
    sealed = [play(campaign, "2d6") for _ in range(3)]
    unaware = [play(away, "2d6", lambda sides: 3) for _ in range(2)]
    away.close()
    again = Campaign.open(other, tmp_path / "two" / "journals", "ana", lambda: 0)
    unaware += [play(again, "2d6", lambda sides: 3) for _ in range(4)]

    campaign.save.take_in(again.save.entries)
    campaign.share()
    play(campaign, "abre")
    verdict = verify(campaign.history)
    assert (verdict.findings, verdict.fitting) == ((), len(sealed))
    assert dict(verdict.unsealed) == {"ana": len(unaware)}
    assert "no se pueden comprobar" in verdict_text(verdict, campaign.history)


def test_a_program_that_begins_after_the_seal_knows_of_it(table: Table) -> None:
    campaign, _rolls = a_session(table)
    log = list(campaign.history)
    last = next(event for event in reversed(log) if "drawn" in event.document)
    plain = {name: value for name, value in last.document.items() if name != "drawn"}
    stranger = read_event(make_event_id(number_of(last.id), "0" * 10), InMemory(plain))
    verdict = verify(sorted([*log, stranger], key=lambda event: event.id))
    assert kinds(verdict) == [Misfit.OUTSIDE]


@contextmanager
def an_older_program(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give events ids of format 1."""
    with monkeypatch.context() as patch:
        patch.setattr(
            "tracker.store.event_log.make_event_id",
            lambda number, writer: f"{number:010d}-{int(writer) % 2**32:08x}",
        )
        yield


def test_a_sealed_session_fits_that_begins_in_format_1_and_ends_in_format_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with an_older_program(monkeypatch):
        table = Table(tmp_path)
        old = table.sit()
        play(old, "sella")
        rolls = [play(old, "8d10") for _ in range(2)]
        old.close()
    campaign = table.sit()
    rolls += [play(campaign, "8d10") for _ in range(2)]
    play(campaign, "abre")
    assert [is_of_format_1(each.id) for each in rolls] == [True, True, False, False]
    verdict = verify(campaign.history)
    assert (verdict.findings, verdict.fitting, verdict.unsealed) == ((), len(rolls), {})

    for event in rolls:

        def forge(documents: Documents, event: Event = event) -> None:
            documents[event.id]["throws"][0]["total"] += 1

        def take_out(documents: Documents, event: Event = event) -> None:
            del documents[event.id]

        def unseal(documents: Documents, event: Event = event) -> None:
            del documents[event.id]["drawn"]

        forged = verdict_after(campaign, forge).findings
        assert [(each.misfit, each.event) for each in forged] == [(Misfit.TOTAL, event.id)]
        assert kinds(verdict_after(campaign, take_out)) == [Misfit.MISSING]
        assert (Misfit.OUTSIDE, event.id) in [
            (each.misfit, each.event) for each in verdict_after(campaign, unseal).findings
        ]
    swapped = {event_id for _misfit, event_id in verdict_after_swap(campaign, rolls[0], rolls[-1])}
    assert {rolls[0].id, rolls[-1].id} <= swapped


@pytest.mark.parametrize("rolls", [0, 2, 9])
@pytest.mark.parametrize("sealed_by", ["older", "newer"])
def test_a_machine_with_an_older_program_that_did_not_know_of_the_seal_is_not_accused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rolls: int, sealed_by: str
) -> None:
    other, journals = tmp_path / "otra.json", tmp_path / "two" / "journals"

    def unaware_rolls(count: int) -> list[Event]:
        away = Campaign.open(other, journals, "ana", lambda: 0)
        events = [play(away, "2d6", lambda sides: 3) for _ in range(count)]
        away.close()
        return events

    with an_older_program(monkeypatch):
        (tmp_path / "one").mkdir()
        table = Table(tmp_path / "one")
        shutil.copy(table.path, other)
        if sealed_by == "older":
            play(table.sit(), "sella")
        unaware = unaware_rolls(rolls)
    campaign = table.sit()
    if sealed_by == "newer":
        play(campaign, "sella")
    sealed = [play(campaign, "2d6") for _ in range(3)]
    unaware += unaware_rolls(4)

    campaign.save.take_in(Campaign.open(other, journals, "ana", lambda: 0).save.entries)
    campaign.share()
    play(campaign, "abre")
    verdict = verify(campaign.history)
    assert (verdict.findings, verdict.fitting) == ((), len(sealed))
    assert dict(verdict.unsealed) == {"ana": len(unaware)}
