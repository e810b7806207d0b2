# The settings. The object zone_policies in a file that --data names.
package zonewright.settings

import rego.v1

# What each setting holds, for messages.
names := {
	"acknowledgements": "a list of objects with policy, address and reason, and until if they end",
	"allow_no_zone_resources": "true or false",
	"cookies": "a list of names",
	"destinations": "a list of places, such as gs://our-logs",
	"levels": "an object of policies with deny, warn or off",
	"max_delete": "a whole number, 0 or more",
	"max_finish": "a whole number, 0 or more",
}

# The policies that have a level, and whose findings can be acknowledged.
policies := {
	"approved-migrations",
	"destinations-in",
	"jobs-enabled",
	"known-losses",
	"no-cookies",
	"no-stored-secrets",
}

default given := {}

given := data.zone_policies if is_object(data.zone_policies)

# The texts of a list; none for anything else, which is one of the problems below.
texts(name) := {text |
	is_array(given[name])
	some text in given[name]
	is_string(text)
}

cookies := texts("cookies")

destinations := texts("destinations")

names_destinations if "destinations" in object.keys(given)

allow_no_zone_resources if given.allow_no_zone_resources == true

acknowledgements contains acknowledgement if {
	is_array(given.acknowledgements)
	some acknowledgement in given.acknowledgements
	is_object(acknowledgement)
}

# The level of a policy: deny, warn or off.
level(policy) := given.levels[policy] if given.levels[policy] in {"deny", "warn", "off"}

level(policy) := "deny" if not object.get(given, ["levels", policy], null) in {"deny", "warn", "off"}

# What is wrong with the settings, a sentence for each. A misspelled setting would change nothing, unnoticed.
problems contains sprintf("zone_policies is not an object. Its settings are %s.", [listed(object.keys(names))]) if {
	data.zone_policies
	not is_object(data.zone_policies)
}

problems contains sprintf("zone_policies has the unknown setting \"%s\". The settings are %s.", [name, listed(object.keys(names))]) if {
	some name, _ in given
	not names[name]
}

problems contains sprintf("zone_policies.%s is not %s.", [name, form]) if {
	some name, form in names
	value := given[name]
	not well_formed(name, value)
}

problems contains sentence if {
	is_object(given.levels)
	some policy, _ in given.levels
	not policy in policies
	sentence := sprintf("zone_policies.levels has the unknown policy \"%s\". The policies are %s.", [policy, listed(policies)])
}

well_formed(name, value) if {
	name in {"cookies", "destinations"}
	is_array(value)
	every each in value { is_string(each) }
}

well_formed(name, value) if {
	name in {"max_delete", "max_finish"}
	is_number(value)
	value >= 0
	value == floor(value)
}

well_formed("allow_no_zone_resources", value) if is_boolean(value)

well_formed("levels", value) if {
	is_object(value)
	every each in value { each in {"deny", "warn", "off"} }
}

well_formed("acknowledgements", value) if {
	is_array(value)
	every each in value { is_object(each) }
}

listed(these) := concat(", ", sort(these))
