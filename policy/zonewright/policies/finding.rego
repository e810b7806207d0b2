# What the policies find. `findings` are what a policy does not allow: denied, unless its level or an acknowledgement
# says otherwise. `notes` are what a reviewer should know: always warnings.
package zonewright.policies

import rego.v1

# `fix` is an imperative without a full stop: an acknowledgement is the alternative to it.
finding(policy, change, sentence, fix) := {
	"policy": policy,
	"address": change.address,
	"sentence": sentence,
	"fix": fix,
}

note(policy, address, sentence) := {"policy": policy, "address": address, "sentence": sentence}
