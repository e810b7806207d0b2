# What a plan of the zone provider may not do (deny), and what somebody should look at (warn), as a policy for Open Policy Agent
# (OPA 1.0 or later) and Conftest. Copy it, and change what is allowed.
#
#   terraform plan -out plan && terraform show -json plan > plan.json
#   opa eval --format pretty --data zone.rego --input plan.json 'data.zonewright.warn[_]'
#   opa eval --fail-defined --format pretty --data zone.rego --input plan.json 'data.zonewright.deny[_]'
#
# Each prints its messages; the last exits with 1 if it has one. `conftest test --namespace zonewright --policy zone.rego
# plan.json` does both. What a plan does not know yet is denied: a saved plan is applied without another look.
package zonewright

import rego.v1

# Where log push jobs may deliver to: a scheme and a host or bucket, and what is below.
allowed_destinations := {"https://logs.example.com", "s3://example-logs"}

# Parameters of a destination that hold no secret. Any other has to be in destination_conf_wo.
open_parameters := {"region", "endpoint", "sse"}

# Settings of the previous managed rules that may be lost: kinds of not_carried_over.
accepted_losses := {"page_rule_waf_off"}

# A migration finishes only with the digest of the rules that were approved.
deny contains message if {
	some change in planned("zone_managed_rules_migration")
	finishes(change)
	not is_string(object.get(change.change.after, "approved_digest", null))
	message := sprintf("%s: the plan finishes the migration for good, and approved_digest does not say which rules were approved.", [change.address])
}

# Nothing is lost with a migration but what is accepted.
deny contains message if {
	some change in planned("zone_managed_rules_migration")
	finishes(change)
	some loss in lost(change)
	not loss.kind in accepted_losses
	message := sprintf("%s: the plan finishes the migration for good, and this is lost: %s.", [change.address, loss.description])
}

# No secret of a destination is in the state or in a saved plan.
deny contains message if {
	some job in planned("zone_logpush_job")
	may_hold_secrets(job.change.after, job.change.after_unknown)
	message := sprintf("%s: destination_conf is stored in the state, and may hold secrets. Set destination_conf_wo instead.", [job.address])
}

# Of an action, a value that is not ephemeral.
deny contains message if {
	some action in input.action_invocations
	action.type == "zone_logpush_destination_check"
	may_hold_secrets(action.config_values, object.get(action, "config_unknown", {}))
	message := sprintf("%s: destination_conf is stored in the plan, and may hold secrets. Give it an ephemeral value.", [action.address])
}

# Logs go to allowed destinations only.
deny contains message if {
	some job in planned("zone_logpush_job")
	destination := object.get(job.change.after, "destination", "a destination that is known after apply")
	not is_allowed(destination)
	message := sprintf("%s: logs may not be delivered to %s.", [job.address, destination])
}

# Validation has no way back, too.
warn contains message if {
	some change in planned("zone_managed_rules_migration")
	change.change.after.step == "begin validation"
	change.change.after.migration_state != state_before(change)
	not is_string(object.get(change.change.after, "approved_digest", null))
	message := sprintf("%s: the plan begins validation, which has no way back, and approved_digest does not say which rules were approved.", [change.address])
}

warn contains message if {
	some change in planned("zone_managed_rules_migration")
	some override in added(change, "deleted_uri_overrides")
	message := sprintf("%s: the URI-based override %s is deleted.", [change.address, override.id])
}

warn contains message if {
	some change in input.resource_changes
	change.type == "zone_managed_rules"
	some rule in change.change.before.rules
	not rule.name in {each.name | some each in change.change.after.rules}
	message := sprintf("%s: the managed rule %s is removed.", [change.address, rule.name])
}

# Logs hold what a header or cookie holds, and so may whoever reads them.
warn contains message if {
	some change in planned("zone_log_custom_fields")
	some list in ["request_headers", "transformed_request_headers", "response_headers", "raw_response_headers", "cookies"]
	some name in added(change, list)
	regex.match(`(?i)auth|cookie|credential|key|passw|secret|session|token`, name)
	message := sprintf("%s: by its name, %s in %s may hold a secret, which is logged.", [change.address, name, list])
}

warn contains message if {
	some job in planned("zone_logpush_job")
	destination := job.change.after.destination
	before := {each.change.before.destination | some each in input.resource_changes}
	not destination in before
	message := sprintf("%s: logs are delivered to %s, where no job of this plan delivered before.", [job.address, destination])
}

warn contains message if {
	some change in input.resource_changes
	change.type == "zone_logpush_job"
	change.change.actions == ["delete"]
	message := sprintf("%s: the job is deleted, and its logs are delivered no more.", [change.address])
}

warn contains message if {
	some change in input.resource_drift
	startswith(change.type, "zone_")
	message := sprintf("%s: it is not as the last apply left it.", [change.address])
}

# What a list has after apply that it did not have before.
added(change, list) := [each |
	some each in change.change.after[list]
	not each in object.get(change, ["change", "before", list], [])
]

# The objects of a type that exist after apply, whatever the plan does with them.
planned(type) := {change |
	some change in input.resource_changes
	change.mode == "managed"
	change.type == type
	is_object(change.change.after)
}

# The step stays in the state: it is of this plan if the state of the zone changes with it.
finishes(change) if {
	change.change.after.step == "finish"
	change.change.after.migration_state != state_before(change)
}

finishes(change) if change.change.after_unknown.step == true

# A replacement has no state before: what the plan shows there is the object that goes.
default state_before(_) := null

state_before(change) := change.change.before.migration_state if {
	count(change.change.actions) == 1
	change.change.before.zone_id == change.change.after.zone_id
}

# The losses of the plan that finishes; null, or no such attribute, when they are not known.
lost(change) := change.change.after.finish.not_carried_over if is_array(change.change.after.finish.not_carried_over)

lost(change) := [{"kind": "unknown", "description": "not known"}] if {
	not is_array(object.get(change.change.after, ["finish", "not_carried_over"], null))
}

may_hold_secrets(_, unknown) if unknown.destination_conf == true

may_hold_secrets(values, _) if contains(values.destination_conf, "@")

may_hold_secrets(values, _) if {
	[_, query] := split(values.destination_conf, "?")
	some parameter in split(query, "&")
	not split(parameter, "=")[0] in open_parameters
}

# More than one question mark.
may_hold_secrets(values, _) if count(split(values.destination_conf, "?")) > 2

is_allowed(destination) if destination in allowed_destinations

is_allowed(destination) if {
	some allowed in allowed_destinations
	startswith(destination, concat("", [allowed, "/"]))
}
