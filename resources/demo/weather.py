"""A forecast with an output schema. There is no network here: the numbers are made up from the place's name."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from resources.demo.arguments import schema, text
from resources.demo.serving import Job, Tool, said, serve

if TYPE_CHECKING:
    from host.model import JsonObject

_SKIES: Final = ("Sunny", "Partly cloudy", "Cloudy", "Light rain", "Foggy")
_NOTE: Final = "Made-up data for the demonstration."


def get_forecast(arguments: JsonObject, _job: Job) -> JsonObject:
    """The same made-up weather for the same place, each time."""
    place = text(arguments, "location")
    seed = zlib.crc32(place.casefold().encode("utf-8", "surrogatepass"))
    celsius = 8 + seed % 180 / 10
    metric = text(arguments, "units") == "metric"
    temperature = round(celsius if metric else celsius * 9 / 5 + 32, 1)
    forecast: JsonObject = {
        "location": place,
        "temperature": temperature,
        "unit": "°C" if metric else "°F",
        "conditions": _SKIES[seed // 180 % len(_SKIES)],
        "humidity": 35 + seed // 900 % 60,
        "note": _NOTE,
    }
    words = f"{place}: {forecast['conditions']}, {temperature} {forecast['unit']}, humidity {forecast['humidity']} %."
    return said(f"{words} {_NOTE}", structured=forecast)


GET_FORECAST = Tool(
    name="get_forecast",
    title="Weather forecast",
    description="Tells today's weather for a place. In this demonstration the data is made up and no network is used.",
    input_schema=schema(
        "location",
        location={"type": "string", "title": "Place", "description": "City or postal code.", "maxLength": 200},
        units={
            "type": "string",
            "title": "Units",
            "description": "metric for Celsius, imperial for Fahrenheit.",
            "enum": ["metric", "imperial"],
            "default": "metric",
        },
    ),
    output_schema={
        "type": "object",
        "properties": {
            "location": {"type": "string", "title": "Place"},
            "temperature": {"type": "number", "title": "Temperature", "description": "In the unit that was asked for."},
            "unit": {"type": "string", "enum": ["°C", "°F"]},
            "conditions": {"type": "string", "title": "Sky"},
            "humidity": {"type": "number", "title": "Humidity", "description": "In percent.", "maximum": 100},
            "note": {"type": "string"},
        },
        "required": ["temperature", "conditions", "humidity"],
    },
    annotations={
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
        "externalAPI": "none: made-up data",
    },
    run=get_forecast,
)

if __name__ == "__main__":
    serve("demo-weather", "Weather", GET_FORECAST)
