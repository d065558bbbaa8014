"""Playing the lines of a GM's own key, with what they ask for."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from tracker.commands.own_line import asked_in, fill_in, lines_of
from tracker.commands.reading import LONGEST_LINE
from tracker.rules.glance import Tone
from tracker.screens.asking.lines import LineAsker
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.widgets.preferences import OwnKey
from tracker.widgets.text_prompt import RefusedText, TextPrompt
from tracker.wording.messages import say

Rows = tuple[str, ...]
Step = tuple[str, Rows]
"""A line, and the rows that it is for."""


class OwnKeyPlayer:
    """Plays one press of a GM's own key: all answers and rows first, and then each line as an event."""

    def __init__(self, screen: CampaignScreen, asker: LineAsker, own: OwnKey) -> None:
        self._screen = screen
        self._asker = asker
        self._own = own
        self._questions = asked_in(own.line)

    def play(self, answers: Mapping[str, str], refused: RefusedText | None = None) -> None:
        """Ask the first question without an answer; with all answers, play the lines."""
        question = next((each for each in self._questions if each not in answers), None)
        if question is None:
            self._choose([fill_in(each, answers) for each in lines_of(self._own.line)], (), answers)
            return

        def on_answer(text: str | None) -> None:
            if text is not None:
                self.play({**answers, question: text})

        prompt = TextPrompt(question, max_length=LONGEST_LINE, refused=refused)
        self._screen.app.push_screen(prompt, on_answer)

    def _choose(self, lines: Sequence[str], steps: Sequence[Step], answers: Mapping[str, str]) -> None:
        """Find the rows of each line before any is played: a line may move the cursor or remove marks."""
        for line in lines[len(steps) :]:
            go_on = partial(self._choose_on, lines, steps, answers)
            found = _given_at_once(partial(self._screen.with_rows, line), go_on)
            if found is None:
                return
            steps = (*steps, (line, found))
        self._play(steps, answers)

    def _choose_on(
        self, lines: Sequence[str], steps: Sequence[Step], answers: Mapping[str, str], rows: Rows
    ) -> None:
        """Go on behind the line whose rows the GM has chosen."""
        self._choose(lines, (*steps, (lines[len(steps)], rows)), answers)

    def _play(self, steps: Sequence[Step], answers: Mapping[str, str]) -> None:
        """Play each line once the one before counts; a refused line is the last."""
        left = list(steps)
        while left:
            (line, rows), *left = left
            refusals: list[str] = []
            play, go_on = partial(self._play_one, line, rows, refusals), partial(self._play_on, tuple(left))
            counts = _given_at_once(play, go_on) is not None
            if refusals:
                self._refuse(refusals[0], [each for each, _rows in left], answers)
            if not counts:
                return
            answers = {}

    def _play_one(self, line: str, rows: Rows, refusals: list[str], then: Callable[[Rows], None]) -> None:
        self._asker.play_or_ask(line, self._title, rows, again=refusals.append, then=partial(then, rows))

    def _play_on(self, left: Sequence[Step], _rows: Rows) -> None:
        """Go on behind a line that has asked something."""
        self._play(left, {})

    def _refuse(self, why: str, left: Sequence[str], answers: Mapping[str, str]) -> None:
        """Ask the last question again if nothing was played yet; else say what is left."""
        if answers:
            *_before, last = self._questions
            before = {question: text for question, text in answers.items() if question != last}
            self.play(before, RefusedText(answers[last], why))
        elif left:
            self._screen.say(say("own_keys.stopped", why=why, left="; ".join(left)), Tone.BAD)

    def _title(self, _names: str) -> str:
        return self._own.label or say("own_keys.rest", line=self._own.line)


def _given_at_once(
    ask: Callable[[Callable[[Rows], None]], None], later: Callable[[Rows], None]
) -> Rows | None:
    """Return the rows with which `ask` calls back at once; None if it does later, or not at all.

    A loop goes on with them: one call inside the other would end at the hundredth line.
    """
    given: list[Rows] = []
    is_past = False

    def take(rows: Rows) -> None:
        if is_past:
            later(rows)
        else:
            given.append(rows)

    ask(take)
    is_past = True
    return given[0] if given else None
