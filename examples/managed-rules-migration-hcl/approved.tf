# What was approved: the only file that the two changes touch. In a repository, each change sets the defaults here; the
# test of this example sets TF_VAR_….
#
#   Before:         nothing. The plan fails on purpose, and shows the digest to approve.
#   First change:   approved_digest = "sha256:…", the reviewed digest.
#   Second change:  target_state = "finished", and acknowledge_irreversible = the id of the zone.

variable "approved_digest" {
  description = "The digest of the reviewed configuration."
  type        = string
  default     = null
}

variable "target_state" {
  description = "validation: both versions run, the new one first. finished: the previous one is disabled for good."
  type        = string
  default     = "validation"
}

variable "acknowledge_irreversible" {
  description = "Acknowledges that finishing cannot be undone: the id of the zone."
  type        = string
  default     = null
}
