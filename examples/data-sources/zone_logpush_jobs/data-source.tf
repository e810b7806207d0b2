variable "zone_id" {
  type = string
}

resource "zone_logpush_job" "requests" {
  zone_id          = var.zone_id
  name             = "requests"
  destination_conf = "https://logs.example.com/collect"
}

locals {
  declared_job_ids = provider::zone::known_job_ids([zone_logpush_job.requests.job_id])
}

data "zone_logpush_jobs" "all" {
  zone_id          = var.zone_id
  declared_job_ids = local.declared_job_ids
}

check "only_declared_jobs" {
  assert {
    condition     = length(data.zone_logpush_jobs.all.undeclared_jobs) == 0
    error_message = "Jobs that nobody declared: ${jsonencode(data.zone_logpush_jobs.all.undeclared_jobs)}"
  }
}
