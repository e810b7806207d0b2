# The arguments of jobs.tf in the engine's built-in resource: what the engine alone takes for as much data.
variable "objects" {
  type = number
}

resource "terraform_data" "object" {
  count = var.objects
  # Not input, which the engine would keep twice.
  triggers_replace = {
    zone_id          = format("%032x", floor(count.index / 10) + 1)
    name             = "job-${count.index}"
    enabled          = true
    destination_conf = "r2://logs/${count.index}?account-id=a&access-key-id=key&secret-access-key=${sha256(count.index)}"
    options = {
      fields     = ["RayID", "EdgeStartTimestamp", "RequestHeaders", "Cookies"]
      timestamps = "rfc3339"
    }
  }
}
