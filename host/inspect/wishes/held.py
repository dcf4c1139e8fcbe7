"""A call that does what the person's words hold back (pure).

Owns: the comparison of what a call does, by the concepts of its tool, operation, switches, state or command, with words
that forbid it, want to see it first, ask only to be told or for a draft, or want something milder. What stays true: words
that may order the same say nothing here; a tool whose name nobody knows does nothing here; the work is bounded.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.acts import is_dry, switches
from host.inspect.tools.words import last_word, named_as_code, tool_words
from host.inspect.wishes.asks import NOUNS, mentions
from host.inspect.wishes.clauses import Said, said_in
from host.inspect.wishes.concepts import bare, concept_of_name, concepts_in, reads
from host.inspect.wishes.words import LOOKED, to_somebody
from host.naming import OPERATIONS, Deed, key_words
from host.patterns import regex
from host.words import say

Told = tuple[str, str, Text | None]
"""Our sentence, the evidence, and the input that it is about."""
_VALUES: Final = 60
_SHORT: Final = 60
_CHOOSES: Final = OPERATIONS | frozenset(
    "mode command subcommand cmd event transition intent service verb step task do aktion accion acao azione actie".split()
)
_STATES: Final = frozenset("status state visibility stage".split())
_ASKED: Final = frozenset(
    "is has include show skip no not only without exclude can count if was prevent avoid require allow".split()
)
_OWN: Final = frozenset(
    "memory think thought thinking todo scratchpad navigate screenshot scroll hover wait tab session cache browser label star click fill type press "
    "sandbox entity observation context console log filter view review cell variable job chart report "
    "analysis query search scan".split()
)
"""Words of tools that a program uses by itself on the way to an answer."""
_GRAVE: Final = frozenset(
    "delete close merge deploy publish share send pay buy sell approve reject lock unlock archive restart stop commit".split()
)
_TELLING: Final = _GRAVE | {"change", "move", "rename", "mark", "push", "launch"}
"""What nobody does who is only to tell something."""
_DEEDS: Final[dict[str, Deed]] = {
    **dict.fromkeys(("delete", "close", "archive", "stop", "restart", "lock"), "deletes"),
    **dict.fromkeys(("publish", "share", "send"), "sends"),
    **dict.fromkeys(("pay", "buy", "sell"), "pays"),
}
_SAME: Final[tuple[frozenset[str], ...]] = tuple(
    frozenset(words.split())
    for words in (
        "delete stop close lock", "merge push deploy close approve commit", "send publish share", "pay buy send", "approve lock unlock pay reject",
        "restart start stop deploy", "archive move", "change move rename mark create write", "deploy start change push publish create launch", "reject close delete",
        "close approve mark change stop", "share unlock create", "publish create push", "copy create", "sell buy pay",
    )
)  # fmt: skip
"""What people may call by one another's words."""
_MILDER: Final[dict[str, frozenset[str]]] = {
    "archive": frozenset({"delete"}),
    "copy": frozenset({"move", "delete"}),
    "comment": frozenset({"close", "merge", "approve", "delete", "reject"}),
    "move": frozenset({"delete"}),
    "close": frozenset({"delete"}),
    "rename": frozenset({"delete", "archive"}),
    "mark": frozenset({"delete"}),
    "restart": frozenset({"delete"}),
    "lock": frozenset({"delete"}),
}
_FORBIDDEN: Final = say("You said not to do this.")
_ONLY: Final = say("You asked only to be told something, and this changes something.")
_DRAFT: Final = say("You asked for a draft, and this goes further.")
_FIRST: Final = say("You wanted to see it first, and this is done at once.")
_OTHER: Final = say("You asked for something milder than this.")
_PROGRAMS: Final = regex(
    r"(?:^|[;&|]\s{0,4}|\bsudo )(?:git|gh|glab|kubectl|helm|terraform|tofu|pulumi|npm|pnpm|yarn|cargo|twine|docker|podman|aws|gcloud|az|heroku|fly|flyctl|vercel|netlify|alembic|prisma|rails|rake|django-admin|"
    r"systemctl|service|make|just|ansible|argocd|flux|cdk|sam|serverless|wrangler|firebase|supabase|stripe|brew|apt|apt-get|pip|snap|launchctl|nomad|consul|liquibase|flyway|dbt|mvn|gradle|"
    r"python3? manage\.py|npx \w{1,20}|\./\w{1,20})\s{1,4}([^;&|\n]{1,120})"
)
_DRY_RUN: Final = regex(r"--?(?:dry[-_]?run|check|plan|diff|noop|what-?if|preview|no-act|simulate|list|help|version)\b")


