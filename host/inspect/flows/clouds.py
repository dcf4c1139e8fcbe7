"""Commands and queries that let another account have what is here (pure).

Owns: the forms in which clouds, warehouses and databases copy to others from now on, or let others in. What stays true:
a form is told by the text alone, in one line or statement, each mark looked for once; a command that comes as a list
of words is read as one line; where the person named everybody and every place in it, it is none.
"""

from __future__ import annotations

# ruff: noqa: E501  # a pattern is read best as the one line that it is
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.flows.rows import Shape
from host.inspect.saying import EVIDENCE
from host.inspect.subject import Steps, Subject, Text
from host.inspect.wishes.words import wish_of
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_LONGEST: Final = 32 << 10
_VALUES: Final = 500
_WORDS: Final = 100
_WORD: Final = 2_000
_FROM_NOW: Final = say("From now on copies go to another place.")
_OTHERS: Final = say("This lets another account at what is here.")
_EVERYBODY: Final = say("This lets everybody see it.")
_ELSEWHERE: Final = say("This copies what is here to another place.")
_LINK: Final = say("This makes a link by which whoever has it gets in.")


def _form(what: str, pattern: str) -> tuple[str, re.Pattern[str]]:
    return what, regex(pattern, re.IGNORECASE | re.MULTILINE)


_COMMANDS: Final = (
    _form(
        _FROM_NOW,
        r"\b(?:put-bucket-replication|put-replication-configuration|put-subscription-filter|create-delivery-stream|put-destination-policy|"
        r"create-replication-(?:task|configuration)|create-traffic-mirror-session|sns subscribe|create-receipt-rule|start-copy-job|"
        r"start-export-task|export-table-to-point-in-time|logging sinks (?:create|update)|transfer jobs create|diagnostic-settings create|"
        r"or-policy create|event-subscription create|drains:add|vercel log-?drains? add|fly(?:ctl)? logs ship|mc (?:mirror|replicate add)|"
        r"(?:replicaof|slaveof) (?!no\b)[\w.-]{3,200} [0-9]{2,5}|git push --mirror|git remote set-url --(?:add|push))\b|"
        r"\bpubsub subscriptions (?:create|update)\b[^\n;|]{0,200}--push-endpoint|\bgit config (?:--\w{2,8} )?remote\.\S{1,60}\.pushurl|"
        r"\b(?:always|recipient|sender)_bcc(?:_maps)?\s?=|^[ \t]{0,8}\*\.\*[ \t]{1,8}@{1,2}[\w.(-]",
    ),
    _form(
        _OTHERS,
        r"\b(?:ram (?:create-resource-share|associate-resource-share)|update-assume-role-policy|put-key-policy|kms create-grant|"
        r"put-resource-policy|set-repository-policy|authorize-(?:data-share|endpoint-access|snapshot-access)|put-access-point-policy|"
        r"add-layer-version-permission|events put-permission|invite-account-to-organization|modify-(?:db-)?(?:cluster-)?(?:snapshot|image)-attribute|"
        r"add-iam-policy-binding|set-iam-policy|iam ch|role assignment create|keyvault set-policy|sig share add|"
        r"managedservices definition create|ad user invite|create-for-rbac|heroku access:add|sharing:add|npm owner add|npm access grant)\b|"
        r"\bgh api\b[^\n;|]{0,200}/(?:collaborators|invitations|hooks|keys)\b[^\n;|]{0,200}(?:PUT|POST|-f |--field|--raw-field)",
    ),
    _form(
        _EVERYBODY,
        r"--public-access (?:blob|container)\b|--allow-blob-public-access true|\bput-public-access-block\b[^\n]{0,300}=false|"
        r"\bdelete-public-access-block\b|\bmc anonymous set (?:public|download)\b|--group-names? all\b|\s--publicly-accessible\b|"
        r"\bgh repo edit\b[^\n;|]{0,200}visibility[ =]public",
    ),
    _form(
        _LINK,
        r"\baws s3 presign\b|\bgsutil signurl\b|\bgcloud storage sign-url\b|\bgenerate-sas\b|\b(?:disk|snapshot) grant-access\b|"
        r"\bmc share (?:download|upload)\b|\brclone link\b",
    ),
    _form(
        _ELSEWHERE,
        r"\b(?:pg_dump(?:all)?|mysqldump|mongodump)\b[^\n|]{0,300}\|[^\n|]{0,100}\b(?:psql|mysql|mongorestore)\b[^\n|]{0,100}(?:-h ?|--host[ =]|://)|"
        r"\bsql export (?:sql|csv|bak)\b|\bbq extract\b|\bazcopy (?:copy|sync|cp)\b",
    ),
)
_QUERIES: Final = (
    _form(
        _OTHERS,
        r"\balter\s{1,4}share\b[^;]{0,300}\b(?:add|set)\s{1,4}(?:accounts?|recipients?)\b|\bcreate\s{1,4}(?:recipient|managed\s{1,4}account)\b|"
        r"\bgrant\b[^;]{0,300}\bon\s{1,4}(?:share|datashare)\b|\bgrant\b[^;]{0,300}\bto\s{1,4}(?:share|recipient|account|namespace)\b|"
        r"\balter\s{1,4}(?:share|datashare)\b[^;]{0,300}\badd\b|\bcreate\s{1,4}(?:or\s{1,4}replace\s{1,4})?(?:share|datashare|listing|external\s{1,4}listing)\b|"
        r"\bgrant\s{1,4}`roles/[^;]{0,400}\bto\s{1,4}[\"'](?:user|group|serviceaccount|domain|allusers|allauth)",
    ),
    _form(
        _FROM_NOW,
        r"\benable\s{1,4}(?:replication|failover)\s{1,4}to\s{1,4}accounts?\b|\ballowed_accounts\s{0,4}=|\bcreate\s{1,4}(?:publication|changefeed)\b|"
        r"\bchange\s{1,4}(?:master|replication\s{1,4}source)\s{1,4}to\b|\bcreate\s{1,4}(?:or\s{1,4}replace\s{1,4})?(?:storage|notification|api|external\s{1,4}access)\s{1,4}integration\b|"
        r"\bsp_addlinkedserver\b|\bcreate\s{1,4}database\s{1,4}link\b|\bprimary_conninfo\b|"
        r"\bcreate\s{1,4}(?:or\s{1,4}replace\s{1,4})?(?:external\s{1,4})?stage\b[^;]{0,300}\burl\s{0,4}=",
    ),
    _form(
        _ELSEWHERE,
        r"\bbackup\b[^;]{0,200}\bto\s{1,4}(?:url|s3|disk\s{0,4}=\s{0,4}N?'\\\\)|\b(?:backup|export)\b[^;]{0,200}\binto\b[^;]{0,100}'(?:s3|gs|azure|https?|nodelocal)[\w-]{0,12}://|"
        r"\binsert\s{1,4}into\s{1,4}(?:table\s{1,4})?function\s{1,4}(?:s3|url|remote(?:secure)?|gcs|mysql|postgresql|azureblobstorage|hdfs)\s{0,4}\(|"
        r"\bcopy\b[^;]{0,400}\bto\s{1,4}'(?:s3|gs|gcs|az|https?)://|\bvacuum\s{1,4}into\s{1,4}'(?:\\\\|//)|"
        r"\binto\s{1,4}(?:out|dump)file\s{1,4}'\\\\\\\\",
    ),
)
_COMMAND_MARKS: Final = tuple(
    "diagnostic-set|event-subs|put-|create-|start-|export-|sns |sinks |transfer jobs|or-policy|drains|fly|mc |replicaof|slaveof|git |pubsub|_bcc|*.*|ram |assume-role|grant|"
    "repository-policy|authorize-|add-|invite|modify-|iam|assignment|set-policy|share|managedservices|:add|npm |gh |public|group-name|presign|"
    "sign|-sas|rclone|pg_|mysqldump|mongodump|sql export|bq extract|azcopy".split("|")
)
_QUERY_MARKS: Final = tuple(
    "share|recipient|managed|`roles/|listing|replication|accounts|publication|changefeed|change master|integration|linkedserver|database link|"
    "primary_conninfo|stage|backup|export|function|copy|vacuum|outfile|dumpfile".split("|")
)
_NAMED: Final = regex(
    r"arn:aws[\w:-]{0,60}:([\w.*-]{3,100})|\b([0-9]{12})\b|projects/([\w-]{4,60})|(?:s3|gs|https?|sftp|ssh)://([\w.-]{3,200})|"
    r"([\w.+-]{1,64}@[\w.-]{3,200})|\baccounts?\s{0,4}=?\s{0,4}'?([\w.]{4,60})"
)


