# What each of the configurations begins with.
terraform {
  required_providers {
    zone = { source = "zonewright/zone" }
  }
}

variable "objects" { type = number }
variable "base_url" { type = string }
variable "token" {
  type      = string
  sensitive = true
}

provider "zone" {
  base_url                = var.base_url
  api_token               = var.token
  max_requests_per_second = 1000 # what the client takes, not what the service allows
}
