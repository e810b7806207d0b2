variable "zone_id" {
  type = string
}

resource "zone_logpush_job" "requests" {
  zone_id          = var.zone_id
  name             = "requests"
  destination_conf = "https://logs.example.com/collect"
}

data "zone_logpush_jobs" "all" {
  zone_id = var.zone_id
}

check "only_declared_jobs" {
  assert {
    condition     = length(setsubtract(data.zone_logpush_jobs.all.jobs[*].job_id, [zone_logpush_job.requests.job_id])) == 0
    error_message = "Jobs that nobody declared: ${jsonencode(data.zone_logpush_jobs.all.jobs)}"
  }
}
