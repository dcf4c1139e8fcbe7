"""Inputs that let data out from now on, or to whom nobody looks (pure).

Owns: hidden recipients, files of secrets that are attached, rules that forward, and permissions for everybody. What
stays true: it is told by the call alone; sending, attaching and sharing as people do has no finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from host.inspect.flows.shapes import addresses, collects
from host.inspect.saying import EVIDENCE
from host.inspect.subject import Subject, Text
from host.model import Finding, Severity
from host.naming import key_words
from host.patterns import regex
from host.words import say

_ADDRESS: Final = regex(r"[^\s<>\"',;@]{1,64}@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})")
_SECRET_FILE: Final = regex(
    r"(?i)(?:^|[/\\~@])(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.azure|\.config/gcloud|\.password-store|"
    r"keychains?)(?:[/\\]|$)"
    r"|(?:^|[/\\@])(?:id_(?:rsa|dsa|ecdsa|ed25519)|\.env(?:\.[a-z]{1,20})?|\.netrc|\.pgpass|\.npmrc|\.pypirc|"
    r"\.git-credentials|"
    r"credentials(?:\.(?:json|csv|xml))?|shadow|passwd|wallet\.dat|login data|cookies(?:\.sqlite)?|key4\.db|"
    r"logins\.json|"
    r"\.bash_history|\.zsh_history|secrets?\.(?:ya?ml|json|env|txt)|service[-_]account[\w-]{0,40}\.json)$"
    r"|\.(?:pem|key|pfx|p12|kdbx|keystore|jks|ppk|ovpn|asc)$"
)
_SAMPLES: Final = (".example", ".sample", ".template", ".dist", ".pub")
_FORWARDS: Final = frozenset("forward forwarding autoforward redirect forwardto redirectto forwarder".split())
_RULES: Final = frozenset("filter rule forwarding autoforward webhook subscription delegate hook".split())
_EVERYBODY: Final = regex(
    r"(?i)anyone|anyone_?(?:with_?(?:the_?)?link|(?:who_?)?can_?(?:view|edit|read|comment))|public|"
    r"public-read(?:-write)?|everyone|all_?users|all_?authenticated_?users|\*|world|internet|anonymous|publicly|"
    r"domain:\*|all_?people|unrestricted"
)
_ALL_PRINCIPALS: Final = regex(r"(?i)\"?principal\"?\s{0,4}:\s{0,4}(?:\"\*\"|\{\s{0,4}\"?aws\"?\s{0,4}:\s{0,4}\"\*\")")
_OUTSIDE: Final = regex(r"(?i)(?:s3|gs|gcs|azure|abfss?|https?|ftps?|sftp|scp)://")
_BUCKET: Final = regex(r"^[a-z0-9]{1,8}://([^/]{1,200}).*", re.DOTALL)
_EXPORTS: Final = frozenset("export dump backup unload copy sync replicate mirror".split())
_WHO: Final = frozenset(
    "type visibility acl access scope audience permission role sharing share privacy principal member grantee "
    "linkscope read view viewer reader restriction level "
    "generalaccess".split()
)
_MAKES: Final = frozenset(
    "create add set enable update make put change register share grant new invite configure edit modify patch".split()
)


def of_call(subject: Subject, sink: str) -> Iterator[Finding]:
    """Findings ``exfiltration``. ``sink``: where the call can carry something to."""
    words = frozenset(key_words(subject.tool))
    if sink in ("mail", "chat", "upload", "public", "http", "share"):
        yield from _attached(subject)
        yield from _not_spoken_of(subject)
    if sink in ("mail", "share"):
        yield from _hidden_recipients(subject)
        yield from _more_recipients(subject)
    if sink or not words.isdisjoint(_HANDING):
        yield from _papers(subject)
    yield from _rules(subject, words)
    yield from _passed_on(subject, words)
    yield from _taken_out(subject, words)
    if sink == "share" and words.isdisjoint(_RULES):
        yield from _given_access(subject)
    for text in subject.values():
        if "rincipal" in text.text and (match := _ALL_PRINCIPALS.search(text.text)) is not None:
            yield Finding(
                "exfiltration",
                Severity.MEDIUM,
                say("This lets everybody see it."),
                match.group(),
                text.steps,
                match.span(),
            )
    if not words.isdisjoint(_MAKES) or "publish" in words or "acl" in subject.arguments or "ACL" in subject.arguments:
        yield from _for_everybody(subject, words)
    elif subject.arguments.get("is_private") is False or subject.arguments.get("is_public") is True:
        yield Finding("exfiltration", Severity.MEDIUM, say("This lets everybody see it."), subject.tool[:EVIDENCE])


def _attached(subject: Subject) -> Iterator[Finding]:
    for text in subject.values():
        name = text.text.strip()
        if len(name) > 400 or "\n" in name or "://" in name or name.endswith(_SAMPLES):
            continue
        if _SECRET_FILE.search(name):
            yield _found(Severity.HIGH, say("This sends a file that holds keys or passwords."), text)


def _not_spoken_of(subject: Subject) -> Iterator[Finding]:
    """A file of this machine, of which the person's words say nothing."""
    turn = subject.turn.lower()
    if not turn or _ABOUT_FILES.search(turn):
        return
    for text in subject.values():
        name = text.text.replace("\\", "/").rpartition("/")[2].lower()
        if _FILE.match(text.text) and len(text.text) <= _PLACE and "." in name and name.partition(".")[0] not in turn:
            yield _found(Severity.MEDIUM, say("This sends a file of which you did not speak."), text)
            return


