"""Hosts and schemes that tell something by their names (pure constants).

Owns: the lists. What stays true: each is a name in its canonical form; a host is on a list where it is that name or
lies below it.
"""

from __future__ import annotations

from typing import Final


def below(host: str, names: frozenset[str]) -> str:
    """The name of ``names`` that ``host`` is, or lies below; else empty."""
    labels = host.split(".")
    for at in range(len(labels)):
        if (name := ".".join(labels[at:])) in names:
            return name
    return ""


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


COLLECTING: Final = frozenset(
    "oast oastify interactsh burpcollaborator dnslog dnsbin requestbin hookbin xsshunter requestcatcher beeceptor "
    "canarytokens requestrepo webhooksite requestbasket webhookinbox".split()
)
"""Names that services which collect have under whatever end."""


def collects(host: str) -> str:
    """The name of a service to which whatever is sent there goes, that ``host`` is, or lies below; else empty."""
    if known := below(host, COLLECTORS):
        return known
    labels = host.split(".")
    return ".".join(labels[-2:]) if len(labels) > 1 and labels[-2] in COLLECTING else ""


COLLECTORS: Final = _set(
    "hookb.in webhook.site requestbin.com requestbin.net request.bin pipedream.net pipedream.com "
    "requestcatcher.com hookbin.com "
    "beeceptor.com mockbin.org mockbin.io postb.in ptsv2.com ptsv3.com burpcollaborator.net oastify.com "
    "oast.fun oast.me "
    "oast.live oast.pro oast.online oast.site interact.sh interactsh.com canarytokens.com canarytokens.org dnslog.cn "
    "ceye.io xss.ht xss.report bxss.me ezxss.com webhookrelay.com hookdeck.com typedwebhook.tools webhook.cool "
    "requestinspector.com smee.io dnsbin.zhack.ca pingb.in requestbin.io rbndr.us webhook-test.com httpdump.app "
    "tunnelto.dev beeceptor.dev posthere.io putsreq.com requestrepo.com "
    "xsshunter.com xss.hunter xss.ist bxss.in interact.zone eyes.sh dig.pm callback.red fuzz.red r87.me r87.com "
    "log.xn--9tr.com outbound.watchtowr.com ssrftest.com oob.li 1u.ms dnsbin.net requestbin.whapi.cloud "
    "requestbin.kanbanbox.com requestbin.fullcontact.com rbaskets.in webhookinbox.com webhook-inbox.com webhook.is "
    "mocky.io mockable.io mockapi.io httpdump.io hooks.run req.sh svix.com hkdk.events canarytokens.net o3n.io "
    "ptsv.com httprequest.in collaborator.sh tu4.org logxn.com "
)
TUNNELS: Final = _set(
    "ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev ngrok.com trycloudflare.com localtunnel.me loca.lt "
    "serveo.net localhost.run lhr.life lhr.rocks pagekite.me bore.pub telebit.io zrok.io playit.gg portmap.io "
    "srv.us tunwg.com packetriot.net packetriot.com expose.dev sharedwithexpose.com loclx.io localxpose.io lokal.so "
    "tunnelmole.com tunnel.pyjam.as lhrtunnel.link serveousercontent.com holesail.io openport.io "
    "localto.net devtunnels.ms tunnelmole.net pinggy.io pinggy.link pinggy.online"
)
PASTES: Final = _set(
    "pastebin.com paste.ee hastebin.com dpaste.com dpaste.org ghostbin.com privatebin.net rentry.co rentry.org ix.io "
    "sprunge.us termbin.com 0x0.st transfer.sh file.io anonfiles.com gofile.io bashupload.com temp.sh oshi.at "
    "catbox.moe "
    "litterbox.catbox.moe filebin.net wetransfer.com sendspace.com mega.nz mega.io ufile.io tmpfiles.org "
    "pixeldrain.com "
    "paste.rs clbin.com controlc.com justpaste.it pastie.org paste.c-net.org uguu.se pomf.lain.la keep.sh send.vis.ee "
    "file.coffee zerobin.net cl1p.net paste.mozilla.org p.ip.fi envs.sh"
)
SHORTENERS: Final = _set(
    "bit.ly tinyurl.com t.co goo.gl ow.ly is.gd buff.ly cutt.ly rb.gy shorturl.at tiny.cc rebrand.ly bl.ink s.id v.gd "
    "t.ly lnkd.in soo.gd clck.ru adf.ly shorte.st bc.vc qr.ae tr.im urlz.fr u.to x.co short.io dub.sh grabify.link "
    "iplogger.org iplogger.com 2no.co yip.su blasze.com ps3cfw.com"
)
DYNAMIC: Final = _set(
    "duckdns.org no-ip.com no-ip.org no-ip.biz noip.me ddns.net hopto.org zapto.org sytes.net dynu.net dynu.com "
    "freeddns.org dyndns.org afraid.org mooo.com myftp.org servebeer.com servehttp.com redirectme.net bounceme.net "
    "chickenkiller.com strangled.net us.to dynv6.net nsupdate.info gotdns.ch 3utilities.com myddns.me webhop.me "
    "000webhostapp.com"
)
CHEAP: Final = _set(
    "tk ml ga cf gq xyz top zip mov click buzz rest cam icu cyou sbs monster quest cfd bond lol fit surf work party "
    "loan download stream review country kim men date racing win bid trade accountant science faith webcam"
)
MESSENGERS: Final = (
    ("discord.com", "/api/webhooks/"),
    ("discordapp.com", "/api/webhooks/"),
    ("api.telegram.org", "/bot"),
)
"""Hosts that everybody knows, at which anybody may collect by a path of their own."""
REBINDING: Final = _set("nip.io sslip.io xip.io localtest.me lvh.me vcap.me lacolhost.com rbndr.us 1u.ms ")
"""Names that lead to whatever address stands in them, or to this machine."""
THIS_MACHINE: Final = _set("localtest.me lvh.me vcap.me lacolhost.com localhost localdomain")

