# What the policies read of a plan. The JSON of a saved plan (terraform show -json PLAN), format version 1.x:
# https://developer.hashicorp.com/terraform/internals/json-format
package zonewright.plan

import rego.v1

import data.zonewright.settings

# The end of the provider's address. A registry or a mirror has it too, whatever its host is.
provider := "zonewright/zone"

fields_type := "zone_log_custom_fields"

job_type := "zone_logpush_job"

migration_type := "zone_managed_rules_migration"

types := {fields_type, job_type, migration_type, "zone_managed_rules"}

is_ours(name) if endswith(name, concat("", ["/", provider]))

is_ours(name) if name in settings.providers

# The changes of managed resources, one for each instance of a resource with count or for_each, in all modules.
managed contains change if {
	some change in input.resource_changes
	change.mode == "managed"
}

# Those of this provider. A plan has them for resources that do not change as well ("no-op").
changes contains change if {
	some change in managed
	is_ours(change.provider_name)
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

# The value of an attribute before the apply; null also where there was no object.
before(change, name) := object.get(object.get(change.change, "before", null), name, null) if {
	is_object(object.get(change.change, "before", null))
}

before(change, _) := null if not is_object(object.get(change.change, "before", null))
