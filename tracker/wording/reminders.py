"""Notes that wait, in words."""

from tracker.session.reminder import Awaits, Reminder
from tracker.session.state import Session
from tracker.wording.dates import moment_text
from tracker.wording.messages import say
from tracker.wording.words import term, words_of


def reminder_text(session: Session, reminder: Reminder) -> str:
    """Return what a note waits for, and its text: `Lía: Salud ≤ mitad: huye la tropa`."""
    return f"{_awaited(session, reminder)}: {reminder.text}"


def _awaited(session: Session, reminder: Reminder) -> str:
    if reminder.awaits is Awaits.TIME:
        return moment_text(session, reminder.figure)
    words, creature = words_of(session.system), session.creatures.get(reminder.who)
    name = creature.name if creature else "—"
    if reminder.awaits is Awaits.CONDITION:
        return f"{name}, {term(words, 'condition', reminder.about)}"
    sign = "≤" if reminder.awaits is Awaits.AT_MOST else "≥"
    figure = say("reminders.half") if reminder.half else str(reminder.figure)
    return f"{name}, {term(words, 'gauge', reminder.about)} {sign} {figure}"
