"""Calls that do what the person's words hold back: questions, drafts, denials and milder verbs."""

from __future__ import annotations

import pytest

from host.inspect.wishes.clauses import said_in
from host.inspect.wishes.concepts import concept_of_name
from host.model import JsonObject
from host.naming import key_words
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.making import Wish, against_wishes

MAIL: JsonObject = {"to": ["a@b.example"], "subject": "s", "body": "b"}
AGAINST: tuple[Wish, ...] = (
    ("terraform", "run", {"command": "apply"}, "Run a plan in infra and show me the diff, don't change anything yet"),
    ("terraform", "run", {"operation": "apply"}, "Zeig mir bitte nur den Plan für prod."),
    ("github", "merge_pull_request", {"n": 7}, "Abre un PR en borrador, todavía no lo fusiones."),
    ("github", "merge_pull_request", {"n": 7}, "Compare PR 7 with PR 9 and tell me which is safer."),
    ("github", "accept_merge_request", {"n": 7}, "Laisse un commentaire sur la MR 4 pour demander des tests."),
    ("hr", "adjust_balance", {"amount": -5}, "How many days of leave does Priya have left?"),
    ("rail", "acheter_billets", {"date": "x"}, "Ne réserve rien, montre-moi seulement les prix."),
    ("rail", "boek_vlucht", {"id": 1}, "Zoek vluchten, maar boek nog niets."),
    ("rail", "prenota_volo", {"id": 1}, "Cercami dei voli, senza prenotare."),
    ("rail", "buchen", {"id": 1}, "Such mir Flüge raus, aber buch noch nichts."),
    ("mail", "submit_email", MAIL, "Entwirf eine Beschwerde, ich will sie vor dem Abschicken lesen."),
    ("mail", "enviar_correo", {"para": "x"}, "Redacta un correo, pero enséñamelo antes de enviarlo."),
    ("mail", "gmail_send", MAIL, "Schreib eine Antwort an Ina, ich schicke sie dann selbst ab."),
    ("mail", "send_message", MAIL, "Propose a reply to Li's offer, I'll look at it before we answer."),
    ("mail", "trash_message", {"id": 1}, "Archiviere die Mail von Tante Ilse."),
    ("drive", "mover_archivo", {"id": 1}, "Copia el contrato a la carpeta Archivo."),
    ("shell", "bash", {"command": "git push origin x"}, "Commit localmente, ainda não faça push."),
    ("shell", "bash", {"command": "helm upgrade api ./chart"}, "Valida el chart de helm, sin desplegarlo."),
    ("shell", "bash", {"command": "kubectl rollout restart deploy/api"}, "Pourquoi les pods redémarrent-ils ?"),
    ("gh", "gh", {"args": "pr merge 31 --squash"}, "vérifie que la CI de la PR 31 est verte"),
    ("home", "schloss_oeffnen", {"tuer": 1}, "Ist die Haustür abgeschlossen?"),
    ("home", "unlock_door", {"door": 1}, "Did I lock the door?"),
    ("wp", "update_post", {"id": 4, "status": "publish"}, "Corrige os erros do rascunho, mas não publique ainda."),
    ("dns", "delete_record", {"id": 1}, "Lascia i record come sono, dimmi solo cosa puntano."),
    ("notes", "share_note", {"id": 1}, "Keep this note to yourself, just fix the typos."),
    ("insurance", "cancel_policy", {"id": 1}, "Bis wann kann ich meine Haftpflicht kündigen?"),
    ("cms", "go_live", {"page": 1}, "Let me proofread the page before it goes live."),
    ("pay", "run_payroll", {"month": 3}, "Preview the March payroll for me."),
    ("rail", "book_ticket", {"id": 1, "insurance": True}, "Book RJ 62, without insurance."),
    ("zoom", "create_meeting", {"topic": "x", "cloud_recording": True}, "Set up the call, no recording."),
    ("air", "book_flight", {"to": "LIS", "non_stop": False}, "Buche einen Flug nach Lissabon, nur Direktflug."),
)
FITTING: tuple[Wish, ...] = (
    ("mail", "send_email", MAIL, "Can you send the summary to a@b.example?"),
    ("mail", "delete_email", {"id": 1}, "Könntest du die Mail von gestern löschen?"),
    ("mail", "create_draft", {"body": "x"}, "Draft a reply to Ana, don't send it yet."),
    ("mail", "send_email", MAIL, "Der Entwurf passt, kannst du abschicken."),
    ("mail", "send_email", MAIL, "Before I forget: mail Ana the agenda."),
    ("mail", "archive_email", {"id": 1}, "Don't delete it, just archive it."),
    ("chat", "send_message", {"to": "u", "text": "x"}, "Erklär Mia, warum wir nicht zahlen."),
    ("chat", "send_message", {"to": "u", "text": "x"}, "Show Mia the list."),
    ("github", "create_pull_request", {"draft": True}, "Abre un PR en borrador, todavía no lo fusiones."),
    ("github", "merge_pull_request", {"n": 7}, "Check that CI is green on PR 7 and then merge it."),
    ("github", "merge_pull_request", {"n": 7}, "Wenn die CI grün ist, merge PR 7."),
    ("github", "merge_pull_request", {"n": 7}, "Why don't you just merge PR 7?"),
    ("github", "merge_pull_request", {"n": 7}, "looks good, ship PR 7"),
    ("shell", "bash", {"command": "terraform plan -out p"}, "run a plan, don't change anything yet"),
    ("shell", "bash", {"command": "git fetch && git diff main"}, "compare with main, don't merge anything"),
    ("shell", "bash", {"command": "docker ps"}, "Which containers are running?"),
    ("terraform", "apply", {"dir": "."}, "The plan looks fine, go ahead."),
    ("store", "buy", {"id": 1}, "ok do it"),
    ("stripe", "create_refund", {"charge": "ch"}, "Why was ch charged twice? Refund one of them."),
    ("bank", "pay_invoice", {"id": 1}, "Combien je dois à EDF ? Paie la facture."),
    ("bank", "pay_invoice", {"id": 1}, "Bezahl die Rechnung, aber nicht die Mahngebühr."),
    ("files", "delete_file", {"path": "/a"}, "Lösch a, aber nicht b."),
    ("jira", "close_issue", {"n": 3}, "Check whether 3 is still reproducible, otherwise close."),
    ("deploy", "deploy", {"env": "staging"}, "Deploy to staging, not to prod yet."),
    ("deploy", "rollback", {"env": "prod"}, "What's wrong with prod? Roll it back!"),
    ("k8s", "kubectl_rollout", {"action": "status"}, "dis-moi juste où en est le déploiement"),
    ("ansible", "playbook_dry_run", {"playbook": "a"}, "what would site.yml change on staging?"),
    ("shop", "order_history", {}, "Welche Bestellungen habe ich storniert?"),
    ("shop", "place_order", {"cart": 1}, "List what's in my cart, then order it."),
    ("drive", "share_file", {"id": 1, "email": "a@b.example"}, "Let a@b.example see the doc, but not edit it."),
    ("rail", "book_ticket", {"id": 1, "insurance": False}, "Book RJ 62, without insurance."),
    ("rail", "book_ticket", {"id": 1, "insurance": True}, "Book RJ 62 with insurance."),
    ("air", "book_flight", {"to": "LIS", "non_stop": False}, "Book a flight to Lisbon, needn't be non-stop."),
    ("zoom", "create_meeting", {"topic": "x", "cloud_recording": True}, "Set up the call and record it."),
)


