variable "zone_id" {
  type = string
}

variable "job_id" {
  type = number
}

data "zone_logpush_job_health" "requests" {
  zone_id = var.zone_id
  job_id  = var.job_id
}

check "logs_are_delivered" {
  assert {
    condition     = data.zone_logpush_job_health.requests.healthy
    error_message = "Log push fails: ${data.zone_logpush_job_health.requests.error_message}"
  }
}
