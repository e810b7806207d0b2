variable "zone_id" {
  type = string
}

resource "zone_managed_rules_migration" "rules" {
  zone_id      = var.zone_id
  target_state = "validation"

  adjustments = {
    "efb7b8c949ac4650a09736fc376e9aee" = { # a managed ruleset
      rules = {
        "5de7edfa648c4d6891dc3e7f84534ffa" = { action = "log" }
        "23ee7cebe6e8443e99ecf932ab579455" = { enabled = false }
      }
    }
  }
}
