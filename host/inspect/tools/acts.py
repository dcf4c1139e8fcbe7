"""What one call does, by its tool and by what its inputs ask for (pure).

Owns: the deeds of a call: those of the tool's name, of an operation, a statement, a command, a switch or a button in
the inputs. What stays true: names are strangers' and may lie, so that a deed is a reason to look closer, never one to
trust; a tool that drafts or previews does nothing but what its switches say; the work is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.deeds import CHANGING, deed, surely
from host.inspect.tools.queries import begins, change_of, is_query
from host.inspect.tools.words import last_word, named_as_code, named_as_sql, tool_words
from host.model import JsonObject, JsonValue
from host.naming import OPERATIONS, Deed, key_words
from host.patterns import regex

VALUES: Final = 200
"""Texts of one call that are looked at."""
LONGEST: Final = 4_000
"""Characters of a statement or command that are looked at."""
DRAFTS: Final = frozenset("draft preview simulate simulation estimate validate dryrun plan mock lint".split())
"""Words of tools that only prepare."""
DRY: Final = frozenset("dry_run dryrun preview simulate validate_only validateonly test_mode draft dry noop".split())
"""Inputs that say that nothing is done."""
_ASIDE: Final = regex(
    r"(\"[^\"\n]{0,200}\"|`[^`\n]{0,200}`)|('[^']{0,4000}')|--[^\n]{0,4000}|/\*(?!M?!)[^*]{0,4000}\*/"
)
"""Quoted names, which stay; what stands in quotes, and comments but for those that MySQL runs."""
_THINGS: Final = (
    r"(?:(?:or\s{1,20}replace|global|local|temp|temporary|unique|materialized|external|virtual|unlogged|foreign|if\s{1,20}exists|clustered)\s{1,20}){0,3}"
    r"(?:table|database|schema|view|index|user|role|column|function|procedure|trigger|sequence|extension|policy|owned|type|"
    r"constraint|login|server|system|keyspace|warehouse|stage|stream|task|pipe|share|catalog|partition|model|publication|subscription|domain|group)"
)
_SQL_DELETES: Final = regex(
    rf"\b(?:delete\s{{1,20}}from|drop\s{{1,20}}{_THINGS}|delete\s{{1,20}}[\w.\"`\[\]]{{1,99}}\s{{1,20}}(?:from|where))\b|"
    r"(?:^|;)\s{0,20}(?:drop|truncate)\s{1,20}\w",
    re.IGNORECASE,
)
_SQL_WRITES: Final = regex(
    r"\b(?:update\s{1,20}[\w.\"`\[\]]{1,200}\s{1,20}(?:\w{1,60}\s{1,20}){0,2}set|"
    r"insert\s{1,20}(?:(?:or\s{1,20}\w{1,20}|ignore|overwrite|all)\s{1,20})?into|insert\s{1,20}overwrite|upsert\s{1,20}into|"
    r"merge\s{1,20}(?:into|[\w.\"`\[\]]{1,200}\s{1,20}(?:as\s{1,20})?(?:\w{1,60}\s{1,20})?using)|replace\s{1,20}into|"
    r"do\s{1,20}\$\w{0,20}\$\s{0,20}\w{1,60}|refresh\s{1,20}materialized|reassign\s{1,20}owned|execute\s{1,20}immediate|"
    r"select\b[^;]{0,400}?\binto\s{1,20}(?:temp\s{1,20})?[\w.#\"\[\]]{1,99}\s{1,20}from|"
    rf"(?:alter|create)\s{{1,20}}{_THINGS}|(?:grant|revoke)\s{{1,20}}\w[\w, ]{{0,200}}\s(?:on|to|from)|"
    r"copy\s{1,20}[\w.]{1,99}\s{1,20}(?:\([^)]{0,400}\)\s{1,20})?(?:from|to(?!\s{1,20}stdout))|"
    r"into\s{1,20}(?:outfile|dumpfile)|set_config|pg_terminate_backend|lo_export|setval|nextval)\b|(?:^|;)\s{0,20}"
    r"(?:call\s{1,20}[\w.]{1,99}\s{0,9}(?:\(|;|$)|exec\b|execute\s{1,20}[\w.]{1,99}\s{0,9}(?:[('@;]|$)|vacuum\b|reindex\b|"
    r"lock\s{1,20}tables?\b|kill\s{1,20}\d|flush\s{1,20}(?:tables|privileges|logs|hosts)\b|shutdown\s{0,9}(?:;|$)|"
    r"comment\s{1,20}on\b|set\s{1,20}(?:global|password|persist)\b|pragma\s{1,20}\w{1,40}\s{0,9}=|[sx]p_\w|attach\s{1,20}(?:database\b|')|"
    r"load\s{1,20}data\s{1,20}(?:local|infile|inpath|concurrent|low_priority)\b|export\s{1,20}data\s{1,20}options\b|"
    r"(?:undrop|rename|detach|unload|optimize|msck|import|backup|restore)\s{1,20}(?:table|schema|database|foreign|into|repair)\b)|"
    r"^\s{0,50}mutation\b",
    re.IGNORECASE,
)
_REMOVES: Final = regex(
    r"(?:^|[;&|]\s{0,4}|\bsudo |\bxargs )(?:rm|rmdir|unlink|shred|del|rd|truncate|mkfs[\w.]{0,8}|wipefs)\s|\s-delete\b"
    r"|\bgit (?:reset --hard|clean -|branch -D|push [^;&|]{0,80}--delete)|\b(?:kubectl|docker|podman|helm|terraform|gh|"
    r"gcloud|az|doctl|heroku) [^;&|]{0,80}\b(?:delete|rm|rmi|prune|destroy|uninstall|down|remove)\b"
    r"|\baws [^;&|]{0,80}\b(?:delete-|terminate-|rm |rb )|\bRemove-Item\b"
)
_CHANGES: Final = regex(
    r"(?:^|[;&|]\s{0,4}|\bsudo )(?:mv|cp|dd|kill|pkill|killall|chmod|chown|shutdown|reboot|tee|touch|mkdir|ln|install|"
    r"crontab|useradd|usermod|passwd)\s|(?<![=-])>\s{0,2}[^&\s>=]|\bsed -i|\bgit (?:push|commit|merge|rebase|reset|"
    r"checkout|"
    r"tag|stash|config) ?|\b(?:npm|pnpm|yarn|pip3?|uv|apt(?:-get)?|brew|gem|cargo|dnf|apk) (?:install|add|i|publish|"
    r"remove|uninstall|upgrade)\b|\bkubectl (?:apply|scale|patch|edit|create|replace|rollout|set|label|annotate|drain|"
    r"cordon|exec)|\bterraform apply|\bhelm (?:install|upgrade|rollback)|\bsystemctl (?:start|stop|restart|enable|"
    r"disable|mask)|\bcurl [^;&|]{0,200}(?:-X\s?(?:POST|PUT|PATCH|DELETE)|\s-d\s|--data|\s-T\s)|"
    r"\baws [^;&|]{0,80}\b(?:put-|create-|update-|modify-|attach-|run-|start-|stop-|cp |mv |sync )|"
    r"\bdocker (?:run|push|stop|kill|restart)|\bgh (?:pr merge|release create|repo create)"
)
_METHODS: Final[dict[str, Deed]] = {"DELETE": "deletes", "POST": "sends", "PUT": "writes", "PATCH": "writes"}
_PRESSED: Final = frozenset("click press tap submit select check choose dblclick".split())
_TYPES: Final = frozenset("type fill press key search".split())
_BUTTONS: Final = frozenset("element text label name button selector target ref_text description role_name".split())
_ORDERS: Final = regex(
    r"\b(?:place (?:the |your )?order|buy|pay|checkout|check out|purchase|confirm (?:the |your )?(?:order|payment|"
    r"purchase|transfer|booking)|book now|subscribe|donate|jetzt kaufen|bezahlen|kostenpflichtig|bestellen|acheter|"
    r"payer|commander|comprar|pagar|acquista|paga)\b",
    re.IGNORECASE,
)
_BUTTON: Final = 80
_FLAGS: Final[dict[str, Deed]] = {
    **dict.fromkeys(
        "send deliver dispatch publish post notify share forward email submit invite tweet broadcast upload".split(),
        "sends",
    ),
    **dict.fromkeys(
        "reset hard flush revert kill delete remove purge wipe destroy erase overwrite truncate drop discard "
        "terminate prune".split(),
        "deletes",
    ),
    **dict.fromkeys("pay charge buy purchase refund transfer capture payout order".split(), "pays"),
    **dict.fromkeys(
        "execute apply commit deploy merge push install write save update grant restart "
        "trigger rotate provision activate finalize finalise".split(),
        "writes",
    ),
}
_LATER: Final[dict[str, Deed]] = {
    **dict.fromkeys(
        "apply deploy merge push rollback rollout commit transition resolve approve assign cordon drain "
        "reboot promote failover migrate "
        "finalize".split(),
        "writes",
    ),
    **dict.fromkeys("tweet publish release invite toot announce".split(), "sends"),
    **dict.fromkeys("book reserve purchase".split(), "pays"),
}
"""Verbs of tools that say what they do whatever else stands in the name."""
_MAKES: Final = frozenset("place make create send initiate execute submit schedule issue process add".split())
_MONEY: Final = frozenset(
    "payment payout transfer refund charge withdrawal deposit transaction remittance order trade bid".split()
)
_BILLED: Final = frozenset(
    "price price_id plan plan_id items quantity seats customer licenses collection_method".split()
)
"""Inputs of a subscription that somebody pays for."""
_SAID: Final = frozenset("post tweet message announcement comment broadcast".split())
_ASKED: Final = frozenset(
    "is has include show skip no not only without exclude can count hide if was prevent avoid "
    "disallow deny disable block ignore confirm require allow with".split()
)
"""First words of switches that ask or forbid, rather than do."""
_MOVES: Final = frozenset({"hard", "mirror", "overwrite", "replace", "truncate"})


def deeds_of(subject: Subject) -> frozenset[Deed]:
    """All that the call does, as far as names and inputs tell."""
    return subject.once(_deeds)


def _deeds(subject: Subject) -> frozenset[Deed]:
    if is_dry(subject.arguments):
        return frozenset()
    found = {does for does, _ in of_inputs(subject)}
    if tool_words(subject).isdisjoint(DRAFTS):
        found.add(surely(subject.tool, subject.arguments))
        words = tool_words(subject)
        if not words.isdisjoint(_MAKES) and not words.isdisjoint(_MONEY):
            found.add("pays")
        if "subscription" in words and not words.isdisjoint(_MAKES) and not _BILLED.isdisjoint(subject.arguments):
            found.add("pays")
        if not words.isdisjoint(_MAKES) and not words.isdisjoint(_SAID):
            found.add("sends")
        if deed(subject.tool) != "reads":
            found |= {_LATER[word] for word in tool_words(subject) if word in _LATER}
    return frozenset(found & CHANGING)


def is_dry(arguments: JsonObject) -> bool:
    """Whether an input says that nothing is done."""
    return any(
        value is True or value in ("true", "client", "server", "all")
        for name, value in islice(arguments.items(), VALUES)
        if name.lower() in DRY or "dryrun" in name.lower().replace("_", "")
    )


def of_inputs(subject: Subject) -> Iterator[tuple[Deed, Text | str]]:
    """What the inputs ask for, and the text, or the name of the switch, that does."""
    presses = not tool_words(subject).isdisjoint(_PRESSED)
    for text in islice(subject.values(), VALUES):
        if does := _of_text(text, presses=presses):
            yield does, text
    for name, _ in switches(subject.arguments):
        if (does := of_switch(name)) and not (name == "submit" and not tool_words(subject).isdisjoint(_TYPES)):
            yield does, name


def _of_text(text: Text, *, presses: bool) -> Deed:
    last = last_word(text.key)
    if last in OPERATIONS or last == "mode":
        return _operation(text.text)
    if named_as_sql(text) or is_query(text):
        return of_sql(text.text) or _first_word(text.text)
    if named_as_code(text):
        return of_command(text.text) or _first_word(text.text)
    if text.text[:1] == "$" and text.text in ("$out", "$merge"):
        return "writes"
    if presses and last in _BUTTONS and len(text.text) <= _BUTTON:
        return "pays" if _ORDERS.search(text.text) else deed(text.text) if deed(text.text) == "deletes" else ""
    return ""


def _first_word(command: str) -> Deed:
    """Of a command of the server's own, such as ``FLUSHALL`` or ``delete pod``."""
    word = command[:_BUTTON].strip().partition(" ")[0].lower()
    return "deletes" if word.startswith("flush") else "deletes" if word in _COMMANDS else ""


