"""Where campaigns come from: the saves folder, the examples, and what a table needs to be played."""

import re
from dataclasses import dataclass
from pathlib import Path

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.screens.table import TableScreen
from tracker.session.moves.party import Fresh
from tracker.store.campaign import Campaign, Now, party_of
from tracker.store.campaigns import Listed, copy_of, list_campaigns
from tracker.store.paths import SUFFIX, Places, examples_folder, slug

_NO_WORD = re.compile(r"[./\\]+")
"""What a title may hold and the name of a file may not: a title typed on the screen is never a path."""


@dataclass(frozen=True, slots=True)
class Venue:
    """The folders, the GM, and where faces, ids and the time come from."""

    places: Places
    gm: str
    roll: Roll
    fresh: Fresh
    now: Now

    def campaigns(self) -> tuple[Listed, ...]:
        """Return the campaigns of the folder, the last played first."""
        return list_campaigns(self.places.saves)

    def party(self, path: Path) -> str:
        """Return the names of a save's party; nothing for a save that cannot be read."""
        try:
            return ", ".join(party_of(path))
        except Refusal:
            return ""

    def table(self, path: Path) -> TableScreen:
        """Open a save at its table; refuses in words what cannot be opened."""
        campaign = Campaign.open(path, self.places.journals, self.gm, self.now)
        return TableScreen(campaign, self.roll, self.fresh)

    def begin(self, system: str, title: str) -> Path:
        """Begin a campaign and return its save."""
        self.places.prepare()
        path = self.places.saves / (slug(_NO_WORD.sub(" ", title)) + SUFFIX)
        campaign = Campaign.create(
            path, self.places.journals, system=system, title=title, gm=self.gm, now=self.now
        )
        campaign.save.close()
        return path

    def copy_example(self, system: str) -> Path:
        """Copy an example into the folder, to be played as the GM's own."""
        self.places.prepare()
        return copy_of(examples_folder() / f"{system}.json", self.places.saves)

    def examples(self) -> tuple[str, ...]:
        """Return the systems that have an example."""
        return tuple(sorted(path.stem for path in examples_folder().glob("*.json")))
