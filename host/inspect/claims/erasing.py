"""Descriptions that own up to a loss (pure).

Owns: the ways in which a description says, in several languages, that something is deleted, overwritten or lost. What
stays true: what is denied, only possible elsewhere, or said of what is left alone does not count; "not in the file" is
no denial of what happens to it.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

from typing import Final

from host.inspect.claims import tongues
from host.inspect.texts.read_once import every
from host.patterns import regex

_GONE: Final = (
    r"(?:erased|deleted|removed|overwritten|wiped|lost|destroyed|discarded|dropped|truncated|purged|emptied|cleared|cut off|thrown away|thrown out|"
    r"formatted(?! (?:with|as|in|for|using)\b)|replaced(?! (?:with|by)\b)|revoked|terminated|reset|gone|cancell?ed|shredded|unpublished)"
)
_PASSIVE: Final = (
    rf"\b(?:is|are|gets?|will be|being|be|goes|go)\s(?:(?:\w{{3,16}}ly|first|then|also|all|for good|at once)\s){{0,2}}{_GONE}\b|"
    r"\b(?:does|do|will|would)\snot survive\b|\bdisappears?\b|\bvanish(?:es)?\b|"
    r"\bw(?:ird|erden)\b[^.;\n]{0,80}?\b(?:geloescht|entfernt|ueberschrieben|verworfen|geleert|vernichtet|gedroppt|beendet|zurueckgesetzt|ersetzt|abgeraeumt|weggeworfen|getilgt)\b|"
    r"\bge(?:ht|hen)\b[^.;\n]{0,60}?\bverloren\b|\b(?:geloescht|entfernt|ueberschrieben|verworfen|geleert|vernichtet) w(?:ird|erden)\b|\bverschwinde[nt]\b|"
    r"\b(?:est|sont|sera|seront)\s(?:\w{1,20}\s){0,3}(?:supprime|efface|ecrase|perdu|detruit|vide|remplace|purge|tronque)e?s?\b|"
    r"\bse (?:borra|elimina|sobrescribe|pierde|destruye|vacia|descarta|trunca|purga|reemplaza)n?\b|"
    r"\b(?:es|son|sera|seran|serao|sao|e)\s(?:\w{1,20}\s){0,2}(?:borrad|eliminad|sobrescrit|perdid|destruid|descartad|apagad|excluid|sobrescrev|substituid)[oa]s?\b|"
    r"\bv(?:iene|engono|errà|erra|erranno)\s(?:\w{1,20}\s){0,2}(?:eliminat|cancellat|sovrascritt|distrutt|svuotat|scartat|pers)[oaie]\b|"
    r"\bw(?:ordt|orden)\b[^.;\n]{0,60}?\b(?:verwijderd|gewist|overschreven|vernietigd|weggegooid|geleegd)\b|\bga(?:at|an)\b[^.;\n]{0,40}?\bverloren\b"
)
_LOST: Final = (
    r"\b(?:drops|deletes|erases|wipes|truncates|destroys|purges|overwrites|discards|empties|clears|removes|replaces|throws away|nukes|prunes)\s"
    r"(?:(?:all|any|every|everything|each|whatever|what|existing|previous|old|older|the|its|stale|orphaned|unused|extra|unknown|unlisted|superfluous|obsolete|entire|whole|current|remote|matching|leftover)\s){1,3}"
    r"(?:\w{1,20}\s){0,2}?(?:tables?|columns?|rows?|records?|files?|data(?:bases?)?|contents?|entries|documents?|objects?|users?|accounts?|schemas?|branch(?:es)?|backups?|snapshots?|versions?|history|"
    r"volumes?|disks?|images?|messages|mails?|folders?|director(?:y|ies)|buckets?|resources|indexes|indices|collections?|state|that|which|is|was|there)\b|"
    r"\b(?:drops|truncates|wipes|erases|purges|destroys)\s(?:tables|columns|rows|records|files|data|databases|documents|users|backups|volumes|disks|everything|it)\b|"
    r"\bdeletes (?:tables|columns|rows|records|files|data|databases|documents|users|accounts|backups|everything)\b|"
    r"\b(?:loescht|ueberschreibt|leert|verwirft|vernichtet|entfernt)\s(?:vorher\s|dabei\s|zuerst\s|danach\s|auch\s)?(?:alle?s?|jede[nrs]?|die|den|das|vorhandene\w?|bestehende\w?|alte\w?|nicht\s\w{1,20})\s|"
    r"\b(?:supprime|efface|ecrase|vide|detruit)\s(?:tou(?:t|s|tes?)|les|la|le|l'|ce\sque)\b|"
    r"\b(?:borra|elimina|sobrescribe|vacia|destruye|apaga|exclui|sobrescreve|cancella|sovrascrive|svuota|distrugge)\s(?:tod[oa]s?|tutt[oiae]|l[oa]s|el|os|as|i|gli|le|lo|la|il)\b|"
    r"\b(?:verwijdert|wist|overschrijft|leegt|vernietigt)\s(?:alle?s?|elke?|de|het|bestaande)\b"
)
_FINAL: Final = (
    r"\b(?:irreversibl|permanentl|destructiv|unrecoverabl)[ey]\b|\b(?:cannot|can't|can not|could not) be (?:undone|reversed|restored|recovered|brought back|rolled back)\b|"
    r"\bno way back\b|\bdata loss\b|\bwithout (?:confirmation|a backup|backup|asking)\b|\bunwiderruflich|\bendgueltig\b|\bdatenverlust\b|\bnicht (?:mehr )?(?:rueckgaengig|wiederherstell)|"
    r"\birreversible|\bdefinitivement\b|\bperte de donnees\b|\bde forma permanente\b|\bpermanentemente\b|\bdefinitivamente\b|\bperdida de datos\b|\bno se puede deshacer\b|\bperdita di dati\b|\bonomkeerbaar\b|\bdefinitief\b"
)
_SAYS: Final = regex(f"(?P<passive>{_PASSIVE})|(?P<active>{_LOST})|(?P<final>{_FINAL})")
_DENIED: Final = regex(
    r"\b(?:no|none|nothing|nobody|neither|nor|never|without|not|n't|cannot|can|could|may|might|whether|if|unless|until|before|instead of|rather than|"
    r"kein\w{0,2}|nichts?|nie(?:mals)?|ohne|statt|ob|aucune?|rien|jamais|sans|pas|ni|ningun\w{0,1}|nada|nunca|sin|no|nessun\w?|niente|mai|senza|non|nenhum\w?|sem|nao|geen|niets|nooit|zonder|niet)\b"
)
_NOT_IN: Final = regex(
    r"\b(?:not|isn't|aren't|no longer|nicht(?: mehr)?|pas|plus|no|non|nao|niet)\s(?:\w{1,14}\s){0,2}?(?:in|on|at|inside|within|part|among|listed|present|found|mentioned|named|contained|declared|defined|covered|matched|"
    r"used|there|referenced|included|known|seen|im|in der|enthalten|vorkommen|aufgefuehrt|dans|present[es]{0,2}|en|figuran?|esten?|aparecen?|aparece|nel|nella|no|na|staan?|voorkomen)\b|"
    r"\b(?:do|does|did|is|are|has|have|was|were)(?: not|n't| no longer) (?:have|list|name|own|know|mention|contain|use|need|select|match|include|appear|exist|carry|hold|share)\w{0,3}\b|"
    r"\b(?:without|ohne|sans|sin|senza|sem|zonder) (?:an? |eine?n? |une? |una? )?(?:confirmation|backup|asking|rueckfrage|nachfrage|warnung|warning|notice|prompt|way back|undo|sicherung|confirmacion|avertissement|preguntar|avviso|owner|match)\b"
)
"""What is denied of a thing's place, and a loss that is all the worse."""
_LITTLE: Final = regex(
    r"\b(?:duplicates?|duplicate \w{1,20}|whitespace|blanks?|spaces|labels?|tags?|filters?|markup|formatting|accents|comments|reactions?|selection|"
    r"cache|temporary \w{1,12}|temp \w{1,12}|prefix|suffix|punctuation|stop ?words|doppelte\w?|duplikate|doublons|duplicados|duplicati|dubbele)\W{0,3}(?:that \w{1,12} )?$"
)
"""What nobody misses."""
_CLAUSE: Final = regex(r"[.;:!?\n]|,\s(?:and|und|et|y|e|en)\s|\b(?:but|aber|mais|pero|ma|mas|maar)\b")
_BEFORE: Final = 90
_AFTER: Final = 40
_BACK: Final = regex(
    r"\s{0,2}(?:\w{1,16}\s){0,4}?(?:only (?:after|when|if|with)|if (?:you|confirm|force|overwrite|asked|it fails)|when (?:you|confirm|force|asked)|unless|"
    r"(?:in|from) (?:the |your )?(?:cache|memory|preview|draft|output|result|response|report|view|clipboard|list below)|can be (?:undone|restored|recovered)|and can be)\b"
)


def owns_up(description: str) -> str:
    """The words of a description that say that something is lost; empty for none."""
    low = tongues.plain(description)
    for match in every(_SAYS, low):
        head = low[max(0, match.start() - _BEFORE) : match.start()]
        starts = [end.end() for end in _CLAUSE.finditer(head)]
        clause = _NOT_IN.sub(" ", head[starts[-1] if starts else 0 :])
        inside = match.lastgroup == "passive" and "survive" not in match.group() and _DENIED.search(match.group())
        if inside or _DENIED.search(clause) or _LITTLE.search(clause) or _BACK.match(low, match.end()):
            continue
        return low[match.start() : match.start() + 200]
    return ""
