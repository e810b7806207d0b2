# Log push jobs, ten in a zone, each with a secret of its own.
resource "zone_logpush_job" "object" {
  count            = var.objects
  zone_id          = format("%032x", floor(count.index / 10) + 1)
  name             = "job-${count.index}"
  enabled          = true
  destination_conf = "r2://logs/${count.index}?account-id=a&access-key-id=key&secret-access-key=${sha256(count.index)}"
  logpull_options = {
    fields     = ["RayID", "EdgeStartTimestamp", "RequestHeaders", "Cookies"]
    timestamps = "rfc3339"
  }
}
