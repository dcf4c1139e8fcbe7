"""What servers ask of apps, from the server to the app and back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from host import tasks
from host.canonical import canonical
from host.errors import AssentError
from host.gate import limits
from host.gate.app_requests import MAX_REQUEST_BYTES, RATES
from host.gate.refusals import APP_GONE, STOPPED
from host.inspect.asked import MAX_INPUT_REQUESTS
from host.model import Answer, ApprovalRequest, Edit, Effect, JsonObject, JsonValue, Obligations
from host.rates import Rate
from host.wire.methods import MODERN
from tests.unit.host.support import (
    LATEST,
    SERVER,
    Desk,
    Person,
    Session,
    at,
    call_params,
    no,
    text_of,
    turns,
    until,
    yes,
)

ELICIT, ROOTS, SAMPLE = "elicitation/create", "roots/list", "sampling/createMessage"
EVERYTHING: JsonObject = {"sampling": {}, "roots": {}, "elicitation": {"form": {}, "url": {}}}
PROMPT: JsonObject = {"messages": [{"role": "user", "content": {"type": "text", "text": "Capital of France?"}}]}
SAID: JsonObject = {"role": "assistant", "content": {"type": "text", "text": "Paris"}, "model": "m"}
FORM: JsonObject = {"message": "Your name?", "requestedSchema": {"type": "object", "properties": {"name": {}}}}


def url(address: JsonValue) -> JsonObject:
    return {"mode": "url", "message": "Sign in", "elicitationId": "e", "url": address}


class Talk:
    """A legacy session whose app declared everything."""

    def __init__(self, effect: Effect = Effect.ALLOW) -> None:
        self.session = Session(effect)

    async def start(self, capabilities: JsonObject | None = None) -> Session:
        await self.session.shake_hands(LATEST, EVERYTHING if capabilities is None else capabilities)
        return self.session

    def ask(self, request_id: JsonValue, method: str, params: JsonValue) -> None:
        self.session.server.say({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})

    def heard(self, method: str) -> list[JsonObject]:
        """The requests of the server that reached the app."""
        return [value for value in self.session.app.values if isinstance(value, dict) and value.get("method") == method]

    async def answered(self, request_id: JsonValue) -> JsonObject:
        """What the server heard under ``request_id``."""

        def found() -> list[JsonObject]:
            values = (value for value in self.session.server.values if isinstance(value, dict))
            return [it for it in values if it.get("id") == request_id and "method" not in it]

        await until(found)
        (answer,) = found()
        return answer

    def tell(self, request_id: JsonValue, result: JsonValue) -> None:
        self.session.tell({"jsonrpc": "2.0", "id": request_id, "result": result})


async def talking(capabilities: JsonObject | None = None) -> tuple[Talk, Session]:
    talk = Talk()
    return talk, await talk.start(capabilities)


def kinds(session: Session) -> list[str]:
    return [draft.kind for draft in session.log.drafts if draft.kind.startswith("input.")]


# By default


async def test_s27_a_prompt_for_the_apps_model_waits_for_a_person_who_sees_all_of_it() -> None:
    talk, session = await talking()
    person = session.person()
    prompt = PROMPT | {"systemPrompt": "Be brief.", "maxTokens": 5, "modelPreferences": {"hints": [{"name": "x"}]}}
    talk.ask(1, SAMPLE, prompt)
    request = await person.until_asked()
    assert not talk.heard(SAMPLE)
    assert (request.call.method, request.call.arguments_value) == (SAMPLE, prompt)
    assert kinds(session) == ["input.asked"]
    assert json.loads(session.log.of("input.asked")[0].values["asked"]) == prompt
    person.answer(yes(request))
    await until(lambda: talk.heard(SAMPLE))
    assert talk.heard(SAMPLE)[0]["params"] == prompt
    await session.leave()


async def test_s27_the_models_answer_is_seen_by_a_person_before_it_leaves() -> None:
    talk, session = await talking()
    person = session.person()
    talk.ask(1, SAMPLE, PROMPT)
    person.answer(yes(await person.until_asked()))
    await until(lambda: talk.heard(SAMPLE))
    talk.tell(1, SAID)
    review = await person.until_asked(2)
    assert json.loads(review.result or b"") == SAID
    assert not session.server.values
    person.answer(yes(review))
    assert (await talk.answered(1))["result"] == SAID
    assert kinds(session) == ["input.asked", "input.decided", "input.answered", "input.reviewed"]


@pytest.mark.parametrize("asked", [1, 2])
async def test_s27_a_no_to_prompt_or_answer_tells_the_server_nothing_else(asked: int) -> None:
    talk, session = await talking()
    person = session.person()
    talk.ask(1, SAMPLE, PROMPT)
    if asked == 2:
        person.answer(yes(await person.until_asked()))
        await until(lambda: talk.heard(SAMPLE))
        talk.tell(1, SAID)
    person.answer(no(await person.until_asked(asked), "not today"))
    heard = await talk.answered(1)
    assert at(heard, "error", "code") == -1
    assert "Paris" not in str(heard)
    assert "not today" not in str(heard)  # the person's own words are none of the server's business


@pytest.mark.parametrize(("method", "params"), [(ELICIT, FORM), (ROOTS, {})])
async def test_questions_and_folders_pass_by_default_and_their_answers_unseen(method: str, params: JsonObject) -> None:
    talk, session = await talking()
    person = session.person()
    talk.ask(1, method, params)
    await until(lambda: talk.heard(method))
    talk.tell(1, {"action": "accept", "content": {"name": "CANARY"}})
    assert at(await talk.answered(1), "result", "content", "name") == "CANARY"
    assert (person.asked, kinds(session)) == ([], ["input.decided", "input.answered"])
    bodies = [draft.fields for draft in session.log.drafts]
    assert "CANARY" not in str(bodies)
    assert "Your name?" not in str(bodies)


# Rules


async def test_s27_a_rule_may_let_prompts_pass_and_hold_the_answer() -> None:
    talk, session = await talking()
    session.rules.methods = {SAMPLE: Effect.ALLOW}
    session.rules.obligations = Obligations(review_result=True)
    person = session.person()
    talk.ask(1, SAMPLE, PROMPT)
    await until(lambda: talk.heard(SAMPLE))
    talk.tell(1, SAID)
    person.answer(yes(await person.until_asked()))
    assert (await talk.answered(1))["result"] == SAID


async def test_a_person_who_declines_a_question_of_a_server_answers_it() -> None:
    talk, session = await talking()
    session.rules.methods = {ELICIT: Effect.ASK}
    session.quick(no)
    talk.ask(1, ELICIT, FORM)
    assert (await talk.answered(1))["result"] == {"action": "decline"}
    assert not talk.heard(ELICIT)


async def test_s27_a_yes_is_void_where_the_rules_changed_meanwhile() -> None:
    talk, session = await talking()
    person = session.person()
    talk.ask(1, SAMPLE, PROMPT)
    request = await person.until_asked()
    session.rules.methods = {SAMPLE: Effect.DENY}
    person.answer(yes(request))
    assert "error" in await talk.answered(1)
    assert not talk.heard(SAMPLE)


# Limits and faults


@pytest.mark.parametrize(
    ("method", "params", "declared"),
    [
        (ELICIT, url("javascript:alert(1)"), EVERYTHING),
        (ELICIT, url("file:///etc/passwd"), EVERYTHING),
        (ELICIT, url("https://"), EVERYTHING),
        (ELICIT, url("https://a b.example/"), EVERYTHING),
        (ELICIT, url("https://x\u202e.example/"), EVERYTHING),
        (ELICIT, url("https://[::1"), EVERYTHING),
        (ELICIT, url(7), EVERYTHING),
        (ELICIT, url("https://x.example/"), {"elicitation": {}}),
        (ELICIT, FORM, {"elicitation": {"url": {}}}),
        (ELICIT, FORM | {"mode": "telepathy"}, EVERYTHING),
        (SAMPLE, PROMPT | {"tools": []}, EVERYTHING),
        (SAMPLE, PROMPT, {"elicitation": {}}),
    ],
)
async def test_s26_s27_what_is_no_such_request_reaches_nobody(
    method: str, params: JsonObject, declared: JsonObject
) -> None:
    talk, session = await talking(declared)
    person = session.person()
    talk.ask(1, method, params)
    assert "error" in await talk.answered(1)
    assert (person.asked, talk.heard(method)) == ([], [])
    assert [draft.fields["decision"] for draft in session.log.of("input.decided")] == ["deny"]


@pytest.mark.parametrize(
    "params",
    [
        url("http://127.0.0.1:3000/x"),
        FORM | {"requestedSchema": {"properties": {"password": {}}}},
        FORM | {"requestedSchema": {"properties": {f"f{number}": {} for number in range(600)} | {"password": {}}}},
    ],
)
async def test_s26_what_assent_has_to_say_about_a_question_is_said_to_a_person_first(params: JsonObject) -> None:
    talk, session = await talking()
    person = session.person()
    session.rules.methods = {ELICIT: Effect.ASK}
    talk.ask(1, ELICIT, params)
    request = await person.until_asked()
    assert {finding.kind for finding in request.findings} <= {"private-host", "asks-secret"}
    assert request.findings
    person.answer(no(request))
    await talk.answered(1)


async def test_s27_a_second_prompt_while_one_is_open_is_refused() -> None:
    talk, session = await talking()
    person = session.person()
    talk.ask(1, SAMPLE, PROMPT)
    await person.until_asked()
    talk.ask(2, SAMPLE, PROMPT)
    assert "another prompt" in str(at(await talk.answered(2), "error", "message"))
    await session.leave()


async def test_s37_denied_requests_without_end_do_not_fill_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNSENT", Rate(8, 120.0))
    talk, session = await talking({})
    for number in range(11):
        talk.ask(number, ROOTS, {})
        assert "error" in await talk.answered(number)
    assert "not recorded" in str(await talk.answered(10))
    assert kinds(session) == ["input.decided"] * 8
    told = [draft.fields for draft in session.log.of("method.refused")]
    assert [(it["server"], it["method"], it["direction"]) for it in told] == [(SERVER.id, ROOTS, "to app")]
    session.clock.now += 120.0
    talk.ask("later", ROOTS, {})
    assert "did not declare" in str(await talk.answered("later"))
    assert kinds(session) == ["input.decided"] * 9
    await session.leave()


async def test_s27_a_server_asks_only_so_often() -> None:
    talk, session = await talking()
    session.rules.methods = {ROOTS: Effect.ALLOW}
    most = RATES[ROOTS].calls
    for number in range(most + 1):
        talk.ask(number, ROOTS, {})
        await turns()
        talk.tell(number, {"roots": []})
    assert "result" in await talk.answered(most - 1)
    assert "error" in await talk.answered(most)


async def test_s25_a_request_larger_than_anybody_reads_is_refused() -> None:
    talk = Talk()
    await talk.start()
    talk.ask(1, ELICIT, FORM | {"message": "x" * MAX_REQUEST_BYTES})
    assert "error" in await talk.answered(1)


async def test_the_emergency_stop_ends_what_waits_and_refuses_the_rest() -> None:
    talk, session = await talking()
    person = session.person()
    talk.ask(1, SAMPLE, PROMPT)
    await person.until_asked()
    session.gate.emergency_stop("ana")
    assert STOPPED.why in str(at(await talk.answered(1), "error", "message"))
    talk.ask(2, ELICIT, FORM)
    assert "error" in await talk.answered(2)
    assert not talk.heard(ELICIT)


@pytest.mark.expected_logs("the audit log failed")
async def test_a_log_that_fails_passes_nothing_on() -> None:
    talk, session = await talking()
    session.log.full = lambda _: True
    talk.ask(1, ELICIT, FORM)
    assert "error" in await talk.answered(1)
    assert not talk.heard(ELICIT)


async def test_a_server_that_takes_its_question_back_is_not_answered_and_nobody_is_asked_any_more() -> None:
    talk, session = await talking()
    person = session.person()
    talk.ask(1, SAMPLE, PROMPT)
    request = await person.until_asked()
    session.server.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    await until(lambda: person.let_go == [request.call.id])
    await turns()
    assert (session.server.values, session.app.values) == ([], [])


async def test_an_app_that_does_not_answer_in_time_is_not_waited_for() -> None:
    talk = Talk()
    talk.session.live.now = talk.session.live.now.replace(execution_timeout=0.1)
    await talk.start()
    talk.ask(1, ELICIT, FORM)
    async with asyncio.timeout(5):
        assert "in time" in str(at(await talk.answered(1), "error", "message"))
    talk.tell(1, {"action": "accept"})


async def test_a_request_is_in_the_timeline_of_the_one_call_that_runs() -> None:
    talk, session = await talking()
    session.server.on["tools/call"] = lambda _: None
    session.request("a", "tools/call", call_params())
    await until(lambda: session.server.calls)
    talk.ask(1, ELICIT, FORM)
    await until(lambda: talk.heard(ELICIT))
    session.request("b", "tools/call", call_params())
    await until(lambda: len(session.server.calls) == 2)
    talk.ask(2, ELICIT, FORM)
    await until(lambda: len(talk.heard(ELICIT)) == 2)
    first, second = session.log.of("input.decided")
    assert [first.call] == first.fields["during"]
    assert second.call == ""
    assert len(second.fields["during"]) == 2  # type: ignore[arg-type]  # a list
    await session.leave()


# In results (2026-07-28)


def asking(*wanted: JsonObject) -> JsonObject:
    requests: JsonObject = {str(number): request for number, request in enumerate(wanted)}
    return {"result": {"resultType": "input_required", "inputRequests": requests, "requestState": "s"}}


def modern_desk(*wanted: JsonObject, capabilities: JsonObject = EVERYTHING) -> Desk:
    desk = Desk(Effect.ALLOW, revision=MODERN[-1])
    desk.capabilities = capabilities
    desk.server.on["tools/call"] = lambda _: asking(*wanted)
    return desk


async def test_s27_a_result_that_asks_for_a_prompt_is_passed_on_after_a_person_saw_the_prompt() -> None:
    desk = modern_desk({"method": SAMPLE, "params": PROMPT})
    approver = desk.quick()
    run, reply = await desk.call()
    assert at(json.loads(reply.result or b""), "resultType") == "input_required"
    assert [request.call.arguments_value for request in approver.asked] == [PROMPT]
    assert {draft.call for draft in desk.log.of("input.decided")} == {run.call.id}


@pytest.mark.parametrize(
    "wanted",
    [
        ({"method": ROOTS}, {"method": SAMPLE, "params": PROMPT}),
        ({"method": ELICIT, "params": url("javascript:x")},),
        ({"method": "x/own", "params": {}},),
        ({"params": {}},),
        ({"method": ELICIT, "params": []},),
        tuple({"method": ROOTS} for _ in range(MAX_INPUT_REQUESTS + 1)),
    ],
)
async def test_s27_a_result_that_asks_for_what_is_refused_is_withheld_whole(wanted: tuple[JsonObject, ...]) -> None:
    desk = modern_desk(*wanted)
    desk.quick(no)
    _, reply = await desk.call()
    assert "The call cannot go on" in text_of(reply.result)
    assert "requestState" not in str(reply.result)
    assert "not passed on" in str(desk.log.of("call.outcome")[0].fields["because"])


@pytest.mark.expected_logs(r"host\.gate\.gate: a server's request for input could not be logged")
async def test_s37_a_result_whose_request_cannot_be_logged_is_withheld_and_the_outcome_is_kept() -> None:
    desk = modern_desk({"method": SAMPLE, "params": PROMPT})
    approver = desk.quick()
    desk.log.full = lambda draft: draft.kind.startswith("input.")
    run, reply = await desk.call()
    assert "The call cannot go on" in text_of(reply.result)
    assert "requestState" not in str(reply.result)
    assert approver.asked == []
    assert desk.log.story(run.call)[-1] == "call.outcome succeeded"


@pytest.mark.parametrize("method", [ELICIT, ROOTS, SAMPLE])
async def test_s27_a_result_asks_only_for_what_the_app_declared(method: str) -> None:
    desk = modern_desk({"method": method, "params": PROMPT}, capabilities={})
    _, reply = await desk.call()
    assert "did not declare" in text_of(reply.result)


async def test_an_app_that_leaves_while_a_person_looks_at_a_prompt_gets_nothing() -> None:
    desk = modern_desk({"method": SAMPLE, "params": PROMPT})
    person = desk.person()
    run = desk.make_run()
    task = tasks.spawn(desk.through(run), name="call")
    await person.until_asked()
    run.abort(APP_GONE)
    assert (await task).result is None


# Answered in Assent's own window


async def ours(monkeypatch: pytest.MonkeyPatch) -> tuple[Talk, Person]:
    talk, session = await talking()
    monkeypatch.setattr(session.gate.inspection, "is_our_own", lambda _: True)
    return talk, session.person()


FIELDS: JsonObject = {
    "type": "object",
    "properties": {
        "mail": {"type": "string", "format": "email"},
        "guests": {"type": "integer", "default": 2, "maximum": 8},
    },
    "required": ["mail"],
}
ASKS: JsonObject = {"message": "Whom do we write to?", "requestedSchema": FIELDS}


def fill(request: ApprovalRequest, content: JsonObject) -> Edit:
    return Edit(request.call.id, request.call.digest, canonical(content), "ana")


async def test_s26_a_form_is_filled_in_here_and_what_leaves_is_what_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    talk, person = await ours(monkeypatch)
    talk.ask(1, ELICIT, ASKS)
    first = await person.until_asked()
    assert (first.call.arguments_value, json.loads(first.asked or b"")) == (
        {"guests": 2, "mail": ""},
        {"message": ASKS["message"]},
    )
    person.answer(yes(first))
    second = await person.until_asked(2)
    assert second.voided_because == "mail: must be filled in"
    person.answer(fill(second, {"mail": "nobody", "guests": 2}))
    person.answer(yes(await person.until_asked(3)))
    fourth = await person.until_asked(4)
    assert fourth.voided_because == "mail: must be an e-mail address"
    person.answer(fill(fourth, {"mail": "ana@example.org", "guests": 3}))
    person.answer(yes(await person.until_asked(5)))
    answer = await talk.answered(1)
    assert answer["result"] == {"action": "accept", "content": {"guests": 3, "mail": "ana@example.org"}}
    assert (talk.heard(ELICIT), kinds(talk.session)) == ([], ["input.decided", "input.answered"])
    assert talk.session.log.of("input.answered")[0].fields["who"] == "ana"


async def test_what_a_person_writes_into_a_form_is_checked_as_it_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    talk, person = await ours(monkeypatch)
    talk.ask(1, ELICIT, ASKS)
    call = (await person.until_asked()).call
    examine = talk.session.gate.editing.examine

    async def said(text: str) -> list[tuple[tuple[str | int, ...], str]]:
        return [(it.path, it.why) for it in (await examine(call.id, call.digest, text)).check.problems]

    assert await said('{"mail": "ana@example.org"}') == []
    assert await said('{"mail": "ana"}') == [(("mail",), "must be an e-mail address")]
    assert [path for path, _ in await said('{"mail": "a@b.example", "guests": 9}')] == [("guests",)]
    assert await said("{}") != []
    assert await said('{"mail": "a@b.example", "more": 1}') != []
    assert await said("[") == [((), "the inputs are no JSON")]
    assert (await examine(call.id, call.digest, call.arguments.decode())).check.same
    with pytest.raises(AssentError):
        await examine(call.id, "0" * 64, "{}")
    assert talk.session.gate.editing.facts(call.id, call.digest) is None
    await talk.session.leave()


@pytest.mark.parametrize(("answer", "action"), [(yes, "accept"), (no, "decline")])
async def test_s26_an_address_is_opened_by_the_persons_yes_alone(
    answer: Callable[[ApprovalRequest], Answer], action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, person = await ours(monkeypatch)
    talk.ask(1, ELICIT, url("https://xn--pple-43d.example/in"))
    request = await person.until_asked()
    assert request.opens == "https://xn--pple-43d.example/in"
    person.answer(answer(request))
    assert (await talk.answered(1))["result"] == {"action": action}


@pytest.mark.parametrize(
    "params", [url("https://\u0430pple.example/"), {"message": "?", "requestedSchema": {"type": "array"}}]
)
async def test_s26_what_cannot_be_shown_here_is_refused(params: JsonObject, monkeypatch: pytest.MonkeyPatch) -> None:
    talk, person = await ours(monkeypatch)
    talk.ask(1, ELICIT, params)
    assert "error" in await talk.answered(1)
    assert person.asked == []


async def test_a_form_that_nobody_answers_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    talk, session = await talking()
    monkeypatch.setattr(session.gate.inspection, "is_our_own", lambda _: True)
    session.live.now = session.live.now.replace(approver_grace=0.0)
    talk.ask(1, ELICIT, ASKS)
    assert (await talk.answered(1))["result"] == {"action": "cancel"}
