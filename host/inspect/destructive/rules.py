"""Who rules, what guards, and what is spent (pure).

Owns: the names of tools and inputs with which a call changes who may do what, takes a guard away, moves a name or
an account to somebody else, buys, or ends something for good. What stays true: a verb alone is nothing, it takes what it is
done to; a call that only looks is left out by who asks.
"""
# ruff: noqa: E501  # a family is read best as the one line that it is

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from host.inspect.saying import found
from host.inspect.subject import Subject
from host.inspect.tools.words import words_of
from host.model import Finding, Severity
from host.words import say

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH
_LONGEST: Final = 200


class _Deed(NamedTuple):
    """One family. Attributes: verbs, things: one of each is in the names. without: and none of these."""

    says: str
    severity: Severity
    verbs: frozenset[str]
    things: frozenset[str]
    without: frozenset[str] = frozenset()


def _deed(says: str, severity: Severity, verbs: str, things: str, without: str = "") -> _Deed:
    return _Deed(says, severity, *(frozenset(words.split()) for words in (verbs, things, without)))


_RIGHTS: Final = say("This hands out the rights of an administrator.")
_BLIND: Final = say("This switches off what protects or records.")
_ENDS: Final = say("This ends something that somebody relies on.")
_LETS_IN: Final = say("This lets somebody in, from now on.")
_MOVES: Final = say("This changes where money, mail or a name leads from now on.")
_BUYS: Final = say("This buys or trades, and money does not come back.")
_BACK: Final = say("This puts an older state in the place of what is there.")
_MANY: Final = say("This goes to many people at once.")
_OPENS: Final = say("This opens a door, a lock or a valve of the real world.")
_ANSWERS: Final = say("This answers everybody by itself from now on.")
_WORLD: Final = say("This opens something to the whole world.")
_HANDS: Final = say("This hands something over to another owner.")
_REWRITES: Final = say("This throws away work in a repository, or what others see of it.")
_SPENDS: Final = say("This raises or lifts a limit that protects.")
_MERGES: Final = say("This makes one of several, and they do not come apart again.")
_WHOLE: Final = say("This changes many things at once.")
_PAYS: Final = say("This changes what is paid or spent from now on.")
_REAL: Final = say("This moves something of the real world.")
_TAKEN: Final = say("This cannot be taken back once others have seen or used it.")
_DISK: Final = say("This deletes all that is on a disk.")
_RUNS_ON: Final = say("This changes what runs for others.")