METADATA: Final = frozenset(
    {
        "169.254.169.254", "169.254.170.2", "169.254.170.23", "169.254.169.253", "fd00:ec2::254", "fd00:ec2::23",
        "100.100.100.200", "168.63.129.16", "192.0.0.192", "metadata.google.internal", "metadata", "metadata.goog",
        "metadata.azure.com", "metadata.azure.internal", "instance-data", "instance-data.ec2.internal", "fd20:ce::254",
        "metadata.tencentyun.com", "metadata.packet.net", "metadata.platformequinix.com", "rancher-metadata",
    }
)  # fmt: skip
PRIVATE_ENDS: Final = _set(
    "local internal lan corp home intranet private localhost localdomain home.arpa arpa cluster "
    "svc consul docker kubernetes intra"
)

KNOWN: Final = _set(
    "github.com githubusercontent.com gitlab.com bitbucket.org codeberg.org sourceforge.net stackoverflow.com "
    "stackexchange.com superuser.com serverfault.com askubuntu.com python.org pypi.org pythonhosted.org readthedocs.io "
    "readthedocs.org npmjs.com npmjs.org nodejs.org yarnpkg.com unpkg.com jsdelivr.net cdnjs.com crates.io "
    "rust-lang.org "
    "docs.rs golang.org go.dev rubygems.org ruby-lang.org packagist.org php.net maven.org apache.org "
    "nuget.org docker.com "
    "docker.io quay.io ghcr.io gcr.io lscr.io nvcr.io "
    "public.ecr.aws kubernetes.io k8s.io helm.sh terraform.io hashicorp.com ubuntu.com debian.org "
    "fedoraproject.org "
    "archlinux.org alpinelinux.org kernel.org gnu.org mozilla.org w3.org whatwg.org ietf.org rfc-editor.org "
    "iana.org ecma-international.org "
    "wikipedia.org wikimedia.org wikidata.org arxiv.org doi.org nature.com acm.org ieee.org "
    "google.com googleapis.com gmail.com youtube.com microsoft.com live.com outlook.com office.com office365.com "
    "microsoftonline.com sharepoint.com azure.com visualstudio.com apple.com icloud.com amazon.com "
    "aws.amazon.com cloudflare.com openai.com anthropic.com claude.ai huggingface.co modelcontextprotocol.io "
    "slack.com discord.com telegram.org api.telegram.org zoom.us notion.so notion.com atlassian.com atlassian.net "
    "linear.app asana.com trello.com figma.com dropbox.com box.com salesforce.com hubspot.com zendesk.com intercom.com "
    "stripe.com paypal.com sentry.io datadoghq.com newrelic.com grafana.com postgresql.org mysql.com "
    "sqlite.org mongodb.com "
    "redis.io elastic.co nginx.org oracle.com jetbrains.com vercel.com netlify.com heroku.com digitalocean.com "
    "linkedin.com twitter.com x.com facebook.com instagram.com reddit.com ycombinator.com medium.com dev.to "
    "bbc.co.uk bbc.com nytimes.com reuters.com theguardian.com weather.gov nasa.gov noaa.gov europa.eu gov.uk nih.gov "
    "openweathermap.org open-meteo.com openstreetmap.org duckduckgo.com bing.com brave.com yahoo.com "
    "yahoo.co.uk proton.me "
    "protonmail.com gmx.de gmx.net web.de hotmail.com aol.com fastmail.com ecb.europa.eu twilio.com "
    "sendgrid.net sendgrid.com "
    "mailchimp.com airtable.com zapier.com shopify.com wordpress.org wordpress.com jquery.com "
    "bootstrapcdn.com fontawesome.com "
    "json-schema.org schema.org swagger.io postman.com httpbin.org archive.org letsencrypt.org"
)
"""Well-known public hosts of developers and offices."""

