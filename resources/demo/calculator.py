"""A calculator: the smallest tool there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from resources.demo.arguments import schema, whole
from resources.demo.serving import Job, Tool, said, serve

if TYPE_CHECKING:
    from host.model import JsonObject


def add(arguments: JsonObject, _job: Job) -> JsonObject:
    """The sum of two whole numbers."""
    a, b = whole(arguments, "a"), whole(arguments, "b")
    return said(f"{a} + {b} = {a + b}", structured={"sum": a + b})


ADD = Tool(
    name="add",
    title="Adder",
    description="Adds two whole numbers and returns their sum.",
    input_schema=schema(
        "a",
        "b",
        a={"type": "integer", "title": "First number", "description": "The number to begin with."},
        b={"type": "integer", "title": "Second number", "description": "The number to add to it."},
    ),
    output_schema={
        "type": "object",
        "properties": {"sum": {"type": "integer", "title": "Sum"}},
        "required": ["sum"],
    },
    annotations={"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
    run=add,
)

if __name__ == "__main__":
    serve("demo-calculator", "Calculator", ADD)
