"""The Python client before the SDK (2.x): every call is a path of attributes, and answers are plain dictionaries."""

import CloudFlare

from steps import BASE_URL, MODEL, TOKEN, ZONE, run

client = CloudFlare.CloudFlare(token=TOKEN, base_url=BASE_URL, use_sessions=True)

run(
    "zones.get by name",
    lambda: client.zones.get(params={"name": "example.com"}),
    wanted=lambda found: [zone["id"] for zone in found] == [ZONE],
)
run("zones.get", lambda: client.zones.get(ZONE), wanted=lambda zone: zone["name"] == "example.com")
run("zones.rulesets.get", lambda: client.zones.rulesets.get(ZONE))
job = run(
    "zones.logpush.jobs.post",
    lambda: client.zones.logpush.jobs.post(
        ZONE,
        data={
            "name": "clients",
            "dataset": "http_requests",
            "enabled": True,
            "destination_conf": "https://logs.example/in?header_Authorization=secret",
            "logpull_options": "fields=RayID",
        },
    ),
)
identifier = str(job["id"]) if job else "0"
run("zones.logpush.jobs.get", lambda: client.zones.logpush.jobs.get(ZONE, identifier))
run("zones.logpush.jobs.put", lambda: client.zones.logpush.jobs.put(ZONE, identifier, data={"enabled": False}))
run("zones.logpush.jobs.delete", lambda: client.zones.logpush.jobs.delete(ZONE, identifier))
run("zones.logpush.datasets.fields", lambda: client.zones.logpush.datasets.fields.get(ZONE, "http_requests"))
packages = run("zones.firewall.waf.packages.get", lambda: client.zones.firewall.waf.packages.get(ZONE))
package = packages[0]["id"] if packages else ""
run("zones.firewall.waf.packages.groups.get", lambda: client.zones.firewall.waf.packages.groups.get(ZONE, package))
run("zones.firewall.waf.packages.rules.get", lambda: client.zones.firewall.waf.packages.rules.get(ZONE, package))
if MODEL != "today":
    run("zones.firewall.waf.overrides.get", lambda: client.zones.firewall.waf.overrides.get(ZONE))
run("zones.firewall.rules.get", lambda: client.zones.firewall.rules.get(ZONE))
run("zones.filters.get", lambda: client.zones.filters.get(ZONE))
run("zones.pagerules.get", lambda: client.zones.pagerules.get(ZONE))
