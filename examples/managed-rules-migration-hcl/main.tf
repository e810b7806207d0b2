# The migrations of zones to the new managed rules: each goes as far as its row in approvals.json says. The same in
# TypeScript is examples/managed-rules-migration.
#
#   npm install zonewright && npx zonewright install    # puts the provider into ~/.terraform.d/plugins
#   npx zonewright init --migration --hcl waf           # copies this folder
#   npx zonewright migration approve 023e105f4ecef8ad9ca31a8372d0c353 --file waf/approvals.json    # a second person reviews it
#   cd waf && terraform init && terraform plan
#
# The provider takes its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN. A row stays until its
# zone is handed over to zone_managed_rules (docs/guides/migrate.md): to remove it alone is a destroy, which is refused.

terraform {
  required_version = ">= 1.5"

  required_providers {
    zone = {
      source = "registry.terraform.io/zonewright/zone"
    }
  }
}

provider "zone" {
  require_approval = true # no step without a row that fits
}

variable "approvals" {
  description = "The file of approvals."
  type        = string
  default     = "approvals.json"
}

variable "on_destroy" {
  description = "What a destroy does to a migration that has begun: refuse, or abandon (for rehearsals, see tests/)."
  type        = string
  default     = "refuse"
}

locals {
  # jsondecode refuses the marker of a conflict, and the for expression a zone that has two rows.
  approvals = { for row in jsondecode(file("${path.module}/${var.approvals}")) : row.zone => row }
  members   = ["zone", "name", "approved_digest", "by", "ticket", "at"]
}

resource "zone_managed_rules_migration" "zone" {
  for_each = local.approvals

  zone_id         = each.key
  target_state    = split("/", each.value.approved_digest)[1] # v1/STEP/…
  approved_digest = each.value.approved_digest
  on_destroy      = var.on_destroy

  lifecycle {
    precondition {
      condition     = length(setsubtract(keys(each.value), local.members)) == 0
      error_message = "${var.approvals}: the row of zone ${each.key} has members that are not known: ${join(", ", setsubtract(keys(each.value), local.members))}. Allowed: ${join(", ", local.members)}."
    }
  }
}

output "migration_states" {
  value = { for zone, migration in zone_managed_rules_migration.zone : zone => migration.migration_state }
}
