"""The process in which files of AI apps are read and changed, so that none of them can hold the host.

Owns: that program, and the form of its questions and answers. It lives for one request of the window, or one command,
and remembers the plans made in it. Invariants: it writes only what ``attach``, ``copy`` and ``detach`` of
``host.apps.attach`` write, by the plan that the person saw; it may be ended at any moment, and ``detach`` finds its
way back.

It speaks frames as ``schema_worker`` does. Each question is a head with ``op`` and ``app``, and a body with the
directories of Assent's profile; each answer has ``done``, or ``failed`` with a sentence, named ``USAGE`` where what was
asked, or a file, is what has to change.

- ``look``: at the app's ``file``: an ``AiAppView``.
- ``launches``: the servers of the app's ``file``, each with the entry that would start it.
- ``plan``: attaching the app (``hook``; its file in a ``folder``), after the plans made before, or with ``copy`` to
  servers.json alone: an ``AppPlan`` of this app alone.
- ``planned``: the digest of all plans so far, and what servers.json would hold.
- ``attach``, ``copy``: carry out the app's plan.
- ``detach``: give the app its files back, or its ``hook`` alone: an ``AppDetached``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple

from host import schema_worker
from host.apps.attach import attaching
from host.apps.attach.attaching import Plan
from host.apps.attach.known import KnownApp, System, known_app
from host.control import codec
from host.control.views import AiAppView, AppDetached, AppPlan, Said
from host.errors import AssentError, ConfigError, UsageError
from host.model import JsonObject, JsonValue, sha256_hex
from host.paths import Paths
from host.values import replace
from host.words import say

MAX_ANSWER: Final = 2 << 20
"""Bytes of an answer: servers.json has one MiB at most."""
MAX_SHOWN: Final = 256 << 10
"""Bytes of what is shown of one app: its servers, or the lines that change. Nobody reads more."""
USAGE: Final = "usage"
CPU_SECONDS: Final = 20
"""Of one question; the host's clock is tighter."""
_TOO_MUCH: Final = say("holds more servers, or longer ones, than Assent shows")


class Planned(NamedTuple):
    """What attaching all the apps that were planned would do.

    Attributes:
        digest: names the plans.
        servers: what servers.json would hold; None where it stays.
        behind: the servers that the apps would reach.
        hidden: texts that are covered where these are shown.
    """

    digest: str
    servers: bytes | None
    behind: tuple[str, ...]
    hidden: frozenset[str]

    @classmethod
    def from_json(cls, value: JsonObject) -> Planned:
        """What ``planned`` answered."""
        servers = value["servers"]
        behind, hidden = (tuple(map(str, codec.expect_list(value[key]))) for key in ("behind", "hidden"))
        return cls(
            str(value["digest"]), servers.encode() if isinstance(servers, str) else None, behind, frozenset(hidden)
        )


