# The custom log fields of many zones, from a file, in a stack for each label of the zones: select the workspace of the label,
# and give the same word as the variable, so that each label has its own state.
#
#   npm install zonewright && npx zonewright install    # puts the provider into ~/.terraform.d/plugins
#   cp -R node_modules/zonewright/examples/many-zones-hcl . && cd many-zones-hcl
#   terraform init && terraform workspace new shop
#   terraform plan -var stack=shop

terraform {
  required_providers {
    zone = {
      source = "zonewright/zone"
    }
  }
}

variable "stack" {
  type = string
}

locals {
  zones = { for zone in jsondecode(file("${path.module}/zones.json")) : zone.name => zone if zone.stack == var.stack }
}

provider "zone" {} # address and credentials come from the environment

resource "zone_log_custom_fields" "fields" {
  for_each = local.zones

  zone_id         = each.value.id
  request_headers = each.value.request_headers
}
