"""Commands that hand what is here to everybody (pure).

Owns: the programs that publish packages, images, extensions, pastes and sites, and that make a repository public. What
stays true: it is told by a command that is run; a trial, a private place and what the person asked for have no finding.
"""

from __future__ import annotations

# ruff: noqa: E501  # a pattern is read best as the one line that it is
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.flows.clouds import lines_of
from host.inspect.saying import EVIDENCE
from host.inspect.subject import Subject
from host.inspect.tools.words import named_as_code
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_LONGEST: Final = 32 << 10
_VALUES: Final = 100
_PUBLISHED: Final = say("This publishes something for everybody.")
_MARKS: Final = tuple(
    "publish|upload|push|gist|public|paste|surge|gh-pages|deploy|ipfs|wormhole|croc|ffsend|release|snippet|"
    "unauthenticated|anonymous|share|submit|vsce|ovsx|sprunge|skopeo|crane".split("|")
)
_FORMS: Final = regex(
    r"\b(?:npm|pnpm|yarn(?: npm)?|bun|lerna|deno|jsr|poetry|uv|flit|hatch|pdm|cargo|vsce|ovsx|wasm-pack|rush|changeset|np|"
    r"(?:dart|flutter) pub|mix hex\.|clojars|elm|spago|maturin|sbt|gradlew?|charmcraft|ansible-galaxy collection|fly image)"
    r"(?:[ .][^\n;|&]{0,100}?)?\s?\bpublish\b|"
    r"\b(?:twine|anaconda|conda|snapcraft|luarocks|maturin|asciinema|ffsend|apio|gh release|glab release|cpan)\s{1,4}upload\b|\b(?:gem|pod trunk|paket|(?:dotnet )?nuget|cpack|helm|oras|thanks) push\b|\bmvn\b[^\n;|&]{0,100}\bdeploy\b|"
    r"\b(?:docker|podman|buildah|nerdctl|crane|skopeo)\b[^\n;|&]{0,60}\b(?:push|copy)\s(?:[^\n;|&]{0,200}\s)?(?:docker://)?(?:docker\.io/|index\.docker\.io/|hub\.docker\.com/|quay\.io/|public\.ecr\.aws/|ttl\.sh/|(?:registry\.)?gitlab\.com/|[\w-]{2,40}/[\w.-]{2,80}(?::[\w.-]{1,80})?(?=\s|$|[;&|\"']))|"
    r"\bgh repo (?:create|edit|fork)\b[^\n;|&]{0,200}(?:--public\b|visibility[ =\"']{1,3}public)|\bglab (?:repo|project)\b[^\n;|&]{0,200}(?:--public\b|-P\b|visibility[ =]public)|"
    r"\bgh api\b[^\n;|]{0,300}(?:visibility=public|private=false)|\b(?:gh )?gist (?:create\b|(?:-p|--public)\b)|\bhub gist create\b|\bsnippet create\b|"
    r"\b(?:pastebinit|wgetpaste|fpaste|sprunge|hastebin|haste|dpaste|pbin|privatebin|termbin)\s{1,4}[\w./~<-]|\b(?:croc|wormhole) send\b|\bipfs add\b|\bsurge (?:\.|/|~|--project|[\w.]{1,40}/)|"
    r"\bgh-pages\s{1,4}(?:-d|--dist)\b|\bhugging ?face-cli (?:upload|repo create)\b|\bhf (?:upload|repo create)\b|\bkaggle (?:datasets|kernels) (?:create|version|push)\b|"
    r"--(?:acl-public|allow-unauthenticated|anonymous-pull-enabled(?: true)?)\b|\baws ecr-public\b|\bsam publish\b|\bserverless publish\b|\bcode --publish\b|\bdvc push\b[^\n]{0,60}public",
    re.IGNORECASE,
)
_NOT_SO: Final = regex(
    r"--dry-?run\b|--no-push\b|--access[ =]restricted|\b(?:localhost|127\.0\.0\.1|\.internal|\.local|\.corp|\.lan|\.intranet)\b|"
    r"--registry[= ]https?://(?!registry\.(?:npmjs\.org|yarnpkg\.com))|--repository(?:-url)?[= ](?!(?:pypi|testpypi|https?://(?:upload|test)\.pypi\.org))|--index[= ]|--secret\b|--private\b|\bhelp\b|--help\b",
    re.IGNORECASE,
)
_ASKED: Final = regex(
    r"publi|releas|upload|\bpush|deploy|\bship|\bshar|paste|gist|veröff|freigeb|herausgeb|hochlad|teil\b|teile\b|lad\w{0,3} .{0,60} hoch|pubbli|lanz|lanç|sub[ei]|uitbreng|wydaj|"
    r"\bnpm\b|pypi|crates\.io|rubygems|docker ?hub|marketplace|\bsend|\bhost\b|online|発行|公開|发布|發布|выложи|опублик"
)
_DENIED: Final = regex(
    r"\b(?:not|n't|never|without|nicht|kein\w{0,2}|ohne|ne|pas|sans|no|sin|non|senza|não|sem|niet|zonder)\s(?:\w{1,12}\s){0,3}?"
    r"(?:\w{0,3}publi|releas|upload|push|deploy|shar|veröff|hochlad|pubbli)"
)


def of_publishing(subject: Subject) -> Iterator[Finding]:
    """Findings ``exfiltration``."""
    turn = subject.turn[:_LONGEST].lower()
    if _ASKED.search(turn) is not None and _DENIED.search(turn) is None:
        return
    for text in (*islice(subject.values(), _VALUES), *lines_of(subject)):
        if not 8 <= len(text.text) <= _LONGEST or not named_as_code(text):
            continue
        low = text.text.lower()
        if not any(mark in low for mark in _MARKS):
            continue
        for match in islice(_FORMS.finditer(text.text), _VALUES):
            first, last = low.rfind("\n", 0, match.start()) + 1, low.find("\n", match.end())
            line = text.text[first : last if last >= 0 else len(low)]
            if _NOT_SO.search(line) is None and not line.lstrip().startswith("#"):
                yield Finding("exfiltration", Severity.MEDIUM, _PUBLISHED, match.group()[:EVIDENCE], text.steps)
                return
