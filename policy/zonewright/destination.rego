# Destinations of log push jobs. The same meaning as the places of the constructs' policies: scheme with bucket or
# host, and with what decides whose it is (gs://our-logs, r2://our-logs?account-id=ID, s3://our-logs?endpoint=HOST,
# bq://projects/NAME).
package zonewright.destination

import rego.v1

form := `^([a-z][a-z0-9+.-]*)://(?:[^/?#@]*@)?([^/?#@\s]+)((?:/[^?#\s]*)?)(?:\?([^#\s]*))?$`

# Schemes whose path is a path in a bucket. The others are HTTP receivers, whose path may be a secret.
object_stores := {"s3", "gs", "azure", "r2"}

# The parameters of a store that only locate it, by scheme: all others may be secrets.
open_parameters := {"s3": {"region", "sse", "endpoint"}, "r2": {"account-id"}}

# Words, hosts and addresses without user information or a query.
open_value := `^[\w.:,/-]{0,253}$`

# The parameter that decides, beside the bucket, whose store it is.
owner_parameters := {"s3": "endpoint", "r2": "account-id"}

# The parts of a destination's text; undefined for a text that is none.
parse(text) := {"scheme": scheme, "host": host, "path": path, "parameters": parameters} if {
	[[_, scheme, host, path, query]] := regex.find_all_string_submatch_n(form, text, 1)
	parts := [part | some part in split(query, "&"); part != ""]
	parameters := [parameter | some part in parts; parameter := parameter_of(part)]

	# A part that cannot be decoded has no meaning that could be judged.
	count(parameters) == count(parts)
}

# Undefined for a part whose percent-encoding is broken.
parameter_of(part) := {"name": urlquery.decode(name), "value": urlquery.decode(value)} if {
	regex.match(`^([^%]|%[0-9A-Fa-f]{2})*$`, part)
	name := split(part, "=")[0]
	value := substring(part, count(name) + 1, -1)
}

# Where it is as a whole; undefined when its text names more than one owner.
place(destination) := bucket(destination) if {
	destination.scheme != "bq"
	count(owners(destination)) == 0
}

place(destination) := sprintf("%s?%s=%s", [bucket(destination), owner_parameters[destination.scheme], owner]) if {
	some owner in owners(destination)
	count(owners(destination)) == 1
}

# The host of BigQuery is a word, and the project follows it.
place(destination) := sprintf("bq://projects/%s", [project]) if {
	destination.scheme == "bq"
	destination.host == "projects"
	project := split(destination.path, "/")[1]
	project != ""
}

# Scheme and host alone.
bucket(destination) := sprintf("%s://%s", [destination.scheme, destination.host])

owners(destination) := {parameter.value |
	some parameter in destination.parameters
	parameter.name == owner_parameters[destination.scheme]
}

# Whether scheme and host alone leave open whose it is.
needs_owner(scheme) if scheme in ({"bq"} | object.keys(owner_parameters))

# Whether its text holds secrets, or may hold them: all do, except object stores whose parameters only locate them.
may_hold_secrets(text) if not locates_only(text)

locates_only(text) if {
	destination := parse(text)
	destination.scheme in object_stores
	not contains(text, "@")
	every parameter in destination.parameters {
		parameter.name in open_parameters[destination.scheme]
		regex.match(open_value, parameter.value)
	}
}
