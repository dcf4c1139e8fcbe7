"""Words that people spell with (pure).

Owns: the spelling alphabets of several countries. What stays true: each word stands for its first letter; most are
names and towns besides, so that what they spell means nothing until it is found in an earlier result.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_WORDS: Final = (
    "alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa "
    "quebec romeo sierra tango uniform victor whiskey whisky yankee zulu "
    "able baker dog easy fox george how item jig king love nan oboe peter queen roger sugar tare uncle william yoke "
    "zebra adam boy david edward frank henry ida john lincoln mary nora ocean paul robert sam tom union young "
    "anton berta cäsar dora emil friedrich gustav heinrich julius kaufmann konrad ludwig martha nordpol otto paula "
    "quelle richard samuel siegfried theodor ulrich viktor wilhelm xanthippe ypsilon zacharias zeppelin zürich "
    "aachen berlin chemnitz düsseldorf essen frankfurt goslar hamburg ingelheim jena köln leipzig münchen nürnberg "
    "offenbach potsdam quickborn rostock salzwedel tübingen unna völklingen wuppertal xanten zwickau "
    "anatole berthe célestin désiré eugène françois gaston henri irma joseph kléber louis marcel nicolas pierre "
    "quintal raoul suzanne thérèse ursule xavier yvonne zoé "
    "ancona bologna como domodossola empoli firenze genova imola jolly kappa livorno milano napoli otranto palermo "
    "quadro quarto roma savona torino udine venezia washington xilofono xeres york zara "
    "antonio burgos carmen dinamarca españa francia gerona historia inés josé kilogramo lorenzo madrid navidad oviedo "
    "parís querido ramón sábado tarragona ulises valencia xilófono yegua zaragoza "
    "bernhard cornelis dirk eduard ferdinand gerard hendrik izaak johan karel lodewijk maria nico pieter quotiënt "
    "rudolf simon teunis utrecht willem xantippe zaandam "
    "abacate aveiro braga coimbra évora faro guarda horta itália lisboa porto queluz rossio setúbal tavira "
    "vidago zulmira "
)


def _plain(word: str) -> str:
    """Without the marks on letters."""
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))


SPELLING: Final = {form: _plain(word)[0] for word in _WORDS.split() for form in (word, _plain(word))}
"""Words, in lower case, with and without their marks, and the letters that they stand for."""
