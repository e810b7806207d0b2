data "zone_zones" "mine" {
  names = ["example.com", "example.org"]
}

resource "zone_log_custom_fields" "each" {
  for_each        = data.zone_zones.mine.ids
  zone_id         = each.value
  request_headers = ["x-request-id"]
}
