# The same as examples/log-fields.ts, in plain HCL.
#
#   npx zonewright install    # puts the provider into ~/.terraform.d/plugins
#   terraform init
#   terraform plan -var zone_id=023e105f4ecef8ad9ca31a8372d0c353
#
# The provider takes its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.

terraform {
  required_version = ">= 1.5"

  required_providers {
    zone = {
      source = "registry.terraform.io/zonewright/zone"
    }
  }
}

provider "zone" {}

variable "zone_id" {
  description = "The zone, 32 hexadecimal digits."
  type        = string
}

resource "zone_log_custom_fields" "fields" {
  zone_id          = var.zone_id
  request_headers  = ["content-type", "x-request-id", "x-checkout-version"]
  response_headers = ["server-timing"]
  cookies          = ["session_id", "cart_id"]
  description      = "Fields that our dashboards read"
}

output "ruleset_id" {
  value = zone_log_custom_fields.fields.ruleset_id
}
