"""A damaged save is never written over: its bytes are kept, and what can be read comes back."""

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.folder import Folder, hit
from tests.trials import Trials, few_examples
from tracker.rules.refusal import Refusal
from tracker.store import files, save_file
from tracker.store.campaigns import list_campaigns
from tracker.store.merge import merge
from tracker.store.repair import salvage
from tracker.store.save import Save

EVENTS = 12
Damage = Callable[[bytes], bytes]


@st.composite
def damages(draw: st.DrawFn) -> Damage:
    """Return damage to a file: torn, flipped, zeroed, full of rubbish, repeated, emptied."""
    start, length = draw(st.floats(0, 1)), draw(st.integers(1, 400))
    rubbish = draw(st.binary(min_size=1, max_size=40))
    bit = draw(st.integers(0, 7))
    kind = draw(st.sampled_from(["cut", "flip", "zero", "rubbish", "repeat", "remove", "append", "replace"]))

    def damage(content: bytes) -> bytes:
        at = int(start * (len(content) - 1))
        end = at + length
        return {
            "cut": content[:at],
            "flip": content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :],
            "zero": content[:at] + bytes(min(length, len(content) - at)) + content[end:],
            "rubbish": content[:at] + rubbish + content[at + len(rubbish) :],
            "repeat": content[:end] + content[at:],
            "remove": content[:at] + content[end:],
            "append": content + rubbish,
            "replace": rubbish,
        }[kind]

    return damage


@pytest.fixture(scope="module")
def played() -> Iterator[Folder]:
    """A campaign with a journal, which every example damages anew."""
    with tempfile.TemporaryDirectory() as root, pytest.MonkeyPatch.context() as patch:
        patch.setattr(save_file, "SETTLING", 0)
        folder = Folder(Path(root))
        folder.save_with_hits(EVENTS).close()
        yield folder


anything_goes = settings(few_examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])


def _open_broken(played: Folder, broken: bytes) -> Save | None:
    """Open a save. Damage that reads like a newer format is refused, and the file stays untouched."""
    try:
        return played.open()
    except Refusal as refusal:
        refused = refusal.code
    assert refused == "newer_format"
    assert played.path.read_bytes() == broken
    return None


@given(damage=damages(), backup=st.booleans())
@anything_goes
def test_the_gm_who_played_loses_nothing(played: Folder, damage: Damage, *, backup: bool) -> None:
    with _damaged(played, damage, backup=backup) as (whole, broken):
        save = _open_broken(played, broken)
        if save is None:
            return
        assert set(save.documents) == set(salvage(whole))
        assert [save.documents[event_id] for event_id in list(save.documents)[1:]] == list(
            map(hit, range(EVENTS))
        )
        assert save.share().is_shared
        assert played.on_disk() == set(salvage(whole))
        assert played.path.read_bytes() == whole or not played.kept_files()
        _assert_bytes_kept(played, whole, broken)
        save.close()


@given(damage=damages(), backup=st.booleans())
@anything_goes
def test_another_user_gets_every_readable_line_or_a_refusal_in_words(
    played: Folder, damage: Damage, *, backup: bool
) -> None:
    with _damaged(played, damage, backup=backup) as (whole, broken):
        readable = set(salvage(broken)) & set(salvage(whole))
        try:
            save = played.open("stranger")
        except Refusal as refusal:
            refused = refusal.code
        else:
            refused = ""
        if refused:
            # A digit of the format that is another one cannot be told from a version to come.
            assert refused == "newer_format" or (refused == "nothing_left" and not backup)
            assert played.path.read_bytes() == broken
            return
        assert readable <= set(save.documents)
        save.share()
        assert readable <= played.on_disk()
        _assert_bytes_kept(played, whole, broken)
        save.close()


@pytest.mark.slow
@given(damage=damages(), backup=st.booleans())
@settings(anything_goes, max_examples=1000)
def test_a_thousand_damages_cost_the_gm_who_played_nothing(
    played: Folder, trials: Trials, damage: Damage, *, backup: bool
) -> None:
    test_the_gm_who_played_loses_nothing.hypothesis.inner_test(played, damage, backup=backup)  # type: ignore[attr-defined]  # Hypothesis adds it
    trials("damage, with a journal", 1)


