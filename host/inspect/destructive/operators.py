"""Commands of databases, queues, stores and administrators that end or blind something (pure).

Owns: these commands by their programs. What stays true: a pattern is one of a program that stands in the text, and the
text is searched for the program's name first.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from host.inspect.destructive.clouds import Judged, rehearsed
from host.model import Severity
from host.patterns import regex
from host.words import say

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH
_DELETES: Final = say("This deletes, overwrites or stops something.")
_BLIND: Final = say("This switches off what protects or records.")
_EXPIRES: Final = say("This keeps things so short that what is there goes by itself.")
_RIGHTS: Final = say("This hands out the rights of an administrator.")
_REST: Final = r"[^\n;|&]{0,120}?"


class _Program(NamedTuple):
    names: tuple[str, ...]
    named: re.Pattern[str]
    pattern: re.Pattern[str]
    severity: Severity
    says: str


def _program(names: str, pattern: str, severity: Severity = _MEDIUM, says: str = _DELETES) -> _Program:
    """``pattern``: @ stands for the rest of a line up to there."""
    named = regex("|".join(map(re.escape, names.split())))
    return _Program(tuple(names.split()), named, regex(pattern.replace("@", _REST)), severity, says)


_SMALL: Final = r"(?!\S{0,60}(?:cache|session|lock|tmp|temp|test|rate|throttle))"
_PROGRAMS: Final = (
    _program("redis-cli", r"redis-cli@\s(?:config\s{1,3}set\s{1,3}(?:appendonly\s{1,3}no|save\s{1,3}[\"']{2}|requirepass\s{1,3}[\"']{2}|protected-mode\s{1,3}no)|acl\s{1,3}setuser@(?:\+@all|nopass))", _HIGH, _BLIND),
    _program("redis-cli", rf"redis-cli@\s(?:del\s{{1,3}}{_SMALL}|unlink\s{{1,3}}{_SMALL}|swapdb\b|cluster\s{{1,3}}(?:reset|forget|failover)|replicaof\s|slaveof\s|function\s{{1,3}}flush|script\s{{1,3}}flush|ltrim\s|xtrim\s|debug\s{{1,3}}(?:segfault|reload)|config\s{{1,3}}set\s{{1,3}}maxmemory(?:-policy)?\s|expire\s{{1,3}}{_SMALL}\S{{1,80}}\s{{1,3}}[01]\b)"),
    _program("redis-cli", r"redis-cli\s(?:-\S{1,20}\s\S{1,80}\s){0,4}eval\s[\s\S]{0,400}?['\"](?:del|unlink|flush\w{2,3})['\"]"),
    _program("kafka-", r"kafka-[a-z-]{3,30}(?:\.sh)?\s@(?:--delete(?=\s|$)|--reset-offsets@--execute|delete-records|retention\.(?:ms|bytes)=\d{1,4}\b)|kafka-delete-records"),
    _program("rabbitmqctl", r"rabbitmqctl\s@(?:reset|force_reset|purge_queue|delete_\w{2,20}|stop_app|stop\b|forget_cluster_node|clear_permissions|set_permissions|set_user_tags)"),
    _program("rabbitmqadmin", r"rabbitmqadmin\s@(?:purge|delete)\b"),
    _program("etcdctl consul", r"etcdctl\s@\bdel\s|consul\s{1,3}(?:kv\s{1,3}delete|leave|force-leave|snapshot\s{1,3}restore)"),
    _program("vault", r"\bvault\s{1,3}(?:(?:secrets|auth|audit)\s{1,3}disable|lease\s{1,3}revoke|kv\s{1,3}(?:destroy|delete|metadata\s{1,3}delete)|operator\s{1,3}(?:seal|rekey|step-down|raft\s{1,3}remove)|token\s{1,3}revoke|delete\s|policy\s{1,3}delete)"),
    _program("zfs zpool lvremove vgremove pvremove ceph btrfs mdadm cryptsetup blkdiscard hdparm nvme", r"\bz(?:fs|pool)\s{1,3}(?:destroy|rollback|labelclear|offline)|\b(?:lv|vg|pv)remove\s|ceph\s{1,3}osd\s{1,3}(?:purge|out|rm|destroy|pool\s{1,3}delete)|btrfs\s{1,3}subvolume\s{1,3}delete|mdadm\s@--(?:zero-superblock|stop|fail|remove)|cryptsetup\s{1,3}(?:erase|luksformat|luksremovekey|lukskillslot)|blkdiscard\s|hdparm\s@--security-erase|nvme\s{1,3}(?:format|sanitize)"),
    _program("qm virsh vboxmanage vagrant multipass lxc pct govc esxcli", r"\b(?:qm|pct)\s{1,3}(?:destroy|stop|rollback|shutdown)|virsh\s{1,3}(?:destroy|undefine|shutdown|snapshot-revert)|vboxmanage\s@(?:unregistervm|poweroff|closemedium@--delete)|vagrant\s{1,3}destroy|multipass\s{1,3}(?:delete|purge)|\blxc\s{1,3}(?:delete|stop)|govc\s{1,3}vm\.(?:destroy|power\s{1,3}-off)|esxcli\s@(?:process\s{1,3}kill|poweroff)"),
    _program("nomad velero restic borg duplicity pgbackrest barman", r"nomad\s{1,3}(?:job\s{1,3}stop|stop|node\s{1,3}drain|system\s{1,3}gc|namespace\s{1,3}delete)|velero\s@\bdelete\b|restic\s@\b(?:forget|prune)\b|borg\s{1,3}(?:delete|prune|compact)|duplicity\s{1,3}remove-|pgbackrest\s@\b(?:stop|expire|stanza-delete)|barman\s{1,3}delete"),
    _program("nodetool cockroach pg_ mysql influx clickhouse psql", r"nodetool\s@\b(?:decommission|removenode|assassinate|clearsnapshot|drain)|cockroach\s@\b(?:decommission|drain)|pg_(?:dropcluster|resetwal|ctlcluster\s@stop)|mysqladmin\s@\b(?:shutdown|flush-)|influx\s{1,3}(?:bucket|org|delete)@(?:delete|--start)"),
    _program("mysql mariadb psql sqlcmd", r"\b(?:mysql|mariadb|psql|sqlcmd)\s@(?:reset\s{1,3}(?:master|slave|replica)|purge\s{1,3}(?:binary|master)\s{1,3}logs|archive_mode\s{0,3}=\s{0,3}off|fsync\s{0,3}=\s{0,3}off)"),
    _program("mongosh mongo db.", r"\bdb\.(?:\w{1,60}\.)?(?:dropdatabase|shutdownserver|remove\(\s{0,3}\{\s{0,3}\}|drop\(|deletemany|dropuser|dropindexes)|\brs\.(?:stepdown|remove|reconfig)\("),
    _program("artisan rails rake manage.py prisma alembic flyway liquibase knex sequelize typeorm ecto doctrine supabase firebase drush wp diesel sqlx dbmate", r"artisan\s{1,3}(?:migrate:(?:fresh|reset|refresh|rollback)|db:wipe|down|key:generate)|\bdb:(?:drop|reset|schema:load|purge|migrate:undo:all|setup)\b|manage\.py\s{1,3}(?:flush|reset_db|sqlflush|migrate\s{1,3}\w{1,60}\s{1,3}zero)|prisma\s{1,3}(?:migrate\s{1,3}reset|db\s{1,3}push@(?:--force-reset|--accept-data-loss))|alembic\s@downgrade|flyway\s@(?:clean|undo)|liquibase\s@(?:drop-?all|rollback)|knex\s{1,3}migrate:(?:rollback|down)|schema:drop|ecto\.(?:drop|reset|rollback)|doctrine:(?:schema:drop|database:drop|fixtures:load)|supabase\s{1,3}db\s{1,3}reset|firestore:delete|drush\s@(?:sql-drop|sql:drop|site:install|sset\s)|\bwp\s{1,3}(?:db\s{1,3}(?:reset|drop|clean)|site\s{1,3}(?:empty|delete)|search-replace|plugin\s{1,3}deactivate\s{1,3}--all|user\s{1,3}delete)|diesel\s{1,3}database\s{1,3}reset|sqlx\s{1,3}database\s{1,3}(?:drop|reset)|dbmate\s{1,3}(?:drop|down)"),
    _program("pulumi argocd flux serverless sls cdk ansible terragrunt tofu", r"pulumi\s@\b(?:down|destroy|stack\s{1,3}rm|cancel|state\s{1,3}delete)\b|argocd\s@(?:app\s{1,3}(?:delete|rollback|terminate-op)|--prune|--force\b|account\s{1,3}update-password)|flux\s{1,3}(?:uninstall|suspend|delete)|\b(?:serverless|sls)\s{1,3}remove|\bcdk\s{1,3}destroy|(?:terragrunt|tofu)\s@\b(?:destroy|state\s{1,3}rm|-auto-approve)|ansible\s@state=absent"),
    _program("terraform tf", r"\bt(?:erra)?f(?:orm)?\s@(?:-destroy\b|workspace\s{1,3}delete|state\s{1,3}push|-replace=)"),
    _program("postsuper doveadm exim mailq postqueue", r"postsuper\s@-d\s|doveadm\s@\b(?:expunge|purge|mailbox\s{1,3}delete)|exim\w?\s@-m(?:rm|g)\b"),
    _program("occ gam gyb synadm", r"\bocc\s@(?:trashbin:cleanup|versions:cleanup|user:(?:delete|disable)|maintenance:mode\s{1,3}--on|encryption:disable|twofactorauth:(?:disable|enforce\s{1,3}--off)|app:(?:disable|remove)|group:delete|files:transfer-ownership|config:(?:app|system):delete)|\bgam\s@\b(?:delete|purge|wipe|suspend|suspended\s{1,3}on|deprovision|undelete|transfer|update\s{1,3}user@admin\s{1,3}on)|\bgyb\s@--action\s{1,3}purge"),
    _program("auditctl setenforce ufw nft firewall-cmd spctl csrutil tmutil fdesetup bcdedit wevtutil auditpol netsh sc.exe fsutil wbadmin history journalctl", r"auditctl\s@(?:-d\b|-e\s{0,2}0)|setenforce\s{1,3}0|\bufw\s{1,3}(?:disable|reset|--force\s{1,3}reset)|\bnft\s{1,3}flush|firewall-cmd\s@(?:--panic-on|--remove)|spctl\s@--(?:master|global)-disable|csrutil\s{1,3}disable|tmutil\s{1,3}(?:delete|disable)|fdesetup\s{1,3}disable|bcdedit\s@(?:off|no|ignoreallfailures)\b|wevtutil\s{1,3}(?:cl|clear-log)|auditpol\s@(?:/clear|disable)|netsh\s@(?:state\s{1,3}off|reset)|fsutil\s{1,3}usn\s{1,3}deletejournal|wbadmin\s{1,3}delete|history\s{1,3}-c\b|journalctl\s@--vacuum-(?:time|size)=\s{0,1}[01]\w?\b", _HIGH, _BLIND),
    _program("usermod gpasswd adduser localgroup add-adgroupmember add-localgroupmember visudo nopasswd", r"usermod\s@-a?g\w?\s{1,3}\S{0,30}(?:sudo|wheel|root|docker|admin)|(?:gpasswd\s{1,3}-a|adduser)\s{1,3}\S{1,40}\s{1,3}(?:sudo|wheel|docker|admin)|localgroup\s{1,3}\S{0,4}administrator@/add|add-(?:ad|local)groupmember\s@admin|nopasswd:\s{0,3}all", _HIGH, _RIGHTS),
    _program("remove- disable- revoke- uninstall- clear- reset- suspend- unregister- dismount- stop- restart-", r"(?<![\w./-])(?:remove|disable|revoke|uninstall|clear|reset|suspend|unregister|dismount|stop|restart)-(?:az|mg|ad|spo|pnp|cs|mailbox|team|dns|vm|win|intune|transport|eventlog|dlp|label|retention|organi[sz]ation|user|group|site|tenant|bitlocker|smb|iis|web|volume|partition|disk|net|dhcp|gp|sql|distribution|unified|inbox|compliance|journal|recyclebin|computer|service|managed|moverequest|safe|spam|antiphish|role|device|cluster|backup|entra|msol|exchange|mail|public)[a-z]{0,40}(?=\s|$)"),
    _program("-enabled set-mppreference set-adminaudit -whatif set-mailbox newcompliance new-compliancesearchaction -accountenabled set-organizationconfig", r"-(?:account)?enabled[\s:]{1,2}(?:\$?false|0)\b|set-mppreference\s@-disable\w{1,40}\s{1,2}(?:\$?true|1)\b|auditlog\w{0,20}enabled[\s:]{1,2}\$?false|auditdisabled[\s:]{1,2}\$?true|compliancesearchaction\s@-purge|-auditenabled[\s:]{1,2}\$?false", _HIGH, _BLIND),
    _program("gpg certbot keytool security step", r"gpg\s@--delete-(?:secret|keys?)|certbot\s{1,3}(?:delete|revoke)|keytool\s@-delete|security\s{1,3}delete-|step\s{1,3}ca\s{1,3}revoke"),
    _program("gh glab svn hg bfg p4", r"\b(?:gh|glab)\s@(?:secret\s{1,3}(?:delete|remove)|run\s{1,3}(?:delete|cancel)|workflow\s{1,3}disable|repo\s{1,3}(?:delete|archive|edit@--visibility)|ssh-key\s{1,3}delete|ruleset\s{1,3}delete|cache\s{1,3}delete\s{1,3}--all)|\bbfg\s@--(?:delete|strip)|\bhg\s{1,3}strip|\bp4\s{1,3}obliterate|svnadmin\s{1,3}(?:rmtxns|setrevprop)"),
    _program("docker podman crictl nerdctl ctr", r"\b(?:docker|podman|nerdctl)\s@\b(?:swarm\s{1,3}leave|service\s{1,3}(?:rm|scale\s{1,3}\S{1,60}=0)|node\s{1,3}(?:rm|demote|update@drain)|stack\s{1,3}(?:rm|down)|secret\s{1,3}rm|system\s{1,3}reset)|crictl\s@\b(?:rmi|rmp?)\b|\bdocker(?:-|\s{1,2})compose\s(?:-\S{1,20}\s\S{1,80}\s){0,3}down\s[^\n;|&]{0,40}?(?:-v\b|--volumes|--rmi)"),
)  # fmt: skip


def judge(low: str) -> Iterator[Judged]:
    """What the commands in a text, which is in lower case, do for good."""
    for program in _PROGRAMS:
        if not any(name in low for name in program.names):
            continue
        for name in islice(program.named.finditer(low), _OCCURRENCES):
            match = program.pattern.search(low, name.start(), name.start() + _WINDOW)
            if match is not None and not rehearsed(low, match.start()):
                yield program.severity, program.says, match.span()
                break


_OCCURRENCES: Final = 100
_WINDOW: Final = 500
"""Characters of a command that are looked at, from its program on."""
