"""`tracker list`: the campaigns of the saves folder."""

import json
from typing import Any

from tracker.cli.shell import DONE, Shell
from tracker.store.campaigns import Listed, list_campaigns, title_of
from tracker.wording.exports import moment
from tracker.wording.language import _
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import term, words_of


def answer_list(shell: Shell) -> int:
    """Print the campaigns of the saves folder, the last played first."""
    folder, as_json = shell.places.saves, shell.arguments.json
    campaigns = list_campaigns(folder)
    for each in campaigns:
        print(json.dumps(_listed_json(each), ensure_ascii=False) if as_json else _listed_text(each))
    if not campaigns and not as_json:
        print(_("No hay campañas en {folder}.").format(folder=folder))
    return DONE


def _listed_text(campaign: Listed) -> str:
    if campaign.refusal:
        return f"{campaign.name}: {refusal_sentence(campaign.refusal)}"
    system = term(words_of(campaign.system), "system", campaign.system)
    return f"{campaign.name}: {title_of(campaign)} · {system} · {moment(campaign.modified)}"


def _listed_json(campaign: Listed) -> dict[str, Any]:
    return {
        "name": campaign.name,
        "title": title_of(campaign),
        "system": campaign.system,
        "path": str(campaign.path),
        "modified": int(campaign.modified),
        "refusal": refusal_sentence(campaign.refusal) if campaign.refusal else None,
    }
