"""Names that are worth imitating (pure).

Owns: a modest list of well-known names of sites and packages, and which name is nearly one of them. What stays true: a
name on the list, or one known to be somebody else's, imitates nothing; a comparison costs the length of the name alone.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from host.inspect.texts.lookalikes import skeleton

_SITES: Final = frozenset(
    "google gmail youtube googleapis microsoft microsoftonline outlook office365 live azure windows github gitlab "
    "bitbucket githubusercontent apple icloud amazon amazonaws facebook instagram whatsapp telegram twitter linkedin "
    "paypal stripe venmo revolut wise visa mastercard binance coinbase kraken metamask chase wellsfargo bankofamerica "
    "citibank hsbc barclays santander americanexpress netflix spotify dropbox adobe docusign salesforce slack discord "
    "zoom notion atlassian jira trello zendesk hubspot mailchimp sendgrid twilio shopify ebay alibaba aliexpress "
    "walmart reddit wikipedia cloudflare digitalocean heroku vercel netlify openai chatgpt anthropic claude "
    "huggingface docker kubernetes debian ubuntu fedora redhat canonical mozilla firefox oracle ibm nvidia intel "
    "samsung steam steampowered roblox epicgames fedex usps dhl yahoo proton protonmail signal okta auth0 onelogin "
    "lastpass 1password bitwarden pypi npmjs rubygems supabase firebase mongodb snowflake datadog stackoverflow "
    "wordpress godaddy namecheap intuit quickbooks xero square airbnb uber booking tiktok pinterest quora "
    "googleusercontent onedrive sharepoint bitnami hashicorp terraform grafana prometheus elasticsearch jenkins "
    "databricks "
    "pagerduty newrelic splunk confluent akamai workday servicenow freshdesk intercom amplitude mixpanel "
    "circleci jfrog "
    "sonatype sonarqube packagist artifacthub linkerd istio argoproj sirupsen netsuite clickup airtable zapier".split()
)
_PACKAGES: Final = frozenset(
    "requests numpy pandas django flask urllib3 boto3 botocore setuptools certifi cryptography pydantic fastapi "
    "sqlalchemy pillow matplotlib scipy tensorflow keras pytorch torch transformers selenium beautifulsoup4 pyyaml "
    "python-dateutil colorama tqdm click jinja2 aiohttp httpx scrapy celery redis psycopg2 pymongo paramiko ansible "
    "pytest tornado twisted uvicorn gunicorn scikit-learn opencv-python langchain openai anthropic discord.py "
    "python-dotenv virtualenv "
    "react react-dom lodash express axios webpack typescript eslint prettier jquery moment chalk commander mongoose "
    "next vue angular babel cross-env nodemon dotenv jsonwebtoken bcrypt bluebird underscore async debug request "
    "colors electron puppeteer playwright socket.io body-parser event-stream node-fetch rimraf uglify-js mongodb "
    "sequelize passport nginx postgres mysql alpine ubuntu debian python golang node rails devise serde tokio rand "
    "kubernetes serde_json logrus gorm jackson log4j newtonsoft prisma nestjs tailwindcss vitest esbuild storybook "
    "bootstrap cypress zustand graphql typeorm pyspark streamlit gradio psycopg asyncpg sqlmodel alembic "
    "xgboost lightgbm "
    "networkx plotly seaborn ingress-nginx cert-manager huggingface-hub".split()
)
_OTHERS: Final = frozenset(
    "finance goggle goggles panda motion nation notions lotion potion twister discard pedantic preact tslint request "
    "query binary squire stripes striped strips stride strike strip golang polars flasks mask apples apply amazing "
    "requests google-auth docker-py pytests doctor locker rocker shipify signals single expense empress impress "
    "oracles stream steamed streams team reacts moments comment momento redhot debugs asyncs commanders "
    "colors colours color "
    "passports chat claudia cloud clause yellow simply simple chase chose choose cheese travel travis fedora uberx "
    "life love line lime wire wist wise visas vista office offices windows window scrap proto photon device "
    "devices devised revise demise looking cooking bookings booting "
    "hooking crypt scrypt unicorn annular revolt workdays amplitudes splunks bootstraps prism prisms gorn jacks "
    "confluence "
    "interim newton nests elastic graphic graphics psycopg2 psycopg3 psycopg-c typeorms terraforms".split()
)
"""Ordinary words and honest names that happen to be one letter away."""
NEAR: Final = 6
"""Letters of a known name from which one that is an edit away counts: of shorter ones too many are words."""
_SHORT: Final = frozenset({"zoom", "visa", "ebay", "uber"})
"""Names of four letters that count where one looks the same."""
ALIKE: Final = 5
"""Letters from which a name is looked at at all."""
LONGEST: Final = 40


@cache
def _by_skeleton() -> dict[str, str]:
    return {skeleton(name): name for name in sorted(_SITES | _PACKAGES) if len(name) >= ALIKE or name in _SHORT}


@cache
def _by_deletion() -> dict[str, tuple[str, ...]]:
    """Names by what is left of them without one letter, or with all."""
    found: dict[str, set[str]] = {}
    for name in _SITES | _PACKAGES:
        if len(name) >= NEAR:
            for left in (name, *_without_one(name)):
                found.setdefault(left, set()).add(name)
    return {left: tuple(sorted(names)) for left, names in found.items()}


@cache
def _by_swap() -> dict[str, str]:
    """Names of five letters by what they are with two neighbours swapped."""
    short = sorted(name for name in _SITES | _PACKAGES if len(name) == ALIKE)
    return {name[:at] + name[at + 1] + name[at] + name[at + 2 :]: name for name in short for at in range(ALIKE - 1)}


@lru_cache(maxsize=2_048)
def imitates(name: str, *, package: bool = False) -> str:
    """The well-known name that ``name`` (one label of a host, or a package's) looks like; empty for none, or itself."""
    low = name.lower()
    if not ALIKE <= len(low) <= LONGEST or low in _SITES or low in _PACKAGES or low in _OTHERS:
        return ""
    if (known := _by_skeleton().get(skeleton(name), "")) and known != low:
        return known
    if not low.isascii():
        return ""
    if package and (known := _unhyphenated().get(low, "")):
        return known
    return _by_swap().get(low, "") or _near(low, plurals=package)


@cache
def _unhyphenated() -> dict[str, str]:
    return {name.replace("-", ""): name for name in _PACKAGES if "-" in name}


def _near(low: str, *, plurals: bool) -> str:
    for left in (low, *_without_one(low)):
        for known in _by_deletion().get(left, ()):
            if one_edit(low, known) and not _inflected(low, known, plurals=plurals):
                return known
    return ""


def _without_one(name: str) -> list[str]:
    return [name[:at] + name[at + 1 :] for at in range(len(name))]


def _inflected(name: str, known: str, *, plurals: bool) -> bool:
    """A number behind, or a plural (unless ``plurals`` are odd): such names are made by honest people."""
    longer, shorter = (name, known) if len(name) > len(known) else (known, name)
    return longer[:-1] == shorter and (
        (longer[-1] == "s" and shorter[-1] != "s" and not plurals) or longer[-1].isdigit()
    )


def one_edit(one: str, other: str) -> bool:
    """Whether a letter added, left out, replaced, or swapped with its neighbour makes one of the other."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = one[at:], other[at:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


@cache
def known_names() -> frozenset[str]:
    """All of them."""
    return _SITES | _PACKAGES


_FEWEST_LETTERS: Final = 4
_MOST_LETTERS: Final = 20
_USUAL: Final = frozenset(
    "main master develop production staging release admin administrator root support postgres general security billing "
    "finance default system public".split()
)
"""Branches, environments, channels and accounts of nearly everybody."""


@cache
def _usual_names() -> dict[str, str]:
    return {skeleton(name): name for name in _USUAL}


@lru_cache(maxsize=1_024)
def imitates_usual(name: str) -> str:
    """The branch, environment or account of nearly everybody that a name looks like, empty where it is that itself."""
    low = name.lower()
    if not _FEWEST_LETTERS <= len(low) <= _MOST_LETTERS or low in _USUAL:
        return ""
    return _usual_names().get(skeleton(low), "")
