variable "zone_id" {
  type = string
}

variable "destination" {
  type      = string
  ephemeral = true
}

action "zone_logpush_destination_check" "requests" {
  config {
    zone_id          = var.zone_id
    destination_conf = var.destination
  }
}

resource "zone_logpush_job" "requests" {
  zone_id                     = var.zone_id
  enabled                     = true
  destination_conf_wo         = var.destination
  destination_conf_wo_version = 1
  logpull_options             = { fields = ["RayID", "RequestHeaders"] }

  lifecycle {
    action_trigger {
      events  = [before_create, before_update]
      actions = [action.zone_logpush_destination_check.requests]
    }
  }
}
