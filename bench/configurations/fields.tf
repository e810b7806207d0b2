# Custom log fields, of which a zone has one list.
resource "zone_log_custom_fields" "object" {
  count            = var.objects
  zone_id          = format("%032x", count.index + 1)
  request_headers  = ["content-type", "x-forwarded-for", "x-request-id"]
  response_headers = ["server-timing", "set-cookie"]
  cookies          = ["SessionId", "cart_id"]
}
