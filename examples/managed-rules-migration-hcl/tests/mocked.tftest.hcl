# Without a service: tests the conditions and the check of this configuration with a zone that is mocked here. Terraform
# makes up everything else: lists are empty, and a digest is some text.

mock_provider "zone" {
  mock_data "zone_managed_rules_compatibility" {
    defaults = {
      migration_state = "start"
    }
  }

  mock_data "zone_managed_rules_configuration" {
    defaults = {
      available = true
      digest    = "sha256:2089e921826be7824db6e7856c2addc86f3b434b8880986ab2801b6abc467a92"
    }
  }

  mock_data "zone_managed_rules_status" {
    defaults = {
      migration_state = "validation"
    }
  }
}

variables {
  zone_id = "023e105f4ecef8ad9ca31a8372d0c353"
}

run "nothing_is_approved_yet" {
  command         = plan
  expect_failures = [zone_managed_rules_migration.migration]
}

run "held_back" {
  command         = plan
  expect_failures = [zone_managed_rules_migration.migration]

  variables {
    migration_allowed = false
    approved_digest   = "sha256:2089e921826be7824db6e7856c2addc86f3b434b8880986ab2801b6abc467a92"
  }
}

run "approved" {
  variables {
    approved_digest = "sha256:2089e921826be7824db6e7856c2addc86f3b434b8880986ab2801b6abc467a92"
  }
}

run "the_zone_is_elsewhere" {
  expect_failures = [check.migrated]

  variables {
    approved_digest = "sha256:2089e921826be7824db6e7856c2addc86f3b434b8880986ab2801b6abc467a92"
  }

  override_data {
    target = data.zone_managed_rules_status.now
    values = {
      migration_state = "start"
    }
  }
}
