"""Rights and openness of a call that are more than the person's words (pure).

Owns: how people ask for a right to look alone, or say that something is for some eyes only, and how services write the
contrary. What stays true: words that also speak of more, or of all, say nothing here; every repetition is bounded.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is; letters of many scripts belong here

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from host.inspect.destructive.inputs import members
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import words_of
from host.naming import key_words
from host.patterns import regex
from host.words import say

if TYPE_CHECKING:
    from host.model import JsonValue

_WEAK: Final = regex(
    r"\b(?:read[- ]?only|view(?:er|ing)?[- ]?only|as (?:a |an )?(?:viewer|reader|guest|observer|auditor)|(?:view|read|comment)(?:er|ing)?[- ]?(?:access|rights?|permissions?)|"
    r"can (?:only )?(?:view|read|look)|(?:be )?able to (?:view|read|see|look)|only (?:view|read|look|comment)|(?:read|view(?:ing)?|reading|looking) is enough|"
    r"just (?:needs? to )?(?:read|view|look|see)|(?:only|just) needs? (?:to )?(?:read|view|see)|needs? only (?:to )?(?:read|view|see)|as (?:a |an )?(?:normal |regular |plain )?(?:member|user)|let \w{1,30} (?:view|see|read|look)|viewer(?: role)?|reader role|role (?:of )?(?:viewer|reader)|"
    r"nur (?:lesen|ansehen|lesend|gucken|mitlesen)|lesezugriff|leserechte?|lesend\w{0,2}|leseberechtigung|"
    r"(?:droits? de|en|accès en|acc(?:è|e)s de) (?:simple )?lecture|lecture seule|lecteur|solo lectura|(?:permiso|acceso) de (?:solo )?lectura|de lectura|"
    r"s[oó] leitura|(?:acesso|permiss[aã]o) de leitura|somente leitura|sola lettura|accesso in lettura|in lettura|alleen lezen|leestoegang|leesrechten|"
    r"только (?:чтение|для чтения)|на чтение|право чтения|доступ на просмотр|tylko do odczytu|salt okunur)\b|閲覧のみ|閲覧権限|読み取り(?:専用|権限)|只读|唯讀|查看权限|读取权限|읽기 (?:전용|권한)"
)
_STRONGER: Final = regex(
    r"\b(?:write|edit(?:or)?|admin\w{0,12}|owner|full access|maintain\w{0,4}|contribut\w{0,4}|manage|schreib\w{0,10}|bearbeit\w{0,6}|écriture|modif\w{0,6}|escritura|editar|escrita|scrittura|"
    r"schrijf\w{0,8}|запис\w{0,3})\b|書き込み|编辑|編集|写入|쓰기"
)
_KEYS: Final = frozenset(
    "role permission access accesslevel level permissions scope rights right privilege privileges policy policyarn policy_arn type "
    "roles grant grants accessrole access_level permission_level rolle rol ruolo perm perms".split()
)
_STRONG: Final = frozenset(
    "writer editor edit write owner admin administrator superuser root full fullaccess all maintain maintainer manage manager "
    "modify contributor push developer operator poweruser insert update delete wheel sudo rw readwrite create control organizer "
    "master publisher writeaccess readwriteaccess dataeditor dataowner".split()
)
_LOOKS: Final = frozenset("read reader readonly viewer view viewonly list select get guest".split())
_MORE: Final = say("This gives more rights than you said.")


def weak_rights(low: str) -> bool:
    """Whether words, in lower case, ask for a right to look and for none beyond."""
    return _WEAK.search(low) is not None and _STRONGER.search(low) is None


def other_rights(subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first input that gives more than a right to look, where the words ask for that alone."""
    if not weak_rights(turn.lower()):
        return None
    for text in texts:
        keys = {text.key.lower(), *words_of(text.key)}
        if keys.isdisjoint(_KEYS) or len(text.text) > _SHORT:
            continue
        said = set(key_words(re.split(r"[/:]", text.text)[-1])) | {text.text.lower()}
        if (not said.isdisjoint(_STRONG) or text.text.lower().endswith(_STRONG_ENDS)) and (
            said.isdisjoint(_LOOKS) or said & {"write", "rw", "admin"}
        ):
            return _MORE, text
    for steps, key, value in members(subject.arguments):
        if key.lower() in _LEVELS and isinstance(value, int) and not isinstance(value, bool) and value >= _DEVELOPER:
            return _MORE, Text(steps, key, f"{key}: {value}")
    return None


