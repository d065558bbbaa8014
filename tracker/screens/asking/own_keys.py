"""Playing the lines of a GM's own key, after asking the questions in them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from tracker.commands.own_line import fill_in, lines_of, questions_in
from tracker.commands.reading import LONGEST_LINE
from tracker.rules.glance import Tone
from tracker.screens.asking.lines import LineAsker
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.widgets.preferences import OwnKey
from tracker.widgets.text_prompt import RefusedText, TextPrompt
from tracker.wording.messages import say

Rows = tuple[str, ...]
Step = tuple[str, Rows]
"""A line, and the ids of the rows that it is for."""


class OwnKeyPlayer:
    """Plays one press of a GM's own key: first all answers and rows, then each line as an event."""

    def __init__(self, screen: CampaignScreen, asker: LineAsker, own: OwnKey) -> None:
        self._screen = screen
        self._asker = asker
        self._own = own
        self._questions = questions_in(own.line)

    def play(self, answers: Mapping[str, str], refusal: RefusedText | None = None) -> None:
        """Ask the first question without an answer; once all are answered, play the lines."""
        question = next((each for each in self._questions if each not in answers), None)
        if question is None:
            self._choose([fill_in(each, answers) for each in lines_of(self._own.line)], (), answers)
            return

        def on_answer(text: str | None) -> None:
            if text is not None:
                self.play({**answers, question: text})

        prompt = TextPrompt(question, max_length=LONGEST_LINE, refused=refusal)
        self._screen.app.push_screen(prompt, on_answer)

    def _choose(self, lines: Sequence[str], steps: Sequence[Step], answers: Mapping[str, str]) -> None:
        """Find the rows of all lines, then play the lines."""
        # A line may move the cursor or remove marks, so no line is played before all rows are known.
        for line in lines[len(steps) :]:
            go_on = partial(self._choose_on, lines, steps, answers)
            rows = _rows_at_once(partial(self._screen.with_rows, line), go_on)
            if rows is None:
                return
            steps = (*steps, (line, rows))
        self._play(steps, answers)

    def _choose_on(
        self, lines: Sequence[str], steps: Sequence[Step], answers: Mapping[str, str], rows: Rows
    ) -> None:
        """Continue after the line whose rows the GM has chosen."""
        self._choose(lines, (*steps, (lines[len(steps)], rows)), answers)

    def _play(self, steps: Sequence[Step], answers: Mapping[str, str]) -> None:
        """Play each line once the one before has been played; a refused line is the last."""
        rest = list(steps)
        while rest:
            (line, rows), *rest = rest
            refusals: list[str] = []
            play, go_on = (
                partial(self._play_one, line, rows, refusals),
                partial(self._play_on, tuple(rest)),
            )
            counts = _rows_at_once(play, go_on) is not None
            if refusals:
                self._refuse(refusals[0], [each for each, _rows in rest], answers)
            if not counts:
                return
            answers = {}

    def _play_one(self, line: str, rows: Rows, refusals: list[str], then: Callable[[Rows], None]) -> None:
        self._asker.play_or_ask(line, self._title, rows, again=refusals.append, then=partial(then, rows))

    def _play_on(self, rest: Sequence[Step], _rows: Rows) -> None:
        """Continue after a line that has asked something."""
        self._play(rest, {})

    def _refuse(self, refusal: str, rest: Sequence[str], answers: Mapping[str, str]) -> None:
        """Ask the last question again if nothing has been played; else name the lines that are not played."""
        if answers:
            *_before, last_question = self._questions
            other_answers = {
                question: text for question, text in answers.items() if question != last_question
            }
            self.play(other_answers, RefusedText(answers[last_question], refusal))
        elif rest:
            self._screen.say(say("own_keys.stopped", why=refusal, left="; ".join(rest)), Tone.BAD)

    def _title(self, _names: str) -> str:
        return self._own.label or say("own_keys.rest", line=self._own.line)


def _rows_at_once(
    ask: Callable[[Callable[[Rows], None]], None], later: Callable[[Rows], None]
) -> Rows | None:
    """Return the rows with which `ask` calls back at once; None if it calls later, or never."""
    rows_at_once: list[Rows] = []
    # A loop uses the returned rows: nested callbacks would reach the recursion limit at the hundredth line.
    is_past = False

    def take(rows: Rows) -> None:
        if is_past:
            later(rows)
        else:
            rows_at_once.append(rows)

    ask(take)
    is_past = True
    return rows_at_once[0] if rows_at_once else None
