"""A tool that takes its time, says how far it is, and stops when told to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from resources.demo.arguments import number, schema, whole
from resources.demo.serving import Job, Tool, ToolError, said, serve

if TYPE_CHECKING:
    from host.model import JsonObject


def crunch(arguments: JsonObject, job: Job) -> JsonObject:
    """Wait in steps; between two of them a cancellation is heard at once."""
    seconds, steps = number(arguments, "seconds"), whole(arguments, "steps")
    for step in range(1, steps + 1):
        if job.cancelled.wait(seconds / steps):
            raise ToolError("Stopped on request.")
        job.progress(step, steps, f"Step {step} of {steps}")
    return said(f"Done: {steps} steps in {seconds:g} seconds. The numbers were only pretended to be crunched.")


CRUNCH = Tool(
    name="crunch",
    title="Crunch numbers",
    description="Works for a while and reports its progress. Can be stopped at any time.",
    input_schema=schema(
        seconds={
            "type": "number",
            "title": "Duration",
            "description": "In seconds.",
            "minimum": 0,
            "maximum": 120,
            "default": 10,
        },
        steps={
            "type": "integer",
            "title": "Steps",
            "description": "How often progress is reported.",
            "minimum": 1,
            "maximum": 1000,
            "default": 20,
        },
    ),
    annotations={"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
    run=crunch,
)

if __name__ == "__main__":
    serve("demo-slow", "Number cruncher", CRUNCH)