def _papers(subject: Subject) -> Iterator[Finding]:
    """A paper by which one is known, or that tells of health or money, of which the person's words say nothing."""
    turn = subject.turn.lower()
    for text in subject.values():
        if turn and len(text.text) <= _PLACE and _FILE_NAME.search(text.text):
            paper = _PAPER.search(text.text)
            if paper is not None and paper[1].lower()[:_STEM] not in turn and _ABOUT_PAPERS.search(turn) is None:
                yield _found(Severity.MEDIUM, say("This sends a file of which you did not speak."), text)
                return


_HANDING: Final = frozenset("upload attach send share post hochladen subir".split())
_STEM: Final = 5
_FILE_NAME: Final = regex(r"(?i)\.(?:jpe?g|png|heic|tiff?|webp|pdf|docx?|odt|xlsx?|csv|zip|txt)$")
_PAPER: Final = regex(
    r"(?i)(?<![a-z])(passport|reisepass|personalausweis|ausweis|pasaporte|passeport|passaporto|id[_ -]?card|"
    r"driv(?:ers?|ing)[_ -]?licen[cs]e|f(?:ü|ue)hrerschein|birth[_ -]?cert|geburtsurkunde|ssn|social[_ -]?security|"
    r"tax[_ -]?return|steuer(?:bescheid|erkl)|w-?2|1099|payslip|paystub|gehaltsabrechnung|n(?:ó|o)mina|"
    r"bank[_ -]?statement|kontoauszug|"
    r"extracto|relev(?:é|e)|diagnos|befund|lab[_ -]?results?|medical|arztbrief|testament|last[_ -]?will|visa|"
    r"mortgage|insurance[_ -]?card|versichertenkarte|dni|bulletin[_ -]?de[_ -]?paie|ordonnance|patient)(?![a-z]{4})"
)
_ABOUT_PAPERS: Final = regex(r"passp|ausweis|\bids?\b|licen|identi|papers|unterlagen|document|attach|\bscan")
_PLACE: Final = 400
_ABOUT_FILES: Final = regex(
    r"file|attach|document|photo|picture|image|scan|pdf|report|slides|deck|sheet|invoice|upload|datei|anhang|foto|bild|"
    r"fichier|archivo|allegat|bijlage|\u6587\u4ef6|\u30d5\u30a1\u30a4\u30eb"
)


def _hidden_recipients(subject: Subject) -> Iterator[Finding]:
    """Copies to somebody whom the other recipients do not see, in another organisation than all of them."""
    seen: set[str] = set()
    hidden: list[tuple[Text, str]] = []
    for text in subject.values():
        words = key_words(text.key)
        domains = [match.lower() for match in _ADDRESS.findall(text.text[:20_000])] if "@" in text.text else []
        if "bcc" in words:
            hidden += [(text, domain) for domain in domains]
        elif not {"to", "cc", "from", "recipient", "sender"}.isdisjoint(words):
            seen.update(domains)
    for text, domain in hidden:
        if domain not in seen and text.text.lower() not in subject.turn.lower():
            yield _found(Severity.MEDIUM, say("A hidden copy goes to somebody outside."), text)


def _more_recipients(subject: Subject) -> Iterator[Finding]:
    """Somebody besides those whom the person named, in another organisation than all of them."""
    named = (
        {match.group().lower() for match in _ADDRESS.finditer(subject.turn[:2_000])} if "@" in subject.turn else set()
    )
    if not named:
        return
    homes = {name.rpartition("@")[2] for name in named}
    there = [
        (text, match.group().lower())
        for text in subject.values()
        if "@" in text.text and _RECIPIENT.search(text.key)
        for match in _ADDRESS.finditer(text.text[:2_000])
    ]
    if any(name in named for _, name in there):
        for text, name in there:
            if name not in named and name.rpartition("@")[2] not in homes:
                yield _found(Severity.MEDIUM, say("This also goes to somebody whom you did not name."), text)
                return


_RECIPIENT: Final = regex(
    r"(?i)^(?:to|cc|bcc|e?mail|address|recipient|attendee|invitee)|recipients?$|emails?$|address(?:es)?$"
)


