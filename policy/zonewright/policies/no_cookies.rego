# no-cookies: Custom log fields hold no cookies, or none but those in zone_policies.cookies.
package zonewright.policies

import rego.v1

import data.zonewright.plan
import data.zonewright.settings

findings contains finding("no-cookies", fields, sentence, "Remove them") if {
	some fields in plan.planned(plan.fields_type)
	logged := {name |
		some name in plan.after(fields, "cookies")
		is_string(name)
		not name in settings.cookies
	}
	count(logged) > 0
	sentence := sprintf("%s logged, and %s.", [logged_cookies(fields, logged), allowed_cookies])
}

findings contains finding("no-cookies", fields, sentence, "Write names that the plan knows") if {
	some fields in plan.planned(plan.fields_type)
	plan.unknown(fields, "cookies")
	sentence := "Names of cookies are not known until apply, so any may be logged."
}

logged_cookies(fields, logged) := sprintf("The cookies %s are", [concat(", ", sort(logged))]) if {
	not plan.sensitive(fields, "cookies")
}

logged_cookies(fields, logged) := sprintf("Cookies with sensitive names (%d) are", [count(logged)]) if {
	plan.sensitive(fields, "cookies")
}

allowed_cookies := sprintf("only %s may be", [concat(", ", sort(settings.cookies))]) if count(settings.cookies) > 0

allowed_cookies := "none may be" if count(settings.cookies) == 0
