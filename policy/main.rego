# The rules that conftest looks for, in its default namespace. docs/guides/review.md has the policies and the settings.
package main

import rego.v1

import data.zonewright.acknowledgements
import data.zonewright.assertion
import data.zonewright.limits
import data.zonewright.policies
import data.zonewright.settings

deny contains result("assertion", "", problem) if some problem in assertion.problems

deny contains result("settings", "", problem) if some problem in (settings.problems | acknowledgements.problems)

deny contains result(exceeded.limit, "", exceeded.sentence) if some exceeded in limits.exceeded

deny contains reported(finding) if {
	some finding in policies.findings
	settings.level(finding.policy) == "deny"
	not acknowledgements.is_held(finding)
}

warn contains reported(finding) if {
	some finding in policies.findings
	settings.level(finding.policy) == "warn"
	not acknowledgements.is_held(finding)
}

warn contains result(finding.policy, finding.address, sentence) if {
	some finding in policies.findings
	settings.level(finding.policy) != "off"
	some given in acknowledgements.held(finding)
	sentence := sprintf("%s Acknowledged: %s", [finding.sentence, given.reason])
}

warn contains result(note.policy, note.address, note.sentence) if {
	some note in policies.notes
	settings.level(note.policy) != "off"
}

warn contains result("assertion", "", sentence) if some sentence in assertion.left_out

reported(finding) := result(finding.policy, finding.address, sprintf(
	"%s%s %s, or acknowledge it with a reason in zone_policies.acknowledgements.",
	[finding.sentence, acknowledgements.end_of(finding), finding.fix],
))

# conftest prints msg. The rest is metadata in its machine-readable formats.
result(policy, "", sentence) := {"msg": sprintf("%s: %s", [policy, sentence]), "policy": policy}

result(policy, address, sentence) := {
	"msg": sprintf("%s: %s: %s", [policy, address, sentence]),
	"policy": policy,
	"address": address,
} if {
	address != ""
}
