"""What deletes or pays in the words of other languages, or by what its description owns up to (pure).

Owns: the stems of verbs in names of tools that are not English, and the sentences of descriptions that say that nothing
leads back. What stays true: a stem counts in the tool's name alone; a description makes nothing milder.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.model import Finding, JsonObject, Severity
from host.naming import key_words
from host.patterns import regex
from host.words import say

_DELETES: Final = regex(
    r"\bvider_|prullenbak_?le|(?:papierkorb|corbeille|papelera|lixeira|cestino)_?(?:leer|vid|vaci|esvazi|svuot)|\bvaci(?:ar|a_)|_vaciar|esvazi|svuot|leeren|\bleere_|l(?:ö|oe)sch|entfern|vernicht|elimin(?:ar|a\b|e\b|a_|er_)|borrar|borra_|suprimir|supprim|effacer|efface_|exclui|apagar|remov(?:er|a_)|"
    r"cancella|rimuov|verwijder|wissen|usu(?:n|ń)|skasuj|slett|radera|ta_bort|poista|smaza|sil_|_sil\b|töröl|"
    r"удал|стер|очист|видал|削除|消去|删除|刪除|清空|清除|삭제|제거|حذف|मिटा|ลบ"
)
_WRITES_OVER: Final = regex(
    r"(?:ü|ue)berschreib|zur(?:ü|ue)cksetz|sobrescrib|sobrescrev|écras|ecraser|sovrascriv|overschrijv|nadpisz|"
    r"restablec|restaur(?:ar|a_|e_|er)|ripristin|terugzet|herstell|r(?:é|e)tabli|r(?:é|e)initialis|reinici(?:ar|alizar)|redefin|zur(?:ü|ue)ckspiel|"
    r"回滚|回滾|初期化|重置|リセット|초기화|格式化|フォーマット|сброс|восстанов|перезапис|上書き|覆盖|覆蓋|덮어쓰"
)
_PAYS: Final = regex(
    r"(?:ü|ue)berweis|(?:be)?zahl(?:en|e_|ung)|transferir|transfiere|pagar|enviar_dinero|virement|dauerauftrag_?(?:einricht|anleg|erstell)|(?:hacer|realizar|nueva)_transferencia|virer_|payer|pagamento|pagare|"
    r"bonific|effettua_|betaal|overboek|przelew|zap(?:ł|l)a(?:ć|c)|перевод|перевести|оплат|платеж|送金|支払|振込|转账|轉帳|付款|支付|汇款|송금|결제"
)
_ENDS: Final = regex(
    r"annul(?:er|ar|eer|lare)|absagen|absage_|stornier|k(?:ü|ue)ndig(?:en|e_)|r(?:é|e)silier|cancelar|disdi(?:re|ci)|opzeggen|"
    r"dar_de_baja|отмен|キャンセル|解約|取消"
)
_STOPS: Final = regex(
    r"закры|licenci|cl(?:ô|o)tur|schlie(?:ß|ss)|zur(?:ü|ue)cknehm|entlass|despid|cerrar|fechar|chiude|fermer|sluit|deten(?:er|e_)|parar|apagar|arr(?:ê|e)ter|(?:é|e)teindre|desligar|encerr|finalizar|terminar|stoppen|beend|abschalt|ausschalt|"
    r"herunterfahr|abbau|spegn|arrest|fermare|dismett|afsluit|uitschakel|stopzet|остан|отключ|выключ|停止|停用|关闭|關閉|终止|終了|シャットダウン|중지|종료|wy(?:łą|la)cz|zatrzym"
)
_RUNNING: Final = regex(
    r"アカウント|账号|账户|帳號|계정|сч(?:е|ё)т|konto|compte|cuenta|conta\b|emplo|emplead|mitarbeit|periode|abschluss|cluster|kluster|server|servid|serveur|servi[cçz]|inst[aâ]n|datenbank|database|\bdb|_db|base_?(?:de_?)?da|bdd|maschine|machine|"
    r"m[aá]quina|macchina|node|knoten|n(?:œ|oe)ud|kubernetes|k8s|кластер|сервер|баз|инстанс|クラスタ|サーバ|インスタンス|实例|實例|集群|服务|服務|数据库|클러스터|서버"
)
_OPENS: Final = regex(
    r"aufschlie(?:ß|ss)|entriegel|entsperr|d(?:é|e)verrouill|desbloque|desbloquea|sblocca|ontgrendel|"
    r"abrir_(?:puerta|porta|garaje|port)|ouvrir_(?:porte|portail|garage)|apri_(?:porta|cancello|garage)|"
    r"(?:t(?:ü|ue)r|tor|garage|schloss)_?(?:(?:ö|oe)ffnen|auf\b)|(?:ö|oe)ffne_?(?:t(?:ü|ue)r|tor|garage)"
)
_BLINDS: Final = regex(
    r"(?:d(?:é|e)sactiv|deaktivier|abschalt|ausschalt|disattiv|desliga|uitschakel)[a-z]{0,4}_?(?:[a-z]{2,4}_)?"
    r"(?:alarm|allarm|antivirus|firewall|rauchmelder|schutz|protec|copia|respaldo|sicherung|sauvegarde|backup|auditor|protokoll|journal|registro)|"
    r"(?:alarm|alarma|alarme|allarme|firewall|rauchmelder|schutz|sicherung|backup|protokoll(?:ierung)?)(?:anlage|en|s)?_?(?:deaktivier|abschalt|ausschalt|desactiv|aus\b)"
)
_BUYS: Final = regex(
    r"(?<!ein)kaufen|\bkaufe_|comprar|acheter|acquista|passer_commande|bestellung_?(?:aufgeben|abschick|absend)|\bbestelle|"
    r"_bestellen|_buchen|\bbuchen|(?:hacer|realizar)_(?:pedido|compra)|購入|购买|下单|注文する"
)
_TAKEN: Final = regex(
    r"(?:steuer|antrag|klage|widerspruch|formular)\w{0,30}?(?:abschick|einreich|absend|(?:ü|ue)bermitt)|unterschreib|"
    r"unterzeichn|festschreib|_(?:ü|ue)bermittel|\bfirmar|\bsigner_|soumettre_|presentar_(?:modelo|declar|solicit|renta)|d(?:é|e)clarer_|abstimmen"
)
_LOOKS: Final = regex(
    r"(?:list|get|zeig|hol|lies|ver_|listar|mostrar|voir|lister|lire|elenca|mostra|toon|lijst|查询|查看|一覧|取得|status|state)"
)
_OWNS_UP: Final = regex(
    r"\b(?:all|any|existing|current|previous|its|every|old|the)\b[^.\n]{0,60}\b(?:is|are|will be|gets?|being) "
    r"(?:\w{1,14} )?(?:erased|wiped|destroyed|lost|deleted|overwritten|discarded|purged|formatted(?! (?:with|as|in|for|using)\b)|revoked)\b"
    r"|\b(?:can ?not|can't|cannot) be (?:undone|reversed|recovered|restored|reverted|taken back)\b|\birreversibl[ey]\b|"
    r"\bpermanently (?:delet|remov|eras|destroy|clos)|\b(?:erases|wipes|destroys|discards|deletes) (?:all|any|every|the (?:entire|whole|existing))\b|"
    r"\bno (?:way back|undo|recovery)\b|\bthere is no going back\b|\bunwiderruflich\b|\birr[eé]versible|\birreversib|не(?:обратим|возможно отменить)|取り消せ|不可撤销|无法恢复"
)
_DELETED: Final = say("This deletes something.")
_OVER: Final = say("This overwrites what is there.")
_ENDED: Final = say("This ends something that somebody relies on.")
_PAID: Final = say("This moves money to somebody, and money does not come back.")
_SAYS_SO: Final = say("The tool's description says that what it does cannot be taken back.")
_LOOKED: Final = 4_000
_NAMED: Final = (
    (_DELETES, _DELETED),
    (_WRITES_OVER, _OVER),
    (_PAYS, _PAID),
    (_ENDS, say("This ends something that somebody relies on.")),
    (_OPENS, say("This opens a door, a lock or a valve of the real world.")),
    (_BLINDS, say("This switches off what protects or records.")),
    (_BUYS, say("This buys or trades, and money does not come back.")),
    (_TAKEN, say("This cannot be taken back once others have seen or used it.")),
    (
        regex(r"zusammenf(?:ü|ue)hr|fusion(?:ar|ner)"),
        say("This makes one of several, and they do not come apart again."),
    ),
)


def find_worded(subject: Subject) -> Iterator[Finding]:
    """``destructive``: by a foreign verb in the tool's name, or by its own description."""
    says = _named(subject.tool)
    if says:
        first = (payee(subject) if says is _PAID else None) or next((text for text in subject.values()), None)
        shown, where = (first.text[:200], first.steps) if first is not None else (subject.tool[:200], ())
        yield Finding("destructive", Severity.MEDIUM, says, shown, where)
    if subject.definition is not None and (said := _described(subject.definition, subject.definition_digest)):
        yield Finding("destructive", Severity.MEDIUM, _SAYS_SO, said)


