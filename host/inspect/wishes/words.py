"""What the person's words ask for, and what they forbid (pure).

Owns: the verbs of asking and of forbidding, in the languages that most people write to such programs. What stays true:
it only ever says that a call is to be looked at; words that it does not know forbid nothing and ask for anything; each
pattern is bounded, and is looked for in a bounded piece of the words.
"""

from __future__ import annotations

# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here
import re
from functools import lru_cache
from typing import Final, NamedTuple

from host.inspect.wishes.asks import NOUNS, SIGNS, STEMS, mentions
from host.naming import Deed
from host.patterns import regex

LOOKED: Final = 2_000
"""Characters of the person's words that are looked at."""
_NOT: Final = (
    r"do(?:\s?n[o'\u2019]?t|\s{1,3}not)|never|without|not|no|nothing|nicht|nichts|kein\w{0,2}|ohne|ne|pas|rien|sans|"
    r"sin|n[aã]o|sem|nada|non|senza|niente|niet|niets|geen|zonder|не|без|nunca|jamais|nie|niemals|mai|nooit"
)
_NEGATED: Final = regex(
    rf"(?:(\w{{1,20}})\s{{1,4}})?(?:(?<![\w.@/-])(?:{_NOT})\s{{1,4}}|"
    rf"\bn['\u2019])((?:[\w'\u2019]{{1,20}}\s{{1,4}}){{0,3}})([\w-]{{2,24}})"
)
_ANY_NOT: Final = regex(rf"\bn['\u2019]|(?<![\w.@/-])(?:{_NOT}|none|nichts|ничего)(?!\w)")
_AFTER: Final = regex(
    r"([\w-]{3,24})\s{1,4}((?:[\w'\u2019#@.-]{1,30}(?:,(?!\s(?:aber|but|mais|pero|mas|ma|maar|nur|not|nicht|pas|non|niet)\b))?\s{1,4}){0,4})(?:nothing|nichts|nicht|rien|nada|niente|niets|niet|"
    r"not|none|pas|ничего)\b"
)
_NOT_SIGNS: Final = regex(
    r"(?:不要|别|別|勿|先不|先别|不用|不准|禁止|请勿|暂不)[^。，、！？\s]{0,6}|[^。、！？\s]{1,8}(?:ないで|しないで|せずに|な(?:い|く)で|禁止|지 ?마|지 ?말)"
)
_SUBJECTS: Final = frozenset(
    "we they i you it he she who that which why can could should would did does was were is are been be has have had "
    "wir sie er es ich nous ils elle il je on vous ellos wurde wurden sind ist war hat haben yet still also if".split()
)
"""Words before a denial that tell rather than order."""
_KEEPS: Final = regex(
    r"\bkeep(?:ing)? (?:the |my |all |both |every|a copy|it\b|them\b|those|these|originals?|everything)|"
    r"\bleav(?:e|ing) (?:\w{1,20} ){0,4}(?:alone|untouched|as (?:it|they|is)|in place|where)|\b(?:untouched|intact|"
    r"unver[aä]ndert|unangetastet)\b|\bbehalt|\blass(?:e|t)? (?:\w{1,20} ){0,4}(?:stehen|liegen|unberührt|wie)|"
    r"\b(?:garde|gardez|conserv|mant[eé]n|mantenha|manteni|behoud|laat \w{1,20} staan|сохрани|оставь)|保留|残して|残し"
)
_LOOKS: Final = regex(
    r"\b(?:just|only)\s(?:want to |need to )?(?:look|show|list|read|check|tell me|view|see|know|have a look|peek|count|"
    r"summari[sz]e)|\bread[- ]only\b|\bview[- ]only\b|\bdry[- ]?run\b|\bpreview\b|\bsimulat|\bwhat would happen|"
    r"\bnur (?:an|lesen|lies|schau|zeig|guck|prüf)|\bprobelauf|\btrocken|\b(?:seulement|juste) (?:regard|li[sr]|montr|"
    r"affich|vérifi)|\b(?:solo|s[oó]lo|solamente) (?:mira|lee|muestra|quiero ver|consult|guarda|leggi|mostra)|"
    r"\b(?:só|apenas|somente) (?:ver|ler|mostr|olh|consult)|\balleen (?:kijk|lees|lezen|bekijk|tonen)|только "
    r"(?:посмотр|покаж|чита|прочит)|見るだけ|読むだけ|確認だけ|只(?:看|读|查|是看)|보기만|읽기만"
)
_FIRST: Final = regex(
    r"\bask me (?:first|before)|\b(?:show|let) me (?:\w{1,20} ){0,3}(?:first|before)|\blet me (?:see|check|review|read|"
    r"approve|look)|\bfor (?:me to|my) (?:review|approv|look|check|read|ok)|\b(?:wait for|until) (?:my|i)\b|\bnot "
    r"yet\b|"
    r"\bwant to (?:\w{1,20} ){1,4}(?:before|first)\b|\bbefore (?:it|they|that|you|we|anything) (?:goes?|is|are|gets?|"
    r"send|post|publish|leaves?)|"
    r"\bhold (?:off|on|back)\b|\bwait (?:before|with|until)\b|\bas (?:a )?drafts?\b|\bals entwurf\b|\b(?:bevor|avant "
    r"(?:que|de|d)|antes de|prima di) "
    r"(?:\w{1,20} ){0,3}(?:schick|send|rausgeht|envo|envi|mand|publi|pubblic|post)|"
    r"\bi(?:'ll| will) (?:send|post|pay|publish|do|submit|merge|delete|book) (?:it|them|that)|\bnoch nicht\b|"
    r"\bfrag(?:e|t)? mich|\bzeig(?:e)? (?:mir|es mir) (?:\w{1,20} )?(?:erst|zuerst|vorher)|\bpas encore\b|"
    r"\bdemande[- ]moi|"
    r"\b(?:todav[ií]a|a[uú]n) no\b|\bpreg[uú]ntame|\bainda n[aã]o\b|\bnon ancora\b|\bchiedimi|\bnog niet\b|\bвраг me|"
    r"пока не |ещё не |まだ|先に見せ|確認してから|先给我看|给我看看再"
)
_DRAFTS: Final = regex(
    r"\b(?:draft|drafts|drafting|entwurf|entwirf|entwerfe|brouillon|r[eé]dige|borrador|redacta|rascunho|bozza|concept|"
    r"sketch|prepare|vorbereit\w{0,4}|bereite|prépare|prepara)\b|черновик|набросай|下書き|草稿|초안|起草"
)
_ASKS: Final = regex(
    r"^\W{0,4}(?:(?:hi|hello|hey|ok|okay|so|and|also|please|now|quick question)\b[,:!.]?\s{0,3}){0,3}(?:what|who|"
    r"whose|whom|when|where|"
    r"why|how|which|is|are|am|was|were|do(?= (?:i|we|you|they|people|any|users|customers|all|my|our|the)\b)|does|did|has|have|had|any\b|show (?![#@]|him|her|them|\w{1,20} (?:how|that)\b)|list|find|look|check|search|read|"
    r"summari[sz]e|"
    r"explain (?!to\b|\S{1,60} (?:how|why|that|what|where)\b)|describe|compare|count|tell me|give me (?:a |an |the )?(?:summary|list|overview)|what's|who's|"
    r"where's|how's|"
    r"anything|get me|fetch|see|view|browse|inspect|analy[sz]e|rate\b|open (?!an?\b)|was|wer|wann|wo|warum|wie|"
    r"welche\w?|"
    r"gibt|ist|sind|hat|haben|habe|zeig|liste|such|finde?|lies|schau|prüf|fass|erklär|vergleich|quel|quelle|quels|"
    r"quelles|combien|où|quand|pourquoi|comment (?!on\b|that)|est-ce|qu['\u2019]est|qui|que|quoi|montre|liste|"
    r"cherche|trouve|lis|résume|explique|"
    r"y a-t-il|as-tu|ai-je|cu[aá]l|cu[aá]les|cu[aá]nt|qu[eé]|qui[eé]n|d[oó]nde|cu[aá]ndo|por qu[eé]|c[oó]mo|hay|"
    r"mu[eé]stra(?:me|nos)?|dime|expl[ií]came|ens[eé][ñn]a|lista|busca|lee|resume|qual|quais|quant|quem|onde|quando|por que|como|h[aá]|"
    r"mostr|procur|leia|l[eê]|resum|explique|quale|quali|chi|dove|perch[eé]|come|c['\u2019][eè]|ci sono|cerca|trova|"
    r"leggi|"
    r"riassumi|spiega|cosa|che|wat|wie|waar|wanneer|hoeveel|welke|waarom|hoe|toon|zoek|vind|lees|vat|laat \w{1,10} "
    r"zien|"
    r"vad|hur|varf[öo]r|n[äa]r|vem|visa|hvad|hva|hvordan|hvorfor|co|jak|dlaczego|kiedy|ile|czy|poka[zż]|pro[cč]|kolik|mikor|mi[eé]rt|mit[äa]|miksi|ne zaman|nas[ıi]l|neden|що|чому|навіщо|зачем|откуда|куда|"
    r"что|кто|где|когда|сколько|как|какой|какие|почему|покажи|найди|прочитай|есть)\b"
)
_ASKS_SIGNS: Final = regex(
    r"[？?]\s{0,3}$|教えて|見せて|調べて|要約|読んで|总结|看看|查一下|查看|多少|什么|哪|吗|알려|보여|요약"
)
_POLITE: Final = regex(
    r"^\W{0,4}(?!(?:what|how|which|why|when|where|who|was|wie|wo|wann|warum|que|qué|cómo|come|cosa)\b)"
    r"(?:\w{1,12},?\s){0,2}(?:can|could|would|will|may|should|shall|kannst|könnt|können|würde|peux|pouvez|"
    r"pourr|puedes|podr|pode|poderia|puoi|potr|kun|kunt|zou|можешь|можете)"
)


