# Limits. The most that one plan may finish and destroy, as with --max-finish and --max-delete of zonewright review.
package zonewright.limits

import rego.v1

import data.zonewright.migration
import data.zonewright.settings

# Objects, of any provider, that the apply destroys, alone or in a replacement.
destroyed := [change.address |
	some change in input.resource_changes
	change.mode == "managed"
	"delete" in change.change.actions
]

finished := [change.address | some change in migration.finishing]

exceeded contains {"limit": "max_finish", "sentence": sentence} if {
	count(finished) > settings.given.max_finish
	sentence := sprintf(
		"The plan finishes %s (%s), and zone_policies.max_finish allows %d. Finish fewer in one plan, or raise the limit.",
		[counted(finished, "migration"), shown(finished), settings.given.max_finish],
	)
}

exceeded contains {"limit": "max_delete", "sentence": sentence} if {
	count(destroyed) > settings.given.max_delete
	sentence := sprintf(
		"The plan destroys %s (%s), and zone_policies.max_delete allows %d. Destroy fewer in one plan, or raise the limit.",
		[counted(destroyed, "object"), shown(destroyed), settings.given.max_delete],
	)
}

counted(addresses, noun) := sprintf("1 %s", [noun]) if count(addresses) == 1

counted(addresses, noun) := sprintf("%d %ss", [count(addresses), noun]) if count(addresses) != 1

# The first five of a list.
shown(addresses) := concat(", ", sort(addresses)) if count(addresses) <= 5

shown(addresses) := sprintf("%s, …", [concat(", ", array.slice(sort(addresses), 0, 5))]) if count(addresses) > 5
