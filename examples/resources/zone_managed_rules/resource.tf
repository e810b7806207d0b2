variable "zone_id" {
  type = string
}

resource "zone_managed_rules" "shop" {
  zone_id = var.zone_id

  rules = [
    { name = "office", expression = "ip.src in {192.0.2.0/24}", skip = { ruleset = "current" } },
    {
      name       = "api"
      expression = "http.host eq \"api.example.com\""
      skip       = { rulesets = ["4814384a9e5d4991b9815dcfc25d2f1f"] }
    },
    {
      name       = "probes"
      expression = "http.request.uri.path eq \"/health\""
      skip       = { ruleset = "current", phases = ["http_ratelimit"], products = ["bic", "hot"] }
      logging    = { enabled = false }
    },
    {
      name = "cloudflare"
      execute = {
        ruleset_id   = "efb7b8c949ac4650a09736fc376e9aee"
        matched_data = { public_key = "Zm9yIHRoZSBleGFtcGxlIG9ubHksIG5vIGtleSEhISE=" }
        overrides = {
          categories = { wordpress = { action = "block", enabled = true } }
          rules      = { "0242110ae62e44028a13bf4834780914" = { action = "log" } }
        }
      }
    },
    {
      name = "owasp"
      execute = {
        ruleset_id    = "4814384a9e5d4991b9815dcfc25d2f1f"
        core_rule_set = { paranoia_level = 2, score_threshold = 40, action = "log" }
      }
    },
  ]
}
