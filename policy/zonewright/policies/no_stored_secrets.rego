# no-stored-secrets: Log push jobs keep the secrets of their destination out of the state and of saved plans.
package zonewright.policies

import rego.v1

import data.zonewright.destination
import data.zonewright.plan

findings contains finding("no-stored-secrets", job, sentence, write_only) if {
	some job in plan.planned(plan.job_type)
	text := plan.after(job, "destination_conf")
	is_string(text)
	destination.may_hold_secrets(text)
	sentence := "destination_conf holds secrets, or may hold them, and is stored in the state and in saved plans."
}

findings contains finding("no-stored-secrets", job, sentence, write_only) if {
	some job in plan.planned(plan.job_type)
	plan.unknown(job, "destination_conf")
	sentence := "destination_conf is not known until apply, so it may hold secrets that are stored in the state."
}

write_only := "Set destination_conf_wo and destination_conf_wo_version instead"
