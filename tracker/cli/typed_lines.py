"""The lines that a GM types at `tracker do` in a terminal, with what others do in between."""

from collections.abc import Iterator

from tracker.cli.printing import print_line
from tracker.commands.completion import completions, usage_by_verb
from tracker.commands.parse import verb_of
from tracker.rules.refusal import Refusal
from tracker.store.campaign import Campaign
from tracker.wording.messages import say
from tracker.wording.report import now_sentence
from tracker.wording.sentences import refusal_sentence, sentences
from tracker.wording.words import term, words_of

PROMPT = "> "


def typed_lines(campaign: Campaign) -> Iterator[str]:
    """Yield each line until Ctrl+D or Ctrl+C; before it is played, print what other GMs did meanwhile.

    `?` lists the verbs, `? damage` gives the usage of one; neither is played. Arrow keys bring earlier lines
    back, and Tab completes verbs and names, where the system has readline.
    """
    print_line(f"{now_sentence(campaign.history)} {say('play.type_lines')}", error=True)
    line_history, known_ids = campaign.typed_lines, {each.id for each in campaign.history}
    _offer(campaign, line_history.lines())
    while True:
        try:
            line = input(PROMPT)
        except (EOFError, KeyboardInterrupt):
            print_line("", error=True)
            return
        campaign.share()
        for event in campaign.history:
            if event.id not in known_ids and event.gm != campaign.gm:
                text = " ".join(sentences(event, campaign.history))
                print_line(say("play.another_gm", gm=event.gm, told=text))
        line_history.add(line)
        if line.strip().startswith("?"):
            print_line(_usages(line.strip()[1:], campaign))
            continue
        yield line
        known_ids = {each.id for each in campaign.history}


def _usages(verb: str, campaign: Campaign) -> str:
    """Word the usage of a verb; list all verbs if none is named."""
    usages = usage_by_verb(campaign.session)
    if not verb.strip():
        words = words_of(campaign.session.system)
        return ", ".join(term(words, "verb", each) for each in usages)
    try:
        return usages[verb_of(verb.strip(), campaign.session)]
    except Refusal as refusal:
        return refusal_sentence(refusal)


def _offer(campaign: Campaign, lines: list[str]) -> None:
    """Give the terminal's line editor the earlier lines and the words that Tab completes."""
    try:
        import readline
    except ImportError:
        return

    def completion(_word: str, number: int) -> str | None:
        words = completions(readline.get_line_buffer()[: readline.get_endidx()], campaign.session)
        return words[number] if number < len(words) else None

    for line in lines:
        readline.add_history(line)
    readline.set_completer_delims(" ")
    readline.set_completer(completion)
    # On macOS, `readline` may be libedit, which has another syntax.
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
