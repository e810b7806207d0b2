variable "zone_id" {
  type = string
}

data "zone_managed_rules_configuration" "zone" {
  zone_id = var.zone_id
}

output "generated" {
  value = data.zone_managed_rules_configuration.zone.rules
}
