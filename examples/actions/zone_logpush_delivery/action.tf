variable "zone_id" {
  type = string
}

action "zone_logpush_delivery" "requests" {
  config {
    zone_id = var.zone_id
    job_id  = zone_logpush_job.requests.job_id
    timeout = "5m"
  }
}

resource "zone_logpush_job" "requests" {
  zone_id          = var.zone_id
  enabled          = true
  destination_conf = "https://logs.example.com/http"
  logpull_options  = { fields = ["RayID", "RequestHeaders"] }

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.zone_logpush_delivery.requests]
    }
  }
}
