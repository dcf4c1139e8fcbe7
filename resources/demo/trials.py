"""A clinical trial analyser: very large data, and several people who must agree. The trial is made up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from resources.demo.arguments import number, schema, text
from resources.demo.serving import Job, Tool, said, serve

if TYPE_CHECKING:
    from host.model import JsonObject


def analyse_trial(arguments: JsonObject, _job: Job) -> JsonObject:
    """A made-up finding, and a pointer to a made-up report."""
    trial, endpoint = text(arguments, "trial_id"), text(arguments, "endpoint")
    link: JsonObject = {
        "type": "resource_link",
        "uri": f"trial://reports/{trial}",
        "name": f"Report on {trial}",
        "description": "Made-up report for the demonstration.",
    }
    limit = 1 - number(arguments, "confidence")
    words = (
        f"Analysis of {trial} is complete. The {endpoint} endpoint was met (p < {limit:.2g})."
        " No trial of this name exists: the numbers are made up for the demonstration."
    )
    return said(words, link)


ANALYSE_TRIAL = Tool(
    name="analyse_trial",
    title="Clinical trial efficacy analyser",
    description="Works through all data of a clinical trial where it lies. Returns a summary and a link to the report.",
    input_schema=schema(
        "trial_id",
        trial_id={
            "type": "string",
            "title": "Trial",
            "description": "Identifier of the clinical trial.",
            "maxLength": 100,
        },
        endpoint={
            "type": "string",
            "title": "Endpoint",
            "description": "What is tested.",
            "enum": ["primary", "secondary"],
            "default": "primary",
        },
        confidence={
            "type": "number",
            "title": "Confidence",
            "description": "Confidence level of the test.",
            "minimum": 0.5,
            "maximum": 0.999,
            "default": 0.95,
        },
    ),
    annotations={
        "readOnlyHint": True,
        "destructiveHint": False,
        "openWorldHint": False,
        "dataScale": "extreme",
        "requiredApprovers": ["PRINCIPAL_INVESTIGATOR", "IRB_CHAIR"],
        "complianceRequirements": ["IRB_CHAIR approval"],
    },
    run=analyse_trial,
)

if __name__ == "__main__":
    serve("demo-trials", "Clinical trials", ANALYSE_TRIAL)