def _rules(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """Filters that forward, and addresses that are told of everything from now on."""
    auto = "forwarding" in words or {"auto", "forward"} <= words or any(map(_forwards_from_now, subject.texts))
    auto = auto or (not words.isdisjoint(_RULES) and any(map(_says_forward, subject.values())))
    if (words.isdisjoint(_RULES) and not auto) or (
        words.isdisjoint(_MAKES) and not words.isdisjoint({"list", "get", "delete", "remove"})
    ):
        return
    for text in subject.values():
        joined = "".join(key_words(text.key))
        above = {word for step in text.steps if isinstance(step, str) for word in (*key_words(step), step.lower())}
        forwards = not _FORWARDS.isdisjoint(above) or joined in _FORWARDS or auto
        if "@" in text.text and forwards and _ADDRESS.search(text.text[:2_000]):
            yield _found(Severity.HIGH, say("This passes on all such messages from now on."), text)
        elif (host := next((host for host, *_ in addresses(text.text)), "")) and host not in subject.turn.lower():
            grave = Severity.HIGH if collects(host) else Severity.MEDIUM
            yield _found(grave, say("From now on this address is told of what happens here."), text)


def _forwards_from_now(text: Text) -> bool:
    """Whether the name of an input says so."""
    return text.is_name and text.key.replace("_", "").lower().startswith(
        ("autoforward", "forwardto", "forwardingaddress")
    )


def _says_forward(text: Text) -> bool:
    """Whether forwarding is what a rule does."""
    return len(text.text) <= _ACTION and not _FORWARDS.isdisjoint(key_words(text.text.lower()))


_ACTION: Final = 40


def _given_access(subject: Subject) -> Iterator[Finding]:
    """Somebody is let in, of whom the person has not spoken."""
    for text in subject.values():
        address = _ADDRESS.search(text.text[:2_000]) if "@" in text.text else None
        if address is not None and address.group().lower() not in subject.turn.lower():
            yield _found(Severity.MEDIUM, say("This lets somebody in for good."), text)
            return


def _passed_on(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """A mail that goes on to others, a repository that is pushed to an address, a file that a web page gets."""
    if "forward" in words and words.isdisjoint(_RULES):
        known = "\n".join(it.text[:_LOOKED].lower() for it in subject.past.session[:4])
        for text in subject.values():
            address = _ADDRESS.search(text.text[:2_000]) if "@" in text.text else None
            if (
                address
                and f"@{address[1].lower()}" not in known
                and address.group().lower() not in subject.turn.lower()
            ):
                yield _found(Severity.MEDIUM, say("This passes a message on to somebody else."), text)
                return
    if not words.isdisjoint({"push", "mirror"}) or {"add", "remote"} <= words or {"set", "url"} <= words:
        for text in subject.values():
            if _REMOTE.match(text.text):
                yield _found(Severity.MEDIUM, say("This sends a repository to an address that is given here."), text)
                return
    if "upload" in words and not {"browser", "page", "playwright", "puppeteer", "chrome", "selenium"}.isdisjoint(
        words | frozenset(key_words(subject.server))
    ):
        for text in subject.values():
            if _FILE.match(text.text) and not any(text.text.startswith(folder) for folder, _ in subject.folders):
                yield _found(Severity.MEDIUM, say("This hands a file of this machine to a web page."), text)
                return


_LOOKED: Final = 20_000
_REMOTE: Final = regex(r"(?:https?|ssh|git|ftps?)://\S|[\w.-]{1,64}@[\w.-]{1,200}:")
_FILE: Final = regex(r"(?:/|~|[A-Za-z]:[\\/])")


def _taken_out(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """A whole table or folder is copied to another place."""
    if words.isdisjoint(_EXPORTS) or not words.isdisjoint({"list", "describe"}):
        return
    places = [text for text in subject.values() if _OUTSIDE.match(text.text)]
    for text in places:
        named = _BUCKET.sub(r"\1", text.text.lower())
        twice = any(named == _BUCKET.sub(r"\1", it.text.lower()) for it in places if it is not text)
        if not twice and named not in subject.turn.lower():
            yield _found(Severity.MEDIUM, say("This copies what is here to another place."), text)


def _for_everybody(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    if "publish" in words and re.search(r"(?i)publi|ver\xf6ffent", subject.turn):
        return
    for text in subject.values():
        if len(text.text) > 40 or not _EVERYBODY.fullmatch(text.text.strip()):
            continue
        named = not _WHO.isdisjoint(key_words(text.key)) or text.key.lower() in _WHO
        if named and (text.text != "*" or "principal" in text.key.lower()):
            says = say("This lets everybody see it.")
            if text.text.strip().lower().endswith("-write"):
                says = say("This lets everybody see and change it.")
            yield _found(Severity.MEDIUM, says, text)
    private = subject.arguments.get("private")
    if private is False and not words.isdisjoint({"update", "edit", "set", "change", "patch", "make"}):
        yield Finding(
            "exfiltration", Severity.MEDIUM, say("This lets everybody see it."), "private: false", ("private",)
        )
    if "collaborator" in words or ("deploy" in words and "key" in words):
        yield Finding("exfiltration", Severity.MEDIUM, say("From now on somebody else can get at what is here."))


def _found(severity: Severity, sentence: str, text: Text) -> Finding:
    return Finding("exfiltration", severity, sentence, text.text[:EVIDENCE], text.steps)
