"""What the window tells and asks the host about a question, short of answering it.

Owns: the way of signatures, edits, comparisons and explanations to the host, and of what it says back; and that the
person works.

Invariants: a reply names the call that it is about, and is dropped where the window shows another.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from host.control.protocol import CallSigned, CheckEdit, CompareCall, EditCall, SignCall, WhyCall, Working
from host.control.views import SigningView
from ui.consent.window import ConsentWindow
from ui.link import Link


class HostRequests(QObject):
    """Carries these requests between one window and the host.

    Signals:
        signed(CallSigned): a signature was taken. clock_changed(Clock): the time left is another.
    """

    signed = Signal(object)
    clock_changed = Signal(object)

    def __init__(self, link: Link, window: ConsentWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link, self._window = link, window
        window.signed.connect(self._sign)
        window.worked.connect(self._worked)
        window.why_wanted.connect(self._explain)
        window.edit_checked.connect(self._check)
        window.edited.connect(self._edit)
        window.compare_wanted.connect(self._compare)

    def _sign(self, said: SignCall) -> None:
        taken, failed = partial(self._signature_taken, said.call_id), partial(self._signature_failed, said.call_id)
        self._link.send(said, then=taken, failed=failed)

    def _signature_taken(self, call_id: str, signing: SigningView) -> None:
        self.signed.emit(CallSigned(call_id, signing))
        if call_id == self._window.call_id:
            self._window.signature_taken(signing)

    def _signature_failed(self, call_id: str, why: str) -> None:
        if call_id == self._window.call_id:
            self._window.signature_failed(why)

    def _worked(self, call_id: str) -> None:
        self._link.send(Working(call_id), then=self.clock_changed.emit)

    def _explain(self, call_id: str) -> None:
        sheet = self._window.sheet
        self._link.send(WhyCall(call_id), then=partial(sheet.explain, call_id), failed=partial(sheet.fail, call_id))

    def _check(self, said: CheckEdit) -> None:
        taken, failed = partial(self._window.show_check, said.call_id), partial(self._window.edit_failed, said.call_id)
        self._link.send(said, then=taken, failed=failed)

    def _edit(self, said: EditCall) -> None:
        """Where it is taken, the changed call is asked anew, and the window hears of that."""
        self._link.send(said, failed=partial(self._window.edit_failed, said.call_id))

    def _compare(self, said: CompareCall) -> None:
        taken = partial(self._window.show_comparison, said.call_id)
        self._link.send(said, then=taken, failed=partial(self._window.comparison_failed, said.call_id))
