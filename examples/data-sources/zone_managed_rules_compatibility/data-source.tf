variable "zone_id" {
  type = string
}

data "zone_managed_rules_compatibility" "zone" {
  zone_id = var.zone_id
}

check "the_zone_can_migrate" {
  assert {
    condition = data.zone_managed_rules_compatibility.zone.compatible
    error_message = join("\n", concat(
      ["In the way of the migration:"],
      data.zone_managed_rules_compatibility.zone.obstacles[*].description,
    ))
  }
}
