# Zones of five objects each: custom log fields and four log push jobs.
resource "zone_log_custom_fields" "object" {
  count   = ceil(var.objects / 5)
  zone_id = format("%032x", count.index + 1)
  cookies = ["SessionId", "cart_id"]
}

resource "zone_logpush_job" "object" {
  count            = var.objects - ceil(var.objects / 5)
  zone_id          = format("%032x", floor(count.index / 4) + 1)
  name             = "job-${count.index}"
  enabled          = true
  destination_conf = "r2://logs/${count.index}?account-id=a&access-key-id=key&secret-access-key=${sha256(count.index)}"
  logpull_options = {
    fields     = ["RayID", "EdgeStartTimestamp", "RequestHeaders", "Cookies"]
    timestamps = "rfc3339"
  }
}
