# Both changes, rehearsed with the emulator, which ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN name. Terraform destroys
# what a test created, but a migration that has begun refuses this unless the last run applied on_destroy = "abandon".
# The zone stays migrated: reset the emulator before the next test,
#
#   curl -u ":$ZONEWRIGHT_CONTROL_TOKEN" -X POST ${ZONEWRIGHT_BASE_URL%/client/v4}/_control/reset

variables {
  zone_id    = "023e105f4ecef8ad9ca31a8372d0c353"
  on_destroy = "abandon"
}

run "nothing_is_approved_yet" {
  command         = plan
  expect_failures = [zone_managed_rules_migration.migration]
}

run "generated" {
  module {
    source = "./tests/generated"
  }
}

run "first_change" {
  variables {
    approved_digest = run.generated.digest
  }

  assert {
    condition     = output.migration_state == "validation" && !output.irreversible
    error_message = "Both versions must run, and nothing irreversible may have happened."
  }
}

run "second_change" {
  variables {
    approved_digest          = run.generated.digest
    target_state             = "finished"
    acknowledge_irreversible = "023e105f4ecef8ad9ca31a8372d0c353"
  }

  assert {
    condition     = output.migration_state == "finished" && output.irreversible
    error_message = "The migration must be finished."
  }
}
