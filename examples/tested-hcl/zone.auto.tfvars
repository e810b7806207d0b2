zone_id = "023e105f4ecef8ad9ca31a8372d0c353" # the zone that the emulator starts with; put the id of your own here