@pytest.mark.slow
@given(damage=damages(), backup=st.booleans())
@settings(anything_goes, max_examples=1000)
def test_a_thousand_damages_cost_another_user_no_readable_line(
    played: Folder, trials: Trials, damage: Damage, *, backup: bool
) -> None:
    check = test_another_user_gets_every_readable_line_or_a_refusal_in_words
    check.hypothesis.inner_test(played, damage, backup=backup)  # type: ignore[attr-defined]  # Hypothesis adds it
    trials("damage, for another user", 1)


def _with_turned_bit(content: bytes) -> bytes:
    """Return a save in which one bit has turned a figure into another, and every line can still be read."""
    assert content.count(b'"amount":3') == 1
    return content.replace(b'"amount":3', b'"amount":2')


def _amounts(save: Save) -> list[int]:
    return [document["amount"] for document in save.documents.values() if "amount" in document]


@pytest.mark.parametrize("gm", ["ana", "stranger"])
def test_a_flipped_bit_is_repaired_from_the_journal_or_the_backup(folder: Folder, gm: str) -> None:
    folder.save_with_hits(4).close()
    whole = folder.path.read_bytes()
    folder.backup.write_bytes(whole)
    folder.path.write_bytes(_with_turned_bit(whole))
    save = folder.open(gm)
    assert (_amounts(save), [note.code for note in save.notes]) == ([0, 1, 2, 3], ["damaged"])
    assert save.share().is_shared
    assert folder.path.read_bytes() == whole


def test_a_line_with_a_flipped_bit_is_dropped_if_no_other_copy_has_the_event(folder: Folder) -> None:
    ana = folder.save_with_hits(4)
    whole = folder.path.read_bytes()
    folder.backup.unlink()
    folder.path.write_bytes(_with_turned_bit(whole))
    stranger = folder.open("stranger")
    assert _amounts(stranger) == [0, 1, 2]
    assert stranger.share().is_shared
    assert ana.share().is_shared
    assert folder.path.read_bytes() == whole
    stranger.poll()
    assert _amounts(stranger) == [0, 1, 2, 3]


def test_a_flipped_bit_is_found_in_a_file_that_another_program_laid_out(folder: Folder) -> None:
    folder.save_with_hits(4).close()
    folder.backup.unlink()
    folder.path.write_text(json.dumps(json.loads(_with_turned_bit(folder.path.read_bytes())), indent=1))
    assert _amounts(folder.open("stranger")) == [0, 1, 2]


def test_a_flipped_bit_in_one_copy_changes_nothing_in_whole_copies(folder: Folder) -> None:
    folder.save_with_hits(4).close()
    whole = folder.path.read_bytes()
    copy = folder.path.with_name("copia.json")
    copy.write_bytes(_with_turned_bit(whole))
    for order in ((folder.path, copy), (copy, folder.path)):
        target = folder.root / f"{order[0].stem}.json"
        merge(order, target)
        assert target.read_bytes() == whole


def test_a_journal_line_with_a_flipped_bit_is_dropped_and_reported(folder: Folder) -> None:
    folder.save_with_hits(4).close()
    journals = folder.journals("ana").glob("*.jsonl")
    (journal,) = (path for path in journals if b'"amount":3' in path.read_bytes())
    journal.write_bytes(_with_turned_bit(journal.read_bytes()))
    save = folder.open()
    assert _amounts(save) == [0, 1, 2, 3]
    folder.path.unlink()
    folder.backup.unlink()
    alone = folder.open()
    assert (_amounts(alone), [note.code for note in alone.notes]) == ([0, 1, 2], ["gone", "journal_damaged"])