_COMMANDS: Final = frozenset(
    "delete drop destroy remove purge terminate unlink del prune uninstall truncate wipe".split()
)


def _operation(value: str) -> Deed:
    if len(value) > _BUTTON:
        return ""
    if value in _METHODS:
        return _METHODS[value]
    return "deletes" if value.lower() in _MOVES else deed(value.lower())


def of_sql(sql: str) -> Deed:
    """What a statement does to the data."""
    bare = _ASIDE.sub(_plainly, sql[:LONGEST]).strip()
    if (plan := _PLAN.match(bare)) is not None and not _RUN_FOR_PLAN.search(plan.group()):
        return ""
    if _SQL_DELETES.search(bare):
        return "deletes"
    if _SQL_WRITES.search(bare):
        return "writes"
    change = change_of(sql) if begins(sql) else None
    return change.does if change is not None else ""


def _plainly(match: re.Match[str]) -> str:
    return match[1] or ("''" if match[2] else " ")


_PLAN: Final = regex(r"(?:explain|describe|desc|show)\b(?:[^;]{0,4000})(?=;?\s{0,20}$)", re.IGNORECASE)
"""One statement that is only explained."""
_RUN_FOR_PLAN: Final = regex(r"\banaly[zs]e\b|\bprofile\b", re.IGNORECASE)


def of_command(command: str) -> Deed:
    """What a command does, where it is plain that it changes something."""
    if _REMOVES.search(command[:LONGEST]):
        return "deletes"
    return "writes" if _CHANGES.search(command[:LONGEST]) else ""


def switches(arguments: JsonObject) -> Iterator[tuple[str, JsonValue]]:
    """Inputs that are on, two levels deep."""
    for name, value in islice(arguments.items(), VALUES):
        if value is True or value == "true":
            yield name, value
        elif isinstance(value, dict):
            yield from ((key, on) for key, on in islice(value.items(), VALUES) if on is True)


def of_switch(name: str) -> Deed:
    """What a switch does that is on."""
    words = key_words(name)
    if not words or words[0] in _ASKED:
        return ""
    return next((_FLAGS[word] for word in words if word in _FLAGS), "")
