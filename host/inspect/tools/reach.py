"""What a tool reaches, by its names and by what its server says of it (pure).

Owns: whether a tool reads what is private or what strangers wrote, and whether it can carry something out. What stays
true: names and definitions are a stranger's, so that this is only ever a reason to look closer, never one to trust; the
same words always have the same meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from host.model import JsonObject
from host.naming import SQL, key_words
from host.patterns import regex

DESCRIPTION: Final = 400
"""Characters of a description that are looked at."""
_NAME: Final = 128


@dataclass(frozen=True, slots=True)
class Nature:
    """What a tool reaches.

    Attributes:
        private: the private place that it reads from, such as ``mail``; empty for none. public: the place that it reads
        from and that strangers write to. sink: where it can carry something to: ``http``, ``mail``, ``chat``,
        ``public`` (an issue, a paste, a post), ``share`` (who may see or gets copies), ``upload``, ``payment``.
        writes: whether it writes files here. runs: whether it runs commands or code.
    """

    private: str = ""
    public: str = ""
    sink: str = ""
    writes: bool = False
    runs: bool = False


_TOKENS: Final = regex(r"[a-z0-9]+")


def _words(name: str) -> frozenset[str]:
    """Of a name: split at capitals and digits, singular, and as they stand."""
    return frozenset((*key_words(name), *_TOKENS.findall(name.lower())))


def _set(words: str) -> frozenset[str]:
    return frozenset(form for word in words.split() for form in (word, key_words(word)[-1]))


_PLACES: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("secrets", _set("vault secret keychain keyring password credential bitwarden 1password kms env dotenv")),
    (
        "mail",
        _set(
            "mail email gmail outlook imap smtp inbox sendgrid mailgun postmark resend protonmail exchange ses mailer "
            "mailbox sendmail fastmail mailchimp newsletter"
        ),
    ),
    (
        "chat",
        _set(
            "slack discord team teams telegram whatsapp chat channel dm matrix mattermost signal sms twilio imessage "
            "zulip messenger lark feishu conversation"
        ),
    ),
    (
        "calendar",
        _set("calendar calendly contact crm customer salesforce hubspot gcal people addressbook attendee pipedrive"),
    ),
    (
        "records",
        _set(
            "hr workday bamboohr personnel employee fhir patient ehr medical health hospital fitbit oura payslip tax "
            "insurance legal lawyer case student grade location photo gesundheit gesundheitsakte krankenakte befund "
            "gehalt personal sante dossier salud nomina stipendi"
        ),
    ),
    (
        "database",
        _set(
            "sql postgres postgresql pg mysql mariadb sqlite database db bigquery snowflake mongo mongodb redis "
            "supabase airtable dynamodb clickhouse duckdb mssql oracle redshift elasticsearch neo4j cassandra warehouse"
        ),
    ),
    (
        "notes",
        _set(
            "note notion obsidian memory evernote confluence knowledge wiki roam joplin onenote keep journal "
            "diary entry "
            "bear craft todoist reminder todo coda logseq"
        ),
    ),
    (
        "public",
        _set("gist paste pastebin snippet tweet twitter reddit mastodon bluesky facebook linkedin blog wordpress"),
    ),
    (
        "storage",
        _set(
            "s3 gcs blob bucket drive gdrive dropbox onedrive box sharepoint storage minio r2 gsheet sheet spreadsheet"
        ),
    ),
    (
        "issues",
        _set(
            "github gitlab jira linear bugzilla issue pull pr comment discussion bitbucket gitea ticket zendesk trello"
        ),
    ),
    (
        "web",
        _set(
            "fetch http https browser puppeteer playwright web website url crawl crawler scrape scraper brave tavily "
            "exa google duckduckgo serp curl wget download rss feed page youtube hackernews firecrawl internet request "
            "rest webhook selenium chrome bing perplexity arxiv wikipedia npm pypi crates registry package readme news "
            "podcast review yelp tripadvisor forum stackoverflow docs documentation feedback survey form telemetry "
            "analytic posthog mixpanel amplitude segment translate translator deepl grammarly "
            "typeform benchmark"
        ),
    ),
    (
        "files",
        _set("file filesystem fs directory folder document pdf disk desktop download workspace local doc excel word"),
    ),
    ("payments", _set("stripe paypal payment payout invoice bank account transaction plaid banking payroll billing")),
)
"""The first that fits counts: what is narrower stands before what is wider."""
_RUNS: Final = _set(
    "shell bash sh terminal exec execute command cmd run python eval powershell ssh interpreter subprocess script "
    "sandbox repl zsh console node kernel cell jupyter"
)
_SENDS: Final = _set(
    "send post reply forward publish create upload share put push comment add write update invite notify tweet submit "
    "attach transfer copy edit open respond message broadcast schedule insert save export append sync merge dispatch "
    "trigger emit deliver mail email track capture identify"
)
_WRITES: Final = _set("write create save edit append put download move copy patch replace insert update store export")
_READS: Final = _set(
    "read get list fetch search query select find show view download cat head tail describe export dump load retrieve "
    "lookup browse snapshot extract scrape screenshot content open inbox history crawl grep tree stat info recall poll "
    "navigate visit go goto request curl text html markdown check summarize"
)
_CHANGES: Final = _set("delete remove archive label mark rename close lock trash draft cancel")
_SHARING: Final = _set(
    "share sharing permission collaborator forwarding autoforward webhook filter member acl policy invite visibility "
    "guest delegate subscription hook rule shared"
)
_PRIVATE: Final = _set("secrets mail chat calendar records database notes storage files payments")
_STRANGERS: Final = {"web": "web", "issues": "issues", "mail": "mail", "public": "web"}
_SAYS: Final = (
    (regex(r"\b(?:e-?mails?|inbox|mailbox)\b", re.IGNORECASE), "mail"),
    (regex(r"\b(?:https? requests?|web ?pages?|websites?|the internet|urls?|webhook)\b", re.IGNORECASE), "web"),
    (regex(r"\b(?:database|sql)\b", re.IGNORECASE), "database"),
    (regex(r"\b(?:chat|channel|direct messages?)\b", re.IGNORECASE), "chat"),
    (regex(r"\b(?:local files?|file ?system|files? on (?:the )?disk)\b", re.IGNORECASE), "files"),
)


def nature(server: str, tool: str, definition: JsonObject | None = None) -> Nature:
    """What such a tool reaches. ``definition``: the tool's (untrusted), None where it is not known."""
    said = (definition or {}).get("description")
    return _nature(server[:_NAME], tool[:_NAME], said[:DESCRIPTION] if isinstance(said, str) else "")