def payee(subject: Subject) -> Text | None:
    """The input that says who is paid: a name where there is one, for it says more than a number."""
    first = None
    for text in islice(subject.values(), _VALUES):
        words = frozenset(key_words(text.key))
        paid = not words.isdisjoint(_PAYEES)
        beside = "name" in words and len(text.steps) > 1 and _PAYEES & frozenset(key_words(str(text.steps[-2])))
        named = not any(map(str.isdigit, text.text)) and any(map(str.isalpha, text.text))
        if (paid or beside) and named and not words & _NUMBERS:
            return text
        first = first or (text if paid else None)
    return first


_VALUES: Final = 40
_PAYEES: Final = frozenset(
    "to recipient destination payee iban account beneficiary receiver address payment charge wallet email "
    "empfaenger destinatario beneficiario beneficiaire destinataire ontvanger creditor".split()
)
_NUMBERS: Final = frozenset("iban account address payment charge wallet currency type method id".split())


@lru_cache(maxsize=1_024)
def _named(tool: str) -> str:
    low = tool[:200].lower()
    if _LOOKS.match(low):
        return ""
    said = next((says for pattern, says in _NAMED if pattern.search(low)), "")
    return said or (_ENDED if _STOPS.search(low) and _RUNNING.search(low) else "")


_MOST: Final = 256
_known: Final[dict[str, str]] = {}
"""What descriptions own up to, by the definition's digest."""


def _described(definition: JsonObject, digest: str) -> str:
    if digest and (known := _known.get(digest)) is not None:
        return known
    description = definition.get("description")
    low = description[:_LOOKED].lower() if isinstance(description, str) else ""
    match = _OWNS_UP.search(low)
    said = "" if match is None else _sentence(description if isinstance(description, str) else "", match.span())
    if digest:
        if len(_known) >= _MOST:
            _known.clear()
        _known[digest] = said
    return said


def _sentence(description: str, span: tuple[int, int]) -> str:
    start = max(description.rfind(".", 0, span[0]), description.rfind("\n", 0, span[0])) + 1
    return description[start : span[1] + 60].strip()[:200]
