# The same as examples/log-fields.ts, in plain HCL.
#
#   npm install zonewright && npx zonewright install    # puts the provider into ~/.terraform.d/plugins
#   cp -R node_modules/zonewright/examples/log-fields-hcl . && cd log-fields-hcl
#   terraform init && terraform plan -var zone_id=023e105f4ecef8ad9ca31a8372d0c353
#
# The engine asks for the keys of the store, or takes them from TF_VAR_store_key_id and TF_VAR_store_key. The provider takes
# its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.

terraform {
  required_version = ">= 1.11" # the keys of the store are stored nowhere

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

variable "store_key_id" {
  type      = string
  ephemeral = true
}

variable "store_key" {
  type      = string
  ephemeral = true
}

resource "zone_log_custom_fields" "fields" {
  zone_id          = var.zone_id
  request_headers  = ["content-type", "x-request-id", "x-checkout-version"]
  response_headers = ["server-timing"]
  cookies          = ["session_id", "cart_id"]
  description      = "Fields that our dashboards read"
}

resource "zone_logpush_job" "logs" {
  zone_id = zone_log_custom_fields.fields.zone_id # after the fields
  name    = "logs"

  logpull_options = {
    fields     = ["RayID", "EdgeStartTimestamp", "RequestHeaders", "ResponseHeaders", "Cookies"]
    timestamps = "rfc3339"
  }

  destination_conf_wo = join("", [
    "r2://demo-logs/http?account-id=demo",
    "&access-key-id=${urlencode(var.store_key_id)}",
    "&secret-access-key=${urlencode(var.store_key)}",
  ])
  destination_conf_wo_version = 1 # increase it when the destination changes
  enabled                     = true
}

output "ruleset_id" {
  value = zone_log_custom_fields.fields.ruleset_id
}

output "job_id" {
  value = zone_logpush_job.logs.job_id
}
