# Without a service: the provider checks the configuration, and computed values are made up. What is made up must be
# what the provider accepts where it goes: the number of a job is 1 or more, and Terraform's own choice would be 0.
# A mistake that the provider finds fails the test; expect_failures takes conditions and checks only.

mock_provider "zone" {
  mock_resource "zone_logpush_job" {
    defaults = {
      job_id = 7
    }
  }

  mock_data "zone_logpush_job_health" {
    defaults = {
      healthy = true
    }
  }
}

variables {
  zone_id = "023e105f4ecef8ad9ca31a8372d0c353"
}

# A job that is not there yet has no health, so the check cannot be answered in this plan. Terraform wants that said.
run "plan_of_a_new_zone" {
  command         = plan
  expect_failures = [check.delivers]

  assert {
    condition     = zone_logpush_job.collector.options.fields == toset(["RayID", "RequestHeaders", "Cookies"])
    error_message = "The job has to deliver the custom fields."
  }
}

run "apply" {
  assert {
    condition     = output.job_id == 7
    error_message = "The job's number has to be an output."
  }
}

run "deliveries_fail" {
  expect_failures = [check.delivers]

  override_data {
    target = data.zone_logpush_job_health.collector
    values = {
      healthy       = false
      error_message = "access denied"
    }
  }
}
