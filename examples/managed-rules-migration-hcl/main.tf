# The same as examples/managed-rules-migration.ts, in plain HCL: the migration of a zone to the new managed rules in two
# reviewed changes. What they change is in approved.tf.
#
#   npx zonewright install    # puts the provider into ~/.terraform.d/plugins
#   terraform init
#   terraform plan -var zone_id=023e105f4ecef8ad9ca31a8372d0c353
#
# The provider takes its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN. With those of the
# emulator, `terraform test` rehearses both changes; tests/mocked.tftest.hcl needs no service (Terraform 1.7).

terraform {
  required_version = ">= 1.5" # check blocks

  required_providers {
    zone = {
      source = "registry.terraform.io/zonewright/zone"
    }
  }
}

provider "zone" {}

variable "zone_id" {
  description = "The zone, 32 hexadecimal digits."
  type        = string
}

variable "migration_allowed" {
  description = "false holds the migration back until it has reached its target."
  type        = bool
  default     = true
}

variable "on_destroy" {
  description = "What a destroy does to a migration that has begun: refuse, or abandon (for rehearsals, see tests/)."
  type        = string
  default     = "refuse"
}

data "zone_managed_rules_compatibility" "zone" {
  zone_id = var.zone_id
}

data "zone_managed_rules_configuration" "generated" {
  zone_id = var.zone_id
}

locals {
  state    = data.zone_managed_rules_compatibility.zone.migration_state
  has_gone = contains(["finishing", "finished"], local.state) # nothing can stop it any more
  is_there = local.has_gone || (var.target_state == "validation" && local.state != "start")

  generated  = data.zone_managed_rules_configuration.generated
  to_approve = [for rule in local.generated.rules : "  - ${rule.action} ${rule.action_parameters} if ${rule.expression}"]

  # What is lost; null if not all of it is known.
  losses  = local.generated.not_carried_over
  to_lose = local.losses == null ? ["  - not known"] : [for loss in local.losses : "  - ${loss.description}"]
}

resource "zone_managed_rules_migration" "migration" {
  zone_id                  = var.zone_id
  target_state             = var.target_state
  approved_digest          = var.approved_digest
  acknowledge_irreversible = var.acknowledge_irreversible
  on_destroy               = var.on_destroy

  adjustments = {
    # A rule of the managed ruleset that should only log for now.
    efb7b8c949ac4650a09736fc376e9aee = {
      rules = {
        "23ee7cebe6e8443e99ecf932ab579455" = { action = "log" }
      }
    }
  }

  # The provider itself refuses, without a condition: an incompatible zone, finishing without the acknowledgement, a
  # configuration that is not the approved one, going back, and destroying a migration that has begun.
  lifecycle {
    precondition {
      condition     = local.is_there || var.migration_allowed
      error_message = "The migration is held back: migration_allowed is false. Its state is ${local.state}."
    }

    precondition {
      condition = local.has_gone || !local.generated.available || var.approved_digest != null
      error_message = join("\n", concat(
        ["Nothing was approved yet. Review what would be saved, and write its digest into approved.tf:"],
        [coalesce(local.generated.digest, "none")],
        local.to_approve,
        ["What is not carried over:"],
        local.to_lose,
      ))
    }
  }
}

# The status of the zone after the migration. Every apply would read a data source inside the check, so that no plan
# would ever be empty.
data "zone_managed_rules_status" "now" {
  zone_id    = var.zone_id
  depends_on = [zone_managed_rules_migration.migration]
}

# Warns in each plan and apply that finds the zone in another state, for example if something delays the migration.
check "migrated" {
  assert {
    condition     = data.zone_managed_rules_status.now.migration_state == var.target_state
    error_message = "The zone is in state ${data.zone_managed_rules_status.now.migration_state}, not ${var.target_state}."
  }
}

output "migration_state" {
  value = zone_managed_rules_migration.migration.migration_state
}

# true from the plan that cannot be undone.
output "irreversible" {
  value = zone_managed_rules_migration.migration.irreversible
}

output "rules_digest" {
  value = zone_managed_rules_migration.migration.rules_digest
}
