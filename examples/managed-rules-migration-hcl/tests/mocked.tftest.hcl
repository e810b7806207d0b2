# Without a service: what the configuration makes of a file of approvals. That a row fits its zone, only a service can say.

mock_provider "zone" {}

run "nothing_is_approved" {
  variables {
    approvals = "tests/nothing.json"
  }

  assert {
    condition     = output.migration_states == {}
    error_message = "Nothing may be declared without a row."
  }
}

run "a_zone_goes_as_far_as_its_row_says" {
  command = plan

  variables {
    approvals = "tests/finished.json"
  }

  assert {
    condition     = [for migration in zone_managed_rules_migration.zone : migration.target_state] == ["finished"]
    error_message = "The step of the row must be the target."
  }
}

run "a_member_that_is_not_known" {
  command         = plan
  expect_failures = [zone_managed_rules_migration.zone]

  variables {
    approvals = "tests/unknown-member.json"
  }
}
