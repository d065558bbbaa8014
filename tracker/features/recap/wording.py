"""The story of evenings as text and Markdown, and as a note of a vault."""

import json
import re
from collections.abc import Callable, Mapping, Sequence

from tracker.features.recap.evening_page import evening_page
from tracker.session.history import History
from tracker.session.recap import Evening
from tracker.wording.contract import Answer
from tracker.wording.exports import markdown_escaped, moment
from tracker.wording.recap import recap_paragraphs, recap_title


def _as_text(history: History, evenings: Sequence[Evening]) -> str:
    parts = [history.session.title]
    for evening in evenings:
        parts += [recap_title(evening), *recap_paragraphs(evening)]
    return "\n\n".join(parts)


def _as_markdown(history: History, evenings: Sequence[Evening]) -> str:
    parts = [f"# {markdown_escaped(history.session.title)}"]
    for evening in evenings:
        parts += [
            f"## {markdown_escaped(recap_title(evening))}",
            *map(markdown_escaped, recap_paragraphs(evening)),
        ]
    return "\n\n".join(parts)


class EveningAnswer(Answer, frozen=True, kw_only=True):
    """One evening: when it was played, how long in seconds, and its story in paragraphs."""

    number: int
    title: str
    at: int
    seconds: int
    players: bool
    paragraphs: list[str]


def evening_answer(evening: Evening) -> EveningAnswer:
    return EveningAnswer(
        number=evening.number,
        title=recap_title(evening),
        at=evening.at,
        seconds=evening.seconds,
        players=evening.players,
        paragraphs=[*recap_paragraphs(evening)],
    )


RECAPS: dict[str, Callable[[History, Sequence[Evening]], str]] = {
    "text": _as_text,
    "md": _as_markdown,
    "html": evening_page,
}
"""The writer of each format, by the format's name."""


def note_head(title: str, evening: Evening, ids: Mapping[str, str]) -> str:
    """Write the front matter and the heading of an evening's note; `ids` name its owner."""
    lines = {
        "campaign": title,
        "evening": str(evening.number),
        "played": moment(evening.at),
        **ids,
    }
    front = "\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in lines.items())
    return f"---\n{front}\n---\n\n# {markdown_escaped(recap_title(evening))}\n\n"


def note_block(evening: Evening) -> str:
    """Write an evening in Markdown, with a link for each name."""
    names = {*evening.party, *(name for fight in evening.fights for name in fight.foes)}
    text = "\n\n".join(map(markdown_escaped, recap_paragraphs(evening)))
    if not names:
        return text
    # Longest first, so that `Bren` does not cut `Bren the Red`.
    longest_first = sorted(map(markdown_escaped, names), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")
    return pattern.sub(lambda match: f"[[{match[1]}]]", text)
