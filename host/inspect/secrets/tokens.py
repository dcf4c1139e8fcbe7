"""How tokens and keys of well-known makers look (pure).

Owns: their forms. What stays true: every form has a mark that is cheap to look for; every repetition is bounded.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from host.model import Severity
from host.patterns import regex
from host.words import say


class Form(NamedTuple):
    """One form.

    Attributes: what: a few words for it. marks: one of these stands in each such token. pattern. severity: of a find.
    """

    what: str
    marks: tuple[str, ...]
    pattern: re.Pattern[str]
    severity: Severity = Severity.HIGH


class Hit(NamedTuple):
    """Something found. Attributes: what: it is. severity. start, end: of the text."""

    what: str
    severity: Severity
    start: int
    end: int


def _form(what: str, marks: str, pattern: str, severity: Severity = Severity.HIGH) -> Form:
    return Form(what, tuple(marks.split()), regex(pattern), severity)


_BEFORE: Final = r"(?<![A-Za-z0-9])"
FORMS: Final = (
    Form(
        say("a private key"),
        ("PRIVATE KEY",),
        regex(r"-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"),
    ),
    _form(say("a private key"), "PuTTY-User-Key-File-", r"PuTTY-User-Key-File-[23]:"),
    _form(say("a private key"), "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{40,64}"),
    _form(say("a key of AWS"), "AKIA ASIA", _BEFORE + r"(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])"),
    _form(say("a token of GitHub"), "ghp_ gho_ ghu_ ghs_ ghr_", _BEFORE + r"gh[pousr]_[A-Za-z0-9]{36,255}"),
    _form(say("a token of GitHub"), "github_pat_", r"github_pat_[A-Za-z0-9_]{22,255}"),
    _form(say("a token of GitLab"), "glpat- gldt- glrt- glptt-", _BEFORE + r"gl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{20,64}"),
    _form(say("a token of Slack"), "xox", _BEFORE + r"xox[abeoprs]-[A-Za-z0-9-]{10,255}"),
    _form(say("a token of Slack"), "xapp-", _BEFORE + r"xapp-[0-9]-[A-Za-z0-9-]{10,255}"),
    _form(
        say("the address of a Slack webhook"),
        "hooks.slack.com",
        r"hooks\.slack\.com/services/T[A-Z0-9]{6,14}/B[A-Z0-9]{6,14}/\w{16,32}",
    ),
    _form(
        say("a webhook of Discord"), "/api/webhooks/", r"discord(?:app)?\.com/api/webhooks/[0-9]{15,22}/[\w-]{50,90}"
    ),
    _form(say("a live key of Stripe"), "_live_", _BEFORE + r"(?:sk|rk|pk)_live_[A-Za-z0-9]{16,255}"),
    _form(say("a test key of Stripe"), "_test_", _BEFORE + r"(?:sk|rk)_test_[A-Za-z0-9]{16,255}", Severity.MEDIUM),
    _form(say("a secret of a Stripe webhook"), "whsec_", _BEFORE + r"whsec_[A-Za-z0-9+/=]{24,90}"),
    _form(say("a key of Anthropic"), "sk-ant-", _BEFORE + r"sk-ant-[A-Za-z0-9_-]{20,255}"),
    _form(say("a key of OpenAI"), "sk-", _BEFORE + r"sk-(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_]{20,255}"),
    _form(say("a key of Google"), "AIza", _BEFORE + r"AIza[0-9A-Za-z_-]{35}"),
    _form(say("a token of Google"), "ya29.", _BEFORE + r"ya29\.[0-9A-Za-z_-]{20,1000}"),
    _form(say("a client secret of Google"), "GOCSPX-", r"GOCSPX-[0-9A-Za-z_-]{20,40}"),
    _form(
        say("a JSON web token"),
        "eyJ",
        _BEFORE + r"eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{16,2000}",
    ),
    _form(say("a token of npm"), "npm_", _BEFORE + r"npm_[A-Za-z0-9]{36}"),
    _form(say("a token of PyPI"), "pypi-AgE", r"pypi-AgE[A-Za-z0-9_-]{32,1000}"),
    _form(say("a key of SendGrid"), "SG.", _BEFORE + r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}"),
    _form(say("a key of Mailgun"), "key-", _BEFORE + r"key-[0-9a-f]{32}(?![0-9a-f])"),
    _form(say("a key of Twilio"), "SK", _BEFORE + r"SK[0-9a-f]{32}(?![0-9a-f])"),
    _form(say("a token of Telegram"), ":AA", _BEFORE + r"[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}"),
    _form(
        say("a key of Azure"), "AccountKey= SharedAccessKey=", r"(?:Account|SharedAccess)Key=[A-Za-z0-9+/]{40,90}={0,2}"
    ),
    _form(say("a token of Azure"), "sig=", r"[?&]sig=[A-Za-z0-9%+/]{40,90}(?:%3D|=)", Severity.MEDIUM),
    _form(say("a token of DigitalOcean"), "dop_v1_ doo_v1_ dor_v1_", r"do[opr]_v1_[0-9a-f]{64}"),
    _form(say("a token of Hugging Face"), "hf_", _BEFORE + r"hf_[A-Za-z]{30,40}"),
    _form(say("a token of Vault"), "hvs. hvb.", _BEFORE + r"hv[bs]\.[A-Za-z0-9_-]{24,300}"),
    _form(say("a token of Shopify"), "shpat_ shpss_ shpca_ shppa_", r"shp(?:at|ss|ca|pa)_[0-9a-fA-F]{32}"),
    _form(say("a token of Linear"), "lin_api_", r"lin_api_[A-Za-z0-9]{32,48}"),
    _form(say("a token of Notion"), "ntn_ secret_", _BEFORE + r"(?:ntn_|secret_)[A-Za-z0-9]{40,50}"),
    _form(say("a token of Atlassian"), "ATATT3", r"ATATT3[A-Za-z0-9_=-]{30,300}"),
    _form(
        say("a key of PayPal or Braintree"),
        "access_token$",
        r"access_token\$(?:production|live)\$[0-9a-z]{16}\$[0-9a-f]{32}",
    ),
    _form(say("a key of Square"), "sq0", _BEFORE + r"sq0(?:atp|csp)-[0-9A-Za-z_-]{22,43}"),
    _form(say("a token of Square"), "EAAA", _BEFORE + r"EAAA[A-Za-z0-9_-]{60}"),
    _form(say("a token in Age or Databricks form"), "dapi", _BEFORE + r"dapi[0-9a-f]{32}(?![0-9a-f])"),
    _form(say("a secret of Azure"), "8Q~", r"(?<![\w~.-])[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}"),
    _form(
        say("a token of Supabase"), "sbp_ sb_secret_", _BEFORE + r"(?:sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,60})"
    ),
    _form(say("a token of Grafana"), "glsa_ glc_", _BEFORE + r"gl(?:sa|c)_[A-Za-z0-9_+/=-]{30,400}"),
    _form(say("a key of New Relic"), "NRAK-", r"NRAK-[A-Z0-9]{27}"),
    _form(say("a token of Sentry"), "sntry", r"sntry[su]_[A-Za-z0-9_+/=-]{40,400}"),
    _form(say("a token of PlanetScale"), "pscale_", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{30,64}"),
    _form(say("a key of Postman"), "PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    _form(
        say("a key of an AI service"),
        "gsk_ xai- pplx- r8_ fw_",
        _BEFORE + r"(?:gsk_|xai-|pplx-|r8_|fw_)[A-Za-z0-9]{32,90}",
    ),
    _form(say("a token of Figma"), "figd_", r"figd_[A-Za-z0-9_-]{36,60}"),
    _form(say("a token of Airtable"), "pat", _BEFORE + r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    _form(say("a token of HubSpot"), "pat-", _BEFORE + r"pat-(?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f-]{27}"),
    _form(say("a key of Mailchimp"), "-us", _BEFORE + r"[0-9a-f]{32}-us[0-9]{1,2}(?![0-9A-Za-z])"),
    _form(say("a token of Mapbox"), "sk.eyJ", r"sk\.eyJ[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,40}"),
    _form(
        say("a token of a Discord bot"),
        ".",
        _BEFORE + r"[MNO][A-Za-z0-9_-]{23,26}\.G[A-Za-z0-9_-]{5}\.[A-Za-z0-9_-]{27,40}",
    ),
    _form(say("a token of Terraform Cloud"), ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}"),
    _form(say("a token of Pulumi"), "pul-", _BEFORE + r"pul-[0-9a-f]{40}"),
    _form(say("a key of RubyGems"), "rubygems_", r"rubygems_[0-9a-f]{48}"),
    _form(say("a token of Docker"), "dckr_", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}"),
    _form(say("a key of Tailscale"), "tskey-", r"tskey-(?:auth|api|client)-[A-Za-z0-9-]{20,80}"),
    _form(
        say("a token of a build service"), "CCIPAT_ bkua_ travis_", r"(?:CCIPAT_[A-Za-z0-9_]{40,80}|bkua_[0-9a-f]{40})"
    ),
    _form(
        say("a token of Doppler"),
        "dp.",
        _BEFORE + r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}",
    ),
    _form(say("a key of Alibaba Cloud"), "LTAI", _BEFORE + r"LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])"),
    _form(say("a live key of Razorpay"), "rzp_live_", r"rzp_live_[A-Za-z0-9]{14,24}"),
    _form(say("a token of 1Password"), "ops_ey", _BEFORE + r"ops_ey[A-Za-z0-9_-]{60,2000}"),
    _form(say("a token of Fly"), "fo1_ fm2_", _BEFORE + r"(?:fo1_|fm2_)[A-Za-z0-9_+/=-]{40,2000}"),
    _form(say("a token of Dropbox"), "sl.", _BEFORE + r"sl\.[A-Za-z0-9_-]{60,2000}"),
    _form(
        say("a token of ClickUp or Vercel"),
        "pk_ vcp_",
        _BEFORE + r"(?:pk_[0-9]{6,10}_[A-Z0-9]{32}|vcp_[A-Za-z0-9]{40,64})",
    ),
    _form(say("a private key in a configuration"), "LS0tLS1CRUdJTi", r"LS0tLS1CRUdJTi[A-Za-z0-9+/=]{40}"),
)