_SHORT: Final = 120
_STRONG_ENDS: Final = ("admin", "owner", "editor", "writer", "maintainer", "manager")
_LEVELS: Final = ("access_level", "accesslevel", "permission_level", "group_access")
_DEVELOPER: Final = 30
"""From where on GitLab lets somebody write."""
_HIDDEN: Final = regex(
    r"\b(?:private(?:ly)?|privat|priv[ée]e?|privado|privata|internal(?:ly)?(?: only| note)?|intern(?:e[rsn]?)?|interne|interna|interno|confidential|vertraulich|"
    r"nobody else|no one else|not (?:be )?visible (?:to|for)|work ?notes?|nicht sichtbar|non visible|no visible|only (?:for )?(?:me|us)|just (?:for )?(?:me|us)|(?:for )?(?:the |our )?team only|only (?:for )?(?:the |our )?team|just for (?:the |our )?team|"
    r"nur (?:f(?:ü|ue)rs?|das|unser)\s?(?:das |unser )?team|not (?:for|to) the (?:customer|client|requester|public)|"
    r"(?:customer|client|requester|they) (?:should|must|shall|may)(?:n['\u2019]?t| not) (?:see|hear|know|be told|get)|"
    r"(?:kunde|kundin|kunden) (?:soll|darf|d(?:ü|ue)rfen|sollen)\w{0,2} (?:\w{1,12} ){0,4}nicht|sin que (?:el |la )?cliente|que le client ne|"
    r"o cliente n(?:ã|a)o|only [\w ]{1,30} (?:can|may|should) (?:see|read|access|view|open) (?:it|this|them)|внутренн\w{2,3})\b|非公開|社内(?:のみ|限り)|内部|仅内部|私有|내부용"
)
_SEEN: Final = frozenset(
    "visibility access acl audience type scope sharing share privacy link_access generalaccess message_type messagetype kind "
    "kind channel comment_type view channel_type restriction restrictions".split()
)
_OPEN: Final = regex(
    r"(?:public(?:[-_](?:read(?:[-_]write)?|reply|comment))?|anyone(?:_?with_?(?:the_?)?link)?|everyone|world|internet|allusers|open|"
    r"unlisted|all[-_ ]?(?:users|people|members)?|external(?:ly)?|customers?(?:[-_ ]?(?:visible|facing))?|visible|requester|client|comment|reply|portal|publico|öffentlich|none|unrestricted)",
    re.IGNORECASE,
)
_ON: Final = frozenset(
    "public is_public ispublic publicly external visible_to_customer customer_visible notify_customer notifycustomer notify_requester public_reply jsdpublic share_externally".split()
)
_OFF: Final = frozenset(
    "private is_private isprivate internal is_internal isinternal internal_only confidential".split()
)
_OTHERS: Final = say("This lets others see what you called private.")


def hidden_from(low: str) -> bool:
    """Whether words, in lower case, say that something is for some eyes only."""
    return (
        _HIDDEN.search(low) is not None
        and re.search(r"\b(?:make|made|set|be|go|mach|as) (?:\w{1,12} ){0,3}public\b", low) is None
    )


def other_seen(subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first input that lets others see it, where the words say that it is for some eyes only."""
    if not hidden_from(turn.lower()):
        return None
    for text in texts:
        if not {text.key.lower(), *words_of(text.key)}.isdisjoint(_SEEN) and _OPEN.fullmatch(text.text):
            if text.text.lower() in ("comment", "reply") and "message" not in text.key.lower():
                continue
            return _OTHERS, text
    for steps, key, value in members(subject.arguments):
        if _shows(key, value):
            return _OTHERS, Text(steps, key, f"{key}: {value}".lower())
    return None


def _shows(key: str, value: JsonValue) -> bool:
    low = key.lower().replace("-", "_")
    return (value is True and low in _ON) or (value is False and low in _OFF)
