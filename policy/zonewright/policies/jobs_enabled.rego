# jobs-enabled: Log push jobs are enabled.
package zonewright.policies

import rego.v1

import data.zonewright.plan

findings contains finding("jobs-enabled", job, "The job is not enabled, so it delivers nothing.", "Set enabled = true") if {
	some job in plan.planned(plan.job_type)
	not plan.unknown(job, "enabled")
	plan.after(job, "enabled") != true
}

findings contains finding("jobs-enabled", job, "Whether the job is enabled is not known until apply.", "Set enabled = true") if {
	some job in plan.planned(plan.job_type)
	plan.unknown(job, "enabled")
}