_SINKS: Final = {"storage": "upload", "calendar": "mail", "payments": "payment"}


@lru_cache(maxsize=2_048)
def _nature(server: str, tool: str, said: str) -> Nature:
    words, around = _words(tool), _words(server)
    place = _which(_place(words), _place(around)) or _place_said(said)
    runs = not _RUNS.isdisjoint(words) and SQL.isdisjoint(words) and place != "database"
    if runs or (not _RUNS.isdisjoint(around) and place in ("", "files")):
        return Nature(private="files", runs=True, sink="http")
    if place in ("web", "public", "issues", "chat", "mail") or not place:
        return _talking(place, words)
    sends = not _SENDS.isdisjoint(words)
    return Nature(
        private=place if place in _PRIVATE and _reads(words) else "",
        public="calendar" if place == "calendar" and _reads(words) else "",
        sink=_sharing(words) or (_SINKS.get(place, "") if sends else ""),
        writes=place == "files" and not _WRITES.isdisjoint(words),
    )


def _which(by_tool: str, by_server: str) -> str:
    """The place: what a tool's name says, unless that is a word that tools of any place have."""
    return by_server or by_tool if by_tool in ("", "files", "web") else by_tool


def _talking(place: str, words: frozenset[str]) -> Nature:
    """A tool of a place where other people are, or of one that is not known."""
    reads, sends = _reads(words), not _SENDS.isdisjoint(words) and _CHANGES.isdisjoint(words)
    names = words - {"mail", "email"} if place == "mail" else words
    if reads and not (_SENDS & names - {"open", "message"}):
        sends = False
    sink = {"web": "http", "issues": "public", "public": "public"}.get(place, place)
    return Nature(
        private=place if place in _PRIVATE and reads else _code(place, words) if reads else "",
        public=_STRANGERS.get(place, "") if reads or place == "web" else "",
        sink=_sharing(words) or (sink if sends or place == "web" else ""),
        writes="download" in words,
    )


def _reads(words: frozenset[str]) -> bool:
    """Whether its name says so, or says of nothing that it does."""
    return not _READS.isdisjoint(words) or (_SENDS.isdisjoint(words) and _CHANGES.isdisjoint(words))


def _code(place: str, words: frozenset[str]) -> str:
    """A repository may be nobody else's business, whoever may write issues about it."""
    return "files" if place == "issues" and not words.isdisjoint({"file", "content", "repository", "repo"}) else ""


def _sharing(words: frozenset[str]) -> str:
    """Whether it lets others see something, or sends them copies from now on."""
    quiet = _SENDS.isdisjoint(words) and words.isdisjoint({"set", "enable", "make", "change", "grant", "register"})
    return "share" if not quiet and not _SHARING.isdisjoint(words) and "list" not in words else ""


def _place(words: frozenset[str]) -> str:
    return next((place for place, known in _PLACES if not known.isdisjoint(words)), "")


def _place_said(said: str) -> str:
    return next((place for pattern, place in _SAYS if said and pattern.search(said)), "")
