"""The switch that lets Assent start at login.

Owns: its row, on the page of settings and at the end of the welcome.

Invariants: what it shows is what the host read from the entry at that moment; it changes nothing but by a press.
"""

from __future__ import annotations

from typing import Final

from host.control.protocol import ReadAutostart, SwitchAutostart
from host.control.views import Autostart
from host.text import one_line
from ui.label_text import wrappable
from ui.link import Link
from ui.settings.rows import ChoiceRow
from ui.tr import mark, sentence, tr

TITLE: Final = mark("Start at login")
DOC: Final = mark("Assent waits in the tray, so that no app has to start it.")
GROUP: Final = mark("Starting")
_LONGEST_WORD: Final = 60
_LONGEST_PATH: Final = 160


class AutostartRow(ChoiceRow):
    """On or off, with what is wrong with the entry."""

    def __init__(self, link: Link) -> None:
        super().__init__(tr(TITLE), tr(DOC), (("on", tr("On")), ("off", tr("Off"))), "off")
        self._link = link
        self.chosen.connect(self._switch)

    def read(self) -> None:
        """Ask the host how it stands."""
        self._link.send(ReadAutostart(), self._show, self.show_error)

    def _switch(self, value: str) -> None:
        self._link.send(SwitchAutostart(value == "on"), self._show, self._failed)

    def _show(self, now: Autostart) -> None:
        self.choose("on" if now.state == "on" else "off")
        place = one_line(now.entry, _LONGEST_PATH)
        said = tr("{why} It stands in {place}.", why=sentence(now.why), place=place) if now.why else ""
        self.show_error(wrappable(said, _LONGEST_WORD))

    def _failed(self, why: str) -> None:
        self.read()
        self.show_error(why)
