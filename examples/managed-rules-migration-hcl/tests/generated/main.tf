# What the service generates for a zone: the digest that a person would review and approve.

terraform {
  required_providers {
    zone = {
      source = "registry.terraform.io/zonewright/zone"
    }
  }
}

variable "zone_id" {
  type = string
}

data "zone_managed_rules_configuration" "generated" {
  zone_id = var.zone_id
}

output "digest" {
  value = data.zone_managed_rules_configuration.generated.digest
}
