"""A query of patient data under HIPAA: access by role, and a pointer instead of the data. The patients are made up."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from resources.demo.arguments import schema, text, whole
from resources.demo.serving import Job, Tool, ToolError, said, serve

if TYPE_CHECKING:
    from host.model import JsonObject


def query_cohort(arguments: JsonObject, _job: Job) -> JsonObject:
    """A pointer to a made-up, de-identified cohort. Small cohorts are withheld: they could be re-identified."""
    code, smallest = text(arguments, "disease_code"), whole(arguments, "minimum_size")
    if not code.strip():
        raise ToolError("Give a disease code, such as E11 for type 2 diabetes.")
    size = 40 + sum(code.encode("utf-8", "replace")) % 400
    if size < smallest:
        raise ToolError(f"Only {size} patients match {code}, fewer than {smallest}. Use a broader code.")
    link: JsonObject = {
        "type": "resource_link",
        "uri": f"hipaa://datasets/cohorts/{quote(code, safe='')}",
        "name": f"Cohort {code}",
        "description": "De-identified patient cohort, made up for the demonstration.",
    }
    return said(f"{size} made-up patients match {code}. The data stays where it is; this is a link to it.", link)


QUERY_COHORT = Tool(
    name="query_cohort",
    title="Query a patient cohort",
    description="Finds de-identified patients with a disease. Audited; only a link to the data is returned.",
    input_schema=schema(
        "disease_code",
        disease_code={
            "type": "string",
            "title": "Disease code",
            "description": "ICD-10 code, such as E11.",
            "maxLength": 20,
        },
        minimum_size={
            "type": "integer",
            "title": "Smallest cohort",
            "description": "Fewer patients than this are not reported.",
            "minimum": 11,
            "maximum": 10000,
            "default": 25,
        },
    ),
    annotations={
        "readOnlyHint": True,
        "destructiveHint": False,
        "openWorldHint": False,
        "hipaa-controlled": True,
        "required-roles": ["researcher"],
        "securityLevel": "high",
        "dataHandling": "pointer-only",
        "dataScale": "large",
    },
    run=query_cohort,
)

if __name__ == "__main__":
    serve("demo-cohort", "Patient cohorts", QUERY_COHORT)
