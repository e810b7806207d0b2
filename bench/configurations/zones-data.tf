# The arguments of zones.tf in the engine's built-in resource: what the engine alone takes for as much data.
variable "objects" {
  type = number
}

# Not input, which the engine would keep twice.
resource "terraform_data" "fields" {
  count = ceil(var.objects / 5)
  triggers_replace = {
    zone_id = format("%032x", count.index + 1)
    cookies = ["SessionId", "cart_id"]
  }
}

resource "terraform_data" "job" {
  count = var.objects - ceil(var.objects / 5)
  triggers_replace = {
    zone_id          = format("%032x", floor(count.index / 4) + 1)
    name             = "job-${count.index}"
    enabled          = true
    destination_conf = "r2://logs/${count.index}?account-id=a&access-key-id=key&secret-access-key=${sha256(count.index)}"
    options = {
      fields     = ["RayID", "EdgeStartTimestamp", "RequestHeaders", "Cookies"]
      timestamps = "rfc3339"
    }
  }
}