PROPOSES: Final = regex(
    r"^\W{0,4}(?:why (?:don['\u2019]?t|not)|how about|what about|what if you|warum [\w ]{1,30} nicht|wie (?:ware|wäre|wars|wär['\u2019]s|war['\u2019]s)|pourquoi (?:ne )?(?:tu )?pas|"
    r"por qu[eé] no|porque n[aã]o|que tal|qu[eé] tal|perch[eé] non|waarom [\w ]{1,30} niet|et si)\b"
)
"""Questions by which people propose that something be done; with accents and without."""
_SOMEBODY: Final = regex(
    r"^\W{0,4}(?i:show|explain to|zeige?|erkl(?:ä|ae)re?|montre[zr]? (?:à|a)|explique[zr]? (?:à|a)|expl[ií]cale (?:a|al)|mu[eé]strale (?:a|al)|explica (?:à|ao?)|mostra a|spiega a)\s"
    r"[A-ZÄÖÜ][\w'\u2019-]{1,20}(?:,|\s(?:the|my|our|how|why|what|die|das|den|unsere?\w?|meine?\w?|warum|wie|was|comment|pourquoi|la|le|les|por qu[eé]|c[oó]mo|el|los|perch[eé]|come|il|i)\b)"
)


def to_somebody(turn: str) -> bool:
    """Whether words want something shown or explained to somebody else, who is named."""
    return _SOMEBODY.match(turn) is not None


