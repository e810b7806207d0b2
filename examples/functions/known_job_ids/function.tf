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

output "declared_job_ids" {
  value = local.declared_job_ids
}
