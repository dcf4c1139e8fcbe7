"""A model for real AI programs: it speaks the wire formats of three makers on a socket of this machine.

Owns: reading which tools a program offers its model and what it tells of their results; saying what a test wants said.

Invariants: nothing is answered by chance; what is no request of a program to its model is kept in ``strange``.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tests.support.http_servers import RawHttp, Request


class Use(NamedTuple):
    """A tool that the model wants to use, by the name that its server gave it."""

    tool: str
    arguments: dict[str, Any]


Mind = Callable[[Sequence[str]], Awaitable[Use | None]]
"""What the model does once it knows these results of tools: use one, or end with a few words if None."""
LAST_WORDS = "That was all."


class ScriptedModel(RawHttp):
    """A model behind a URL.

    Attributes:
        mind: of the turn at hand.
        told: what it was told of tools' results in the turn at hand, in order.
        strange: what else was asked of it, as a proxy too.
    """

    def __init__(self) -> None:
        super().__init__(self._answer)
        self.mind: Mind = _nothing
        self.told: list[str] = []
        self.strange: list[str] = []

    @property
    def origin(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    async def _answer(self, request: Request) -> None:
        path = request.path.partition("?")[0]
        for ending, speak in _SPEAKS.items():
            if request.method == "POST" and path.endswith(ending):
                await self._speak(request, speak)
                return
        self.strange.append(f"{request.method} {request.path}")
        await request.answer(404, {"error": {"message": "not here"}})

    async def _speak(self, request: Request, speak: Speak) -> None:
        asked = request.message
        offered, said, use = speak.offered(asked), speak.words(LAST_WORDS), None
        if offered:  # a program may ask for other things, such as a title for the conversation
            self.told = speak.told(asked)
            use = await self.mind(self.told)
        if use is not None:
            names = [one for one in offered if _is(use.tool, one)]
            if len(names) != 1:
                self.strange.append(f"{use.tool} is offered as {names} among {offered}")
                await request.answer(400, {"error": {"message": self.strange[-1]}})
                return
            said = speak.use(names[0], use.arguments)
        await request.answer(200, "".join(map(_event, said)).encode(), kind="text/event-stream")


async def _nothing(_: Sequence[str]) -> None:
    """Ends at once."""


def _event(data: dict[str, Any]) -> str:
    named = f"event: {data['type']}\n" if "type" in data else ""
    return f"{named}data: {json.dumps(data)}\n\n"


class Name(NamedTuple):
    """A tool's name as a program gave it to its model."""

    name: str
    namespace: str = ""


def _is(tool: str, name: Name) -> bool:
    """Whether a tool has this name at its app: each app puts the server's name before those of servers."""
    return name.name == tool or ("mcp" in name.name and name.name.endswith(f"_{tool}"))


class Speak(NamedTuple):
    """How one maker's models are spoken to.

    Attributes:
        offered: the tools in a request. told: the results in it, as text.
        words, use: the events of an answer that says something, or that wants to use a tool.
    """

    offered: Callable[[dict[str, Any]], list[Name]]
    told: Callable[[dict[str, Any]], list[str]]
    words: Callable[[str], list[dict[str, Any]]]
    use: Callable[[Name, dict[str, Any]], list[dict[str, Any]]]


def _text(value: Any) -> str:
    """All texts in JSON, joined."""
    return "\n".join(_texts(value))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(each)


# Anthropic Messages: https://docs.anthropic.com/en/api/messages-streaming


def _anthropic(block: dict[str, Any], delta: dict[str, Any], why: str) -> list[dict[str, Any]]:
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": []}
    usage = {"input_tokens": 1, "output_tokens": 1}
    return [
        {"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None, "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": why, "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]


def _anthropic_told(asked: dict[str, Any]) -> list[str]:
    blocks = [one for each in asked["messages"] if isinstance(each["content"], list) for one in each["content"]]
    return [_text(one.get("content")) for one in blocks if one.get("type") == "tool_result"]


_MESSAGES = Speak(
    offered=lambda asked: [Name(one["name"]) for one in asked.get("tools", [])],
    told=_anthropic_told,
    words=lambda said: _anthropic(
        {"type": "text", "text": ""}, {"type": "text_delta", "text": said}, "end_turn"
    ),
    use=lambda name, arguments: _anthropic(
        {"type": "tool_use", "id": f"toolu_{id(arguments)}", "name": name.name, "input": {}},
        {"type": "input_json_delta", "partial_json": json.dumps(arguments)},
        "tool_use",
    ),
)  # fmt: skip


# OpenAI Responses: https://platform.openai.com/docs/api-reference/responses-streaming


def _openai(item: dict[str, Any]) -> list[dict[str, Any]]:
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    return [
        {"type": "response.created", "response": {"id": "resp_1"}},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": {"id": "resp_1", "output": [item], "usage": usage}},
    ]


def _openai_offered(asked: dict[str, Any]) -> list[Name]:
    tools = asked.get("tools", [])
    alone = [Name(one["name"]) for one in tools if one["type"] == "function"]
    spaces = [one for one in tools if one["type"] == "namespace"]
    return alone + [Name(each["name"], one["name"]) for one in spaces for each in one["tools"]]


_RESPONSES = Speak(
    offered=_openai_offered,
    told=lambda asked: [_text(one["output"]) for one in asked["input"] if one["type"] == "function_call_output"],
    words=lambda said: _openai(
        {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": said}]}
    ),
    use=lambda name, arguments: _openai(
        {
            "type": "function_call",
            "call_id": f"call_{id(arguments)}",
            "name": name.name,
            "namespace": name.namespace,
            "arguments": json.dumps(arguments),
        }
    ),
)


# Gemini generateContent: https://ai.google.dev/api/generate-content


def _gemini(part: dict[str, Any]) -> list[dict[str, Any]]:
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    candidate = {"index": 0, "content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}
    return [{"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"}]


def _gemini_told(asked: dict[str, Any]) -> list[str]:
    parts = [one for each in asked["contents"] for one in each["parts"]]
    return [_text(one["functionResponse"]["response"]) for one in parts if "functionResponse" in one]


_GENERATE = Speak(
    offered=lambda asked: [
        Name(one["name"]) for each in asked.get("tools", []) for one in each.get("functionDeclarations", [])
    ],
    told=_gemini_told,
    words=lambda said: _gemini({"text": said}),
    use=lambda name, arguments: _gemini({"functionCall": {"name": name.name, "args": arguments}}),
)

_SPEAKS = {"/v1/messages": _MESSAGES, "/v1/responses": _RESPONSES, ":streamGenerateContent": _GENERATE}
