"""Shapes of commands that blind, stay, rise, hand out or load (pure constants).

Owns: the second half of the patterns. What stays true: see ``host.inspect.code.shapes``.
"""

from __future__ import annotations

from typing import Final

from host.inspect.code.ruin import SAYS_REVERSE
from host.inspect.code.shape import Shape
from host.inspect.code.shape import shape as _shape
from host.words import say

_SAYS_FLOODS: Final = say("It brings the machine to a halt.")
_SAYS_RISES: Final = say("It takes more rights than it was given.")
_SAYS_BLINDS: Final = say("It switches off or erases what would protect the machine, or tell what happened.")
_SAYS_STAYS: Final = say("It stays: it makes something run, or lets somebody in, from now on.")
SAYS_SENDS: Final = say("It sends what it reads on this machine to somewhere else.")
_SAYS_STORED: Final = say("It takes stored passwords or keys out.")
_SAYS_LOADS: Final = say("It loads data in a form that can run code.")
_SAYS_ESCAPES: Final = say("It reaches through the language for what it was not given.")
_SAYS_GIT: Final = say("It makes git run a command of somebody's choice.")
_SAYS_TOOLS: Final = say("It names a tool of intruders.")

HOLD: Final[tuple[Shape, ...]] = (
    _shape(
        ":() fork %0 yes kill",
        r":\(\)\s{0,3}\{|\bfork\s{1,3}while\b|while\s{0,3}(?:\(?(?:1|true)\)?)\s{0,3}:?\s{0,5}os\.fork|"
        r"%0\s{0,2}\|\s{0,2}%0|\bkill\s{1,3}-(?:9|kill|sigkill)\s{1,3}-1\b",
        _SAYS_FLOODS,
    ),
    _shape(
        "chmod chown setcap",
        r"\bch(?:mod|own)\s{1,3}(?:-{1,2}[a-z-]{1,14}\s{1,3}){0,3}[\w:+=,.-]{1,30}\s{1,3}(?:/|"
        r"/\*|~|/etc\S{0,40}|/usr\S{0,40}|/var|/home|/root\S{0,40}|/bin\S{0,40}|\$home)(?=[\s;&|\"']|"
        r"$)|chmod\s{1,3}(?:u\+s|\+s|g\+s|[2467][0-7]{3})\b|setcap\s{1,3}cap_|setuid\s{0,2}\(\s{0,2}0",
        _SAYS_RISES,
    ),
    _shape(
        "histor histfile histsize setenforce ufw iptables nft",
        r"\bhistory\s{1,3}-[cw]|histfile\s{0,2}=\s{0,2}(?:/dev/null|[\"']{2}|\s|$)|unset\s{1,3}histfile|"
        r"histsize\s{0,2}=\s{0,2}0|clear-history|setenforce\s{1,3}0|\bufw\s{1,3}(?:--force\s{1,3})?(?:disabl"
        r"e|reset)|iptables\s[^\n]{0,30}(?:-f|--flush|-p\s{1,3}\w{1,8}\s{1,3}accept)\b|"
        r"nft\s{1,3}flush|set\s{1,3}\+o\s{1,3}history",
        _SAYS_BLINDS,
    ),
    _shape(
        "/var/log .bash_history .zsh_history journalctl auditctl wevtutil clear-eventlog",
        r"(?:\brm\s[^\n;]{0,80}|truncate\s[^\n;]{0,80}|>\s{0,3}|shred\s[^\n;]{0,60}|"
        r"ln\s[^\n;]{0,60}|cp\s{1,3}/dev/null\s)(?:/var/log|\S{0,60}\.(?:bash|zsh)_history)|"
        r"journalctl\s[^\n]{0,40}--vacuum|auditctl\s{1,3}-(?:e\s{1,3}0|d)|wevtutil\s{1,3}cl|"
        r"clear-eventlog",
        _SAYS_BLINDS,
    ),
    _shape(
        "systemctl service launchctl sc",
        r"(?:systemctl|service)\s[^\n]{0,40}\b(?:stop|disable|mask)\b[^\n]{0,40}(?:auditd|"
        r"firewalld|apparmor|falcon|crowdstrike|osquery|syslog|ufw|fail2ban|wazuh|sentinel|"
        r"clamav|selinux)|service\s{1,3}(?:auditd|rsyslog|iptables)\s{1,3}stop|\bsc(?:\.exe)?\s{1,3}(?:stop|"
        r"delete|config)\s{1,3}(?:windefend|mpssvc|wuauserv|sense|eventlog)",
        _SAYS_BLINDS,
    ),
    _shape(
        "mppreference advfirewall vssadmin bcdedit csrutil spctl executionpolicy strict-ssl sslverify "
        "node_tls host_key_checking",
        r"set-mppreference\s[^\n]{0,60}-disable|add-mppreference\s[^\n]{0,40}-exclusion|"
        r"advfirewall\s[^\n]{0,60}off|vssadmin\s[^\n]{0,30}delete|bcdedit\s{1,3}/set|"
        r"csrutil\s{1,3}disable|spctl\s[^\n]{0,20}-disable",
        _SAYS_BLINDS,
    ),
    _shape(
        "crontab schtasks at launchctl",
        r"\|\s{0,3}(?:sudo\s{1,3})?crontab\b|\bcrontab\s{1,3}(?:-u\s{1,3}\S{1,30}\s{1,3})?(?:-(?![lh])|"
        r"[\w./<])|schtasks\s[^\n]{0,40}/create|\bat\s{1,3}now\b|launchctl\s{1,3}(?:load|"
        r"bootstrap|submit)",
        _SAYS_STAYS,
    ),
    _shape(
        "> tee open write append sed cp mv install add-content",
        r"(?:>{1,2}\s{0,3}|\btee\s{1,3}(?:-a\s{1,3})?|(?:cp|mv|install|ln)\s[^\n;|&]{1,120}\s|"
        r"sed\s{1,3}-i[^\n;|]{0,120}\s|open\s{0,2}\([^\n]{0,40}|add-content\s[^\n]{0,40}|"
        r"appendfile\w{0,6}\([^\n]{0,40}|writefile\w{0,6}\([^\n]{0,40})[\"']?\S{0,80}(?:authorized_keys|"
        r"\.bashrc|\.zshrc|\.profile|\.bash_profile|\.zprofile|\.zshenv|/etc/cron|/var/spool/cron|"
        r"/etc/rc\.local|sudoers|/etc/passwd|/etc/shadow|ld\.so\.preload|/etc/systemd|"
        r"/systemd/user|launchagents|launchdaemons|\.git/hooks|/etc/profile|startup)",
        _SAYS_STAYS,
    ),
    _shape(
        "systemctl useradd adduser usermod net ssh-copy-id reg update-rc.d currentversion chpasswd passwd "
        "new-localuser",
        r"systemctl\s[^\n;]{0,30}\benable\b|\b(?:useradd|adduser|ssh-copy-id|new-localuser)\s|"
        r"usermod\s[^\n;]{0,40}(?:sudo|wheel|docker|root|admin|-u\s{1,3}0)|net\s{1,3}(?:user\s[^\n]{1,60}/ad"
        r"d|localgroup\s{1,3}administrators)|reg\s{1,3}add\s[^\n]{0,120}\\run|currentversion\\run|"
        r"update-rc\.d\s|\|\s{0,3}(?:sudo\s{1,3})?chpasswd|passwd\s{1,3}--stdin",
        _SAYS_STAYS,
    ),
    _shape(
        "sudo nopasswd pkexec doas runas ld_preload",
        r"\|\s{0,3}sudo\s{1,3}(?:-\w{1,6}\s{1,3}){0,2}-[a-z]{0,4}s\b|sudo\s{1,3}-[a-z]{0,4}s\s[^\n]{0,40}<<<"
        r"|nopasswd|\bpkexec\b|ld_preload\s{0,2}=|sudo\s{1,3}su\b|sudo\s{1,3}-[is]\b|"
        r"sudo\s{1,3}(?:ba|z)?sh\b",
        _SAYS_RISES,
    ),
    _shape(
        "--privileged docker podman nsenter chroot /host hostpid hostpath --cap-add docker.sock",
        r"--privileged\b|(?:-v|--volume|--mount)[\s=][^\s]{0,40}(?:/:/|=/,|/var/run/docker\.sock|"
        r"/etc:|/root:)|--pid[= ]host|--cap-add[= ](?:all|sys_admin)|nsenter\s[^\n]{0,30}(?:-t\s{0,3}1\b|"
        r"--target[= ]1\b)|chroot\s{1,3}/(?:host|mnt)|\"?hostpid\"?\s{0,2}:\s{0,2}true|"
        r"\"privileged\"\s{0,2}:\s{0,2}true|privileged:\s{0,2}true",
        _SAYS_RISES,
    ),
    _shape(
        "curl wget nc ncat socat openssl scp rsync ftp dig nslookup",
        r"(?:\benv\b|\bprintenv\b|\bset\b|\bcat\s[^\n|]{1,200}|\btar\s[^\n|]{1,200}|"
        r"\bhistory\b|\bls\s[^\n|]{0,100}|mysqldump[^\n|]{0,200}|pg_dump[^\n|]{0,200}|"
        r"\bps\b[^\n|]{0,40})\s{0,5}\|[^\n]{0,160}?\b(?:curl|nc|ncat|netcat|socat|s_client|"
        r"wget)\b|(?:curl|wget)\s[^\n]{0,300}(?:\$\(\s{0,3}(?:cat|env|base64|whoami|"
        r"hostname|id|printenv|tar|ls|find|aws|gcloud)\b|`\s{0,3}(?:cat|env|base64|whoami|"
        r"hostname|id)\b)|(?:dig|nslookup|ping|host)\s[^\n]{0,80}(?:\$\(|`)",
        SAYS_SENDS,
    ),
    _shape(
        "curl wget scp rsync aws gsutil rclone",
        r"(?:curl|wget)\s[^\n;|]{0,300}(?:-d|--data(?:-binary|-raw|-urlencode)?|-f|--form|"
        r"-t|--upload-file|--post-file|--body-file)[\s=]{1,3}[\"']?(?:\w{1,20}=)?@?[\"']?(?:~|"
        r"/etc|/root|/home|/proc|\$home|\.env|\.ssh|\S{0,80}(?:id_rsa|\.pem|\.env|credentials|"
        r"shadow|passwd|\.kube|\.aws))|\b(?:scp|rsync)\s[^\n;|]{0,80}(?:~/\.|/etc/|\.ssh|"
        r"\.aws|id_rsa|/root)[^\n;|]{0,120}\s\S{1,60}[@:]",
        SAYS_SENDS,
    ),
    _shape(
        "cookie localstorage sessionstorage indexeddb",
        r"(?:document\.cookie|localstorage|sessionstorage|indexeddb)[\s\S]{0,300}(?:fetch\s{0,2}\(|"
        r"sendbeacon|xmlhttprequest|new image|websocket|\.src\s{0,2}=|location(?:\.href)?\s{0,2}=|"
        r"postmessage)|(?:fetch\s{0,2}\(|sendbeacon|\.src\s{0,2}=|location(?:\.href)?\s{0,2}=|"
        r"new image|\.open\s{0,2}\()[\s\S]{0,300}(?:document\.cookie|localstorage|sessionstorage)",
        SAYS_SENDS,
    ),
    _shape(
        "find-generic-password find-internet-password dump-keychain cmdkey vaultcmd hklm export-secret shadow "
        "print-access-token auth login_data get-credential",
        r"security\s{1,3}(?:find-(?:generic|internet)-password|dump-keychain)|cmdkey\s{1,3}/list|"
        r"vaultcmd|reg\s{1,3}save\s{1,3}hklm|--export-secret-(?:sub)?keys|getent\s{1,3}shadow|"
        r"print-(?:access|identity)-token|gh\s{1,3}auth\s{1,3}token|secret-tool\s{1,3}(?:lookup|"
        r"search)|git\s{1,3}credential\s{1,3}fill|kubectl\s[^\n]{0,60}get\s{1,3}secrets?\b[^\n]{0,80}-o",
        _SAYS_STORED,
    ),
    _shape(
        "pickle marshal !!python yaml.unsafe dill __reduce__ o:8: ro0ab jsonpickle",
        r"pickle\.loads\s{0,2}\(|marshal\.loads\s{0,2}\(|!!python/(?:object|name|module)|"
        r"yaml\.unsafe_load|dill\.loads|__reduce(?:_ex)?__|jsonpickle\.decode|\bro0ab[a-z0-9]",
        _SAYS_LOADS,
    ),
    _shape(
        "__subclasses__ __globals__ __builtins__ __import__ constructor __mro__ __class__",
        r"__subclasses__|__globals__|__mro__|__builtins__\s{0,2}[\[.]|getattr\s{0,2}\(\s{0,2}__builtins__|"
        r"__import__\s{0,2}\(\s{0,2}[\"'](?:os|subprocess|pty|socket|ctypes|shutil)|"
        r"constructor\s{0,2}[\[.(][\"']?\s{0,2}constructor|process\.mainmodule|process\.binding",
        _SAYS_ESCAPES,
    ),
    _shape(
        "git ext:: upload-pack receive-pack",
        r"core\.(?:hookspath|sshcommand|fsmonitor|gitproxy)|credential\.helper|\balias\.\w{1,30}[\s=]{1,3}"
        r"[\"']?!|\bext::|--(?:upload|receive)-pack[=\s]|git_ssh_command|filter\.\w{1,30}\.(?:clean|"
        r"smudge)|diff\.external|protocol\.ext\.allow",
        _SAYS_GIT,
    ),
    _shape(
        "proxycommand localcommand -r",
        r"-o\s{0,3}(?:proxycommand|localcommand|permitlocalcommand)\s{0,2}=|\bssh\s[^\n]{0,80}-[a-z]{0,3}r\s"
        r"{0,3}\S{0,20}:\S{1,40}:\d",
        SAYS_REVERSE,
    ),
    _shape(
        "mimikatz sekurlsa lsass secretsdump hashdump linpeas winpeas msfvenom msfconsole xmrig stratum+ "
        "sqlmap lazagne bloodhound cobaltstrike meterpreter pwnkit gtfobins keylogger",
        r"mimikatz|sekurlsa|lsass|secretsdump|hashdump|(?:lin|win)peas|msf(?:venom|console)|"
        r"xmrig|stratum\+|\bsqlmap\b|lazagne|bloodhound|meterpreter|pwnkit|keylogger",
        _SAYS_TOOLS,
    ),
)