_CHANGES: Final = (
    "set add assign grant make promote give change update attach put create elevate invite transfer modify"
)
_DEEDS: Final = (
    _deed(_RIGHTS, _HIGH, _CHANGES, "admin owner administrator superuser superadmin root sudoer", "email name contact address list note message comment api"),
    _deed(_RIGHTS, _MEDIUM, "assign grant attach put bind impersonate elevate assume delegate", "role permission policy privilege grant binding entitlement right", "list get"),
    _deed(_BLIND, _HIGH, "unprotect unlock disable remove delete bypass suspend deactivate stop turn skip reset dismiss ignore mute clear", "protection mfa 2fa totp factor firewall guardrail waf antivirus defender edr alarm audit trail logging captcha rls immutability retention legalhold hold"),
    _deed(_LETS_IN, _MEDIUM, "invite", "channel workspace team org organization organisation group board space room tenant project repo repository"),
    _deed(_BLIND, _HIGH, "unprotect", "branch tag bucket resource branches environment instance object"),
    _deed(_OPENS, _HIGH, "unlock open disarm disable bypass", "door lock gate garage valve alarm barrier vault safe siren"),
    _deed(_ENDS, _MEDIUM, "cancel close deactivate suspend terminate ban block revoke expire void decommission lock disconnect detach offboard deregister unregister kick disable unsubscribe deallocate hibernate port", "account subscription order booking reservation membership card domain certificate server service instance cluster key token session user workspace contract policy payment payout license plan device member customer employee tenant flight credential environment vm droplet player number plan pv appointment prescription delivery shipment visit enrollment enrolment index"),
    _deed(_MOVES, _HIGH, "set add update change edit create put replace modify insert upsert register", "nameserver ns mx"),
    _deed(_MOVES, _MEDIUM, "set add update change edit replace modify link register", "payout bankaccount iban beneficiary payee paymentmethod bankdetail directdeposit"),
    _deed(_BUYS, _MEDIUM, "buy rebook purchase order trade swap stake bet checkout subscribe book reserve bid redeem mint donate topup charge capture sell invest borrow", "order stock share crypto token coin option futures asset ticket flight hotel item product cart position market limit card customer invoice payment nft hour credit voucher position plan license domain instance swap room", "list get search find quote price estimate history status preview link test page checkout"),
    _deed(_ENDS, _MEDIUM, "shutdown halt poweroff abort seal teardown offboard dismantle", "project host vm server machine instance cluster environment site service node system plant rollout deployment migration vault stack region tenant farm"),
    _deed(_BACK, _MEDIUM, "promote failover switchover compact rewind", "replica standby secondary slave revision revisions offset offsets cluster"),
    _deed(_ENDS, _MEDIUM, "reject close accept concede", "dispute chargeback"),
    _deed(_ENDS, _MEDIUM, "reject", "account merchant seller"),
    _deed(_ENDS, _MEDIUM, "yank unlist ban leave evict retire fire dismiss", "release package version guild server user member chat key channel group redis pattern employee community"),
    _deed(_ENDS, _MEDIUM, "kill revoke retire sunset", "flag feature switch dsn webhook credential secret process query connection integration endpoint listener consumer"),
    _deed(_BACK, _MEDIUM, "restore rollback revert overwrite failover reinstall reimage rebuild reprovision reset", "database db cluster instance snapshot backup volume disk server deployment release config state vm machine table bucket device environment overwrite point time cache offset offsets branch"),
    _deed(_MANY, _MEDIUM, "send broadcast publish blast dispatch launch start schedule", "campaign newsletter broadcast blast mass bulk everyone subscriber audience announcement all"),
    _deed(_ANSWERS, _MEDIUM, "set enable update create put turn", "vacation autoreply autoresponder autoresponse outofoffice"),
    _deed(_WORLD, _HIGH, "convert make set change turn open expose", "public publicly internet world everyone anonymous"),
    _deed(_HANDS, _HIGH, "transfer reassign hand", "ownership owner repository repo domain project workspace organization registrar", "money fund list"),
    _deed(_HANDS, _HIGH, "change set update", "ownership owner registrar domain", "money fund list"),
    _deed(_REWRITES, _MEDIUM, "force rebase squash amend rewrite filter purge reset discard clean drop prune", "push history branch commit worktree stash reflog ref hard repo index", "list get"),
    _deed(_BLIND, _MEDIUM, "mute silence snooze pause disable", "monitor alert alarm alerting all", "track audio song playback music video microphone mic player tab volume speaker"),
    _deed(_ENDS, _MEDIUM, "pause hibernate", "project zone database cluster service site server tenant subscription"),
    _deed(_ENDS, _MEDIUM, "disable unmount", "secret engine mount backend kv realm idp"),
    _deed(_BUYS, _MEDIUM, "upgrade renew extend prolong", "subscription license licence seat domain membership tier plan contract", "list get preview price quote terraform helm time date search"),
    _deed(_ENDS, _MEDIUM, "release", "number phone ip eip domain"),
    _deed(_ENDS, _MEDIUM, "void deprecate yank", "invoice payment check order package version crate gem npm"),
    _deed(_BLIND, _HIGH, "disable", "check attestation ssl tls https hsts csp"),
    _deed(_PAYS, _MEDIUM, "approve release authorize", "payment payout payroll transfer invoice expense", "list get"),
    _deed(_ENDS, _MEDIUM, "archive", "board channel conversation project repo repository workspace team database space organization course group"),
    _deed(_ENDS, _MEDIUM, "end quit leave discontinue cancel stop", "membership contract meeting subscription lease organization workspace trial service auction stream campaign listing", "date time"),
    _deed(_ENDS, _MEDIUM, "clear empty expunge reset", "list history log record row conversation playlist sheet worksheet range column topic folder directory stream database value library gallery", "search filter view field form input"),
    _deed(_BACK, _MEDIUM, "downgrade undo rollback vacuum compact", "package version rollout deployment release page document revision deploy firmware database table full commit migration server plan helm sqlite postgres mysql db"),
    _deed(_BACK, _MEDIUM, "restore reset", "default factory setting", "view layout zoom window column"),
    _deed(_SPENDS, _MEDIUM, "increase raise lift remove disable", "limit cap quota ceiling", "rate upload"),
    _deed(_BLIND, _MEDIUM, "create add put", "silence"),
    _deed(_BLIND, _HIGH, "disable stop flush", "ufw iptables firewalld selinux apparmor fail2ban"),
    _deed(_PAYS, _MEDIUM, "run set update change approve process submit finalize", "payroll salary wage compensation budget", "list get"),
    _deed(_REAL, _MEDIUM, "set write force actuate open", "valve breaker relay coil register pump actuator plc heater boiler"),
    _deed(_BUYS, _MEDIUM, "sell liquidate", "all portfolio holding everything", "list get"),
    _deed(_BUYS, _MEDIUM, "place submit make", "bid bet wager", "list get"),
    _deed(_REAL, _MEDIUM, "start ignite set preheat turn", "engine car vehicle oven stove hob furnace grill fireplace cooktop", "list get search rules workflow template"),
    _deed(_TAKEN, _MEDIUM, "cast sign submit file send", "vote ballot envelope return application tax contract petition signature document claim", "list get"),
    _deed(_RUNS_ON, _MEDIUM, "apply up converge", "terraform tf pulumi cloudformation infrastructure opentofu tofu"),
    _deed(_ENDS, _MEDIUM, "disable suspend", "job pipeline workflow cron replication backup warehouse queue trigger schedule", "list get"),
    _deed(_ENDS, _MEDIUM, "close", "board period year ledger", "list get date"),
    _deed(_ENDS, _MEDIUM, "recreate", "collection index table database bucket volume namespace", "list get"),
    _deed(_ENDS, _MEDIUM, "deactivate disable", "app workflow automation zap flow application", "list get"),
    _deed(_BLIND, _MEDIUM, "create schedule add set start", "maintenance downtime", "list get page task request ticket"),
    _deed(_TAKEN, _MEDIUM, "finalize finalise post", "voucher journal ledger", "list get draft"),
    _deed(_ENDS, _MEDIUM, "lock freeze finalize seal", "repository repo period ledger fiscal book wallet", "list get note"),
    _deed(_DISK, _HIGH, "repartition partition format wipe initialize", "disk drive volume sda"),
    _deed(_MANY, _MEDIUM, "broadcast", "telegram whatsapp slack discord sms line viber text"),
    _deed(_MERGES, _MEDIUM, "merge dedupe deduplicate combine consolidate", "duplicate contact customer account record user identity"),
    _deed(_MANY, _MEDIUM, "post tweet send publish create", "tweet toot", "list get search"),
    _deed(_MANY, _MEDIUM, "send message email text call sms mail notify", "list audience segment bulk mass subscriber everyone all customer follower", "get count search"),
    _deed(_WHOLE, _MEDIUM, "bulk mass all many", "ignore dismiss mark spam update transition edit move assign archive close unsubscribe end complete resolve logout restart unfollow block ban kick mute reset replace silence merge overwrite convert", "get list search read"),
    _deed(_RUNS_ON, _MEDIUM, "drain cordon evict stop reboot restart kill detach", "node prod production replica deployment database db cluster namespace pod pods instance statefulset volume eni disk vm k8s kubernetes", "list get"),
)  # fmt: skip
_PAIRS: Final = tuple(
    (frozenset(pair.split("+")), deed, severity)
    for pairs, deed, severity in (
        ("auto+reply out+of+office auto+respond auto+responder", _ANSWERS, _MEDIUM),
        ("bank+account bank+detail external+account direct+deposit payment+method payout+method payout+account default+payment", _MOVES, _MEDIUM),
        ("name+server dns+record dns+zone domain+record custom+domain host+record", _MOVES, _MEDIUM),
        ("branch+protection security+policy conditional+access password+policy access+block deletion+protection row+security", _BLIND, _MEDIUM),
        ("insert+acl create+acl set+acl put+acl update+acl add+acl bucket+acl bucket+policy", say("This changes who may see or change it."), _MEDIUM),
        ("market+order limit+order place+order submit+order create+order execute+trade place+trade open+position swap+token send+token send+transaction sign+transaction broadcast+transaction send+eth send+sol send+btc", _BUYS, _MEDIUM),
        ("approve+all approval+all for+all", say("This lets somebody else spend."), _HIGH),
        ("reset+password change+password set+password reset+factor reset+mfa reset+credential rotate+key rotate+secret rotate+root rotate+credential rotate+token regenerate+key regenerate+token regenerate+secret roll+key clear+session clear+sessions", _ENDS, _MEDIUM),
        ("issue+gift issue+voucher issue+credit create+gift merge+contact merge+customer merge+account publish+all publish+grade publish+package", _TAKEN, _MEDIUM),
        ("merge+admin admin+merge", _BLIND, _MEDIUM),
        ("dist+tag", _RUNS_ON, _MEDIUM),
        ("whois+contact registrant+contact registrar+contact", _MOVES, _MEDIUM),
    )
    for pair in pairs.split()
)  # fmt: skip
_UNBOUND: Final = tuple(
    frozenset(pair.split("+"))
    for pair in "god+mode admin+mode superuser+mode unrestricted root+access root+shell sudo bypass+all jailbreak "
    "do+anything full+control full+access unlimited+access master+key".split()
)
_WRITES: Final = frozenset(
    "set add update change edit create put replace modify insert upsert register issue publish enable disable remove delete patch "
    "configure reset rotate regenerate clear place submit open execute swap send approve merge sign broadcast link default".split()
)
_SMALL: Final = frozenset("cache view filter form password preference layout zoom counter timer ui".split())


