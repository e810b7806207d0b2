# approved-migrations: A migration that this plan finishes, or may finish, has an approved digest. One that it begins to
# validate is named: the zone runs other rules from then on, and cannot go back.
package zonewright.policies

import rego.v1

import data.zonewright.migration
import data.zonewright.plan

findings contains finding("approved-migrations", change, sentence, fix) if {
	some change in migration.finishing
	not has_approval(change)
	sentence := sprintf("The plan finishes the migration for good, and %s.", [no_approval(change)])
	fix := sprintf("Set approved_digest to the digest of the reviewed rules%s", [digest_of(change)])
}

notes contains note("approved-migrations", change.address, sentence) if {
	some change in migration.validating
	sentence := sprintf("The plan begins the validation of zone %s, which cannot be undone.", [plan.after(change, "zone_id")])
}

has_approval(change) if {
	not plan.unknown(change, "approved_digest")
	is_string(plan.after(change, "approved_digest"))
}

no_approval(change) := "approved_digest is not known until apply" if plan.unknown(change, "approved_digest")

no_approval(change) := "nothing says which rules were approved" if not plan.unknown(change, "approved_digest")

default digest_of(_) := ""

digest_of(change) := sprintf(" (%s in this plan)", [digest]) if {
	digest := plan.after(change, "finish").rules_digest
	is_string(digest)
}