def test_a_journal_with_a_damaged_head_gives_back_its_actions_and_is_reported_once(folder: Folder) -> None:
    save = folder.save_with_hits(2)
    mine = save.append(hit(7))
    save.close()
    (journal,) = (
        path for path in folder.journals("ana").glob("*.jsonl") if b'"amount":7' in path.read_bytes()
    )
    journal.write_bytes(journal.read_bytes().replace(b'{"journal"', b'{"jo\0rnal"', 1))
    again = folder.open()
    assert mine in again.documents
    assert [note.code for note in again.notes] == ["from_journal", "journal_set_aside"]
    other = again.append(hit(8))
    again.close()
    once_more = folder.open()
    assert {mine, other} <= set(once_more.documents)
    assert [note.code for note in once_more.notes] == ["from_journal"]
    assert len(list(folder.journals("ana").glob("*-damaged-*"))) == 1


def test_a_save_damaged_while_it_is_played_is_mended_and_said(folder: Folder) -> None:
    save = folder.save_with_hits(4)
    whole = folder.path.read_bytes()
    broken = whole[:-60]
    folder.path.write_bytes(broken)
    assert save.poll() == {}
    assert save.unshared_count == 5
    (note,) = save.share().notes
    assert (note.code, note.data["events"]) == ("damaged", 5)
    assert folder.path.read_bytes() == whole
    assert [path.read_bytes() for path in folder.kept_files()] == [broken]
    assert note.data["kept"] == folder.kept_files()[0].name
    assert save.share().notes == ()


def test_what_others_did_before_the_damage_is_not_lost(folder: Folder) -> None:
    ana = folder.save_with_hits(4)
    bea = folder.open("bea")
    from_bea = bea.append(hit(9))
    assert bea.share().is_shared
    whole = folder.path.read_bytes()
    folder.path.write_bytes(whole[:-2])
    assert list(ana.share().documents) == [from_bea]
    assert folder.path.read_bytes() == whole
    assert len(folder.kept_files()) == 1


def test_damage_is_told_once(folder: Folder) -> None:
    folder.save_with_hits(4).close()
    folder.path.write_bytes(folder.path.read_bytes()[:-60])
    save = folder.open()
    assert [note.code for note in save.notes] == ["damaged"]
    assert [note.code for note in save.share().notes] == []


def test_damage_does_not_push_out_the_good_backup(folder: Folder) -> None:
    save = folder.save_with_hits(4)
    good = folder.backup.read_bytes()
    folder.path.write_bytes(b"\0" * 100)
    save.share()
    assert folder.backup.read_bytes() == good


