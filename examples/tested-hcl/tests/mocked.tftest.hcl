# Without a service: the provider checks the configuration, and Terraform makes up computed values. The provider must
# accept them where they are used: the number of a job is at least 1, but Terraform would choose 0.
# A mistake that the provider finds fails the test; expect_failures accepts only conditions and checks.

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

# A job that does not exist yet has no health, so this plan cannot evaluate the check, which Terraform wants declared.
run "plan_of_a_new_zone" {
  command         = plan
  expect_failures = [check.delivers]

  assert {
    condition     = zone_logpush_job.collector.output_options.field_names == tolist(["RayID", "RequestHeaders", "Cookies"])
    error_message = "The job must deliver the custom fields."
  }
}

run "apply" {
  assert {
    condition     = output.job_id == 7
    error_message = "The job's number must be an output."
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
