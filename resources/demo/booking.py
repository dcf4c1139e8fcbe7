"""A restaurant: it asks for what it needs in the middle of a call, the person first, then the app's model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from resources.demo.arguments import schema, text
from resources.demo.serving import Job, Tool, ToolError, said, serve

if TYPE_CHECKING:
    from host.model import JsonObject

_FORM: JsonObject = {
    "type": "object",
    "properties": {
        "day": {"type": "string", "format": "date", "title": "Day", "default": "2027-05-01"},
        "guests": {"type": "integer", "minimum": 1, "maximum": 12, "title": "Guests", "default": 2},
        "outside": {"type": "boolean", "title": "A table outside", "default": False},
    },
    "required": ["day", "guests"],
}


def book(arguments: JsonObject, job: Job) -> JsonObject:
    """A table that nobody keeps, for the day and the guests that the person names."""
    where = text(arguments, "restaurant")
    answer = job.ask("elicitation/create", {"message": f"When shall {where} expect you?", "requestedSchema": _FORM})
    wanted = answer.get("content")
    if answer.get("action") != "accept" or not isinstance(wanted, dict):
        raise ToolError("Nothing was booked: the person did not say when.")
    outside = ", outside" if wanted.get("outside") is True else ""
    return said(f"Booked (made up): {where}, {wanted.get('day')}, {wanted.get('guests')} guests{outside}.")


def invite(arguments: JsonObject, job: Job) -> JsonObject:
    """Words that the app's model writes for this server."""
    prompt = f"Write one friendly sentence that invites {text(arguments, 'name')} to dinner."
    message: JsonObject = {"role": "user", "content": {"type": "text", "text": prompt}}
    answer = job.ask("sampling/createMessage", {"messages": [message], "maxTokens": 100})
    content = answer.get("content")
    words = content.get("text") if isinstance(content, dict) else None
    if not isinstance(words, str):
        raise ToolError("No words came back, so there is no invitation.")
    return said(f"The invitation: {words}")


BOOK = Tool(
    name="book_table",
    title="Table booking",
    description="Books a table. It asks the person for the day and the number of guests. The booking is made up.",
    input_schema=schema(
        "restaurant",
        restaurant={"type": "string", "title": "Restaurant", "description": "Where the table is."},
    ),
    annotations={"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False, "openWorldHint": False},
    run=book,
)
INVITE = Tool(
    name="write_invitation",
    title="Invitation",
    description="Writes an invitation. It asks the model of the app for the words.",
    input_schema=schema("name", name={"type": "string", "title": "Name", "description": "Who is invited."}),
    annotations={"readOnlyHint": True, "destructiveHint": False, "idempotentHint": False, "openWorldHint": False},
    run=invite,
)

if __name__ == "__main__":
    serve("demo-booking", "Booking", BOOK, INVITE)
