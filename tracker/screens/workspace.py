"""The campaigns of the saves folder, the examples, and the sources that a table needs."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.screens.table_screen import TableScreen
from tracker.session.event import Event, Fresh
from tracker.store.backups import Backup, Backups
from tracker.store.campaign import Campaign, Now, Spectator
from tracker.store.campaigns import (
    CampaignEntry,
    Places,
    PutAway,
    brief_entry,
    copy_of,
    copy_of_example,
    game_in,
    list_campaigns,
)
from tracker.store.game_files import ENDING, Ruling, Shelf, read_game_text
from tracker.store.paths import SUFFIX, Folders, title_slug
from tracker.wording.dates import standing_text
from tracker.wording.language import language
from tracker.wording.sentences import sentences


class Standing(Struct, frozen=True):
    """The state of a campaign: its party, its moment, and the GM who played last."""

    party: str = ""
    place: str = ""
    gm: str = ""


class Workspace(Struct, frozen=True):
    """The folders, the GM, and the sources of faces, ids and time."""

    folders: Folders
    gm: str
    roll: Roll
    fresh: Fresh
    now: Now
    kiosk: bool = False
    """Whether only campaigns of the folder may be opened, and no other file."""
    games: Shelf = Shelf(())
    """The folder of game files."""

    def campaigns(self) -> tuple[CampaignEntry, ...]:
        """Return the campaigns of the folder, the last played first."""
        return list_campaigns(self.folders.saves)

    def standing(self, campaign: CampaignEntry) -> Standing:
        """Return the state of a campaign; empty if its save cannot be read."""
        try:
            history = Spectator(campaign.path).history
        except Refusal:
            return Standing()
        session = history.session
        names = [session.creatures[who].name for who in session.party()]
        gm = next((event.gm for event in reversed(history)), "")
        return Standing(", ".join(names), standing_text(session) if len(history) else "", gm)

    def table(self, path: Path) -> TableScreen:
        """Open a save at its table; refuses a save that cannot be opened."""
        campaign = self._open(path)
        campaign.shelf = self.games
        return TableScreen(campaign, self.roll, self.fresh, kiosk=self.kiosk)

    def begin(self, system: str, title: str) -> Path:
        """Begin a campaign of a game (its id, or the path of a game file), and return its save."""
        self.folders.prepare()
        ruling = (
            self.games.ruling(read_game_text(Path(system))) if system.endswith(ENDING) else Ruling(system)
        )
        path = self.folders.saves / (title_slug(title) + SUFFIX)
        campaign = Campaign.create(
            path,
            self.folders.journals,
            system=ruling.system,
            title=title,
            gm=self.gm,
            now=self.now,
            rules=ruling.rules,
            house=ruling.house,
        )
        campaign.save.close()
        return self._remember_folder(path)

    def copy_example(self, system: str) -> Path:
        """Copy an example into the folder, and return the copy."""
        self.folders.prepare()
        return self._remember_folder(
            copy_of_example(self.games.examples(language())[system], self.folders.saves)
        )

    def rename(self, path: Path, title: str) -> str:
        """Rename a campaign and return the sentence; an undo at its table reverts it."""
        from tracker.session.moves.campaign import rename

        return self._play_elsewhere(path, lambda campaign: campaign.play(rename(campaign.session, title)))

    def elsewhere(self) -> dict[Path, int]:
        """Return the other folders in which this GM has campaigns, and how many; empty in a kiosk."""
        return {} if self.kiosk else Places.for_journals(self.folders.journals).elsewhere(self.folders.saves)

    def put_away(self) -> PutAway:
        return PutAway.for_journals(self.folders.journals)

    def backups(self, campaign: CampaignEntry) -> tuple[Backup, ...]:
        """Return the backups of a campaign, latest first."""
        return tuple(Backups(self.folders.journals, campaign.path, campaign.campaign))

    def rewind(self, path: Path, backup: Backup) -> str:
        """Take a campaign back to a backup and return the sentence; an undo reverts it."""
        return self._play_elsewhere(path, lambda campaign: campaign.rewind(backup))

    def _play_elsewhere(self, path: Path, play: Callable[[Campaign], Event]) -> str:
        """Play one event in a campaign that is not open here, and return its sentence."""
        with closing(self._open(path)) as campaign:
            event = play(campaign)
            campaign.share()
            return " ".join(sentences(event, campaign.history))

    def fork(self, path: Path, backup: Backup) -> Path:
        """Make another campaign from a backup; the old one stays as it is."""
        name = f"{path.stem} {backup.day}".strip()
        return self._remember_folder(copy_of(backup.path, self.folders.saves, name))

    def begin_chapter(self, path: Path, title: str) -> Path:
        """Begin a chapter: a new save that starts with the session of this campaign."""
        with closing(self._open(path)) as campaign:
            campaign.share()
            return self._remember_folder(campaign.begin_chapter(self.folders.saves, title_slug(title), title))

    def _open(self, path: Path) -> Campaign:
        return Campaign.open(self._remember_folder(path), self.folders.journals, self.gm, self.now)

    def _remember_folder(self, path: Path) -> Path:
        """Remember the folder of a save, so that `elsewhere` finds it from other folders."""
        Places.for_journals(self.folders.journals).remember(path.parent)
        return path

    def example_entries(self) -> tuple[CampaignEntry, ...]:
        """List the examples as the list of campaigns shows them, those of the program's games first."""
        return tuple(map(brief_entry, self.games.examples(language()).values()))

    def examples(self) -> dict[str, str]:
        """Return the examples, each with the id of its game in this process."""
        return {key: game_in(path) for key, path in self.games.examples(language()).items()}
