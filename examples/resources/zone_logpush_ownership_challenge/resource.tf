variable "zone_id" {
  type = string
}

locals {
  bucket      = "my-logs"
  destination = "s3://${local.bucket}/http?region=us-east-1"
}

# Increase it to replace challenge and job.
resource "terraform_data" "proof" {
  input = 1
}

resource "zone_logpush_ownership_challenge" "logs" {
  zone_id          = var.zone_id
  destination_conf = local.destination

  lifecycle {
    replace_triggered_by = [terraform_data.proof]
  }
}

data "aws_s3_object" "token" {
  bucket = local.bucket
  key    = zone_logpush_ownership_challenge.logs.filename
}

resource "zone_logpush_job" "logs" {
  zone_id                = var.zone_id
  enabled                = true
  destination_conf       = local.destination
  ownership_challenge_wo = data.aws_s3_object.token.body
  logpull_options        = { fields = ["RayID", "RequestHeaders"] }

  lifecycle {
    replace_triggered_by = [terraform_data.proof]
  }
}
