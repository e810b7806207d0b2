variable "zone_id" {
  type = string
}

data "zone_rulesets" "log_fields" {
  zone_id = var.zone_id
  phase   = "http_log_custom_fields"
}
