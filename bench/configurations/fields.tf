# Custom log fields, of which a zone has one list.
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

resource "zone_log_custom_fields" "object" {
  count            = var.objects
  zone_id          = format("%032x", count.index + 1)
  request_headers  = ["content-type", "x-forwarded-for", "x-request-id"]
  response_headers = ["server-timing", "set-cookie"]
  cookies          = ["SessionId", "cart_id"]
}
