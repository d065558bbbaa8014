"""The list of campaigns at home, which nobody sees under the table that was asked for."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from tracker.widgets.line_table import LineTable
from tracker.wording.language import N_


class CampaignsTable(LineTable):
    """The list of campaigns: what Enter does to one has a hint of its own."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", N_("Abrir"), id="home.open")]
