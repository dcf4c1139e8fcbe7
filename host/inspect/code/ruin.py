"""Shapes of commands that fetch, decode, connect or destroy (pure constants).

Owns: the first half of the patterns. What stays true: see ``host.inspect.code.shapes``.
"""

from __future__ import annotations

from typing import Final

from host.inspect.code.shape import Shape
from host.inspect.code.shape import shape as _shape
from host.words import say

_SAYS_FETCHED: Final = say("It runs what it fetches from the network, unseen.")
_SAYS_DECODED: Final = say("It runs what is encoded, so that nobody can read it.")
SAYS_REVERSE: Final = say("It opens a shell on this machine to somebody elsewhere.")
_SAYS_WIPES: Final = say("It deletes far more than one thing, without a way back.")
_SAYS_DISK: Final = say("It overwrites a disk as a whole.")

RUIN: Final[tuple[Shape, ...]] = (
    _shape(
        "| curl wget",
        r"@net@[^\n;]{0,300}\|\s{0,5}(?:tee\s[^|\n]{1,60}\|\s{0,5})?@sudo@@shell@",
        _SAYS_FETCHED,
    ),
    _shape(
        "curl wget",
        r"(?:@shell@|source|\beval|\.)\s{0,3}(?:-c\s{0,3})?[\"']?\s{0,3}(?:<\s?\(|\$\(|"
        r"`)\s{0,3}(?:curl|wget)\b",
        _SAYS_FETCHED,
    ),
    _shape(
        "curl wget iwr webrequest",
        r"@net@[^\n]{0,300}(?:&&|;|\n)\s{0,5}@sudo@(?:chmod\s{1,3}\S{1,6}\s|(?:ba|z|"
        r"da)?sh\s|\./|python3?\s{1,3}/tmp|/tmp/|start-process)",
        _SAYS_FETCHED,
    ),
    _shape(
        "downloadstring downloadfile mshta regsvr32 certutil bitsadmin iex invoke-expression",
        r"downloadstring|downloadfile|mshta\s{1,3}(?:https?|javascript|vbscript):|regsvr32\s[^\n]{0,60}/i:ht"
        r"tp|certutil\s[^\n]{0,60}-urlcache|bitsadmin\s[^\n]{0,60}/transfer|(?:iex|invoke-expression)\s{0,3}"
        r"\(?\s{0,3}(?:\(?new-object|iwr|irm|curl|\(iwr|\(irm)",
        _SAYS_FETCHED,
    ),
    _shape(
        "eval exec subprocess system popen child_process spawn",
        r"(?:\beval|\bexec|os\.system|popen|subprocess\.\w{1,20}|execsync|spawnsync|"
        r"spawn|new function)\s{0,3}\(\s{0,5}(?:\[?\s{0,3}f?[\"'`][^\n]{0,120}(?:curl|"
        r"wget|https?://|base64|\bnc\s|/bin/sh|rm -r)|(?:await\s{1,3})?(?:requests|urllib|"
        r"urlopen|fetch|httpx|http\.|axios|compile\(\s{0,3}requests))",
        _SAYS_FETCHED,
    ),
    _shape(
        "base64 xxd openssl",
        r"(?:base64\s{1,3}(?:-d|-di|--decode|-[a-z]d)\b|xxd\s{1,3}-r|openssl\s{1,3}[^\n|]{0,80}-d\b)[^\n;]"
        r"{0,200}\|\s{0,5}@sudo@@shell@",
        _SAYS_DECODED,
    ),
    _shape(
        "eval bash sh -c source",
        r"(?:\beval|@shell@(?:\s{1,3}-c)?|source)\s{0,3}[\"']?\s{0,3}(?:<\s?\(|<<<\s{0,3}[\"']?\$\(|"
        r"\$\(|`)[^\n]{0,400}(?:base64|xxd|\\x[0-9a-f]{2}|rev\b|openssl)",
        _SAYS_DECODED,
    ),
    _shape(
        "b64decode atob fromhex frombase64 fromcharcode decompress buffer.from unhexlify marshal",
        r"(?:\beval|\bexec|new function|iex|invoke-expression|__import__|os\.system|"
        r"settimeout)\b[^\n]{0,120}(?:b64decode|atob\s{0,2}\(|fromhex|frombase64string|"
        r"fromcharcode|zlib\.decompress|buffer\.from|unhexlify|codecs\.decode|marshal\.loads)",
        _SAYS_DECODED,
    ),
    _shape(
        "powershell pwsh",
        r"(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}-e(?:c|n|nc|nco\w{0,20}|ncodedcommand)?\s{1,3}[\"']?"
        r"[a-z0-9+/=]{16}",
        _SAYS_DECODED,
    ),
    _shape(
        "/dev/tcp /dev/udp",
        r"/dev/(?:tcp|udp)/",
        SAYS_REVERSE,
    ),
    _shape(
        "nc ncat netcat socat telnet mkfifo",
        r"\b(?:nc|ncat|netcat)(?:\.\w{1,12})?\s[^\n;|]{0,120}(?:-[a-z]{0,6}[ec]\s{0,3}[\"']?(?:/\w{1,8}/|"
        r"cmd|sh\b|bash|powershell)|--(?:sh-)?exec)|socat\s[^\n]{0,160}(?:exec|system):|"
        r"mkfifo\s[^\n]{0,200}\b(?:nc|ncat|telnet|openssl)\b|telnet\s[^\n|]{0,80}\|\s{0,3}/bin/",
        SAYS_REVERSE,
    ),
    _shape(
        "sh bash",
        r"\b(?:ba|z|k)?sh\s{1,3}-i\b[^\n]{0,40}[<>]&?|pty\.spawn|\bbash\s{1,3}-i\b",
        SAYS_REVERSE,
    ),
    _shape(
        "socket tcpclient fsockopen",
        r"socket\.socket[\s\S]{0,400}(?:dup2|subprocess|/bin/|pty\b|"
        r"exec)|net\.sockets\.tcpclient|fsockopen\s{0,2}\([^\n]{0,200}(?:exec|/bin/sh|"
        r"proc_open)|use socket[^\n]{0,200}exec|-rsocket|net\.(?:socket|connect)[\s\S]{0,300}(?:child_proces"
        r"s|/bin/sh)|child_process[\s\S]{0,300}net\.(?:socket|connect)",
        SAYS_REVERSE,
    ),
    _shape(
        "rm",
        r"\brm\s{1,5}(?:-{1,2}[a-z-]{1,20}\s{1,5}){1,5}(?:--\s{1,3})?(?:\S{1,80}\s{1,3}){0,3}[\"']?(?:/|"
        r"/\*|~/?\*?|\$\{?home\}?/?\*?|\.{1,2}/?|\./\*|\*|/(?:etc|usr|var|home|root|"
        r"bin|boot|lib|opt|srv|mnt|data|users)(?:/\*|/)?|/(?:home|users)/[\w.-]{1,40}/?\*?|"
        r"[a-z]:[\\/]\*?|\.git/?|/var/(?:lib|log|www)/?\*?)(?=[\"'\s;&|)]|$)",
        _SAYS_WIPES,
    ),
    _shape(
        "no-preserve-root -delete rmtree rmsync rimraf remove-item unlink",
        r"--no-preserve-root|find\s{1,3}(?:/|~|\$home)\s[^\n]{0,120}(?:-delete|-exec\s{1,3}rm)|"
        r"find\s{1,3}\.\s{1,3}-delete|rmtree\s{0,2}\(\s{0,3}(?:[\"'](?:/|~|/home|/etc|"
        r"c:)|os\.path\.expanduser|path\.home|os\.environ)|rmsync\s{0,2}\(\s{0,3}[\"'](?:/|"
        r"~)[\"']|remove-item\s[^\n]{0,60}(?:[a-z]:\\|~|\$home|\*)[^\n]{0,60}-recurse|"
        r"remove-item\s[^\n]{0,60}-recurse[^\n]{0,60}(?:[a-z]:\\(?:\s|$|\*)|~|\$home|"
        r"\*)",
        _SAYS_WIPES,
    ),
    _shape(
        "del rd rmdir format cipher",
        r"\b(?:del|erase)\s[^\n]{0,20}/[sfq]\b[^\n]{0,40}(?:[a-z]:\\|\*)|\br(?:d|mdir)\s[^\n]{0,20}/s\b[^\n]"
        r"{0,30}[a-z]:\\|\bformat\s{1,3}[a-z]:|cipher\s{1,3}/w",
        _SAYS_WIPES,
    ),
    _shape(
        "mkfs dd wipefs shred fdisk diskpart luksformat /dev/ diskutil",
        r"\bmkfs(?:\.\w{1,8})?\s|\bdd\s[^\n]{0,120}of=/dev/(?!null|zero|std)|wipefs\s|"
        r"shred\s[^\n]{0,80}/dev/|>\s{0,3}/dev/(?:sd|nvme|hd|vd|disk|mem|xvd)|diskpart|"
        r"luksformat|diskutil\s{1,3}(?:erase|zero|secureerase)",
        _SAYS_DISK,
    ),
)