def held_back(subject: Subject) -> Told | None:
    """Where the call does what the words hold back; None where nothing is known of that."""
    if is_dry(subject.arguments) or not subject.turn or _on_trial(subject):
        return None
    said = said_in(subject.turn)
    for does, where in _does(subject):
        if (sentence := _against(subject, said, does)) is not None:
            return (sentence, "", where) if isinstance(where, Text) else (sentence, where[:200], None)
    return None


_TRIALS: Final = frozenset("trial free_trial freetrial is_trial start_trial".split())
_TRIAL: Final = regex(r"trial|probe|testphase|essai|prueba|prova|avalia|proef|periodo di")


def _on_trial(subject: Subject) -> bool:
    """Whether a thing is taken on trial, as the words want it."""
    trial = any(subject.arguments.get(key) is True for key in _TRIALS)
    return trial and _TRIAL.search(subject.turn.lower()) is not None


def _does(subject: Subject) -> Iterator[tuple[str, Text | str]]:
    """The concepts of the call, and what shows each."""
    around = key_words(subject.server)
    words = key_words(subject.tool)
    short = tuple(word for word in words if word not in around)
    if not only_reads(subject) and (
        does := concept_of_name(words) or (concept_of_name(short) if short and not reads(words) else "")
    ):
        yield does, subject.tool
    for text in islice(subject.values(), _VALUES):
        last = last_word(text.key)
        if len(text.text) <= _SHORT and (last in _CHOOSES or last in _STATES) and " " not in text.text.strip():
            if does := concept_of_name(key_words(text.text)):
                yield does, text
        elif named_as_code(text):
            for name in _of_command(text.text[:_COMMAND], words[0] if words else ""):
                yield name, text
    for name, _ in switches(subject.arguments):
        words = key_words(name)
        if words and words[0] not in _ASKED and (does := concept_of_name(words)):
            yield does, name
    if any(subject.arguments.get(key) is False for key in ("draft", "isDraft", "is_draft", "as_draft")):
        yield "publish", "draft"


def only_reads(subject: Subject) -> bool:
    """Whether an operation in the inputs is one for looking, as in ``rollout`` with ``status``."""
    return any(
        last_word(text.key) in _CHOOSES and len(text.text) <= _SHORT and reads(key_words(text.text))
        for text in islice(subject.values(), _VALUES)
    )


_COMMAND: Final = 1_000


def _of_command(command: str, tool: str) -> Iterator[str]:
    matches = list(_PROGRAMS.finditer(command)) or _PROGRAMS.finditer(f"{tool} {command}")
    for match in matches:
        if _DRY_RUN.search(match[1]) is None:
            tokens = [token for token in match[1].split() if not token.startswith("-")][:_TOKENS]
            for token in tokens:
                words = key_words(token)
                if token in _SUBCOMMANDS:
                    yield from (it for it in (_SUBCOMMANDS[token],) if it)
                    break
                if (does := concept_of_name(words)) or reads(words):
                    yield from (does,) if does else ()
                    break


_TOKENS: Final = 3
_SUBCOMMANDS: Final = {"checkout": "", "down": "stop", "up": "deploy", "upgrade": "deploy"}


def _against(subject: Subject, said: Said, does: str) -> str | None:
    """Our sentence, where such a doing is none that the words leave open."""
    wanted = _wanted(said, does)
    low = bare(subject.turn[:LOOKED])
    if does in said.denied or (does not in said.wanted and _left_open(low, does)):
        return _FIRST if said.mine else _FORBIDDEN
    if _too_much(subject, said, does):
        return _OTHER
    if wanted or not tool_words(subject).isdisjoint(_OWN):
        return None
    if does in _GRAVE and (said.yet or said.mine) and (does not in _DEEDS or not _ordered(subject, said, does)):
        return _FIRST
    if does in _TELLING and (_STOPS.search(low) or (said.nothing and not _ordered(subject, said, does))):
        return _FORBIDDEN
    return _only_asked(subject, said, does)


