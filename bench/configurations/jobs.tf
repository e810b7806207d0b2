# Log push jobs, ten in a zone, each with a secret of its own.
terraform {
  required_providers {
    zone = { source = "zonewright/zone" }
  }
}

variable "objects" {
  type = number
}

variable "base_url" {
  type = string
}

variable "token" {
  type      = string
  sensitive = true
}

provider "zone" {
  base_url                = var.base_url
  api_token               = var.token
  max_requests_per_second = 1000 # what the client takes, not what the service allows
}

resource "zone_logpush_job" "object" {
  count            = var.objects
  zone_id          = format("%032x", floor(count.index / 10) + 1)
  name             = "job-${count.index}"
  enabled          = true
  destination_conf = "r2://logs/${count.index}?account-id=a&access-key-id=key&secret-access-key=${sha256(count.index)}"
  options = {
    fields     = ["RayID", "EdgeStartTimestamp", "RequestHeaders", "Cookies"]
    timestamps = "rfc3339"
  }
}
