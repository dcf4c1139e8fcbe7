"""Phrases of results that pose as errors and want something private for another try (pure).

Owns: the sixth part of ``host.inspect.phrases.book``: what the model must call again and with what, and output of
commands that tell of keys, settings and what was done, in many languages. What stays true: as there. All is lower case.
"""

from __future__ import annotations

# ruff: noqa: E501  # a pattern is read best as the one line that it is
from typing import Final

from host.inspect.phrases.book import Sign, phrase

_ACTOR: Final = r"(?:the |your |any )?(?:ai |llm |calling |client |host )?(?:models?|agents?|assistants?|llms?|callers?|clients?|bots?)"
_TOLD: Final = r"[`'\"“„«*]{0,3}\$? ?(?:env\b(?! file)|printenv|export -p|set \| |history\b|cat (?:~|/|\$home|\.env)|security (?:find|dump)|aws configure|aws sts|gcloud auth|gh auth|kubectl config|git config|git credential|docker config|whoami /all|netsh wlan|reg query|cmdkey|get-childitem env)"
_PRIVATE: Final = (
    rf"(?:(?:output|results?|contents?|dump|listing|values?) (?:of|from) (?:running |the (?:command )?)?{_TOLD}|"
    r"(?:all|your|the (?:full|whole|entire|current)) environment\b(?! name)|environment variables? (?:in|as|to|attached|included)|"
    r"contents? of (?:the )?[`'\"]?(?:~|/etc|\.env|\.ssh|\.aws|\.netrc|\.git-cred|id_rsa|id_ed)|(?:chat|conversation|message|session) (?:history|so far|transcript|context)|(?:full |entire |whole |last )(?:chat|conversation|prompt)|"
    r"system prompt|private key|session (?:token|cookie)s?|previous (?:tool )?(?:results?|outputs?|messages?))"
)

ERRORS: Final = (
    phrase(
        Sign.LEAK,
        "env,history,cat ~,cat /,cat .env,security find,security dump,aws ,gcloud auth,gh auth,kubectl config,git config,git credential,netsh,cmdkey",
        rf"\b(?:call|retry|re-?send|send|include|provide|pass|put|attach|add|append|supply|repeat|run|invoke|submit|paste|set)\b[^.\n]{{0,100}}?\b(?:output|results?|contents?|dump|listing|values?) (?:of|from) (?:running |the (?:command )?)?{_TOLD}|"
        rf"(?:ausgabe|inhalt|ergebnis|sortie|contenu|r(?:é|e)sultat|salida|contenido|resultado|output|risultato|contenuto|sa(?:í|i)da|conte(?:ú|u)do|uitvoer|inhoud) (?:von|de|di|des|du|del|van|do) (?:la commande |der |comando |el |het )?{_TOLD}",
        back=170,
    ),
    phrase(
        Sign.LEAK,
        "must call,must retry,must re,must invoke,must run,must send,must repeat,must pass,must include,should call,should retry,should re,should send,should repeat,should include,should pass,has to call,has to send,has to retry,needs to call,needs to send,needs to retry,need to call,need to send",
        rf"\b{_ACTOR} (?:must|should|has to|have to|needs? to) (?:now |then |first )?(?:re-?)?(?:call|try|retry|invoke|run|send|submit|repeat|pass|include)\b[^.\n]{{0,140}}?\b{_PRIVATE}",
        back=40,
    ),
    phrase(
        Sign.LEAK,
        "to unlock,to continue,to proceed,to retry,to recover,to resume,to resolve,to authorize,to authorise,to verify,to fix,to enable,to activate,to complete,to restore,to clear",
        rf"\bto (?:unlock|continue|proceed|retry|recover|resume|resolve|authori[sz]e|verify|fix|enable|activate|complete|restore|clear)\b[^.\n:]{{0,50}}[,:] ?(?:{_ACTOR} (?:must|should|has to|needs to) )?(?:please )?(?:(?:re-?)?call|retry|invoke|send|include|pass|provide|attach|resubmit|repeat)\b[^.\n]{{0,140}}?\b{_PRIVATE}",
    ),
    phrase(
        Sign.ADDRESS,
        "model must,agent must,assistant must,llm must,model should,agent should,assistant should,model has to,agent has to,assistant has to,modell muss,modèle doit,modelo debe,modello deve,modelo deve,model moet",
        r"\bthe (?:ai |calling )?(?:model|agent|assistant|llm) (?:must|should|has to) (?:now |then )?(?:call|retry|invoke|re-?run|repeat) [`'\"]?[\w.-]{2,40}[`'\"]?(?: again| once more)? (?:again )?with\b|"
        r"\b(?:das modell muss|le modèle doit|el modelo debe|il modello deve|o modelo deve|het model moet)\b[^.\n]{0,60}\b(?:aufrufen|erneut|appeler|rappeler|llamar|volver a|chiamare|richiamare|chamar|aanroepen|opnieuw)\b",
        back=20,
    ),
)  # fmt: skip
"""What an honest error never wants."""
