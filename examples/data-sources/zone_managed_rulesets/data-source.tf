variable "zone_id" {
  type = string
}

data "zone_managed_rulesets" "deployed" {
  zone_id = var.zone_id
  names   = ["Cloudflare Managed Ruleset"]
}

locals {
  managed   = one(values(data.zone_managed_rulesets.deployed.rulesets))
  wordpress = [for id, rule in local.managed.rules : id if contains(rule.categories, "wordpress")]
  by_name   = { for id, rule in local.managed.rules : rule.name => id... }
}
