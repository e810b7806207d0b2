# destinations-in: Log push jobs deliver to the places in zone_policies.destinations alone.
package zonewright.policies

import rego.v1

import data.zonewright.destination
import data.zonewright.plan
import data.zonewright.settings

findings contains finding("destinations-in", job, sentence, "Deliver to one of them") if {
	settings.names_destinations
	some job in plan.planned(plan.job_type)
	not delivers_to_allowed_place(job)
	sentence := sprintf("The job delivers to %s, and only %s may receive logs.", [seen_place(job), allowed_places])
}

# While nothing says which places are allowed, nothing is denied, and nobody should believe that it was judged.
notes contains note("destinations-in", "", sentence) if {
	not settings.names_destinations
	places := {place | some job in plan.planned(plan.job_type); place := seen_place(job)}
	count(places) > 0
	sentence := sprintf(
		"Jobs deliver to %s, and nothing says whether they may: the policy is not checked. Set zone_policies.destinations in a file that --data names.",
		[concat(", ", sort(places))],
	)
}

delivers_to_allowed_place(job) if place_of(job) in settings.destinations

delivers_to_allowed_place(job) if concat("", [destination_of(job).scheme, "://"]) in settings.destinations

# A plan does not show whose bucket it is when the destination is write-only: `s3://our-logs?endpoint=*` allows any.
delivers_to_allowed_place(job) if any_owner(destination_of(job)) in settings.destinations

any_owner(store) := sprintf("%s?%s=*", [destination.bucket(store), destination.owner_parameters[store.scheme]])

any_owner(store) := "bq://projects/*" if destination.bucket(store) == "bq://projects"

place_of(job) := destination.place(destination_of(job)) if shows_owner(job)

# The whole destination, or the part of it that holds no secret where it is write-only.
destination_of(job) := destination.parse(plan.after(job, "destination_conf")) if has_text(job)

destination_of(job) := destination.parse(plan.after(job, "destination")) if {
	not has_text(job)
	not plan.unknown(job, "destination_conf")
}

has_text(job) if is_string(plan.after(job, "destination_conf"))

shows_owner(job) if has_text(job)

shows_owner(job) if not destination.needs_owner(destination_of(job).scheme)

# Never the text itself, which may hold secrets.
seen_place(job) := place_of(job)

seen_place(job) := sprintf("%s, of an owner that the plan does not show because of destination_conf_wo", [bucket]) if {
	not shows_owner(job)
	bucket := destination.bucket(destination_of(job))
}

seen_place(job) := sprintf("%s, of more than one owner or of none", [destination.bucket(destination_of(job))]) if {
	shows_owner(job)
	not place_of(job)
}

seen_place(job) := "a place that cannot be read" if {
	has_text(job)
	not destination_of(job)
}

seen_place(job) := "a place that is not known until apply" if {
	not has_text(job)
	not destination_of(job)
}

allowed_places := concat(", ", sort(settings.destinations)) if count(settings.destinations) > 0

allowed_places := "no place" if count(settings.destinations) == 0
