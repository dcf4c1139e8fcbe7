"""Commands that buy, sign or order by the hundred (pure).

Owns: purchases, commitments, registrations and subscriptions by the programs of clouds and hosts, and machines in
numbers or of sizes that cost a fortune. What stays true: a command that lists or prices is none; a rehearsal buys
nothing; one machine of a usual size is nothing to tell.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.destructive.clouds import Judged, rehearsed
from host.inspect.texts.vocabulary import holds_any
from host.model import Severity
from host.patterns import regex
from host.words import say

_BOUGHT: Final = say("This buys or orders something that has to be paid.")
_MANY: Final = say("This orders machines in a number or size that costs much.")
_LONGEST: Final = 8_000
_MOST: Final = 5
_MARKS: Final = (
    "purchas", "buy", "regist", "renew", "savings-plan", "reserv", "commit", "subscri", "quota", "terms", "domains", "capacity", "order",
    "addons", "offering", "licen", "skus", "plan", "run-instances", "create", "resize", "scale", "support", "topup", "top-up", "dedicated",
    "allocate-hosts", "bid", "term accept",
)  # fmt: skip
_BUYS: Final = regex(
    r"\baws\s[^\n;|&]{0,80}?\b(?:purchase-[a-z-]{3,60}|accept-reserved-[a-z-]{3,60}|accept-(?:agreement|offer)[a-z-]{0,20}|register-domain|renew-domain|transfer-domain|"
    r"create-savings-plan|create-reserved-[a-z-]{3,40}|create-capacity-reservation(?:-fleet)?|request-service-quota-increase|create-commitment[a-z-]{0,20}|"
    r"modify-reserved-[a-z-]{3,40}|allocate-hosts|create-(?:shield-)?subscription\b(?=[^\n]{0,10}$)|create-provisioned-model-throughput|create-outpost|create-order|request-phone-number|"
    r"create-ec2-capacity-[a-z-]{3,30}|update-support-plan|create-job\b(?=[^\n]{0,200}snowball))|\baws\s{1,3}shield\s{1,3}create-subscription\b|"
    r"\bgcloud\s[^\n;|&]{0,60}?(?:domains\s{1,3}registrations\s{1,3}(?:register|transfer|renew)|(?:commitments|reservations|future-reservations)\s{1,3}create|"
    r"quotas?\s[^\n;|&]{0,30}?(?:create|update)|capacity-commitments?\s{1,3}create|marketplace\s[^\n;|&]{0,40}?(?:create|purchase|order)|sole-tenancy\s{1,3}node-groups\s{1,3}create|"
    r"billing\s{1,3}subscriptions\s{1,3}create)|\bbq\s{1,3}(?:--?[\w=./:-]{1,60}\s{1,3}){0,5}mk\s[^\n;|&]{0,80}?--(?:capacity_commitment|reservation)\b|"
    r"\baz\s[^\n;|&]{0,60}?(?:reservation-order\s{1,3}(?:purchase|calculate-exchange\b(?!.))|reservations?\s[^\n;|&]{0,40}?\b(?:purchase|exchange|return)|savings-plan(?:-order)?(?:-alias)?\s{1,3}(?:create|purchase)|"
    r"appservice\s{1,3}domain\s{1,3}create|(?:terms?|image\s{1,3}terms)\s{1,3}accept|quota\s{1,3}(?:create|update|request)|marketplace\s[^\n;|&]{0,40}?(?:create|purchase|subscribe)|"
    r"saas\s{1,3}create|account\s{1,3}(?:create|subscription\s{1,3}create)|support\s[^\n;|&]{0,20}?plan\s|capacity\s{1,3}reservation\s{1,3}create|vm\s{1,3}host\s{1,3}create|communication\s{1,3}phonenumber\s{1,3}purchase)|"
    r"\b(?:vercel|now|netlify|fly|flyctl|porkbun|gandi|namecheap|godaddy|ovh|ovhcloud|hetzner|scw|dnsimple|cloudflare|wrangler|shopify|railway)\s[^\n;|&]{0,60}?\b(?:buy|purchase|register|renew|subscribe|order)\b|"
    r"\bheroku\s{1,3}(?:addons:(?:create|upgrade)|ps:(?:resize|type)|plans?:\w{1,12})\s[^\n;|&]{0,80}?(?:premium|performance|private|shield|enterprise|business|[a-z]{1,12}-(?:[5-9]|1\d)\b)|"
    r"\b(?:oci|ibmcloud|aliyun|tccli|doctl|hcloud|linode-cli|scw|ovhcloud|exo|vultr-cli)\s[^\n;|&]{0,80}?\b(?:purchase\w{0,40}|buy\w{0,30}|subscription\s{1,3}create|createorder|registerdomain|renewinstance|reserved-?capacity\s{1,3}create|"
    r"saveorder\w{0,40}|reserved-instance\w{0,3}\s{1,3}create|order\s{1,3}create|place-?order)|"
    r"\bgh\s{1,3}(?:sponsors?\s{1,3}create|api\s[^\n;|&]{0,100}(?:-x|--method)\s{0,3}(?:post|put)[^\n;|&]{0,100}(?:billing|sponsor|seats|marketplace))|"
    r"\btwilio\s[^\n;|&]{0,40}?phone-numbers:buy|\btwilio\s[^\n;|&]{0,60}?incoming-phone-numbers:create|\bstripe\s{1,3}(?:payment_intents|charges|subscriptions|payouts|transfers|invoices)\s{1,3}(?:create|confirm|pay)\b"
)
_LOTS: Final = regex(
    r"\b(?:aws|gcloud|az|doctl|hcloud|oci|ibmcloud|linode-cli|aliyun|eksctl|exo|scw|vultr-cli)\s[^\n;|&]{0,60}?\b(?:run-instances|instances\s{1,3}(?:bulk\s{1,3})?create|vmss?\s{1,3}(?:create|scale)|create-\w{2,20}|resize|scale|"
    r"(?:server|droplet|cluster|nodepool|node-pool|node-pools)\s{1,3}create|create-nodegroup|request-spot-\w{4,12}|update-nodegroup-config|set-desired-capacity|update-auto-scaling-group)\b[^\n;|&]{0,200}?"
    r"(?:--(?:count|instance-count|num-nodes|node-count|desired-capacity|size|nodes|max-nodes|new-capacity|replicas)[\s=]{1,2}(?:\d{1,5}:)?(?:[3-9]\d|\d{3,6})\b|\b(?:p[45]\w{0,3}|g6e|trn\d\w{0,2}|u-\d\w{1,5}|x2\w{2,4}|inf2)\.(?:\d{2}xlarge|metal\w{0,8}|112xlarge)|"
    r"\b(?:a3-(?:mega|high|ultra)gpu-8g|a2-(?:mega|high|ultra)gpu-(?:8|16)g|m1-ultramem-160|a4-highgpu-8g)\b|\bstandard_(?:nd96|nc96|m416|m832)\w{0,20}|\bgpu-h[12]00x8\b)"
)


def judge(low: str) -> Iterator[Judged]:
    """What the commands in a text, which is in lower case, buy."""
    low = low[:_LONGEST]
    if not holds_any(low, _MARKS):
        return
    for pattern, says in ((_BUYS, _BOUGHT), (_LOTS, _MANY)):
        for match in islice(pattern.finditer(low), _MOST):
            if not (rehearsed(low, match.start()) or _PRICED.search(match.group())):
                yield Severity.MEDIUM, says, match.span()


_PRICED: Final = regex(
    r"\s(?:list|describe|get|show|check|search|calculate|preview|estimate)[a-z-]{0,30}\s|\b(?:describe|list|get)-"
)
