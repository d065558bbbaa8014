"""A campaign as a verb finds it."""

from tracker.cli.shell import Shell, now
from tracker.store.campaign import Campaign


def opened(shell: Shell) -> Campaign:
    """Open the save that was asked for, given by path or by name."""
    return Campaign.open(shell.save(shell.arguments.save), shell.places.journals, shell.gm, now)
