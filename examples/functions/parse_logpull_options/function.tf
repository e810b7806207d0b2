locals {
  old = provider::zone::parse_logpull_options("fields=RayID,ClientIP&timestamps=rfc3339")
}

output "more" {
  value = provider::zone::logpull_options(concat(local.old.fields, ["RequestHeaders"]), {
    timestamps = local.old.timestamps
    sample     = local.old.sample
  })
}
