from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.errors import ChannelClosed, NotDispatched
from host.model import Call, Decision, JsonObject, sha256_hex
from host.values import replace
from host.wire.dispatch import Permit, dispatch
from host.wire.upstream import Upstream
from tests.unit.host.support import Sent, at, call_params, frozen_call

CALL = frozen_call("call-1", call_params("rm", {"path": "/"}))


def approval(call: Call = CALL) -> Decision:
    return Decision(call.id, call.digest, True, "approver", "ana")


def send(permit: Permit, call: Call = CALL, *, progress: bool = False) -> Sent:
    sent = Sent()
    dispatch(Upstream(sent.send), permit, call, progress=progress, on_response=lambda _: None)
    return sent


def test_s01_exactly_the_bytes_that_were_decided_are_sent() -> None:
    sent = send(Permit(approval()))
    assert sent.frames == [b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":' + CALL.params + b"}"]


def test_s12_a_permit_is_spent_once() -> None:
    permit = Permit(approval())
    send(permit)
    with pytest.raises(NotDispatched, match="already used"):
        send(permit)


def test_a_permit_that_was_tried_on_the_wrong_call_is_spent_too() -> None:
    permit = Permit(approval())
    with pytest.raises(NotDispatched):
        send(permit, replace(CALL, id="call-2"))
    with pytest.raises(NotDispatched, match="already used"):
        send(permit)


@pytest.mark.parametrize(
    "decision",
    [
        replace(approval(), approve=False),
        replace(approval(), call_id="call-2"),
        replace(approval(), call_id=""),
        replace(approval(), digest="0" * 64),
        replace(approval(), digest=CALL.digest.upper()),
        replace(approval(), digest=""),
    ],
)
def test_s12_a_decision_about_anything_else_sends_nothing(decision: Decision) -> None:
    sent = Sent()
    with pytest.raises(NotDispatched):
        dispatch(Upstream(sent.send), Permit(decision), CALL, progress=False, on_response=lambda _: None)
    assert not sent.frames


def test_s01_the_digest_is_taken_of_the_bytes_and_not_believed() -> None:
    swapped = replace(CALL, params=b'{"name":"rm","arguments":{"path":"/etc"}}')
    assert swapped.digest == approval().digest
    with pytest.raises(NotDispatched):
        send(Permit(approval()), swapped)


def test_a_lost_server_is_sent_nothing() -> None:
    sent, permit = Sent(), Permit(approval())
    upstream = Upstream(sent.send)
    upstream.close(ChannelClosed("gone"))
    with pytest.raises(ChannelClosed):
        dispatch(upstream, permit, CALL, progress=False, on_response=lambda _: None)
    assert not sent.frames


@given(
    st.text(),
    st.dictionaries(st.text(), st.integers() | st.text()),
    st.dictionaries(st.text().filter(lambda key: key != "progressToken"), st.integers() | st.text() | st.none()),
)
def test_s01_what_is_sent_less_the_progress_token_has_the_digest_of_the_decision(
    name: str, arguments: JsonObject, meta: JsonObject
) -> None:
    call = frozen_call("call-1", {"name": name, "arguments": arguments, "_meta": meta})
    sent = Sent()
    number = dispatch(Upstream(sent.send), Permit(approval(call)), call, progress=True, on_response=lambda _: None)
    params = at(json.loads(sent.frames[0]), "params")
    assert at(params, "_meta", "progressToken") == number
    token = b'"progressToken":%d' % number
    frame = sent.frames[0].removeprefix(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":').removesuffix(b"}")
    less = frame.replace(b'{"_meta":{' + token + (b"," if meta else b"},"), b'{"_meta":{' if meta else b"{", 1)
    assert sha256_hex(less) == call.digest == sha256_hex(call.params)
