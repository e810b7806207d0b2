variable "zone_id" {
  type = string
}

data "zone_managed_rules_status" "zone" {
  zone_id = var.zone_id
}

check "a_version_protects_the_zone" {
  assert {
    condition = contains([
      data.zone_managed_rules_status.zone.old_waf_status,
      data.zone_managed_rules_status.zone.new_waf_status,
    ], "enabled")
    error_message = "The zone is without managed rules, ${data.zone_managed_rules_status.zone.migration_state}."
  }
}
