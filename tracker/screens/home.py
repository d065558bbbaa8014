"""The home screen: the list of campaigns, last played first."""

from collections.abc import Callable, Iterator, Mapping, Set
from datetime import datetime
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.worker import get_current_worker

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.rules.systems import known_systems
from tracker.rules.text import fold
from tracker.screens.steady import SteadyScreen
from tracker.screens.table.move_player import Again, let_be
from tracker.screens.workspace import Standing, Workspace
from tracker.store.campaigns import CampaignEntry, as_now
from tracker.widgets.bindings import is_bound, keys_at, menu_of
from tracker.widgets.columns import Column
from tracker.widgets.entry import Entry
from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.key import ALWAYS, AWAY
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.picker import Option, Picker
from tracker.widgets.question import Confirm
from tracker.widgets.status_line import Part, StatusLine
from tracker.widgets.text_prompt import RefusedText, TextPrompt
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.dates import played_text
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import game_name

_PROGRAM = "tracker"
_EMPTY = "home.empty"
_ALL_AWAY = "home.all_away"
_NEW, _MANUAL = "new", "manual"
"""Keys of the rows that stand in for campaigns while there are none; no save is named so."""

_Read = TypeVar("_Read")


class HomeScreen(SteadyScreen[None]):
    """Opens a campaign, begins one, or opens a copy of an example."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("home")

    app = getters.app(ThemedApp)

    def __init__(self, workspace: Workspace, refusal: Refusal | None = None) -> None:
        super().__init__()
        self._workspace = workspace
        self._refusal = refusal
        """The reason why the requested save cannot be opened, until it has been shown."""
        self._now: dict[CampaignEntry, CampaignEntry] = {}
        """Entries with titles and games, read once for each version of a campaign's save."""
        self._standings: dict[CampaignEntry, Standing] = {}
        """Parties and moments, read once for each version of a campaign's save."""
        self._folder: tuple[CampaignEntry, ...] = ()
        """All campaigns of the folder."""
        self._examples: tuple[CampaignEntry, ...] = ()
        """The examples, read once there is no campaign."""
        self._is_readable = True
        """Whether the folder could be read last time."""
        self._away: tuple[CampaignEntry, ...] = ()
        """The campaigns that the GM has put away, the latest at the end."""
        self._shows_away = False
        self._wanted = ""
        """The text that the titles of the list must contain."""
        self._played = ""
        """The save at whose table the GM sits; empty at home."""
        self._explained: Line = ()
        """The last line about the campaign under the cursor, to renew it once more has been read."""
        self._elsewhere: Mapping[Path, int] = {}
        """Number of this GM's campaigns in each of the other folders."""

    @property
    def _campaigns(self) -> tuple[CampaignEntry, ...]:
        """The campaigns of the list: those put away, or the others, whose title contains the typed text."""
        return tuple(each for each in self._all_here if fold(self._wanted) in fold(self._title(each)))

    @property
    def _all_here(self) -> tuple[CampaignEntry, ...]:
        """The campaigns put away, or the others, whichever the list shows."""
        return tuple(each for each in self._folder if (each in self._away) is self._shows_away)

    @property
    def moments(self) -> Set[str]:
        """The situations that decide which keys the footer shows."""
        return {ALWAYS, AWAY} if self._shows_away else {ALWAYS}

    def compose(self) -> ComposeResult:
        columns = (
            Column(say("home.campaign"), 20, least=NAME_LENGTH, named=True, sized=True, leads=True),
            Column(say("home.summary"), 30, least=30, named=True, sized=True, priority=1),
            Column(say("home.system"), 15, priority=3, sized=True),
            Column(say("home.last_played"), 16, priority=2, sized=True),
            Column(say("home.party"), 20, least=16, flexible=True, priority=4),
        )
        yield StatusLine()
        yield CampaignsTable(columns, clicks_choose=True, empty=self.app.with_keys(_EMPTY))
        yield Entry(accept=self._open_found, max_length=60)
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        table = self.query_one(LineTable)
        self.watch(table, "highlighted", self._explain, init=False)
        self._leave_search()

    def on_screen_resume(self) -> None:
        """Show the campaigns again when the GM comes back from a table."""
        self.app.show_title(_PROGRAM)
        self._leave_search()
        self.picture()
        self.query_one(LineTable).move_to(self._played)
        self._played = ""
        if self._refusal:
            self.refuse(self._refusal)
            self._refusal = None

    def picture(self) -> None:
        """Read the folder and show its campaigns; their details follow from the background."""
        was_readable, self._is_readable = self._is_readable, False
        try:
            self._folder = self._workspace.campaigns()
            self._is_readable = True
            self._away = self._workspace.put_away().archived_among(self._folder)
            self._elsewhere = self._workspace.elsewhere()
            if not self._folder and not self._examples:
                self._examples = self._workspace.example_entries()
        except Refusal as refusal:
            self.refuse(refusal)
        if self._is_readable and not was_readable:
            self.query_one(Notice).say("")
        self._list()
        self.in_thread(self._read_saves, exclusive=True)

    def _picture_status(self) -> None:
        """Show the program's name, and a hint about the campaigns put away or in other folders."""
        subtitle = say("home.slogan")
        hint = ""
        if self._shows_away:
            subtitle = say("home.archived_count")
        elif self._away:
            hint = self.app.with_keys("home.how_many_away", count=len(self._away))
        elif self._elsewhere:
            folder, count = next(iter(self._elsewhere.items()))
            hint = say("home.elsewhere", count=count, folder=folder)
        self.query_one(StatusLine).show(
            [Part(line((_PROGRAM, Emphasis.STRONG))), Part(line(subtitle), priority=1)],
            [Part(line(hint))] if hint else [],
        )

    def _list(self) -> None:
        self._picture_status()
        now = datetime.fromtimestamp(self._workspace.now())
        titles = [self._title(campaign) for campaign in self._campaigns]
        rows = [
            _row(
                self._now.get(campaign, campaign),
                title if titles.count(title) == 1 else f"{title} · {campaign.name}",
                self._standings.get(campaign, Standing()),
                now,
            )
            for campaign, title in zip(self._campaigns, titles, strict=True)
        ]
        table = self.query_one(LineTable)
        table.empty = self.app.with_keys(self._empty)
        table.show([*self._offers()] if self._offers_beginning else rows)
        self.refresh_bindings()

    @property
    def _offers_beginning(self) -> bool:
        """Whether the list offers ways to begin, because there is no campaign in the folder."""
        # The examples are read once the folder is known to be empty.
        return bool(self._examples) and self._is_readable and not self._folder and not self._wanted

    def _offers(self) -> Iterator[Row]:
        """Yield the ways to begin: a new campaign, a copy of each example, the manual."""
        yield _offer(_NEW, say("home.offer_new"), say("home.offer_new_about"))
        for example in self._examples:
            now = self._now.get(example, example)
            title, system = say("home.offer_example", title=now.title), game_name(now.system)
            yield _offer(str(example.path), title, say("home.offer_example_about", system=system))
        yield _offer(_MANUAL, say("home.offer_manual"), say("home.offer_manual_about"))

    @property
    def _empty(self) -> str:
        if self._wanted:
            return "home.no_such_title"
        if not self._is_readable:
            return "home.not_read"
        return _ALL_AWAY if self._folder else _EMPTY

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer the actions of a campaign only if there is one, and the list of those put away likewise."""
        match action:
            case "backups" | "chapter" | "rename" | "search":
                return bool(self._campaigns)
            case "put_away":
                return bool(self._campaigns) and not self._shows_away
            case "bring_back" | "away":
                return self._shows_away or bool(self._away)
            case "back":
                return self._shows_away
            case _:
                return True

    def on_key(self, event: events.Key) -> None:
        """Name the menu entry of a letter that has no key here, or say that the letter does nothing."""
        letter = event.key if event.character is not None and event.character.isalpha() else ""
        is_searching = self.query_one(Entry).has_focus
        if not letter or is_searching or is_bound(letter, self, self.app.preferences.keys):
            return
        entry = menu_of(type(self), "m").get(letter)
        if entry is None:
            sentence = self.app.with_keys("table_screen.dead_key", key=letter)
        else:
            action, key_text = self.app.description(entry), self.app.way_shown(f"menu:m {letter}")
            sentence = say("home.in_menu", letter=letter, what=action, key=key_text)
        self.say(sentence, Tone.PLAIN)

    def action_menu(self, menu: str) -> None:
        from tracker.screens.asking.menus import show_menu

        show_menu(self.app, menu, (self, self.app))

    def action_manual(self) -> None:
        from tracker.screens.manual import ManualScreen

        self.app.push_screen(ManualScreen())

    def action_search(self) -> None:
        entry = self.query_one(Entry)
        entry.display = True
        entry.focus()

    def action_move(self, rows: int) -> None:
        """Move the cursor while the GM types a title."""
        self.query_one(LineTable).action_move(rows)

    @on(Entry.Changed)
    def _look_for(self, event: Entry.Changed) -> None:
        if event.value != self._wanted:
            self._wanted = event.value
            self._list()

    @on(Entry.Abandoned)
    def _leave_search(self) -> None:
        entry = self.query_one(Entry)
        entry.value = self._wanted = ""
        entry.display = False
        self._list()
        self.query_one(LineTable).focus()

    def _open_found(self) -> None:
        self.query_one(LineTable).action_choose()

    def _title(self, campaign: CampaignEntry) -> str:
        return self._now.get(campaign, campaign).title or campaign.name

    def _read_saves(self) -> None:
        """Read titles and parties in the background, while the list is already shown."""
        # Titles come first: reading a party folds the whole save.
        for campaign in self._unread(self._now):
            self._remember(self._now, campaign, as_now(campaign))
        for example in self._examples if self._offers_beginning else ():
            if example not in self._now:
                self._remember(self._now, example, as_now(example))
        for campaign in self._unread(self._standings):
            self._remember(self._standings, campaign, self._workspace.standing(campaign))

    def _unread(self, cache: Mapping[CampaignEntry, object]) -> Iterator[CampaignEntry]:
        """Yield the campaigns that are not yet in a cache, until the worker is cancelled."""
        for campaign in self._campaigns:
            if get_current_worker().is_cancelled:
                return
            if not campaign.refusal and campaign not in cache:
                yield campaign

    def _remember(self, cache: dict[CampaignEntry, _Read], campaign: CampaignEntry, details: _Read) -> None:
        def show() -> None:
            if not self.query(Notice):  # the program is being left
                return
            is_told = self.query_one(Notice).text == self._explained
            cache[campaign] = details
            self._list()
            if is_told:
                self._explain(self.query_one(LineTable).cursor_key)

        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(show)

    @on(LineTable.Chosen)
    def _open(self, event: LineTable.Chosen) -> None:
        match event.key:
            case key if key == _NEW:
                self.action_new()
            case key if key == _MANUAL:
                self.action_manual()
            case path if self._offers_beginning:
                self._play_new(lambda: self._workspace.copy_example(Path(path).stem))
            case path:
                self.play(Path(path))

    def action_new(self) -> None:
        title = say("home.campaign_name")

        def named(name: str | None) -> None:
            if name:
                self._ask_game(title, name)

        self.app.push_screen(TextPrompt(title, max_length=NAME_LENGTH), named)

    def _ask_game(self, title: str, name: str) -> None:
        """Ask for the game of a new campaign and begin it; a refused name is asked for again."""
        options = [Option(key, game_name(key)) for key in known_systems()]
        options += [Option(str(path), label) for path, label in self._workspace.games.labels().items()]

        def chosen(system: str | None) -> None:
            if system is None:
                return

            def make(name: str) -> Path:
                return self._workspace.begin(system, name)

            self._play_new(
                lambda: make(name), lambda refusal: self._ask_name(title, make, RefusedText(name, refusal))
            )

        self.app.push_screen(Picker(say("home.which_system"), options), chosen)

    def _ask_name(
        self,
        title: str,
        make: Callable[[str], Path],
        refusal: RefusedText | None = None,
    ) -> None:
        """Ask for the name of a save, make the save and open it; a refused name is asked for again."""

        def named(name: str | None) -> None:
            if name:
                self._play_new(
                    lambda: make(name),
                    lambda refusal: self._ask_name(title, make, RefusedText(name, refusal)),
                )

        self.app.push_screen(TextPrompt(title, max_length=NAME_LENGTH, refused=refusal), named)

    def action_example(self) -> None:
        """Open a private copy of an example."""
        options = [Option(key, game_name(game)) for key, game in self._workspace.examples().items()]

        def chosen(system: str | None) -> None:
            if system is not None:
                self._play_new(lambda: self._workspace.copy_example(system))

        self.app.push_screen(Picker(say("home.which_example"), options), chosen)

    def action_backups(self) -> None:
        """Take the campaign under the cursor back to a backup, or make another campaign from it."""
        from tracker.screens.backups import go_back

        campaign = self._under_cursor()
        if campaign is not None:
            go_back(self, self._workspace, campaign, self.say)

    def action_chapter(self) -> None:
        """Begin a chapter: a new save that continues the campaign under the cursor."""
        campaign = self._under_cursor()
        if campaign is None:
            return
        question = say("home.chapter_name", title=self._title(campaign))
        self._ask_name(question, lambda title: self._workspace.begin_chapter(campaign.path, title))

    def action_rename(self) -> None:
        campaign = self._under_cursor()
        if campaign is not None:
            self._ask_new_name(campaign)

    def _ask_new_name(self, campaign: CampaignEntry, refusal_of_name: RefusedText | None = None) -> None:
        def named(name: str | None) -> None:
            if not name or name == self._title(campaign):
                return
            try:
                sentence = self._workspace.rename(campaign.path, name)
            except Refusal as refusal:
                self._ask_new_name(campaign, RefusedText(name, _refusal_text(refusal)))
            else:
                self.picture()
                self.say(sentence, Tone.PLAIN)

        question = say("home.new_name", title=self._title(campaign))
        prompt = TextPrompt(question, self._title(campaign), max_length=NAME_LENGTH, refused=refusal_of_name)
        self.app.push_screen(prompt, named)

    def action_put_away(self) -> None:
        """Ask, and put the campaign under the cursor away: it leaves the list, its save stays as it is."""
        campaign = self._under_cursor()
        if campaign is None:
            return
        title = self._title(campaign)

        def on_answer(yes: bool | None) -> None:
            if yes:
                self._put(campaign, self.app.with_keys("home.archived", title=title), away=True)

        self.app.push_screen(Confirm(say("home.archive_question", title=title)), on_answer)

    def action_bring_back(self) -> None:
        """Bring back the campaign under the cursor; in the main list, the one put away last."""
        campaign = self._under_cursor() if self._shows_away else self._away[-1]
        if campaign is not None:
            sentence = say("home.restored", title=self._title(campaign))
            self._put(campaign, sentence, away=False)

    def _put(self, campaign: CampaignEntry, sentence: str, *, away: bool) -> None:
        try:
            self._workspace.put_away().put(campaign, away=away)
        except Refusal as refusal:
            self.refuse(refusal)
            return
        self.picture()
        if self._shows_away and not self._all_here:
            self.action_away()
        self.say(sentence, Tone.PLAIN)

    def action_away(self) -> None:
        self._shows_away = not self._shows_away
        self._leave_search()
        self.picture()

    def action_back(self) -> None:
        """Show the main list again."""
        self.action_away()

    def _under_cursor(self) -> CampaignEntry | None:
        key = self.query_one(LineTable).cursor_key
        return next((each for each in self._campaigns if str(each.path) == key), None)

    def say(self, sentence: str, tone: Tone) -> None:
        self.query_one(Notice).say(sentence, tone)

    def _play_new(self, make: Callable[[], Path], again: Again = let_be) -> None:
        """Make a save and open it; after a refusal, ask again."""
        try:
            path = make()
        except Refusal as refusal:
            self.refuse(refusal)
            again(_refusal_text(refusal))
        else:
            self.play(path)

    def action_help(self) -> None:
        from tracker.screens.pages import help_page

        self.app.push_screen(help_page(self, self.app))

    def play(self, path: Path) -> None:
        try:
            table = self._workspace.table(path)
        except Refusal as refusal:
            self.refuse(refusal)
        else:
            self._played = str(path)
            self.app.push_screen(table)

    def _explain(self, key: str | None) -> None:
        """Show the game and the party of the campaign under the cursor, or why it cannot be opened."""
        campaign = next((each for each in self._campaigns if str(each.path) == key), None)
        if campaign is None and self._offers_beginning:
            self.say(self.app.with_keys(_EMPTY), Tone.PLAIN)
        elif campaign is None:
            self.query_one(Notice).clear()
        elif campaign.refusal:
            self.refuse(campaign.refusal)
        else:
            self._explained = line(self._campaign_text(campaign))
            self.query_one(Notice).say(self._explained)

    def _campaign_text(self, campaign: CampaignEntry) -> str:
        # In a narrow terminal their columns are cut before that of the name.
        system = game_name(self._now.get(campaign, campaign).system)
        standing = self._standings.get(campaign, Standing())
        copies = say("campaigns.copies", count=campaign.copies) if campaign.copies else ""
        return " · ".join(filter(None, [system, standing.party, standing.place, copies]))

    def refuse(self, refusal: Refusal) -> None:
        self.query_one(Notice).say(_refusal_text(refusal), Tone.BAD)


def _offer(key: str, title: str, about: str) -> Row:
    return Row(key, (line((title, Emphasis.STRONG)), line(about), (), (), ()))


def _row(campaign: CampaignEntry, title: str, standing: Standing, now: datetime) -> Row:
    """Return the row of a campaign; `title` is already unique in the list."""
    system = game_name(campaign.system)
    played = played_text(datetime.fromtimestamp(campaign.modified), now)
    if campaign.refusal:
        unreadable = line((say("home.unreadable"), Tone.BAD))
        return Row(
            str(campaign.path),
            (line((title, Tone.BAD)), unreadable, (), (), line(_refusal_text(campaign.refusal))),
        )
    played_by = f"{played} · {standing.gm}" if standing.gm else played
    texts = (standing.place, system, played_by, standing.party)
    return Row(str(campaign.path), (line((title, Emphasis.STRONG)), *map(line, texts)))


def _refusal_text(refusal: Refusal) -> str:
    return refusal_sentence(_with_file_name(refusal))


def _with_file_name(refusal: Refusal) -> Refusal:
    """Replace the path in a refusal by the file name: all saves are in the folder that is shown."""
    path = refusal.data.get("path")
    data = {**refusal.data, "path": Path(path).name} if isinstance(path, str) else refusal.data
    return Refusal(refusal.code, **data)


class CampaignsTable(LineTable):
    """The list of campaigns, in which Enter has its own hint in the key bar."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("campaigns")
