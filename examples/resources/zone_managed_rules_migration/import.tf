import {
  to = zone_managed_rules_migration.rules
  id = "023e105f4ecef8ad9ca31a8372d0c353" # the zone
}
