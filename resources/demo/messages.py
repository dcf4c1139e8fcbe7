"""Messages to people, none of which leaves this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from resources.demo.arguments import schema, text
from resources.demo.serving import Job, Tool, ToolError, said, serve

if TYPE_CHECKING:
    from host.model import JsonObject


def send_message(arguments: JsonObject, _job: Job) -> JsonObject:
    """Say what would have been sent."""
    to = text(arguments, "to")
    if not all(to.partition("@")):
        raise ToolError("This is no address. Give one like ana@garden.example.")
    size = len(text(arguments, "text"))
    return said(f"A real server would have sent {size} characters to {to} now. This one has no network: nothing left.")


SEND_MESSAGE = Tool(
    name="send_message",
    title="Send a message",
    description="Sends a message to somebody by e-mail. This one is for the demonstration and only pretends to.",
    input_schema=schema(
        "to",
        "text",
        to={
            "type": "string",
            "title": "To",
            "description": "Whom to send it to, such as ana@garden.example.",
            "format": "email",
            "maxLength": 300,
        },
        text={
            "type": "string",
            "title": "Text",
            "description": "What the message says.",
            "maxLength": 10000,
        },
    ),
    annotations={"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False, "openWorldHint": True},
    run=send_message,
)

if __name__ == "__main__":
    serve("demo-messages", "Messages", SEND_MESSAGE)
