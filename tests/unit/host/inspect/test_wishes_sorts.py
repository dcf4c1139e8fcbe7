"""Calls against the words: versions, units, records and single things."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    (
        "aws",
        "update_function_configuration",
        {"FunctionName": "resize", "Runtime": "nodejs22.x"},
        "move resize to node 20",
    ),
    ("cloudrun", "deploy_service", {"service": "api", "env": {"PYTHON_VERSION": "3.13"}}, "deploy api on python 3.11"),
    (
        "helm",
        "upgrade",
        {"release": "grafana", "chart": "grafana/grafana", "set": {"image": {"tag": "11.4.0"}}},
        "Grafana auf 10.4 anheben, noch nicht 11",
    ),
    (
        "rds",
        "modify_db_instance",
        {"DBInstanceIdentifier": "orders", "EngineVersion": "16.4"},
        "upgrade orders to postgres 15",
    ),
    ("github", "close_issues", {"owner": "a", "repo": "b", "issue_numbers": [12, 13, 14]}, "close issue 12"),
    ("zendesk", "delete_tickets", {"ids": [4711, 4712]}, "lösch das Ticket 4711"),
    ("shop", "add_to_cart", {"product": "flour", "quantity": 500, "unit": "kg"}, "add 500 g of flour to the cart"),
    ("lab", "dispense", {"reagent": "NaCl", "volume": 5, "unit": "l"}, "dispense 5 ml of NaCl"),
    ("clinic", "create_prescription", {"drug": "Levothyroxin", "dose": "50 mg"}, "prescribe Levothyroxin 50 µg"),
    (
        "cloudflare",
        "create_dns_record",
        {"zone": "fjord.example", "type": "A", "name": "shop", "content": "203.0.113.9"},
        "add a CNAME record for shop",
    ),
    (
        "route53",
        "upsert_record",
        {"zone": "fjord.example", "record_type": "TXT", "name": "@", "value": "mail.fjord.example"},
        "set the MX of fjord.example to mail.fjord.example",
    ),
    (
        "jira",
        "bulk_transition",
        {"jql": "project = OPS AND status = Open", "to": "Done"},
        "close the open issues in SHOP",
    ),
    (
        "jira",
        "bulk_delete_issues",
        {"jql": "project = PAY AND labels = stale"},
        "delete the stale issues of project CRM",
    ),
    ("shop", "place_order", {"sku": "LAMP-2", "quantity": 4}, "order one of the lamps LAMP-2"),
    ("plesk", "set_php_version", {"domain": "a.example", "version": "8.4"}, "stell a.example auf PHP 8.2"),
    ("tfc", "update_workspace", {"name": "net", "terraform-version": "1.9.5"}, "set workspace net to terraform 1.5.7"),
    (
        "hetzner",
        "create_server",
        {"name": "w1", "image": "ubuntu-24.04", "server_type": "cx22"},
        "crée un serveur w1 avec ubuntu 22.04",
    ),
    ("eks", "update_cluster_version", {"name": "core", "version": "1.31"}, "upgrade core to kubernetes 1.29"),
    ("hubspot", "merge_contacts", {"contact_ids": [501, 502, 503]}, "lösche Kontakt 501"),
    ("recipes", "scale_ingredient", {"item": "milk", "amount": 250, "unit": "l"}, "set the milk to 250 ml"),
    (
        "hetzner-dns",
        "create_record",
        {"zone_id": "z1", "type": "A", "name": "www", "value": "203.0.113.4"},
        "leg einen AAAA-Eintrag für www an",
    ),
    (
        "jira",
        "bulk_edit",
        {"jql": "project in (HR) AND labels = old", "fields": {"labels": []}},
        "remove the label old in project LEGAL",
    ),
    ("shop", "add_to_cart", {"sku": "T9", "quantity": 12}, "leg genau einen T9 in den Warenkorb"),
    ("billet", "acheter_billet", {"spectacle": "S1", "quantity": 3}, "achète une seule place pour S1"),
)
AS_SAID: tuple[Wish, ...] = (
    (
        "kubernetes",
        "upgrade_helm_chart",
        {"name": "orders-db", "chart": "bitnami/postgresql", "values": {"image": {"tag": "15.8.0"}}},
        "upgrade orders-db to postgres 15.8",
    ),
    (
        "kubernetes",
        "upgrade_helm_chart",
        {"name": "orders-db", "chart": "bitnami/postgresql", "values": {"image": {"tag": "17.2.0"}}},
        "upgrade orders-db from 15.8 to the newest",
    ),
    (
        "helm",
        "upgrade",
        {"release": "pg", "chart": "bitnami/postgresql", "version": "16.1.0", "set": {"image": {"tag": "15.8.0"}}},
        "upgrade pg to postgres 15.8",
    ),
    ("shop", "update_product", {"sku": "a", "version": "2", "price": 15.8}, "set the price of a to 15.80"),
    ("github", "close_issues", {"owner": "a", "repo": "b", "issue_numbers": [12, 13, 14]}, "close issues 12 to 14"),
    (
        "github",
        "close_issues",
        {"owner": "a", "repo": "b", "issue_numbers": [12, 13, 14]},
        "close issue 12 and its duplicates",
    ),
    (
        "shop",
        "add_to_cart",
        {"product": "flour 500 g", "quantity": 1, "unit": "piece"},
        "add 500 g of flour to the cart",
    ),
    (
        "cloudflare",
        "create_dns_record",
        {"zone": "fjord.example", "type": "CNAME", "name": "shop", "content": "shops.example"},
        "add a CNAME record for shop",
    ),
    (
        "jira",
        "bulk_transition",
        {"jql": "project = SHOP AND status = Open", "to": "Done"},
        "close the open issues in SHOP",
    ),
    ("shop", "place_order", {"sku": "LAMP-2", "quantity": 4}, "order four of one of the lamps, LAMP-2"),
    ("eks", "update_cluster_version", {"name": "core", "version": "1.29"}, "upgrade core to kubernetes 1.29"),
    ("hetzner", "create_server", {"name": "w1", "image": "ubuntu-22.04"}, "create w1 with ubuntu 22.04"),
    ("pip", "install_package", {"name": "numpy", "version": "2.1.0"}, "install numpy for python 3.12"),
    ("jira", "search", {"jql": "project = OPS"}, "look in OPS whether SHOP-12 has a twin"),
    ("shop", "add_to_cart", {"sku": "T9", "quantity": 1}, "leg genau einen T9 in den Warenkorb"),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
