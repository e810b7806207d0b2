output "text" {
  value = provider::zone::logpull_options(["RayID", "RequestHeaders"], { timestamps = "rfc3339", sample = 0.5 })
}