BRANDS: Final = _set(
    "paypal google microsoft apple amazon facebook github gitlab dropbox netflix instagram linkedin outlook office365 "
    "gmail icloud stripe slack bankofamerica chase wellsfargo citibank hsbc barclays coinbase binance "
    "metamask docusign "
    "adobe salesforce okta steam spotify dhl fedex ups usps whatsapp telegram discord openai anthropic atlassian jira "
    "zoom twitter ebay walmart visa mastercard americanexpress revolut wise sharepoint onedrive azure aws npmjs pypi"
)
BRAND_WORDS: Final = _set(
    "login signin secure security account accounts verify verification support help update billing auth sso "
    "password reset wallet online service services portal mail web team alert notice id confirm unlock"
)
"""Words beside a brand's name in the names that impostors register."""

SCRIPT_SCHEMES: Final = _set("javascript vbscript data livescript")
ODD_SCHEMES: Final = _set(
    "file gopher ldap ldaps dict tftp ftp ftps sftp smb jar netdoc php phar expect zip compress.zlib ogg glob rmi jndi "
    "telnet tel rtsp view-source chrome about blob ms-msdt search-ms mk res itms-services intent afp nfs "
    "rsync imap pop3 "
    "smtp ssh2 dns ext chrome-extension vscode cursor ms-settings ms-officecmd"
)
NETWORK: Final = _set(
    "http https ws wss ftp ftps sftp ssh scp git svn rsync smb nfs ldap ldaps gopher dict telnet tftp rtsp "
    "imap imaps smtp "
    "smtps pop3 amqp amqps mqtt mqtts postgres postgresql mysql mariadb redis rediss mongodb mongodb+srv "
    "mssql sqlserver "
    "kafka nats tcp udp socks4 socks5 socks5h stratum+tcp git+ssh git+https git+http svn+ssh ldapi rmi iiop "
    "dns h2c grpc "
    "grpcs clickhouse oracle db2 cassandra neo4j bolt couchdb elasticsearch memcached docker tls ssl irc ircs jar php"
)
"""Schemes behind which a host stands."""
USUAL_PORTS: Final = {
    "http": (80, 8080),
    "https": (443, 8443),
    "ws": (80, 8080),
    "wss": (443, 8443),
    "ssh": (22,),
    "git": (9418,),
}
