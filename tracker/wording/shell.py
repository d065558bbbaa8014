"""Mistakes in a command line of the shell, as sentences."""

from tracker.wording.messages import said, say

WRONG: dict[str, str] = {
    "no_verb": "shell.there_is_no_command",
    "no_verb_near": "shell.there_is_no_command_did",
    "no_option": "shell.there_is_no_option",
    "no_option_near": "shell.there_is_no_option_did",
    "no_topic": "shell.there_is_no_help",
    "no_topic_near": "shell.there_is_no_help_about",
    "no_theme": "shell.there_is_no_theme",
    "option_value": "shell.needs_a_value",
    "option_values": "shell.needs_two_values",
    "option_flag": "shell.takes_no_value",
    "option_number": "shell.takes_a_number_and",
    "choice": "shell.will_not_do",
    "word_missing": "shell.is_missing",
    "word_extra": "shell.is_one_word_too",
    "merge_git": "shell.git_takes_three_files",
    "merge_output": "shell.several_saves_need_o",
}


def wrong_usage(code: str, value: str, right: str, usage: str) -> str:
    """Return the mistake in a command line, and the usage of the verb."""
    sentence = say(WRONG[code], value=value, right=said(right))
    return say("shell.usage", sentence=sentence, usage=usage)
