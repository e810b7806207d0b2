locals {
  core = provider::zone::core_rule_set_settings("high")
}

output "overrides_of_the_core_rule_set" {
  value = {
    categories = [for category in local.core.disabled_categories : { category = category, enabled = false }]
    rules      = [{ id = "6179ae15870a4bb7b2d480d4843b323c", score_threshold = local.core.score_threshold }]
  }
}
