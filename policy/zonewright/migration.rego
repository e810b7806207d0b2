# Migrations that a plan begins to validate, or finishes: neither can be undone.
package zonewright.migration

import rego.v1

import data.zonewright.plan

# Migrations that this plan finishes: not those that others have finished, and that it only takes over.
finishing contains change if {
	some change in plan.planned(plan.migration_type)
	plan.after(change, "step") == "finish"
	plan.after(change, "irreversible") == true
	plan.before(change, "irreversible") != true
}

# What is not known until apply may be the end.
finishing contains change if {
	some change in plan.planned(plan.migration_type)
	plan.before(change, "irreversible") != true
	some name in ["target_state", "step", "irreversible"]
	plan.unknown(change, name)
	plan.after(change, "target_state") != "validation"
}

# Migrations whose validation this plan begins.
validating contains change if {
	some change in plan.planned(plan.migration_type)
	plan.after(change, "step") == "begin validation"
	plan.before(change, "migration_state") != plan.after(change, "migration_state")
}
