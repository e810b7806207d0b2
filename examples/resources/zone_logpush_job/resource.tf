variable "zone_id" {
  type = string
}

variable "collector" {
  description = "https://logs.example.com/collect?header_Authorization=…"
  type        = string
  ephemeral   = true
}

resource "zone_logpush_job" "requests" {
  zone_id                     = var.zone_id
  name                        = "requests"
  enabled                     = true
  destination_conf_wo         = var.collector
  destination_conf_wo_version = 1
  output_options = {
    field_names      = ["RayID", "EdgeStartTimestamp", "RequestHeaders", "Cookies"]
    timestamp_format = "rfc3339"
  }
}
