# The arguments of fields.tf in the engine's built-in resource: what the engine alone takes for as much data.
variable "objects" {
  type = number
}

resource "terraform_data" "object" {
  count = var.objects
  # Not input, which the engine would keep twice.
  triggers_replace = {
    zone_id          = format("%032x", count.index + 1)
    request_headers  = ["content-type", "x-forwarded-for", "x-request-id"]
    response_headers = ["server-timing", "set-cookie"]
    cookies          = ["SessionId", "cart_id"]
  }
}
