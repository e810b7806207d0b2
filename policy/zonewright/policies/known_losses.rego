# known-losses: A plan that finishes a migration lists all that is lost, and one that deletes overrides lists them.
package zonewright.policies

import rego.v1

import data.zonewright.migration
import data.zonewright.plan

findings contains finding("known-losses", change, sentence, "Plan again when the provider can read them all") if {
	some change in migration.finishing
	not lists_losses(change)
	sentence := sprintf(
		"Finishing the migration may lose settings of the previous version that the plan does not list: %s.",
		[unlisted_because(change)],
	)
}

findings contains finding("known-losses", change, sentence, "Plan again when they are known") if {
	some change in plan.planned(plan.migration_type)
	plan.unknown(change, "deleted_uri_overrides")
	sentence := "Which URI-based overrides the plan deletes is not known until apply."
}

notes contains note("known-losses", change.address, sentence) if {
	some change in migration.finishing
	losses := [loss.description | some loss in plan.after(change, "finish").not_carried_over]
	count(losses) > 0
	sentence := sprintf("Finishing the migration loses: %s.", [concat("; ", losses)])
}

notes contains note("known-losses", change.address, sentence) if {
	some change in plan.planned(plan.migration_type)
	deleted := newly_deleted(change)
	count(deleted) > 0
	sentence := sprintf("The plan deletes URI-based overrides of the previous version: %s.", [concat("; ", deleted)])
}

lists_losses(change) if {
	not plan.unknown(change, "finish")
	is_array(plan.after(change, "finish").not_carried_over)
}

default unlisted_because(_) := "they are not known until apply"

unlisted_because(change) := trim_right(reason, ".") if {
	reason := plan.after(change, "finish").losses_unknown_because
	is_string(reason)
}

# Those that an earlier plan deleted stay listed in the state.
newly_deleted(change) := [sprintf("%s (%s)", [override.id, concat(", ", override.urls)]) |
	some override in plan.after(change, "deleted_uri_overrides")
	not override.id in earlier(change)
]

earlier(change) := {override.id | some override in plan.before(change, "deleted_uri_overrides")}
