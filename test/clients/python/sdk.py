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


def before_the_zone() -> None:
    run("zones.get", lambda: client.zones.get(zone_id=ZONE), wanted=lambda found: found.name == "example.com")
    run("zones.list", lambda: list(client.zones.list()), wanted=lambda zones: len(zones) == 3)
    run(
        "zones.list by name",
        lambda: list(client.zones.list(name="example.com")),
        wanted=lambda zones: [found.id for found in zones] == [ZONE],
    )


def rulesets(phase: str, rule: dict) -> None:
    made = run(
        f"rulesets.create {phase}",
        lambda: client.rulesets.create(zone_id=ZONE, kind="zone", name="default", phase=phase, rules=[rule]),
    )
    identifier = member(made, "id") if made else "0" * 32
    run(f"rulesets.list {phase}", lambda: list(client.rulesets.list(zone_id=ZONE)))
    run(f"rulesets.get {phase}", lambda: client.rulesets.get(identifier, zone_id=ZONE))
    run(
        f"rulesets.update {phase}",
        lambda: client.rulesets.update(identifier, zone_id=ZONE, description="updated", rules=[rule]),
        wanted=lambda updated: member(updated, "description") == "updated",
    )
    run(f"rulesets.phases.get {phase}", lambda: client.rulesets.phases.get(phase, zone_id=ZONE))
    updated = run(
        f"rulesets.phases.update {phase}",
        lambda: client.rulesets.phases.update(phase, zone_id=ZONE, rules=[rule]),
    )
    rule_id = member(member(updated, "rules")[0], "id") if updated else "0" * 32
    run(
        f"rulesets.rules.edit {phase}",
        lambda: client.rulesets.rules.edit(rule_id, ruleset_id=identifier, zone_id=ZONE, **{**rule, "enabled": False}),
    )
    run(f"rulesets.versions.list {phase}", lambda: list(client.rulesets.versions.list(identifier, zone_id=ZONE)))
    run(
        f"rulesets.rules.delete {phase}",
        lambda: client.rulesets.rules.delete(rule_id, ruleset_id=identifier, zone_id=ZONE),
    )
    run(f"rulesets.delete {phase}", lambda: client.rulesets.delete(identifier, zone_id=ZONE))


def log_push(dataset: str, field: str) -> None:
    job = run(
        "logpush.jobs.create",
        lambda: client.logpush.jobs.create(
            zone_id=ZONE,
            name="clients",
            dataset=dataset,
            enabled=True,
            destination_conf=DESTINATION,
            output_options={"field_names": [field]},
        ),
    )
    identifier = job.id if job else 0
    run("logpush.jobs.get", lambda: client.logpush.jobs.get(identifier, zone_id=ZONE))
    run(
        "logpush.jobs.list",
        lambda: list(client.logpush.jobs.list(zone_id=ZONE)),
        wanted=lambda jobs: len(jobs) == 1,
    )
    run(
        "logpush.jobs.update",
        lambda: client.logpush.jobs.update(identifier, zone_id=ZONE, enabled=False),
        wanted=lambda updated: updated.enabled is False,
    )
    run("logpush.jobs.delete", lambda: client.logpush.jobs.delete(identifier, zone_id=ZONE))
    run("logpush.datasets.fields.get", lambda: client.logpush.datasets.fields.get(dataset, zone_id=ZONE))
    run(
        "logpush.ownership.create",
        lambda: client.logpush.ownership.create(zone_id=ZONE, destination_conf="s3://logs/python?region=eu-central-1"),
    )
    run(
        "logpush.validate.destination",
        lambda: client.logpush.validate.destination(zone_id=ZONE, destination_conf=DESTINATION),
    )
    run(
        "logpush.validate.origin",
        lambda: client.logpush.validate.origin(zone_id=ZONE, logpull_options=f"fields={field}"),
    )


def previous_rules() -> None:
    waf = client.firewall.waf
    packages = run("firewall.waf.packages.list", lambda: list(waf.packages.list(zone_id=ZONE)))
    package = member(packages[0], "id") if packages else ""
    groups = run("firewall.waf.packages.groups.list", lambda: list(waf.packages.groups.list(package, zone_id=ZONE)))
    group = member(groups[0], "id") if groups else ""
    run(
        "firewall.waf.packages.groups.edit",
        lambda: waf.packages.groups.edit(group, zone_id=ZONE, package_id=package, mode="off"),
    )
    run("firewall.waf.packages.rules.list", lambda: list(waf.packages.rules.list(package, zone_id=ZONE)))
    run("firewall.rules.list", lambda: list(client.firewall.rules.list(zone_id=ZONE)))
    run("filters.list", lambda: list(client.filters.list(zone_id=ZONE)))
    run("page_rules.list", lambda: client.page_rules.list(zone_id=ZONE))


before_the_zone()
rulesets(
    PHASE,
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
rulesets(MANAGED_PHASE, EXECUTE)
log_push("http_requests", "RayID")
previous_rules()