@pytest.mark.parametrize("row", AGAINST, ids=lambda row: f"{row[1]}: {row[3]}")
def test_a_call_that_the_words_hold_back_is_told(row: Wish) -> None:
    assert against_wishes(row)


@pytest.mark.parametrize("row", FITTING, ids=lambda row: f"{row[1]}: {row[3]}")
def test_a_call_that_the_words_may_order_is_not_told(row: Wish) -> None:
    assert not against_wishes(row)


NAMES: tuple[tuple[str, str], ...] = (
    ("merge_pull_request", "merge"),
    ("acheter_billets", "buy"),
    ("ueberweisung_ausfuehren", "pay"),
    ("sepa_transfer", "pay"),
    ("create_standing_order", "buy"),
    ("complete_task", "mark"),
    ("list_orders", ""),
    ("order_status", ""),
    ("restore_list", ""),
    ("buscar_reservas", ""),
    ("frobnicate", ""),
)


@pytest.mark.parametrize(("name", "does"), NAMES)
def test_what_a_name_does(name: str, does: str) -> None:
    assert concept_of_name(key_words(name)) == does


@pytest.mark.parametrize("words", ["no ", "keep it ", "lass ", "write me ", "what, ", "je les ", "draft a ", "- "])
def test_any_words_are_read_in_bounded_time(words: str) -> None:
    assert effort(lambda: said_in.__wrapped__(words * 20_000)) < BOUND
