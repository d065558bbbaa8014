"""Commands of the log: notes, undo and redo, the campaign's name, versions, seals."""

from tracker.commands.command import Command
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session import doubled, versions
from tracker.session.event import Draft, Fresh
from tracker.session.history import History
from tracker.session.moves import campaign, seal
from tracker.session.moves import undo as moves
from tracker.session.moves.amend import amend_last, amendable


def note(reader: Reader) -> Command:
    """Read `note TEXT`."""
    text = reader.take_rest()
    return Command("note", lambda history, roll, fresh: campaign.note(history.session, text))


def rename(reader: Reader) -> Command:
    """Read `title NAME`."""
    title = reader.take_rest_name()
    return Command("title", lambda history, roll, fresh: campaign.rename(history.session, title))


def undo(reader: Reader) -> Command:
    """Read `undo [N]`: the last act, or the one at place N, from 1 for the last."""
    place = reader.take_number("N") if reader.peek() is not None else 1
    reader.expect_end()
    return Command("undo", lambda history, roll, fresh: moves.undo(history, place))


def redo(reader: Reader) -> Command:
    """Read `redo`."""
    reader.expect_end()
    return Command("redo", lambda history, roll, fresh: moves.redo(history))


def amend(reader: Reader) -> Command:
    """Read `amend N`: the new figure of the last act of the GM who types."""
    text, gm = reader.take_rest(), reader.context.gm
    if not text:
        raise Refusal("missing", what=blank("N"), usage=reader.usage)

    def play_log(history: History, roll: Roll, _fresh: Fresh) -> Draft:
        from tracker.commands.acts import figure_of  # noqa: PLC0415 - most lines of `tracker do` are no act

        _event, asked = amendable(history, gm)
        param = next(
            each for each in history.session.game.acts[asked.act].params if each.name == asked.figure
        )
        return amend_last(history, gm, figure_of(param, text), roll)

    return Command("amend", play_log)


def version(reader: Reader) -> Command:
    """Read `version [N [leave]]`.

    N counts the hidden versions of texts first: the version becomes the text. Goods taken twice follow: undo
    the second taking, or let it stand with `leave`.
    """
    place = reader.take_number("N") if reader.peek() is not None else 1
    stays = reader.take_keyword_or_prefix("leave")
    reader.expect_end()

    def play_version(history: History, _roll: Roll, _fresh: Fresh) -> Draft:
        texts, goods = versions.hidden_versions(history), doubled.doubled_events(history)
        if 1 <= place <= len(texts) and not stays:
            from tracker.session.moves.game_file import take_version  # noqa: PLC0415 - few have versions

            each, version = texts[place - 1]
            return take_version(history, each.path, version.text)
        if not 1 <= place - len(texts) <= len(goods):
            raise Refusal("no_such_version")
        event_id = goods[place - len(texts) - 1].event
        return doubled.accept_doubled(history, event_id) if stays else moves.undo_event(history, event_id)

    return Command("version", play_version)


def seal_dice(reader: Reader) -> Command:
    """Read `seal`."""
    reader.expect_end()
    return Command("seal", lambda history, roll, fresh: seal.ask_to_seal())


def open_dice(reader: Reader) -> Command:
    """Read `unseal`."""
    reader.expect_end()
    return Command("unseal", lambda history, roll, fresh: seal.ask_to_open())