class Answers:
    """Answers the questions of one request."""

    def __init__(self) -> None:
        self._plans: dict[str, Plan] = {}
        self._servers: bytes | None = None

    def answer(self, head: bytes, body: bytes) -> bytes:
        """The answer to one question. Raises what is a fault of ours; the process then ends."""
        asked, own = json.loads(head), Paths(*map(Path, json.loads(body)))
        ops: Mapping[str, Callable[[KnownApp, Paths, JsonObject], JsonValue]] = {
            "look": _read_app,
            "launches": _launches,
            "plan": self._plan,
            "planned": self._planned,
            "attach": self._attach,
            "copy": self._copy,
            "detach": _detach,
        }
        try:
            made: JsonObject = {"done": ops[asked["op"]](known_app(asked["app"]), own, asked)}
        except AssentError as error:
            kind = USAGE if isinstance(error, UsageError | ConfigError) else ""
            made = {"failed": codec.to_json(Said(kind, error.words))}
        return json.dumps(made).encode()

    def _plan(self, app: KnownApp, own: Paths, asked: JsonObject) -> JsonValue:
        """A plan that begins with servers.json and the keyring as the ones before would leave them."""
        secrets = {name: secret for made in self._plans.values() for name, secret in made.secrets.items()}
        folder, hook = asked.get("folder"), asked.get("hook") is True
        places = attaching.files_of(app, System.here(), Path(folder) if isinstance(folder, str) else None)
        made = attaching.plan_here(app, places, own, hook=hook, servers=self._servers, secrets=secrets)
        if asked.get("copy") is True:
            made = attaching.without_app(made, own)
        self._plans[app.id] = made
        self._servers = next((one.after for one in made.files if one.path == own.servers_file), self._servers)
        if asked["shown"] is not True:
            return None
        plan = AppPlan(
            (app.id,),
            tuple(attaching.difference(made)),
            made.moves,
            tuple(replace(one, app=app.id) for one in made.servers if one.state == "stays"),
            tuple(made.secrets),
            made.loose,
            "",
            made.hook,
            files=tuple(str(one.path) for one in made.files),
            added=tuple(made.added),
            hooks_off=attaching.hooks_off(app, System.here()) if made.hook else "",
        )
        return _bounded(codec.to_json(plan), app.file(System.here()))

    def _planned(self, _: KnownApp, __: Paths, ___: JsonObject) -> JsonValue:
        plans = self._plans.values()
        behind: dict[JsonValue, None] = dict.fromkeys(
            one.server for made in plans for one in made.servers if one.state == "behind"
        )
        hidden: list[JsonValue] = [*sorted({secret for made in plans for secret in made.hidden})]
        return {
            "digest": sha256_hex("".join(map(attaching.digest_of, plans)).encode()),
            "servers": None if self._servers is None else self._servers.decode(),
            "behind": [*behind],
            "hidden": hidden,
        }

    def _attach(self, app: KnownApp, own: Paths, _: JsonObject) -> JsonValue:
        if (made := self._plans[app.id]).files:
            attaching.attach(made, own, attaching.keyring())
        return None

    def _copy(self, app: KnownApp, own: Paths, _: JsonObject) -> JsonValue:
        attaching.copy(self._plans[app.id], own, attaching.keyring())
        return None


def _read_app(app: KnownApp, own: Paths, asked: JsonObject) -> JsonValue:
    system, file, command = System.here(), Path(str(asked["file"])), attaching.program()
    attached = False
    try:
        attached = attaching.is_attached(own, app.id)
        servers = tuple(attaching.servers_of(app, file, command))
        asks, off = attaching.has_hook(app, system, command), attaching.hooks_off(app, system)
        hook: Literal["none", "off", "on"] = "none" if app.hooks is None else "on" if asks else "off"
        return _bounded(codec.to_json(AiAppView(app.id, str(file), attached, servers, hook=hook, hooks_off=off)), file)
    except ConfigError as error:
        return codec.to_json(AiAppView(app.id, str(file), attached, problem=error.words))


def _launches(app: KnownApp, _: Paths, asked: JsonObject) -> JsonValue:
    file = Path(str(asked["file"]))
    found: JsonValue = [
        [codec.to_json(one), launch] for one, launch in attaching.launches_of(app, file, attaching.program())
    ]
    return _bounded(found, file)


def _detach(app: KnownApp, own: Paths, asked: JsonObject) -> JsonValue:
    give_back = attaching.detach_hook if asked["hook"] is True else attaching.detach
    return codec.to_json(AppDetached(tuple(give_back(app, own))))


def _bounded(value: JsonValue, file: Path) -> JsonValue:
    if len(json.dumps(value)) > MAX_SHOWN:
        raise ConfigError(_TOO_MUCH, file=str(file))
    return value


def main() -> None:
    """Serve until the input ends."""
    schema_worker.serve(Answers().answer, cpu_seconds=CPU_SECONDS)


if __name__ == "__main__":
    main()