def of_clouds(subject: Subject) -> Iterator[Finding]:
    """Findings ``exfiltration``."""
    turn = subject.turn.lower()
    for text in (*islice(subject.values(), _VALUES), *lines_of(subject)):
        if not 16 <= len(text.text) <= _LONGEST:
            continue
        low = text.text.lower()
        shape = _first(_COMMANDS, text.text) if any(mark in low for mark in _COMMAND_MARKS) else None
        if shape is None and any(mark in low for mark in _QUERY_MARKS):
            shape = _first(_QUERIES, text.text)
        if shape is not None and not _all_named(low, turn):
            evidence, whole = text.text[shape.start : shape.end][:EVIDENCE], text in subject.texts
            span = (shape.start, shape.end) if whole else None
            yield Finding("exfiltration", shape.severity, shape.what, evidence, text.steps, span)
            return


def lines_of(subject: Subject) -> Iterator[Text]:
    """Lists of words that are one command."""
    lists: dict[Steps, list[str]] = {}
    for text in islice(subject.values(), _VALUES):
        if text.steps and isinstance(text.steps[-1], int):
            lists.setdefault(text.steps[:-1], []).append(text.text)
    for steps, words in lists.items():
        if 1 < len(words) <= _WORDS and all(len(word) < _WORD for word in words):
            yield Text(steps, str(steps[-1]) if steps else "", " ".join(words))


def _first(forms: tuple[tuple[str, re.Pattern[str]], ...], text: str) -> Shape | None:
    for what, form in forms:
        if (match := form.search(text)) is not None:
            return Shape(Severity.MEDIUM, what, *match.span())
    return None


def _all_named(low: str, turn: str) -> bool:
    """Whether the person spoke of everybody and every place that the text names, and it names any."""
    names = {name for match in islice(_NAMED.finditer(low), _WORDS) for name in match.groups() if name}
    if not names:
        return _SPOKEN.search(turn) is not None and not wish_of(turn).asks
    return all(name in turn for name in names)


_SPOKEN: Final = regex(
    r"replic|repliz|mirror|spiegel|sink|forward|weiterleit|drain|subscri|shar|teil|presign|\bsas\b|link|export|polic|rolle|role|"
    r"access|zugriff|grant|publi|back ?up|sicher|push|stream|integration|stage|feed"
)