_DRY: Final = regex(r"\b(?:dry|test|trial)[- ]?run\b")


class Wish(NamedTuple):
    """What the words say.

    Attributes:
        asks: whether they only ask for something to be told. forbids: deeds that they forbid. stems: beginnings of
        verbs that they forbid. denied: words behind a denial. keeps: whether they want to keep what is there. verbs: the words without those that are surely none. looks: whether they say that nothing is to be changed. first: whether they want to see
        it first. drafts: whether they want a draft. low: the words, in lower case.
    """

    asks: bool
    forbids: frozenset[Deed]
    stems: frozenset[str]
    denied: frozenset[str]
    keeps: bool
    looks: bool
    first: bool
    drafts: bool
    low: str
    verbs: str

    def mentions(self, does: Deed) -> bool:
        """Whether they may ask for such a deed, in whatever words; true for deeds that any words may ask for."""
        return mentions(self.low, self.verbs, does, asks=self.asks)

    def wants(self, does: Deed) -> bool:
        """Whether they name such a deed by a verb that means nothing else."""
        return does not in self.forbids and _ANYWHERE[does].search(_DRY.sub(" ", self.low)) is not None


@lru_cache(maxsize=256)
def wish_of(turn: str) -> Wish:
    """What ``turn``, the person's words, says."""
    low = turn[:LOOKED].lower()
    denied = list(_denied(low))
    forbids = {does for does, _ in denied}
    said = {does for does in forbids if _also_wanted(low, does, [stem for it, stem in denied if it == does])}
    if _KEEPS.search(low) and not _wanted(low, "deletes"):
        forbids.add("deletes")
    if {stem for does, stem in denied if does == "runs"} <= _NAMED:
        forbids.discard("runs")
    asks = (
        _POLITE.match(low) is None
        and PROPOSES.match(low) is None
        and not to_somebody(turn)
        and (_ASKS.match(low) is not None or (":" not in low and _ASKS_SIGNS.search(low) is not None))
    )
    return Wish(
        asks,
        frozenset(forbids - said),
        frozenset(stem for does, stem in denied if does not in said),
        _denied_words(low),
        _KEEPS.search(low) is not None,
        _LOOKS.search(_IFS.sub(" ", low)) is not None,
        _FIRST.search(low) is not None,
        _DRAFTS.search(low) is not None,
        low,
        NOUNS.sub(" ", low) if asks else low,
    )


