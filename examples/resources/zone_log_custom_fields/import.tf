import {
  to = zone_log_custom_fields.fields
  id = "023e105f4ecef8ad9ca31a8372d0c353" # the zone
}
