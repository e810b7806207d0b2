# Acknowledgements: exceptions with a reason, for an object, or for all objects of a resource or a module. One that
# ends holds on its last day and no longer.
package zonewright.acknowledgements

import rego.v1

import data.zonewright.settings

# Shorter reasons say nothing: "ok", "later", "needed".
shortest_reason := 10

day := `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`

# A resource or a module, with its modules and instances. A type alone is none: it would acknowledge all objects of the type.
whole_address := concat("", [`^(module\.`, instances, `\.)*`, identifier, `\.`, instances, `$`])

identifier := `[^\s.*\[\]"]+`

# `shop`, `shop[0]`, `shop["docs.example"]`.
instances := concat("", [identifier, `(\[(\d+|"([^"\\]|\\.)*")\])?`])

# What each member holds, for messages.
members := {
	"policy": sprintf("a policy: %s", [settings.listed(settings.policies)]),
	"address": "the whole address of a resource or a module: zone_logpush_job.shop, module.shop",
	"reason": sprintf("why the exception is right, in at least %d characters", [shortest_reason]),
	"until": "the last day on which it holds, as text: \"2027-01-31\"",
}

is_held(finding) if count(held(finding)) > 0

# The acknowledgements of a finding that hold today.
held(finding) := {given | some given in about(finding); not is_over(given)}

# What to say of those that held once.
end_of(finding) := sprintf(" Its acknowledgement ended on %s: %s.", [last, trim_right(concat(" / ", sort(reasons)), ".")]) if {
	last := max({given.until | some given in about(finding); is_over(given)})
	reasons := {given.reason | some given in about(finding); given.until == last}
}

end_of(finding) := "" if {
	every given in about(finding) { not is_over(given) }
}

about(finding) := {given |
	some address in covering(finding.address)
	some given in by_address[finding.policy][address]
}

# By policy and address. One with a problem does not hold.
understood[policy][address] contains given if {
	some given in settings.acknowledgements
	count(problems_of(given)) == 0
	policy := given.policy
	address := given.address
}

# As a whole, so that it is made once and not again for each finding.
by_address := understood

# The addresses whose acknowledgements cover an object: its own, and those that it begins with. `module.shop` covers what
# is in it, and `zone_logpush_job.shop` its instances.
covering(object) := {object} | {concat(mark, array.slice(parts, 0, place)) |
	some mark in [".", "["]
	parts := split(object, mark)
	some place, _ in parts
}

is_over(given) if given.until < today

# In UTC.
today := sprintf("%04d-%02d-%02d", time.date(time.now_ns()))

# What is wrong with the acknowledgements: one that is not understood would not hold, or would never end.
problems contains sprintf("An acknowledgement in zone_policies%s %s.", [named(given), problem]) if {
	some given in settings.acknowledgements
	some problem in problems_of(given)
}

problems_of(given) := {sprintf("has the unknown member \"%s\". The members are %s", [name, settings.listed(object.keys(members))]) |
	some name, _ in given
	not members[name]
} | {sprintf("has no %s. Write %s", [object.get({"address": "whole address"}, name, name), form]) |
	some name, form in members
	not well_formed(name, given)
}

named(given) := concat("", [sprintf(" (%s)", [value]) |
	some name in ["policy", "address"]
	value := given[name]
	is_string(value)
])

well_formed("policy", given) if given.policy in settings.policies

well_formed("address", given) if {
	is_string(given.address)
	regex.match(whole_address, given.address)
}

well_formed("reason", given) if {
	is_string(given.reason)
	count(trim_space(given.reason)) >= shortest_reason
}

well_formed("until", given) if not "until" in object.keys(given)

well_formed("until", given) if {
	is_string(given.until)
	regex.match(day, given.until)
}