_IFS: Final = regex(r"\b(?:if|wenn|falls)\b[^.;!?\n]{0,120}")
"""What is to be done in some case only."""
_NAMED: Final = frozenset({"merg", "push", "comm", "depl", "inst", "appl"})
"""What a shell is not told not to do by words against one of its commands."""


def _denied(low: str) -> list[tuple[Deed, str]]:
    found: dict[str, Deed] = {}
    denies = _ANY_NOT.search(low) is not None
    for match in _NEGATED.finditer(low) if denies else ():
        if match[1] not in _SUBJECTS or match[1] in ("yet", "still", "also"):
            found |= _stems_in(f"{match[2]}{match[3]}")
    for match in _AFTER.finditer(low) if denies else ():
        found |= _stems_in(match[1])
    for match in _NOT_SIGNS.finditer(low) if not low.isascii() else ():
        found |= {match.group(): does for does, signs in SIGNS.items() if re.search(signs, match.group())}
    return [(does, stem) for stem, does in found.items()]


def _denied_words(low: str) -> frozenset[str]:
    if _ANY_NOT.search(low) is None and "myself" not in low and "selb" not in low:
        return frozenset()
    found = {
        word
        for match in _NEGATED.finditer(low)
        if match[1] not in _SUBJECTS
        for word in f"{match[2]}{match[3]}".split()[:2]
    }
    found |= {match[1] for match in _MYSELF.finditer(low) if match[1]}
    return frozenset(word for word in found if len(word) > _STEM and low.count(word) == 1)


_MYSELF: Final = regex(
    r"\bi(?:['\u2019]ll| will| want to| prefer to| can)\s{1,2}(\w{3,20})\s{1,2}(?:\w{1,12}\s{1,2}){0,3}myself\b|"
    r"\b(?:mache?|schicke?|sende|merge|lösche?|zahle?|buche?|veröffentliche?)\s{1,2}(?:ich\s)(?:\w{1,12}\s){0,2}selb(?:er|st)\b"
)
"""What somebody keeps for themselves to do."""


def _stems_in(words: str) -> dict[str, Deed]:
    return {
        word[:_STEM]: does for word in map(_bare, words.split()) for does, stem in _STARTS.items() if stem.match(word)
    }


def _bare(word: str) -> str:
    """Without what French and Italian leave of a word before it."""
    return word[2:] if word[1:2] in ("'", "\u2019") else word


_STEM: Final = 4
_STARTS: Final = {does: regex(stems) for does, stems in STEMS.items()}
_ANYWHERE: Final = {does: regex(rf"\b(?:{stems})\w{{0,12}}|{SIGNS[does]}") for does, stems in STEMS.items()}


def _wanted(low: str, does: Deed) -> int:
    return sum(1 for _ in _ANYWHERE[does].finditer(low))


def _also_wanted(low: str, does: Deed, denied: list[str]) -> bool:
    """Whether the words want in one place what they forbid in another: of which nobody can tell."""
    if does in ("deletes", "pays"):
        return _wanted(low, does) > len(denied)
    return any(low.count(stem) > 1 for stem in denied)
