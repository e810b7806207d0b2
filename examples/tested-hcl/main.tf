# Custom log fields, a log push job and a check of its deliveries, with tests for `terraform test`:
#
#   npm install zonewright && npx zonewright install    # puts the provider into ~/.terraform.d/plugins
#   npx zonewright init --hcl zone && cd zone           # copies this folder
#   terraform init
#   terraform test -filter=tests/mocked.tftest.hcl    # no service at all; Terraform 1.7
#
#   npx zonewright emulator    # in another terminal; paste what it prints
#   terraform test

terraform {
  required_version = ">= 1.7" # mock_provider

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

variable "collector" {
  description = "The https address that receives the log entries."
  type        = string
  default     = "https://logs.example.com/collect"
}

resource "zone_log_custom_fields" "fields" {
  zone_id         = var.zone_id
  request_headers = ["x-request-id"]
  cookies         = ["session_id"]
}

resource "zone_logpush_job" "collector" {
  zone_id          = zone_log_custom_fields.fields.zone_id # after the fields
  name             = "collector"
  destination_conf = var.collector
  enabled          = true

  output_options = {
    field_names = ["RayID", "RequestHeaders", "Cookies"]
  }
}

data "zone_logpush_job_health" "collector" {
  zone_id = var.zone_id
  job_id  = zone_logpush_job.collector.job_id
}

# Warns in each plan and apply while deliveries fail.
check "delivers" {
  assert {
    condition     = data.zone_logpush_job_health.collector.healthy
    error_message = "Log push fails: ${data.zone_logpush_job_health.collector.error_message}"
  }
}

output "job_id" {
  value = zone_logpush_job.collector.job_id
}
