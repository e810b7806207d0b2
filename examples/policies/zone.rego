# What a plan of the zone provider may not do, as a policy for Open Policy Agent (OPA 1.0 or later). Copy it, and change what
# is allowed.
#
#   terraform plan -out plan && terraform show -json plan > plan.json
#   opa eval --fail-defined --format pretty --data zone.rego --input plan.json 'data.zonewright.deny[_]'
#
# The command prints a message for each violation, and exits with 1 if there is one. What a plan does not know yet is a
# violation: a saved plan is applied without another look.
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
	may_hold_secrets(job)
	message := sprintf("%s: destination_conf is stored in the state, and may hold secrets. Set destination_conf_wo instead.", [job.address])
}

# Logs go to allowed destinations only.
deny contains message if {
	some job in planned("zone_logpush_job")
	destination := object.get(job.change.after, "destination", "a destination that is known after apply")
	not is_allowed(destination)
	message := sprintf("%s: logs may not be delivered to %s.", [job.address, destination])
}

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

may_hold_secrets(job) if job.change.after_unknown.destination_conf == true

may_hold_secrets(job) if contains(job.change.after.destination_conf, "@")

may_hold_secrets(job) if {
	[_, query] := split(job.change.after.destination_conf, "?")
	some parameter in split(query, "&")
	not split(parameter, "=")[0] in open_parameters
}

# More than one question mark.
may_hold_secrets(job) if count(split(job.change.after.destination_conf, "?")) > 2

is_allowed(destination) if destination in allowed_destinations

is_allowed(destination) if {
	some allowed in allowed_destinations
	startswith(destination, concat("", [allowed, "/"]))
}
