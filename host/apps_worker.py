"""The process that reads and changes files of AI apps, so that no such file can block the host.

Owns: this program, and the form of its questions and answers. It lives for one request of the window, or one command,
and remembers the plans made in it.

Invariants: it writes only what ``attach``, ``copy`` and ``detach`` of ``host.apps.attach`` write, by the plan that the
person saw. It may be ended at any moment, and ``detach`` can still restore the files.

It uses the frames of ``schema_worker``. Each question is a head with ``op`` and ``app``, and a body with the
directories of Assent's profile. Each answer has ``done``, or ``failed`` with a sentence, of kind ``USAGE`` if the
question or a file must change.

- ``look``: read the app's ``file``: an ``AiAppView``.
- ``launches``: the servers of the app's ``file``, each with the entry that would start it.
- ``plan``: plan to attach the app (``hook``; its file in a ``folder``) after the plans made before, or with ``copy`` to
  change servers.json only: a ``Planned``.
- ``attach``, ``copy``: carry out the app's plan.
- ``detach``: restore the app's files, or remove only its ``hook``: an ``AppDetached``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

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
"""Bytes that are shown of one app: its servers, or the changed lines. Nobody reads more."""
USAGE: Final = "usage"
CPU_SECONDS: Final = 20
"""CPU time of one question; the host's time limit is lower."""
_TOO_MUCH: Final = say("holds more servers, or longer ones, than Assent shows")


class Planned(Struct, frozen=True):
    """The plan of one app, and the effect of all plans so far together: their digest is in ``plan``."""

    plan: AppPlan
    servers: bytes | None  # the content that servers.json would have; None if it stays
    behind: tuple[str, ...]  # the servers that the apps would reach
    hidden: tuple[str, ...]  # texts that must be hidden where these are shown


class Answers:
    """Answers the questions of one request."""

    def __init__(self) -> None:
        self._plans: dict[str, Plan] = {}
        self._servers: bytes | None = None

    def answer(self, head: bytes, body: bytes) -> bytes:
        """Return the answer to one question. Raises only for a bug of ours; the process then ends."""
        question, profile = json.loads(head), Paths(*map(Path, json.loads(body)))
        ops: Mapping[str, Callable[[KnownApp, Paths, JsonObject], JsonValue]] = {
            "look": _read_app,
            "launches": _launches,
            "plan": self._plan,
            "attach": self._attach,
            "copy": self._copy,
            "detach": _detach,
        }
        try:
            result: JsonObject = {"done": ops[question["op"]](known_app(question["app"]), profile, question)}
        except AssentError as error:
            kind = USAGE if isinstance(error, UsageError | ConfigError) else ""
            result = {"failed": codec.to_json(Said(kind, error.words))}
        return json.dumps(result).encode()

    def _plan(self, app: KnownApp, profile: Paths, question: JsonObject) -> JsonValue:
        """Make a plan that starts from servers.json and the keyring as the earlier plans would leave them."""
        secrets = {name: secret for plan in self._plans.values() for name, secret in plan.secrets.items()}
        folder, hook = question.get("folder"), question.get("hook") is True
        places = attaching.files_of(app, System.here(), Path(folder) if isinstance(folder, str) else None)
        system, command, keyring = System.here(), attaching.program(), attaching.keyring()
        has_hook = hook or attaching.has_hook(app, system, command)  # an existing one is renewed
        wanted, servers = system if has_hook else None, self._servers
        plan = attaching.plan(
            app, places, profile, command, keyring=keyring, hook_system=wanted, servers=servers, secrets=secrets
        )
        if question.get("copy") is True:
            files = tuple(change for change in plan.files if change.path == profile.servers_file)
            plan = replace(plan, files=files, moves=0)
        self._plans[app.id] = plan
        self._servers = next((file.after for file in plan.files if file.path == profile.servers_file), self._servers)
        plans = self._plans.values()
        view = AppPlan(
            (app.id,),
            tuple(attaching.difference(plan)),
            plan.moves,
            tuple(replace(server, app=app.id) for server in plan.servers if server.state == "stays"),
            tuple(plan.secrets),
            plan.secrets_in_file,
            sha256_hex("".join(map(attaching.digest_of, plans)).encode()),
            plan.hook,
            files=tuple(str(file.path) for file in plan.files),
            added=tuple(plan.added),
            hooks_off=attaching.hooks_off(app, System.here()) if plan.hook else "",
        )
        _check_size(codec.to_json(view), app.file(System.here()))
        behind = dict.fromkeys(server.server for plan in plans for server in plan.servers if server.state == "behind")
        hidden = sorted({secret for plan in plans for secret in plan.hidden})
        return codec.to_json(Planned(view, self._servers, tuple(behind), tuple(hidden)))

    def _attach(self, app: KnownApp, profile: Paths, _: JsonObject) -> JsonValue:
        plan = self._plans[app.id]
        if plan.files:
            attaching.attach(plan, profile, attaching.keyring())
        return None

    def _copy(self, app: KnownApp, profile: Paths, _: JsonObject) -> JsonValue:
        profile.ensure()
        plan = self._plans[app.id]
        attaching.write(plan.files, plan.secrets, attaching.keyring())
        return None


def _read_app(app: KnownApp, profile: Paths, question: JsonObject) -> JsonValue:
    system, file, command = System.here(), Path(str(question["file"])), attaching.program()
    attached = False
    try:
        attached = attaching.is_attached(profile, app.id)
        servers = tuple(attaching.servers_of(app, file, command))
        has_hook, hooks_off = attaching.has_hook(app, system, command), attaching.hooks_off(app, system)
        hook: Literal["none", "off", "on"] = "none" if app.hooks is None else "on" if has_hook else "off"
        view = AiAppView(app.id, str(file), attached, servers, hook=hook, hooks_off=hooks_off)
        return _check_size(codec.to_json(view), file)
    except ConfigError as error:
        return codec.to_json(AiAppView(app.id, str(file), attached, problem=error.words))


def _launches(app: KnownApp, _: Paths, question: JsonObject) -> JsonValue:
    file = Path(str(question["file"]))
    launches: JsonValue = [
        [codec.to_json(server), launch] for server, launch in attaching.launches_of(app, file, attaching.program())
    ]
    return _check_size(launches, file)


def _detach(app: KnownApp, profile: Paths, question: JsonObject) -> JsonValue:
    detach = attaching.detach_hook if question["hook"] is True else attaching.detach
    return codec.to_json(AppDetached(tuple(detach(app, profile))))


def _check_size(value: JsonValue, file: Path) -> JsonValue:
    if len(json.dumps(value)) > MAX_SHOWN:
        raise ConfigError(_TOO_MUCH, file=str(file))
    return value


def main() -> None:
    """Serve until the input ends."""
    schema_worker.serve(Answers().answer, cpu_seconds=CPU_SECONDS)


if __name__ == "__main__":
    main()
