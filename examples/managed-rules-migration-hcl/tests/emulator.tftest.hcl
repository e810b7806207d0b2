# Both steps, rehearsed with the emulator, which ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN name. Its zone has the rows of
# validation.json and then of finished.json. Terraform destroys what a test created, but a migration that has begun refuses
# this unless the last run applied on_destroy = "abandon". The zone stays migrated: reset the emulator before the next test,
#
#   curl -u ":$ZONEWRIGHT_CONTROL_TOKEN" -X POST ${ZONEWRIGHT_BASE_URL%/client/v4}/_control/reset

variables {
  on_destroy = "abandon"
}

run "validation" {
  variables {
    approvals = "tests/validation.json"
  }

  assert {
    condition     = output.migration_states["023e105f4ecef8ad9ca31a8372d0c353"] == "validation"
    error_message = "Both versions must run."
  }
}

run "finished" {
  variables {
    approvals = "tests/finished.json"
  }

  assert {
    condition     = output.migration_states["023e105f4ecef8ad9ca31a8372d0c353"] == "finished"
    error_message = "The migration must be finished."
  }
}