def test_if_the_damaged_bytes_cannot_be_kept_nothing_is_written(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = folder.save_with_hits(4)
    folder.path.write_bytes(b"rubbish")

    def full(*_: object) -> None:
        raise files.refusal_of(OSError(28, "full"), folder.path)

    with monkeypatch.context() as patch:
        patch.setattr(files, "keep", full)
        for _ in range(2):
            refusal = save.share().refusal
            assert refusal is not None
            assert refusal.code == "disk_full"
    assert folder.path.read_bytes() == b"rubbish"
    assert save.share().is_shared


def test_a_save_being_written_in_place_is_not_called_damaged(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git and cp write where the file is: half of it may be seen."""
    save = folder.save_with_hits(4)
    whole = folder.path.read_bytes()
    folder.path.write_bytes(whole[:100])
    monkeypatch.setattr(time, "sleep", lambda _: folder.path.write_bytes(whole))
    save.append(hit(9))
    assert save.share().is_shared
    assert not folder.kept_files()


@pytest.mark.parametrize("written", [0, 100])
def test_a_save_being_written_in_place_while_it_is_opened_is_not_called_damaged(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    save = folder.save_with_hits(4)
    whole = folder.path.read_bytes()
    folder.path.write_bytes(whole[:written])
    monkeypatch.setattr(time, "sleep", lambda _: folder.path.write_bytes(whole))
    again = folder.open("bea")
    assert (again.notes, again.documents.keys()) == ((), save.documents.keys())


def test_a_backup_of_another_campaign_brings_nothing_back(folder: Folder) -> None:
    folder.save_with_hits(4).close()
    whole = folder.path.read_bytes()
    folder.backup.write_bytes(whole.replace(b"c0ffee", b"facade").replace(b'"amount":3', b'"amount":33'))
    folder.path.write_bytes(whole[:-60])
    assert folder.open("stranger").documents.keys() == set(salvage(whole[:-60]))


def test_damage_to_the_id_of_the_campaign_loses_nothing(folder: Folder) -> None:
    save = folder.save_with_hits(4)
    whole = folder.path.read_bytes()
    head, first_event, rest = whole.split(b"\n", 2)
    for broken in ((head, first_event.replace(b"c0", b"c1")), (head.replace(b"c0", b"c1"), first_event)):
        folder.path.write_bytes(b"\n".join([*broken, rest]))
        assert folder.open().documents.keys() == save.documents.keys()
        assert save.share().is_shared
        assert folder.path.read_bytes() == whole


def test_an_event_whose_id_is_damaged_does_not_count_twice(folder: Folder) -> None:
    save = folder.save_with_hits(4)
    whole = folder.path.read_bytes()
    folder.path.write_bytes(whole.replace(b'"0000000003-', b'"0000000007-'))
    save.share()
    assert folder.path.read_bytes() == whole
    folder.backup.write_bytes(whole)
    folder.path.write_bytes(whole.replace(b'"0000000003-', b'"0000000008-'))
    assert folder.open("stranger").documents.keys() == save.documents.keys()


def test_an_empty_save_with_nothing_to_bring_back_is_refused_untouched(folder: Folder) -> None:
    folder.path.parent.mkdir()
    for content in (b"", b"\0" * 40, b"{}", b"null"):
        folder.path.write_bytes(content)
        with pytest.raises(Refusal, match="nothing_left"):
            folder.open()
        assert folder.path.read_bytes() == content
    assert os.listdir(folder.path.parent) == ["torre.json"]


class _damaged:  # noqa: N801 - read as a word
    """The played campaign with its save damaged, put right again afterwards."""

    def __init__(self, folder: Folder, damage: Damage, *, backup: bool) -> None:
        self._folder, self._damage, self._backup = folder, damage, backup

    def __enter__(self) -> tuple[bytes, bytes]:
        self._whole = self._folder.path.read_bytes()
        broken = self._damage(self._whole)
        self._folder.backup.unlink(missing_ok=True)
        if self._backup:
            self._folder.backup.write_bytes(self._whole)
        self._folder.path.write_bytes(broken)
        return self._whole, broken

    def __exit__(self, *_: object) -> None:
        for path in (
            *self._folder.kept_files(),
            self._folder.backup,
            *self._folder.root.glob("state/stranger/*"),
        ):
            path.unlink(missing_ok=True)
        self._folder.path.write_bytes(self._whole)


def _assert_bytes_kept(folder: Folder, whole: bytes, broken: bytes) -> None:
    try:
        same = salvage(broken) == salvage(whole)
    except Refusal:
        same = False
    if not broken or (same and not folder.kept_files()):
        return
    assert [path.read_bytes() for path in folder.kept_files()] == [broken]


@pytest.mark.parametrize("laid_out", [False, True])
def test_a_byte_order_mark_is_no_damage(tmp_path: Path, *, laid_out: bool) -> None:
    """Editors put one at the beginning of a file that somebody has looked at."""
    folder = Folder(tmp_path)
    everything = set(folder.save_with_hits(4).documents)
    content = folder.path.read_bytes()
    if laid_out:
        content = json.dumps(json.loads(content), indent=2).encode()
    folder.path.write_bytes(b"\xef\xbb\xbf" + content)
    if not laid_out:  # the list reads the first line alone
        assert [each.refusal for each in list_campaigns(folder.path.parent)] == [None]
    save = folder.open("bea")
    assert (set(save.documents), save.notes) == (everything, ())
    everything.add(save.append(hit(1)))
    assert save.share().is_shared
    assert folder.on_disk() == everything
    assert not folder.path.read_bytes().startswith(b"\xef")
    assert not [*folder.path.parent.glob("*corrupt*")]
