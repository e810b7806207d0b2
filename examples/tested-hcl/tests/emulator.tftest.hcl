# With the emulator, which ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN name: the real provider and a whole service.

variables {
  zone_id = "023e105f4ecef8ad9ca31a8372d0c353"
}

run "apply" {
  assert {
    condition     = zone_log_custom_fields.fields.ruleset_id != ""
    error_message = "The fields must be stored."
  }

  assert {
    condition     = data.zone_logpush_job_health.collector.enabled
    error_message = "The job must deliver."
  }
}

run "nothing_is_left_to_do" {
  command = plan

  assert {
    condition     = zone_logpush_job.collector.job_id == run.apply.job_id
    error_message = "The job must stay the same."
  }
}

run "another_collector" {
  variables {
    collector = "https://logs.example.com/other"
  }

  assert {
    condition     = zone_logpush_job.collector.job_id == run.apply.job_id
    error_message = "Another destination must not create another job."
  }
}
