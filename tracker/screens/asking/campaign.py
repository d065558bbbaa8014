"""Questions about the campaign itself: its settings, a milestone, the choices after a merge."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from tracker.rules.fields import NAME_LENGTH
from tracker.screens.asking.preferring import PREFERENCES, own_key_fields, prefer, preference_fields
from tracker.screens.asking.sheet_form import filled_values, scene_form_fields
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.table.sharer import Sharer
from tracker.session.doubled import accept_doubled, doubled_events
from tracker.session.event import Draft
from tracker.session.history import History
from tracker.session.moves import campaign
from tracker.session.moves.tables import reach
from tracker.session.moves.undo import undo_event
from tracker.session.text import clean
from tracker.session.versions import divided_texts
from tracker.store.merge import ConflictCopy
from tracker.widgets.form import Field, Form
from tracker.widgets.ink import line
from tracker.widgets.picker import Option, Picker
from tracker.widgets.question import Confirm
from tracker.wording.messages import say
from tracker.wording.sentences import event_sentences
from tracker.wording.versions import doubled_text, version_hint, version_text
from tracker.wording.words import term, words_of

_MOUSE = "mouse"
"""The key of the field about the mouse."""


def ask_settings(player: MovePlayer, old_values: Mapping[str, str] | None = None, refusal: str = "") -> None:
    """Ask for the settings and play the changed ones; after a refusal, ask again for the rest.

    The last fields are this GM's own and not saved with the campaign: the time at the table, and the mouse.
    """
    app, (yes, no) = player.screen.app, (say("campaign.yes"), say("campaign.no"))

    def on_answer(values: dict[str, str] | None) -> None:
        texts = dict(values or {})
        prefer(player, {name: texts.pop(name) for name in PREFERENCES if name in texts})
        if (mouse := texts.pop(_MOUSE, None)) is not None:
            app.choose_mouse(mouse == yes)
        words = words_of(player.session.system)
        for setting, value in filled_values(
            campaign.settings_of(player.session), texts.copy(), words
        ).items():
            if not player.play(
                partial(_choose_setting, setting, value), partial(ask_settings, player, texts)
            ):
                break
            del texts[setting]

    mouse = Field(
        _MOUSE,
        say("campaign.mouse"),
        yes if app.preferences.mouse else no,
        say("campaign.yours_alone"),
        say("campaign.program"),
        (yes, no),
    )
    fields = [*scene_form_fields(player.session), *own_key_fields(app)]
    fields += [*preference_fields(app.preferences), mouse]
    app.push_screen(Form(say("campaign.campaign_settings"), fields, old_values, refusal), on_answer)


def _choose_setting(setting: str, value: str, history: History) -> Draft:
    return campaign.choose_setting(history.session, setting, value)


def ask_milestone(player: MovePlayer, milestone: str = "") -> None:
    """Reach a milestone; ask which one if none is named."""

    def on_milestone(chosen: str | None) -> None:
        if chosen is not None:
            player.play(lambda history: reach(history.session, chosen))

    if milestone:
        on_milestone(milestone)
        return
    words = words_of(player.session.system)
    options = [Option(each, term(words, "occasion", each)) for each in player.session.game.milestones]
    player.screen.app.push_screen(Picker(say("campaign.what_ends"), options), on_milestone)


def ask_version(player: MovePlayer) -> None:
    """Show what several GMs did at once, and play the choice: a version of a text, or goods taken twice."""
    from tracker.session.moves.game_file import take_version

    history = player.history
    choices: dict[str, Callable[[History], Draft]] = {}
    options = []
    for number, divided in enumerate(divided_texts(history)):
        for index, version in enumerate(divided.versions):
            choices[key := f"{number}.{index}"] = partial(take_version, path=divided.path, text=version.text)
            text, hint = version_text(history, divided, version), version_hint(history, divided, version)
            options.append(Option(key, text, hint))
    for doubled in doubled_events(history):
        event = history[doubled.event]
        undo, leave = f"-{event.id}", f"+{event.id}"
        choices[undo] = partial(undo_event, event_id=event.id)
        choices[leave] = partial(accept_doubled, event_id=event.id)
        options += [
            Option(undo, say("doubled.undo", gm=event.gm), " ".join(event_sentences(event, history))),
            Option(leave, say("doubled.leave"), doubled_text(history, doubled)),
        ]
    if not options:
        return

    def chosen(key: str | None) -> None:
        if key is not None:
            player.play(choices[key])

    title = say("campaign.version_question") if divided_texts(history) else say("doubled.question")
    player.screen.app.push_screen(Picker(title, options), chosen)


def offer_copies(sharer: Sharer, copies: Sequence[ConflictCopy]) -> None:
    """Ask whether to merge the conflict copies into the save, with the number of events in each."""
    entries = sharer.campaign.save.entries.keys()
    key = "copies.new_events"
    details = [
        line(say(key, name=clean(copy.name, NAME_LENGTH), events=len(copy.entries.keys() - entries)))
        for copy in copies
    ]

    def on_answer(yes: bool | None) -> None:
        if yes:
            sharer.campaign.unite(copies)
            sharer.share()

    question = say("copies.question")
    sharer.screen.app.push_screen(Confirm(question, details), on_answer)
