from __future__ import annotations

import pytest

from host.errors import INVALID_REQUEST, ProtocolError
from host.model import JsonObject, JsonValue
from host.wire.handshake import UNSUPPORTED_VERSION, Handshake
from host.wire.messages import Message, RefusedMessage
from host.wire.methods import LEGACY, META_VERSION, MODERN, REVISIONS


def request(method: str, version: JsonValue = None) -> Message:
    params: JsonObject = {"_meta": {META_VERSION: version}} if version is not None else {}
    return Message("request", 1, method, params)


def initialize(params: JsonObject | None) -> Message:
    return Message("request", 1, "initialize", params)


def begun(version: str = LEGACY[-1], capabilities: JsonValue = None) -> Handshake:
    handshake = Handshake()
    declared = {} if capabilities is None else capabilities
    handshake.begin(initialize({"protocolVersion": version, "capabilities": declared}))
    return handshake


@pytest.mark.parametrize("method", ["tools/call", "tools/list", "resources/read", "server/discover", "nonsense"])
def test_nothing_but_the_handshake_and_ping_comes_before_the_handshake(method: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        Handshake().revision_for(request(method))
    assert caught.value.code == INVALID_REQUEST
    assert Handshake().revision_for(request("initialize")) == ""
    assert Handshake().revision_for(request("ping")) == ""


@pytest.mark.parametrize("requested", LEGACY)
@pytest.mark.parametrize("chosen", LEGACY)
def test_the_revision_is_the_requested_one_until_the_server_chooses(requested: str, chosen: str) -> None:
    handshake = begun(requested)
    assert (handshake.revision_for(request("tools/list")), handshake.is_settled) == (requested, False)
    assert handshake.settle({"protocolVersion": chosen})
    assert (handshake.revision_for(request("tools/list")), handshake.is_settled) == (chosen, True)


@pytest.mark.parametrize("requested", ["2099-01-01", MODERN[-1], ""])
def test_a_request_for_an_unknown_revision_is_judged_by_the_newest_with_a_handshake(requested: str) -> None:
    assert begun(requested).legacy_revision == LEGACY[-1]


@pytest.mark.parametrize("chosen", ["2099-01-01", MODERN[-1], "", None, 1, ["2025-11-25"]])
def test_a_server_that_chooses_an_unknown_revision_settles_nothing(chosen: JsonValue) -> None:
    handshake = begun()
    assert not handshake.settle({"protocolVersion": chosen})
    assert not handshake.is_settled


@pytest.mark.parametrize("result", [None, [], "2025-11-25", {}])
def test_an_answer_that_names_no_revision_settles_nothing(result: JsonValue) -> None:
    assert not begun().settle(result)


def test_a_session_is_initialised_once() -> None:
    handshake = begun()
    with pytest.raises(ProtocolError, match="already"):
        handshake.begin(initialize({"protocolVersion": LEGACY[0]}))


def test_a_refused_handshake_may_be_tried_again_and_leaves_nothing_behind() -> None:
    handshake = begun(capabilities={"elicitation": {}})
    handshake.reset()
    assert not handshake.capabilities
    handshake.begin(initialize({"protocolVersion": LEGACY[0]}))
    assert handshake.legacy_revision == LEGACY[0]


@pytest.mark.parametrize("params", [None, {}, {"protocolVersion": None}, {"protocolVersion": 20251125}])
def test_a_handshake_without_a_revision_is_refused_and_agrees_to_nothing(params: JsonObject | None) -> None:
    handshake = Handshake()
    with pytest.raises(ProtocolError):
        handshake.begin(initialize(params))
    assert handshake.legacy_revision == ""


def test_a_modern_request_names_its_own_revision() -> None:
    handshake = Handshake()
    assert handshake.revision_for(request("tools/call", MODERN[-1])) == MODERN[-1]
    assert not handshake.is_settled


@pytest.mark.parametrize("version", REVISIONS)
def test_a_modern_request_in_a_legacy_session_is_refused(version: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        begun().revision_for(request("tools/list", version))
    assert caught.value.code == INVALID_REQUEST


@pytest.mark.parametrize("version", [*LEGACY, "2099-01-01", "", "x" * 1_000])
def test_a_modern_request_in_an_unknown_revision_is_told_which_there_are(version: str) -> None:
    with pytest.raises(RefusedMessage) as caught:
        Handshake().revision_for(request("tools/list", version))
    assert caught.value.code == UNSUPPORTED_VERSION == -32022
    assert caught.value.data == {"supported": list(MODERN), "requested": version[:64]}


@pytest.mark.parametrize("version", [1, True, [], {}, 1.5])
def test_a_revision_is_a_string(version: JsonValue) -> None:
    with pytest.raises(ProtocolError) as caught:
        Handshake().revision_for(request("tools/list", version))
    assert caught.value.code == INVALID_REQUEST


@pytest.mark.parametrize("capabilities", [[], "elicitation", 1])
def test_s27_capabilities_of_another_type_declare_nothing(capabilities: JsonValue) -> None:
    assert not begun(capabilities=capabilities).capabilities
