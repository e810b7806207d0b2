variable "zone_id" {
  type = string
}

variable "prove_ownership" {
  type    = bool
  default = false
}

locals {
  destination = "gs://my-bucket/logs"
}

ephemeral "zone_logpush_ownership_challenge" "logs" {
  count            = var.prove_ownership ? 1 : 0
  zone_id          = var.zone_id
  destination_conf = local.destination
  read_from        = "/mnt/my-bucket"
}

resource "zone_logpush_job" "logs" {
  zone_id                     = var.zone_id
  destination_conf_wo         = local.destination
  destination_conf_wo_version = 1
  ownership_challenge_wo      = one(ephemeral.zone_logpush_ownership_challenge.logs[*].token)
  logpull_options             = { fields = ["RayID", "RequestHeaders"] }
}
