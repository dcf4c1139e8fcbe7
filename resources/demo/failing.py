"""A tool that fails in words that a model can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from resources.demo.arguments import schema, text
from resources.demo.serving import Job, Tool, ToolError, serve

if TYPE_CHECKING:
    from host.model import JsonObject


def fetch_page(arguments: JsonObject, _job: Job) -> JsonObject:
    """Fails, always: the demonstration has no network."""
    try:
        parts = urlsplit(text(arguments, "url"))
    except ValueError as error:
        raise ToolError("This is no address. Give one like https://example.com/.") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ToolError("This is no address of a page. Give one like https://example.com/.")
    raise ToolError(
        f"Could not reach {parts.hostname}: the demonstration has no network. Trying again will not help;"
        " use a file of the workspace, or go on without the page."
    )


FETCH_PAGE = Tool(
    name="fetch_page",
    title="Fetch a web page",
    description="Loads a web page and returns its text.",
    input_schema=schema(
        "url",
        url={
            "type": "string",
            "title": "Address",
            "description": "Where the page is, with https:// in front.",
            "format": "uri",
            "maxLength": 2000,
        },
    ),
    annotations={"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": True},
    run=fetch_page,
)

if __name__ == "__main__":
    serve("demo-failing", "Web pages", FETCH_PAGE)
