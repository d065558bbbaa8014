"""Playing the lines of a GM's own key, with what they ask for."""

from collections.abc import Mapping, Sequence

from tracker.commands.own_line import asked_in, filled, lines_of
from tracker.commands.reading import LONGEST_LINE
from tracker.rules.glance import Tone
from tracker.screens.asking.lines import LineAsker
from tracker.screens.table.campaign_screen import CampaignScreen
from tracker.widgets.preferences import OwnKey
from tracker.widgets.text_prompt import Refused, TextPrompt
from tracker.wording.messages import say

Step = tuple[str, tuple[str, ...]]
"""A line, and the rows that it is for."""


class OwnKeyPlayer:
    """Plays one press of a GM's own key: all answers and rows first, and then each line as an event."""

    def __init__(self, screen: CampaignScreen, asker: LineAsker, own: OwnKey) -> None:
        self._screen = screen
        self._asker = asker
        self._own = own
        self._questions = asked_in(own.line)

    def play(self, answers: Mapping[str, str], refused: Refused | None = None) -> None:
        """Ask the first question without an answer; with all answers, play the lines."""
        question = next((each for each in self._questions if each not in answers), None)
        if question is None:
            self._choose([filled(each, answers) for each in lines_of(self._own.line)], (), answers)
            return

        def answered(text: str | None) -> None:
            if text is not None:
                self.play({**answers, question: text})

        prompt = TextPrompt(question, max_length=LONGEST_LINE, refused=refused)
        self._screen.app.push_screen(prompt, answered)

    def _choose(self, lines: Sequence[str], steps: Sequence[Step], answers: Mapping[str, str]) -> None:
        """Find the rows of each line before any is played: a line may move the cursor or remove marks."""
        if len(steps) == len(lines):
            self._play(steps, answers)
            return
        line = lines[len(steps)]
        self._screen.with_rows(line, lambda rows: self._choose(lines, (*steps, (line, rows)), answers))

    def _play(self, steps: Sequence[Step], answers: Mapping[str, str]) -> None:
        """Play the first line, and the others once it counts; a refused line is the last."""
        (line, rows), *others = steps
        refusals: list[str] = []

        def go_on() -> None:
            if others:
                self._play(others, {})

        self._asker.play_or_ask(line, self._title, rows, again=refusals.append, then=go_on)
        if refusals:
            self._refuse(refusals[0], [each for each, _rows in others], answers)

    def _refuse(self, why: str, left: Sequence[str], answers: Mapping[str, str]) -> None:
        """Ask the last question again if nothing was played yet; else say what is left."""
        if answers:
            *_before, last = self._questions
            before = {question: text for question, text in answers.items() if question != last}
            self.play(before, Refused(answers[last], why))
        elif left:
            self._screen.say(say("own_keys.stopped", why=why, left="; ".join(left)), Tone.BAD)

    def _title(self, _names: str) -> str:
        return self._own.label or say("own_keys.rest", line=self._own.line)
