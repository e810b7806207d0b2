import {
  to = zone_logpush_job.requests
  id = "023e105f4ecef8ad9ca31a8372d0c353/17/1" # destination_conf_wo_version = 1; with destination_conf: "…/17"
}
