# What was approved: the only file that the two changes touch. In a repository, each writes its values as the defaults
# here; the test of this example gives them with TF_VAR_….
#
#   Before:         nothing. The plan fails on purpose, and shows the digest that is to be approved.
#   First change:   approved_digest = "sha256:…", the digest that was reviewed.
#   Second change:  target_state = "finished", and acknowledge_irreversible = the id of the zone.

variable "approved_digest" {
  description = "The digest of the configuration that was reviewed."
  type        = string
  default     = null
}

variable "target_state" {
  description = "validation: both versions run, the new one first. finished: the previous one is disabled, for good."
  type        = string
  default     = "validation"
}

variable "acknowledge_irreversible" {
  description = "The deliberate word for finishing, which cannot be undone: the id of the zone."
  type        = string
  default     = null
}
