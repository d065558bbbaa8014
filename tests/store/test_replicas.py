"""Three machines with a copy each, where anything happens: what was acknowledged is where it should be."""

import itertools
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tests.session.lines import CANCELLING, LINES, PREPARING
from tests.store.test_crashes import Fuse, PowerCut
from tests.trials import Trials
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
from tracker.session.moves.campaign import note, rename
from tracker.session.versions import divided_texts
from tracker.store import save_file
from tracker.store.campaign import Campaign
from tracker.store.merge import merge
from tracker.store.save_format import decode

HOSTS = 3
hosts = st.integers(0, HOSTS - 1)
KINDS = st.sampled_from(["cut", "zero", "rubbish", "append", "empty"])
lines = PREPARING | LINES | CANCELLING
totals = {"acknowledged": 0, "lost": 0, "runs": 0}
"""What the trials of this process came to."""


class Replicas(RuleBasedStateMachine):
    """GMs play, crash, copy, pull, damage and delete; no acknowledged event is ever lost."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp())
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(save_file, "SETTLING", 0)
        self.open: dict[int, Campaign] = {}
        self.told: dict[int, set[str]] = {host: set() for host in range(HOSTS)}
        self.old: dict[int, list[bytes]] = {host: [] for host in range(HOSTS)}
        self.numbers = itertools.count(1)

    def path(self, host: int) -> Path:
        return self.root / str(host) / "torre.json"

    @initialize()
    def begin(self) -> None:
        for host in range(HOSTS):
            self.path(host).parent.mkdir()
        first = Campaign.create(
            self.path(0), self.root / "0/state", system="chronicle", title="Torre", gm="gm0", now=lambda: 0
        )
        self.open[0] = first
        self.told[0].add(next(iter(first.save.documents)))
        for host in range(1, HOSTS):
            shutil.copy(self.path(0), self.path(host))

    def campaign_at(self, host: int) -> Campaign:
        """Return a host's campaign, opened if need be; a copy beyond rescue is fetched anew."""
        if host not in self.open:
            journals = self.root / str(host) / "state"
            try:
                self.open[host] = Campaign.open(self.path(host), journals, f"gm{host}", lambda: 0)
            except Refusal as refusal:
                _expect(refusal, "nothing_left", "no_such_save")
                assert host != 0  # who began it has it in the journal
                assert self.campaign_at(0).share().is_shared
                shutil.copy(self.path(0), self.path(host))
                return self.campaign_at(host)
        return self.open[host]

    @rule(host=hosts, line=lines, dice=st.randoms(use_true_random=False))
    def act(self, host: int, line: str, dice: Any) -> None:
        campaign = self.campaign_at(host)
        try:
            command = parse(line, CommandContext(campaign.history))
            draft = draft_of(
                command,
                campaign.history,
                lambda sides: dice.randint(1, sides),
                lambda: f"h{host}n{next(self.numbers)}",
            )
            event = campaign.play(draft)
        except Refusal:
            return
        self.told[host].add(event.id)

    @rule(host=hosts, times=st.integers(1, 4))
    def write(self, host: int, times: int) -> None:
        """Deeds that no rule refuses: lines of the log, and a name that the others write too."""
        campaign = self.campaign_at(host)
        for _ in range(times):
            number = next(self.numbers)
            self.told[host].add(campaign.play(note(campaign.session, f"nota {number}")).id)
        self.told[host].add(campaign.play(rename(campaign.session, f"Título {number}")).id)

    @rule(host=hosts)
    def share(self, host: int) -> None:
        assert self.campaign_at(host).share().is_shared
        self.old[host].append(self.path(host).read_bytes())

    @rule(host=hosts, calls=st.integers(1, 40), line=lines)
    def lose_power(self, host: int, calls: int, line: str) -> None:
        """The n-th system call from now is the last."""
        self.campaign_at(host)
        with pytest.MonkeyPatch.context() as patch:
            Fuse(patch, calls, PowerCut)
            try:
                self.act(host, line, _Sixes())
                self.campaign_at(host).share()
            except PowerCut:
                pass
        self.crash(host)

    @rule(host=hosts)
    def crash(self, host: int) -> None:
        """The process is killed: nothing is closed in order; the system closes its files."""
        campaign = self.open.pop(host, None)
        if campaign is not None:
            campaign.save._journal.close()

    @rule(host=hosts)
    def leave(self, host: int) -> None:
        campaign = self.open.pop(host, None)
        if campaign is not None:
            campaign.save.close()

    @rule(
        host=hosts, start=st.floats(0, 1), kind=st.sampled_from(["cut", "zero", "rubbish", "append", "empty"])
    )
    def damage(self, host: int, start: float, kind: str) -> None:
        if not self.path(host).exists():
            return
        content = self.path(host).read_bytes()
        at = int(start * len(content))
        broken = {
            "cut": content[:at],
            "zero": content[:at] + bytes(len(content[at : at + 90])) + content[at + 90 :],
            "rubbish": content[:at] + b"\x00{]\xff" + content[at:],
            "append": content + b"}\x00",
            "empty": b"",
        }[kind]
        self.path(host).write_bytes(broken)

    @rule(host=hosts)
    def delete(self, host: int) -> None:
        self.path(host).unlink(missing_ok=True)

    @rule(host=hosts, which=st.integers(0, 99))
    def go_back(self, host: int, which: int) -> None:
        """Somebody puts an older copy in place of the save, open or not."""
        if self.old[host]:
            self.path(host).write_bytes(self.old[host][which % len(self.old[host])])

    @rule(source=hosts, other=hosts)
    def carry(self, source: int, other: int) -> None:
        """One machine's file replaces another's."""
        if self.path(source).exists():
            content = self.path(source).read_bytes()
            draft = self.path(other).with_name("carried")
            draft.write_bytes(content)
            draft.replace(self.path(other))

    @rule(source=hosts, other=hosts)
    def sync(self, source: int, other: int) -> None:
        """One machine's file lands beside another's as a conflict copy, which its GM unites."""
        if source == other or not self.path(source).exists():
            return
        campaign = self.campaign_at(other)
        shutil.copy(self.path(source), self.path(other).with_name("torre (1).json"))
        campaign.unite(campaign.conflict_copies())
        assert campaign.share().is_shared
        self.path(other).with_name("torre (1).json").unlink(missing_ok=True)

    @rule(host=hosts)
    def rewind(self, host: int) -> None:
        campaign = self.campaign_at(host)
        backup = next(iter(campaign.backups), None)
        if backup is not None:
            try:
                self.told[host].add(campaign.rewind(backup).id)
            except Refusal as refusal:
                _expect(refusal, "nothing_to_rewind")

    def teardown(self) -> None:
        try:
            if self.told[0]:
                self._check()
        finally:
            for host in list(self.open):
                self.crash(host)
            self.patch.undo()
            shutil.rmtree(self.root)

    def _check(self) -> None:
        for host in range(HOSTS):
            campaign = self.campaign_at(host)
            assert campaign.share().is_shared
            on_disk = decode(self.path(host).read_bytes()).entries.keys()
            totals["lost"] += len(self.told[host] - on_disk)
            assert self.told[host] <= on_disk
            assert self.told[host] <= campaign.save.documents.keys()
            again = Campaign.open(self.path(host), self.root / "nobody", "x", lambda: 0)
            assert again.session == campaign.session
            assert divided_texts(again.history) == divided_texts(campaign.history)
            assert again.history.superseded_events == campaign.history.superseded_events
            again.save.close()
        results = set()
        for number, command in enumerate(itertools.permutations(range(HOSTS))):
            target = self.root / f"{number}.json"
            merge([self.path(host) for host in command], target)
            results.add(target.read_bytes())
        (united,) = results
        assert set().union(*self.told.values()) <= decode(united).entries.keys()
        sessions = []
        for host in range(HOSTS):
            self.path(host).write_bytes(united)
            assert self.campaign_at(host).share().is_shared
            assert self.path(host).read_bytes() == united
            history = self.campaign_at(host).history
            sessions.append((history.session, divided_texts(history), history.superseded_events))
        assert all(session == sessions[0] for session in sessions)
        totals["runs"] += 1
        totals["acknowledged"] += sum(map(len, self.told.values()))


class _Sixes:
    def randint(self, low: int, high: int) -> int:
        return high


def _expect(refusal: Refusal, *codes: str) -> None:
    if refusal.code not in codes:
        raise refusal


def _try(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Replicas,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_acknowledged_events_are_everywhere_and_folds_agree() -> None:
    _try(examples=12, steps=25)


@pytest.mark.slow
def test_acknowledged_events_are_everywhere_in_long_runs_too(trials: Trials) -> None:
    _try(examples=250, steps=50)
    trials("actions on three replicas where anything happens", totals["acknowledged"], totals["lost"])