def _by_verb() -> dict[str, tuple[int, ...]]:
    """The places of the families that a verb belongs to."""
    verbs = {verb for deed in _DEEDS for verb in deed.verbs}
    return {verb: tuple(at for at, deed in enumerate(_DEEDS) if verb in deed.verbs) for verb in sorted(verbs)}


_BY_VERB: Final = _by_verb()


def find_ruling(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """``destructive``: by what a tool is there to do. ``words``: of its name and of an operation in the inputs."""
    if (ruled := _ruled(words)) is not None:
        yield _finding(subject, *ruled)


@lru_cache(maxsize=1_024)
def _ruled(words: frozenset[str]) -> tuple[Severity, str] | None:
    words = words | frozenset(_glued(words))
    for at in sorted({at for word in words for at in _BY_VERB.get(word, ())}):
        deed = _DEEDS[at]
        if words.isdisjoint(deed.things) or not words.isdisjoint(deed.without):
            continue
        if _same_word(words, deed) or (deed.says in (_BACK, _REWRITES) and not words.isdisjoint(_SMALL)):
            continue
        return deed.severity, deed.says
    if any(pair <= words for pair in _UNBOUND):
        return _HIGH, _RIGHTS
    if words.isdisjoint(_WRITES):
        return None
    return next(((severity, says) for pair, says, severity in _PAIRS if pair <= words), None)


def _same_word(words: frozenset[str], deed: _Deed) -> bool:
    """Whether one word alone would be both the verb and the thing."""
    verbs, things = words & deed.verbs, words & deed.things
    return verbs == things and len(verbs) == 1


def _glued(words: frozenset[str]) -> Iterator[str]:
    """Words that are written as one."""
    for word in words:
        for verb in ("set", "make", "un", "auto"):
            if word.startswith(verb) and len(word) > len(verb) + 3:
                yield word.removeprefix(verb)


def _finding(subject: Subject, severity: Severity, says: str) -> Finding:
    first = next((text for text in subject.values() if len(text.text) < _LONGEST), None)
    if first is None or words_of(first.key) == frozenset():
        return Finding("destructive", severity, says, subject.tool[:_LONGEST])
    return found("destructive", severity, says, first)
