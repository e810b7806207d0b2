# A stack of a repository of .tf files, for the workflows of examples/pipelines: zones with their log fields and jobs, and one
# check that the logs of all are delivered. docs/guides/pipelines.md says how to set it up.

terraform {
  required_providers {
    zone = {
      source = "registry.terraform.io/zonewright/zone"
    }
  }

  backend "http" { # its user and password: TF_HTTP_USERNAME and TF_HTTP_PASSWORD
    address        = "https://state.example.com/terraform/shop"
    lock_address   = "https://state.example.com/terraform/shop"
    unlock_address = "https://state.example.com/terraform/shop"
  }
}

# For each plan and again for each apply: TF_VAR_store_key_id and TF_VAR_store_key.
variable "store_key_id" {
  type      = string
  ephemeral = true
}

variable "store_key" {
  type      = string
  ephemeral = true
}

locals {
  zones = {
    "shop.example"     = "023e105f4ecef8ad9ca31a8372d0c353"
    "checkout.example" = "c2547eb745079dac9320b638f5e225cf"
  }
}

provider "zone" {} # address and credentials come from the environment

resource "zone_log_custom_fields" "fields" {
  for_each = local.zones

  zone_id         = each.value
  request_headers = ["x-request-id"]
}

resource "zone_logpush_job" "http" {
  for_each = local.zones

  zone_id                     = each.value
  name                        = "http"
  destination_conf_wo         = "r2://example-logs/http?account-id=example&access-key-id=${var.store_key_id}&secret-access-key=${var.store_key}"
  destination_conf_wo_version = 1
  output_options = {
    field_names      = ["RayID", "EdgeStartTimestamp", "ClientRequestURI"]
    timestamp_format = "rfc3339"
  }
}

data "zone_logpush_jobs" "all" {
  for_each = local.zones

  zone_id = each.value
}

check "logs_are_delivered" {
  assert {
    condition     = length(local.failing) == 0
    error_message = "Logs are not delivered:\n${join("\n", local.failing)}"
  }
}

locals {
  # A job that has not delivered yet has no last_error.
  failing = flatten([
    for zone, found in data.zone_logpush_jobs.all : [
      for job in found.jobs : format("%s: job %d %q, %q", zone, job.job_id, job.name, job.error_message)
      if job.last_error != null
    ]
  ])
}
