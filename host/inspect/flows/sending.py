"""Commands and queries that send something out, by one text (pure).

Owns: these forms. What stays true: a form is a row of marks (``host.inspect.flows.rows``), so that the work is linear
whatever a stranger writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.inspect.flows.rows import Shape, first_of, row
from host.inspect.texts.vocabulary import holds_any, may_hold_any
from host.model import Severity
from host.patterns import regex
from host.words import say

_HIGH: Final = Severity.HIGH
_CARRIERS: Final = tuple(
    (
        "curl|wget|nc |ncat|socat|scp |rsync|ftp|/dev/tcp|/dev/udp|nslookup|dig |host |invoke-|iwr |irm |"
        "requests.|urllib|fetch(|axios|http.client|sendmail|mail |mutt|s_client|aws s3|gsutil|rclone|telnet|"
        "uploadstring|uploadfile|smtplib|socket|ping |httpx|az storage|xmlhttprequest|sendbeacon|new image|"
        "git push|https'|https.|http.|aiohttp|ssh |modify-|put-|--acl|allusers|add-|=image|=import|gist |"
        "http.server|ngrok|cloudflared|localtunnel|localhost.run|serveo|paste|snippet create|gh repo| upload|"
        "publish|docker push|git remote|=hyper|=webs"
    ).split("|")
)
_OUT: Final = say("This writes data out of the database.")
_COMMANDS: Final = (
    row(
        say("This sends a file to another machine."),
        _HIGH,
        " -d, -f, -t,\t-d,\t-f,\t-t,--data,--form,--json,--upload-file&curl,http",
        r"\b(?:curl|http)\b",
        r"\s-[dFT]\s{0,4}[\"']?(?:[\w.-]{1,40}=)?[@<]|--(?:data|form|json)(?:-binary|-raw|"
        r"-urlencode)?[= ]{1,4}[\"']?(?:[\w.-]{1,40}=)?"
        r"[@<]|(?:\s-T|--upload-file)[= ]{1,4}\S",
    ),
    row(
        say("This sends a file to another machine."),
        _HIGH,
        "--post-file,--body-file&wget",
        r"\bwget\b",
        r"--(?:post|body)-file",
    ),
    row(
        say("This puts the output of a command into an address."),
        _HIGH,
        "$(,`,<(&curl,wget,nslookup,dig,host,ping,fetch,iwr,irm,invoke-",
        r"\b(?:curl|wget|nslookup|dig|host|ping|fetch|iwr|irm|invoke-\w{3,20})\b",
        r"\$\(|`|<\(",
        r"\b(?:cat|env|printenv|whoami|hostname|base64|xxd|head|tail|grep|find|ls|id|history|aws|gcloud|kubectl|git|"
        r"security"
        r"|sqlite3|tar|get-content|type)\b|<\s{0,4}[~/]",
    ),
    row(
        say("This passes what it reads on to another machine."),
        _HIGH,
        "|&curl,nc,socat,telnet,wget,mail,mutt,openssl s_client,ssh",
        r"\b(?:cat|env|printenv|tar|base64|gzip|zip|xxd|find|grep|history|mysqldump|pg_dump|sqlite3|git|ps|set|dd|"
        r"echo|type|gpg)\b",
        r"\|\s{0,4}(?:curl|nc|ncat|socat|telnet|wget|mail|mutt|sendmail|openssl s_client|ssh(?!-))\b",
    ),
    row(
        say("This puts the output of a command into an address."),
        _HIGH,
        "$&dig,nslookup,host,ping,curl,wget",
        r"\b(?:dig|nslookup|host|ping|curl|wget)\b",
        r"\$\{?\w{1,40}\}?\.[\w-]{1,63}\.[\w-]{1,63}",
    ),
    row(
        say("This puts cells of a sheet into an address."),
        _HIGH,
        "image,import,hyperlink,webservice&=&(",
        r"=\s{0,4}\+?(?:image|import(?:xml|data|html|feed)|hyperlink|webservice)\s{0,4}\(",
        r"&|concat|textjoin|join\(",
    ),
    row(
        say("This puts the output of a command into an address."),
        _HIGH,
        "xargs,while read,parallel&|",
        r"\b(?:cat|env|printenv|tar|base64|xxd|find|grep|history|git|ps|aws|ls|head|tail|strings|sqlite3|openssl)\b",
        r"\|\s{0,4}(?:xargs|while read|parallel)\b",
        r"\b(?:curl|wget|nc|ncat|nslookup|dig|ping|host|mail|ssh)\b",
    ),
    row(
        say("This sends a file to another machine."),
        _HIGH,
        "mail,mutt,msmtp,swaks&<, -a,\t-a",
        r"\b(?:mail|mailx|mutt|sendmail|msmtp|swaks)\b",
        r"<\s{0,4}[~/\w.]|\s-a\s{1,4}[~/\w.]",
    ),
    row(
        say("This opens what is here to others."),
        Severity.MEDIUM,
        "ngrok,cloudflared,localtunnel,bore,zrok,tailscale,ssh,http.server",
        r"\b(?:ngrok|cloudflared|localtunnel|bore|zrok|tailscale)\s{1,4}(?:http|tcp|tunnel|local|share|funnel|serve|"
        r"start|--)|"
        r"\bssh\b[^\n|;]{0,200}\s-R\s|http\.server\b[^\n|;&]{0,100}(?:--directory|-d)\s{1,4}[~/]",
    ),
    row(
        say("This publishes something."),
        Severity.MEDIUM,
        "gist create,pastebinit,snippet create,gh repo ,huggingface-cli upload,hf upload,gh issue ,gh pr ",
        r"\bgh gist create\b|\bpastebinit\b|\bglab snippet create\b|\bgh repo (?:create|edit)\b[^\n;|"
        r"]{0,200}(?:--public|visibility[ =]public)|"
        r"\b(?:huggingface-cli|hf) upload\b|\bgh (?:issue|pr) (?:create|comment)\b[^\n;|]{0,200}(?:-F|--body-file)\b",
    ),
    row(
        say("This passes a file on to another machine."),
        _HIGH,
        "<&nc,socat,telnet",
        r"\b(?:nc|ncat|socat|telnet)\b",
        r"<\s{0,4}[~/\w.]",
    ),
    row(say("This opens a connection to another machine."), _HIGH, "/dev/tcp,/dev/udp", r"/dev/(?:tcp|udp)/\S"),
    row(
        say("This sends a file or the environment to another machine."),
        _HIGH,
        "open(,os.environ,read_text,readfilesync,process.env,getenv,document.,localstorage,sessionstorage,outerhtml,innerhtml,innertext,textcontent"
        "&request,http,axios,urllib,session,fetch,sendbeacon,new image,urlopen,socket",
        r"\b(?:requests|httpx|axios|urllib|urllib3|aiohttp|session|fetch|sendbeacon|xmlhttprequest|new image|"
        r"urlopen|socket)\b|"
        r"\bhttps?\.(?:get|request)|require\(['\"]https?['\"]\)",
        r"\bopen\(|os\.environ|read_text|readfilesync|process\.env|getenv|document\.cookie|localstorage|sessionstorage|"
        r"outerhtml|innerhtml|innertext|textcontent|document\.(?:body|forms)",
    ),
    row(
        say("This sends a file or the environment to another machine."),
        _HIGH,
        "document.cookie,localstorage,sessionstorage,process.env,readfilesync,os.environ,open(,read_text"
        "&fetch(,sendbeacon,xmlhttprequest,new image,requests.,urlopen,axios,httpx.,.connect(",
        r"document\.cookie|localstorage|sessionstorage|process\.env|readfilesync|os\.environ|\bopen\(|read_text",
        r"\bfetch\(|sendbeacon|xmlhttprequest|new image|requests\.(?:post|put|get)|urlopen|axios|httpx\.|\.connect\(",
    ),
    row(
        say("This sends a file to another machine."),
        _HIGH,
        "uploadstring,uploadfile,invoke-&-infile,get-content,$env:,:\\",
        r"\b(?:uploadstring|uploadfile|invoke-(?:webrequest|restmethod))\b",
        r"-infile|get-content|\$env:|[\w]:\\",
    ),
    row(
        say("This copies files to another machine."),
        Severity.MEDIUM,
        "scp,rsync,sftp,rclone &:",
        r"\b(?:scp|rsync|sftp|rclone (?:copy|sync))\b",
        r"\s(?:~|/|\.{1,2}/|-)?[\w./-]{1,200}\s{1,4}(?:[\w.-]{1,80}@)?[\w.-]{1,200}:",
    ),
    row(
        say("This copies what is here to another place."),
        Severity.MEDIUM,
        "aws s3 &s3://",
        r"\baws s3 (?:cp|sync|mv)\b",
        r"\ss3://",
    ),
    row(
        say("This copies what is here to another place."),
        Severity.MEDIUM,
        "gsutil,az storage blob upload",
        r"\bgsutil\b|\baz storage blob upload\b",
        r"\sgs://|upload",
    ),
    row(
        say("This lets others see it."),
        Severity.MEDIUM,
        "modify-,put-bucket,put-object,--acl,allusers,add-iam,add-permission,create-access-key",
        r"\bmodify-(?:snapshot|image|db-snapshot)\S{0,30}|\bput-(?:bucket|object)-(?:policy|acl)\b|"
        r"--acl\s{1,4}public|\ballusers\b|"
        r"\badd-(?:iam-policy-binding|permission)\b|\bcreate-access-key\b",
    ),
    row(
        say("This copies what is here to another place."),
        Severity.MEDIUM,
        "git remote &git push",
        r"\bgit remote (?:add|set-url)\b",
        r"\bgit push\b",
    ),
    row(
        say("This copies what is here to another place."),
        Severity.MEDIUM,
        "git push&http,git@,ssh://",
        r"\bgit push\b",
        r"https?://|git@|ssh://",
    ),
)
_PROGRAMS: Final = tuple(row for row in _COMMANDS if row.what.startswith("This sends a file or"))
_QUERIES: Final = (
    row(say("This lets the database send data out."), _HIGH, "program&copy", r"\bcopy\b", r"\bto\s{1,8}program\b"),
    row(
        say("This lets the database send data out."),
        _HIGH, "xp_,utl_,dblink,sys_exec,http_,openrowset",
        r"\bxp_cmdshell\b|\butl_http\b|\butl_inaddr\b|\bdblink\w{0,16}\s{0,4}\(|\bsys_exec\b|\bhttp_(?:get|"
        r"post)\s{0,4}\(|\bxp_dirtree\b|"
        r"\bopenrowset\b",
    ),
    row(_OUT, Severity.MEDIUM, "outfile,dumpfile,unload,export", r"\binto\s{1,8}(?:out|dump)file\b|\bunload\s{0,4}\(|"
                                                             r"\bexport\s{1,4}data\b"),
    row(
        say("This copies the database to another one."),
        Severity.MEDIUM, "subscription,create,dbmail,net.http_",
        r"\bcreate\s{1,8}(?:subscription|server|foreign\s{1,8}table|external\s{1,8}\w{1,20})\b|\bsp_send_dbmail\b|"
        r"\bnet\.http_\w",
    ),
    row(_OUT, Severity.MEDIUM, "copy&stdout,'", r"\bcopy\b", r"\bto\s{1,8}(?:'|stdout)"),
    row(_OUT, Severity.MEDIUM, "copy&into", r"\bcopy\s{1,8}into\s{1,8}'?(?:s3|gcs|gs|azure|https?|@)"),
    row(
        say("This reads passwords, tokens or numbers of cards."),
        Severity.MEDIUM, "passw,credential,secret,key,token,card&select&from,join",
        r"\bselect\b",
        r"\b(?:from|join)\b",
        r"passwords?\b|credentials?\b|secrets?\b|api_?keys?\b|(?:auth|access|session)_tokens?\b|credit_?cards?\b",
    ),
    row(
        say("This reads passwords, tokens or numbers of cards."),
        Severity.MEDIUM, "passw,pwd,api,secret,card,cvv,ssn,_token,iban,private&select&from",
        r"\bselect\b",
        r"(?:passw(?:or)?d|passwd|pwd_?hash|api_?key|secret|card_?num|\bcvv|\bssn\b|_token\b|credit_?card|\biban\b|"
        r"private_?key)",
        r"\bfrom\b",
    ),
)  # fmt: skip
_SQL_MARKS: Final = (
    "subscription",
    "foreign",
    "http_",
    "net.http",
    "dbmail",
    "external ",
    "select",
    "copy",
    "xp_",
    "unload",
    "export",
    "utl_",
    "dblink",
    "openrowset",
    "outfile",
    "dumpfile",
)
_BROAD: Final = regex(
    r"os\.environ\s{0,4}(?![\[.])|environ\.(?:copy|items)|/etc/|\.ssh|\.aws|\.env\b|id_rsa|credentials"
)


def of_commands(text: str) -> Iterator[Shape]:
    """Commands and code that send files or the environment away: the first of them."""
    if not may_hold_any(text, _CARRIERS):
        return
    lower = text.lower()
    if not holds_any(lower, _CARRIERS):
        return
    joined = text.replace("\\\n", "  ") if "\\\n" in text else text
    joined = joined.replace("\r", "\n") if "\r" in joined else joined
    found = next(first_of(_COMMANDS, "\n", joined), None)
    if found is None and "\n" in text and ("open(" in lower or "environ" in lower):
        found = next(first_of(_PROGRAMS, "", joined), None)  # a program says it in several lines
        if found is not None and _BROAD.search(text) is None:
            found = found._replace(severity=Severity.MEDIUM)  # programs read files and talk to others; both may be fine
    if found is not None:
        yield found


def of_sql(text: str) -> Iterator[Shape]:
    """Queries that write data out, or read what is most secret: the first of them."""
    if may_hold_any(text, _SQL_MARKS) and holds_any(text.lower(), _SQL_MARKS):
        yield from first_of(_QUERIES, ";", text)
