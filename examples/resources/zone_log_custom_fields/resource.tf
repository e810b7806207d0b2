variable "zone_id" {
  type = string
}

resource "zone_log_custom_fields" "fields" {
  zone_id         = var.zone_id
  request_headers = ["x-request-id", "content-type"]
  cookies         = ["session_id"]
}
