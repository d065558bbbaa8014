"""One line of a jump in time, in words."""

from tracker.session.history import History
from tracker.session.moves.jump import JumpLine
from tracker.session.state import Session
from tracker.wording.language import _
from tracker.wording.report import pending_line
from tracker.wording.words import term, words_of


def jump_text(line: JumpLine, before: Session, after: Session, history: History) -> str:
    """Return a line of a jump: a roll and its count, or the end of an effect."""
    key = line.keys[0]
    if not line.effect:
        told = pending_line(after, after.pending[key], history)
        return f"{told} ×{len(line.keys)}" if len(line.keys) > 1 else told
    effect = before.effects[key]
    name = term(words_of(before.system), "condition", effect.condition) if effect.condition else effect.name
    return _("{who} · acaba {name}").format(who=history.names.get(effect.who, ""), name=name)
