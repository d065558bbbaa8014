"""`tracker merge`: unite diverged copies of a save."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tracker.cli.git_setup import mend
from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened import existing_save, open_named, print_notes
from tracker.cli.printing import print_answer, print_done, print_line
from tracker.rules.refusal import Refusal
from tracker.store.campaign import Campaign
from tracker.store.files import current_folder
from tracker.store.git import Versions, merge_texts
from tracker.store.merge import MergedEvents, merge, merge_for_git
from tracker.wording.contract import Answer
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence
from tracker.wording.versions import doubled_lines

Paths = list[Path]
_UNFILLED = ("%P", "%L", "%X", "%Y", "%S")
_HEADS = "GITHEAD_"
"""Prefix of the variables in which git names the commits that it merges, by their hashes."""


def answer_merge(invocation: Invocation) -> int:
    """Unite files into a new one, the three versions that git names, or the conflict copies of a save."""
    copies, target = invocation.arguments.copies, invocation.arguments.output
    if invocation.arguments.git and invocation.arguments.kiosk:
        raise Refusal("kiosk", what="merge --git")
    if invocation.arguments.git:
        mend(current_folder())
        return unite_for_git(versions_of(copies, invocation.environment))
    as_json = invocation.arguments.json
    if target is not None:
        paths = [existing_save(invocation, copy) for copy in copies]
        merged = unite_files(paths, invocation.path(target), as_json=as_json)
        _print_doubled(open_named(invocation, target), len(set(paths)), len(merged.entries), as_json=as_json)
        return DONE
    return DONE if unite_conflict_copies(open_named(invocation, copies[0]), as_json=as_json) else REFUSED


class MergeAnswer(Answer, frozen=True, kw_only=True):
    """Copies that were united: the save, how many copies, what came from them, what must be decided."""

    path: str
    copies: int
    events: int
    doubled: list[str]


def unite_files(paths: Paths, target: Path, *, as_json: bool = False) -> MergedEvents:
    """Unite saves into a new one and print the number of its events."""
    merged = merge(paths, target)
    if not as_json:
        print_done(say("merge.united", copies=len(set(paths)), path=target, events=len(merged.entries)))
    _print_rivals(merged)
    return merged


def versions_of(words: Sequence[str], environment: Mapping[str, str]) -> Versions:
    """Read the versions that a driver's words name: %O %A %B, then %P %L %X %Y %S if git fills them in."""
    ancestor, ours, theirs = map(Path, words[:3])
    # Git before 2.44 does not know %X, %Y and %S, and leaves them as they are.
    filled_words = ["" if each in _UNFILLED else each for each in words[3:]]
    name, marks, one, other, base = (*filled_words, *[""] * 5)[:5]
    heads = [value for key, value in environment.items() if key.startswith(_HEADS)]
    labels = (one or "HEAD", other or (heads[0] if len(heads) == 1 else "theirs"))
    size = int(marks) if marks.isdigit() else 7
    return Versions(ancestor, ours, theirs, name or str(ours), size, labels, base or "base")


def unite_for_git(versions: Versions) -> int:
    """Unite the three versions of a save, or merge any other file as git would; print only problems.

    Returns the exit code for git: the number of conflicts.
    """
    merged = merge_for_git(versions)
    if merged is None:
        conflicts, problem = merge_texts(versions)
        if problem:
            print_line(problem, error=True)
        return conflicts
    _print_rivals(merged)
    return DONE


def unite_conflict_copies(campaign: Campaign, *, as_json: bool = False) -> bool:
    """Unite the conflict copies beside a save into it; return whether the save has every event."""
    copies = campaign.conflict_copies()
    old_count = len(campaign.history)
    campaign.unite(copies)
    sharing = campaign.share()
    print_notes(sharing.notes)
    if sharing.refusal is not None:
        print_line(refusal_sentence(sharing.refusal), error=True)
        return False
    new = len(campaign.history) - old_count
    if not as_json:
        print_done(say("merge.united_new", copies=len(copies), path=campaign.save.path.name, events=new))
    _print_doubled(campaign, len(copies), new, as_json=as_json)
    return True


def _print_doubled(campaign: Campaign, copies: int, events: int, *, as_json: bool) -> None:
    """Print what the copies have done twice, a round that both ended for one; or all as JSON."""
    decisions = [*doubled_lines(campaign.history)]
    if as_json:
        path = str(campaign.save.path)
        print_answer(MergeAnswer(path=path, copies=copies, events=events, doubled=decisions))
    elif decisions:
        print_line("\n".join((say("doubled.heading"), *(f"  {each}" for each in decisions))))


def _print_rivals(merged: MergedEvents) -> None:
    if merged.rivals:
        print_line(say("merge.two_versions", events=len(merged.rivals)), error=True)
