# What the policies read of a plan. The JSON of a saved plan (terraform show -json PLAN), format version 1.x:
# https://developer.hashicorp.com/terraform/internals/json-format
package zonewright.plan

import rego.v1

# The end of the provider's address.
provider := "zonewright/zone"

fields_type := "zone_log_custom_fields"

job_type := "zone_logpush_job"

migration_type := "zone_managed_rules_migration"

# The types of its resources, data sources and ephemeral resources.
types := {
	fields_type,
	job_type,
	migration_type,
	"zone_logpush_job_health",
	"zone_logpush_jobs",
	"zone_logpush_ownership_challenge",
	"zone_managed_rules",
	"zone_managed_rules_compatibility",
	"zone_managed_rules_configuration",
	"zone_managed_rules_status",
	"zone_managed_rulesets",
	"zone_rulesets",
	"zone_zones",
}

# Whether an object is one of this provider: its type says so, whichever registry, mirror or name the provider has. The
# provider's name does for the types of later versions.
is_ours(object) if object.type in types

is_ours(object) if endswith(object.provider_name, concat("", ["/", provider]))

# The changes of managed resources, one for each instance of a resource with count or for_each, in all modules.
managed contains change if {
	some change in input.resource_changes
	change.mode == "managed"
}

# Those of this provider. A plan has them for resources that do not change as well ("no-op").
changes contains change if {
	some change in managed
	is_ours(change)
}

# The objects of a type that exist after the apply.
planned(type) := {change |
	some change in changes
	change.type == type
	is_object(change.change.after)
	not "forget" in change.change.actions
}

# Whether an attribute, or a part of it, is known only after apply.
unknown(change, name) if walk(object.get(change.change, ["after_unknown", name], false), [_, true])

# Whether an attribute, or a part of it, is sensitive: then no message shows it.
sensitive(change, name) if walk(object.get(change.change, ["after_sensitive", name], false), [_, true])

# The value of an attribute after the apply; null where it is not set, and where it is not known.
after(change, name) := object.get(change.change.after, name, null)

# The value of an attribute before the apply; null also where there was no object. A replacement continues no object, and
# nor does an object of another zone, whatever it has in common with the one before.
before(change, name) := object.get(change.change.before, name, null) if continues(change)

before(change, _) := null if not continues(change)

continues(change) if {
	is_object(change.change.before)
	count(change.change.actions) == 1
	object.get(change.change.before, "zone_id", null) == after(change, "zone_id")
}