def _only_asked(subject: Subject, said: Said, does: str) -> str | None:
    """Our sentence, where the words ask to be told, or for a draft, and for no such doing."""
    if to_somebody(subject.turn) and _DEEDS.get(does) == "sends":
        return None
    if said.told and does in _TELLING and not _ordered(subject, said, does):
        return _ONLY
    if said.drafts and does in _GRAVE and not _ordered(subject, said, does):
        return _DRAFT
    return None


_LEAVES: Final = r"\b(?:leav(?:e|ing)|keep|lass(?:e|t)?|laisse[rz]?|deja\w{0,4}|deix[ae]|lascia\w{0,2}|laat)\s(?:[\w#-]{1,20}\s){1,4}"
_LEFT: Final = (
    (frozenset({"lock", "close"}), regex(rf"{_LEAVES}(?:open|unlocked|offen|ouverte?s?|abiert[ao]s?|abert[ao]s?|apert[aeio])\b")),
    (frozenset({"unlock"}), regex(rf"{_LEAVES}(?:locked|closed|shut|zu|geschlossen|gesperrt|abgeschlossen|fermee?s?|cerrad[ao]s?|fechad[ao]s?|chius[aeio]|dicht|op slot)\b")),
)  # fmt: skip
_STOPS: Final = regex(
    r"\b(?:(?:and|then|but|,) stop there|stop (?:right )?(?:there|after that)|(?:and )?(?:go )?no further(?!\w)|(?:and )?nothing (?:more|beyond that)|leave it at that|"
    r"mehr nicht|sonst nichts|und dann (?:stopp|schluss)|belass es dabei|(?:et )?rien de plus|et c['\u2019]est tout|arrete[- ]toi la|(?:y )?nada mas(?! que)|y ya esta|"
    r"e (?:mais )?nada mais|e so isso|e basta|(?:e )?nient['\u2019]altro|fermati li|(?:en )?verder niets?|en meer niet)\b"
)
"""Words after which nothing else is to be done."""


def _left_open(low: str, does: str) -> bool:
    """Whether the words leave something open that is shut, or shut that is opened."""
    return any(does in shut and left.search(low) for shut, left in _LEFT)


def _too_much(subject: Subject, said: Said, does: str) -> bool:
    """Whether the words begin with something milder, and neither they nor the tool's name have both."""
    milder = {mild for mild in said.verbs if does in _MILDER.get(mild, ())}
    if not milder or does in said.wanted or any(does in same and (said.verbs - milder) & same for same in _SAME):
        return False
    return milder.isdisjoint(name for name, _ in concepts_in(" ".join(key_words(subject.tool))))


def _wanted(said: Said, does: str) -> bool:
    """Whether some clause may order it, in words that mean the same or nearly."""
    return does in said.wanted or any(
        does in same and not said.wanted.isdisjoint(same - {does}) for same in _SAME if does in same
    )


def _ordered(subject: Subject, said: Said, does: str) -> bool:
    """Whether what is neither question nor denial may ask for such a deed, in whatever words."""
    if any(_PLEASE.search(order) for order in said.orders):
        return True
    stems = {word[:_STEM] for word in tool_words(subject) if len(word) >= _STEM}
    if any(word[:_STEM] in stems for order in said.orders for word in _WORD.findall(order)):
        return True
    deed = _DEEDS.get(does, "writes")
    return any(mentions(bare, bare, deed, asks=False) for bare in (NOUNS.sub(" ", order) for order in said.orders))


_STEM: Final = 4
_WORD: Final = regex(r"\w{4,30}")
_PLEASE: Final = regex(r"\b(?:please|bitte|s['\u2019]il (?:te|vous) plait|stp|svp|por favor|per favore|alsjeblieft)\b")
