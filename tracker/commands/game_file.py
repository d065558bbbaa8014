"""The command that chooses the game file and house rules of a campaign."""

from tracker.commands.command import Command
from tracker.commands.reading import Reader


def play_by(reader: Reader) -> Command:
    """Read `rules [FILE]`, or `rules none` to give up house rules."""
    from tracker.session.moves import game_file  # noqa: PLC0415 - few campaigns are played by a file

    if reader.is_last_keyword("nothing"):
        return Command("rules", lambda history, roll, fresh: game_file.play_plainly(history))
    text = reader.context.game_text(reader.take_rest())
    return Command("rules", lambda history, roll, fresh: game_file.play_by(history, text))
