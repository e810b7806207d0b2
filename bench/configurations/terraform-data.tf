# The engine's built-in provider, which is no process and asks nobody: what the engine alone takes.
variable "objects" {
  type = number
}

resource "terraform_data" "object" {
  count = var.objects
  input = "object ${count.index}"
}
