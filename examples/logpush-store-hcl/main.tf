# The same as examples/logpush-store.ts, in plain HCL.
#
#   npx zonewright install    # puts the provider into ~/.terraform.d/plugins
#   terraform init
#   terraform plan -var zone_id=023e105f4ecef8ad9ca31a8372d0c353 -var bucket_folder=/mnt/logs
#
# The provider takes its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.

terraform {
  required_version = ">= 1.11" # the token is ephemeral

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

variable "bucket_folder" {
  description = "Where to read the bucket: the folder where it is mounted, or its https address."
  type        = string
}

locals {
  destination = "s3://example-logs/http/{DATE}?region=us-east-1"
}

resource "zone_log_custom_fields" "fields" {
  zone_id         = var.zone_id
  request_headers = ["x-request-id"]
  cookies         = ["session_id"]
}

# The service writes a token into a file in the bucket; this reads it.
ephemeral "zone_logpush_ownership_challenge" "challenge" {
  zone_id          = var.zone_id
  destination_conf = local.destination
  read_from        = var.bucket_folder
}

resource "zone_logpush_job" "store" {
  zone_id = zone_log_custom_fields.fields.zone_id # after the fields
  name    = "store"

  logpull_options = {
    fields     = ["RayID", "EdgeStartTimestamp", "RequestHeaders", "Cookies"]
    timestamps = "rfc3339"
  }

  destination_conf       = local.destination
  ownership_challenge_wo = ephemeral.zone_logpush_ownership_challenge.challenge.token
  enabled                = true
}

output "job_id" {
  value = zone_logpush_job.store.job_id
}
