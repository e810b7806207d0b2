variable "zone_id" {
  type = string
}

locals {
  destination = "s3://example-logs/http?region=us-east-1"
}

resource "terraform_data" "proof" {
  input = 1
}

resource "zone_logpush_ownership_challenge" "challenge" {
  zone_id          = var.zone_id
  destination_conf = local.destination

  lifecycle {
    replace_triggered_by = [terraform_data.proof]
  }
}

data "aws_s3_object" "token" {
  bucket = "example-logs"
  key    = zone_logpush_ownership_challenge.challenge.filename
}

resource "zone_logpush_job" "store" {
  zone_id                = var.zone_id
  enabled                = true
  destination_conf       = local.destination
  ownership_challenge_wo = data.aws_s3_object.token.body
  logpull_options        = { fields = ["RayID", "RequestHeaders"] }

  lifecycle {
    replace_triggered_by = [terraform_data.proof]
  }
}
