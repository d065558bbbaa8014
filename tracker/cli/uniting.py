"""`tracker merge`: copies of a save that went apart, united."""

import sys
from pathlib import Path

from tracker.store.campaign import Campaign
from tracker.store.merge import United, merge, merge_for_git
from tracker.wording.language import _
from tracker.wording.sentences import refusal_sentence

Paths = list[Path]


def unite_files(paths: Paths, target: Path) -> None:
    """Unite saves into one and say how much it holds."""
    united = merge(paths, target)
    told = _("Copias unidas en {path}: {copies}. Sucesos: {events}.")
    print(told.format(copies=len(set(paths)), path=target, events=len(united.entries)))
    _tell_rivals(united)


def unite_for_git(paths: Paths) -> None:
    """Answer git, which only wants to hear what is wrong."""
    ancestor, ours, theirs = paths
    _tell_rivals(merge_for_git(ancestor, ours, theirs))


def unite_conflict_copies(campaign: Campaign) -> bool:
    """Unite what lies beside a save into it; returns whether the save has it all now."""
    copies = campaign.conflict_copies()
    before = len(campaign.history)
    campaign.unite(copies)
    sharing = campaign.share()
    if sharing.refusal is not None:
        print(refusal_sentence(sharing.refusal), file=sys.stderr)
        return False
    told = _("Copias unidas en {path}: {copies}. Sucesos nuevos: {events}.")
    new = len(campaign.history) - before
    print(told.format(copies=len(copies), path=campaign.save.path.name, events=new))
    return True


def tell_conflict_copies(campaign: Campaign, name: str) -> None:
    """Say on standard error that copies lie beside a save, and how to unite them."""
    copies = campaign.conflict_copies()
    if copies:
        told = _("Copias de {path} que se separaron de ella: {copies}. «tracker merge {name}» las une.")
        sentence = told.format(copies=len(copies), path=campaign.save.path.name, name=name)
        print(sentence, file=sys.stderr)


def _tell_rivals(united: United) -> None:
    if united.rivals:
        told = _("Sucesos que venían en dos versiones: {events}. Queda la misma en todas las copias.")
        print(told.format(events=len(united.rivals)), file=sys.stderr)
