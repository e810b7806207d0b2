# The assertion that there is something to judge. A policy that matches nothing is not a pass. What is no plan, or has
# no zone resource, is denied with the reason.
package zonewright.assertion

import rego.v1

import data.zonewright.plan
import data.zonewright.settings

show := "Show a saved plan: terraform plan -out=PLAN, then terraform show -json PLAN > plan.json."

problems contains sprintf("The input is a list, as of several files. Run conftest without --combine. %s", [show]) if {
	kind == "array"
}

problems contains sprintf("The input is not a plan but of the type %s. %s", [kind, show]) if not kind in {"array", "object"}

problems contains sprintf("The input is a state file, not a plan. %s", [show]) if {
	kind == "object"
	not has_version
	input.lineage
}

problems contains sprintf("The input is not a plan: it has no format_version. %s", [show]) if {
	kind == "object"
	not has_version
	not input.lineage
}

problems contains sentence if {
	is_string(input.format_version)
	not startswith(input.format_version, "1.")
	sentence := sprintf("The plan has the format version %s, and these policies read 1.x. Update Zonewright, or plan with an engine that writes 1.x.", [input.format_version])
}

problems contains sprintf("The input is a state, not a plan. %s", [show]) if {
	has_format
	not is_plan
	input.values
}

problems contains sprintf("The input is not a plan: it has neither planned_values nor resource_changes. %s", [show]) if {
	has_format
	not is_plan
	not input.values
}

problems contains "The plan is incomplete, because planning failed. Correct the error that terraform plan reported, and plan again." if {
	is_plan
	input.errored == true
}

# A change in a form that no policy reads would be one that every policy passes.
problems contains sprintf("The plan has a change in a form that these policies do not read: %s. Update Zonewright.", [object.get(change, "address", "without an address")]) if {
	is_plan
	some change in object.get(input, "resource_changes", [])
	not is_whole(change)
}

problems contains sprintf("The plan has resource_changes that are not a list. %s", [show]) if {
	is_plan
	not has_list
}

problems contains sprintf("The plan changes no resource of %s, so no policy judged anything: %s. %s", [plan.provider, nothing_because, opt_out]) if {
	is_plan
	has_list
	count(plan.changes) == 0
	not settings.allow_no_zone_resources
}

opt_out := "Check that this is the plan of the right stack. If the stack may have no zone resource, set zone_policies.allow_no_zone_resources to true."

nothing_because := "its zone resources are only in the prior state, as in a plan with -refresh-only or -target" if in_prior_state

nothing_because := "it reads data sources of the provider only" if {
	not in_prior_state
	reads_data
}

nothing_because := sprintf("its resources come from %s", [concat(", ", sort(others))]) if {
	not in_prior_state
	not reads_data
	count(others) > 0
}

nothing_because := "it has no resource at all" if {
	not in_prior_state
	not reads_data
	count(others) == 0
}

others := {change.provider_name | some change in plan.managed}

reads_data if {
	some change in input.resource_changes
	change.mode == "data"
	plan.is_ours(change)
}

reads_data if {
	walk(input.prior_state, [_, resource])
	resource.mode == "data"
	plan.is_ours(resource)
}

in_prior_state if {
	walk(input.prior_state, [_, resource])
	resource.mode == "managed"
	plan.is_ours(resource)
}

default kind := "null"

kind := type_name(input)

has_version if is_string(input.format_version)

has_format if {
	is_string(input.format_version)
	startswith(input.format_version, "1.")
}

is_plan if {
	has_format
	"planned_values" in object.keys(input)
}

is_plan if {
	has_format
	"resource_changes" in object.keys(input)
}

is_whole(change) if {
	is_string(change.address)
	is_string(change.mode)
	is_string(change.type)
	is_string(change.provider_name)
	is_array(change.change.actions)
	type_name(change.change.after) in {"object", "null"}
}

has_list if is_array(object.get(input, "resource_changes", []))

# What the engine leaves to a later plan is judged there.
left_out contains sprintf("%s is put off to a later plan, and not judged in this one.", [address]) if some address in deferred

left_out contains "The plan is not complete, as with -target: what it leaves out is not judged." if {
	is_plan
	input.complete == false
	not input.errored == true
	count(deferred) == 0
}

deferred contains change.address if {
	some each in input.deferred_changes
	change := each.resource_change
	plan.is_ours(change)
}
