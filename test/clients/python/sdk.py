"""The vendor's Python SDK. It is generated from the published schema, and refuses answers that do not fit its models."""

from typing import Any

from cloudflare import Cloudflare

from steps import BASE_URL, TOKEN, ZONE, run

client = Cloudflare(api_token=TOKEN, base_url=BASE_URL, max_retries=0, _strict_response_validation=True)

PHASE = "http_log_custom_fields"
MANAGED_PHASE = "http_request_firewall_managed"
DESTINATION = "https://logs.example/in?header_Authorization=secret"


def member(value: Any, name: str) -> Any:
    """With strict validation, the SDK returns some results as dictionaries."""
    return value[name] if isinstance(value, dict) else getattr(value, name)


def before_the_zone() -> str:
    zone = run("zones.get", lambda: client.zones.get(zone_id=ZONE), wanted=lambda found: found.name == "example.com")
    run("zones.list", lambda: list(client.zones.list()), wanted=lambda zones: len(zones) == 3)
    run(
        "zones.list by name",
        lambda: list(client.zones.list(name="example.com")),
        wanted=lambda zones: [found.id for found in zones] == [ZONE],
    )
    run("zones.settings.get", lambda: client.zones.settings.get("ssl", zone_id=ZONE))
    run("user.get", client.user.get)
    run("user.tokens.verify", client.user.tokens.verify, wanted=lambda token: token.status == "active")
    run("accounts.list", lambda: list(client.accounts.list()), wanted=lambda accounts: len(accounts) > 0)
    account = zone.account.id if zone else ""
    run("accounts.get", lambda: client.accounts.get(account_id=account))
    run("memberships.list", lambda: list(client.memberships.list()), wanted=lambda found: len(found) > 0)
    return account


def rulesets(where: dict, phase: str, kind: str, rule: dict) -> None:
    title = f"{next(iter(where))} {phase}"
    made = run(
        f"rulesets.create {title}",
        lambda: client.rulesets.create(**where, kind=kind, name="default", phase=phase, rules=[rule]),
    )
    identifier = member(made, "id") if made else "0" * 32
    run(f"rulesets.list {title}", lambda: list(client.rulesets.list(**where)))
    run(f"rulesets.get {title}", lambda: client.rulesets.get(identifier, **where))
    run(
        f"rulesets.update {title}",
        lambda: client.rulesets.update(identifier, **where, description="updated", rules=[rule]),
        wanted=lambda updated: member(updated, "description") == "updated",
    )
    run(f"rulesets.phases.get {title}", lambda: client.rulesets.phases.get(phase, **where))
    updated = run(
        f"rulesets.phases.update {title}",
        lambda: client.rulesets.phases.update(phase, **where, rules=[rule]),
    )
    rule_id = member(member(updated, "rules")[0], "id") if updated else "0" * 32
    run(
        f"rulesets.rules.edit {title}",
        lambda: client.rulesets.rules.edit(rule_id, ruleset_id=identifier, **where, **{**rule, "enabled": False}),
    )
    run(f"rulesets.versions.list {title}", lambda: list(client.rulesets.versions.list(identifier, **where)))
    run(
        f"rulesets.rules.delete {title}",
        lambda: client.rulesets.rules.delete(rule_id, ruleset_id=identifier, **where),
    )
    run(f"rulesets.delete {title}", lambda: client.rulesets.delete(identifier, **where))


def log_push(where: dict, dataset: str, field: str) -> None:
    title = next(iter(where))
    job = run(
        f"logpush.jobs.create {title}",
        lambda: client.logpush.jobs.create(
            **where,
            name="clients",
            dataset=dataset,
            enabled=True,
            destination_conf=DESTINATION,
            output_options={"field_names": [field]},
        ),
    )
    identifier = job.id if job else 0
    run(f"logpush.jobs.get {title}", lambda: client.logpush.jobs.get(identifier, **where))
    run(
        f"logpush.jobs.list {title}",
        lambda: list(client.logpush.jobs.list(**where)),
        wanted=lambda jobs: len(jobs) == 1,
    )
    run(
        f"logpush.jobs.update {title}",
        lambda: client.logpush.jobs.update(identifier, **where, enabled=False),
        wanted=lambda updated: updated.enabled is False,
    )
    run(f"logpush.jobs.delete {title}", lambda: client.logpush.jobs.delete(identifier, **where))
    run(f"logpush.datasets.fields.get {title}", lambda: client.logpush.datasets.fields.get(dataset, **where))
    run(
        f"logpush.ownership.create {title}",
        lambda: client.logpush.ownership.create(**where, destination_conf="s3://logs/python?region=eu-central-1"),
    )
    run(
        f"logpush.validate.destination {title}",
        lambda: client.logpush.validate.destination(**where, destination_conf=DESTINATION),
    )
    run(
        f"logpush.validate.origin {title}",
        lambda: client.logpush.validate.origin(**where, logpull_options=f"fields={field}"),
    )


def previous_rules() -> None:
    waf = client.firewall.waf
    packages = run("firewall.waf.packages.list", lambda: list(waf.packages.list(zone_id=ZONE)))
    package = member(packages[0], "id") if packages else ""
    run("firewall.waf.packages.groups.list", lambda: list(waf.packages.groups.list(package, zone_id=ZONE)))
    run("firewall.waf.packages.rules.list", lambda: list(waf.packages.rules.list(package, zone_id=ZONE)))
    run("firewall.rules.list", lambda: list(client.firewall.rules.list(zone_id=ZONE)))
    run("filters.list", lambda: list(client.filters.list(zone_id=ZONE)))
    run("page_rules.list", lambda: client.page_rules.list(zone_id=ZONE))


account_id = before_the_zone()
ZONE_SCOPE, ACCOUNT_SCOPE = {"zone_id": ZONE}, {"account_id": account_id}
rulesets(
    ZONE_SCOPE,
    PHASE,
    "zone",
    {
        "action": "log_custom_field",
        "expression": "true",
        "action_parameters": {"request_fields": [{"name": "x-request-id"}]},
    },
)
EXECUTE = {
    "action": "execute",
    "expression": "true",
    "action_parameters": {"id": "efb7b8c949ac4650a09736fc376e9aee", "overrides": {"action": "log"}},
}
rulesets(ZONE_SCOPE, MANAGED_PHASE, "zone", EXECUTE)
rulesets(
    ACCOUNT_SCOPE,
    MANAGED_PHASE,
    "root",
    {**EXECUTE, "expression": '(http.host eq "example.com") and cf.zone.plan eq "ENT"'},
)
log_push(ZONE_SCOPE, "http_requests", "RayID")
log_push(ACCOUNT_SCOPE, "audit_logs", "ActionType")
previous_rules()
