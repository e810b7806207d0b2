terraform {
  required_providers {
    zone = {
      source = "registry.terraform.io/zonewright/zone"
    }
  }
}

provider "zone" {} # ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN
