# bash plan-stack.sh FOLDER [OPTION...]: plans the stack of a folder, and saves the plan and its JSON there. It takes no lock.
# When it fails, the folder has no plan, not even that of an earlier run.
set -euo pipefail
cd "$1" # with -chdir the engine would not find the provider in the folder
rm -f tfplan tfplan.json
trap '[ "$?" = 0 ] || rm -f tfplan tfplan.json' EXIT
terraform init -input=false
# The engine prints a JSON document on each line; the log shows what people read of it.
terraform plan "${@:2}" -input=false -lock=false -out=tfplan -json | tee plan.jsonl | jq --unbuffered -rR '. as $line |
  try (fromjson | ."@message", (.diagnostic // empty | (.address // empty | "  with " + .), .detail)) catch $line'
# A saved plan has no warnings, so no review would show this one: after a lost runner, apply would create a job twice.
there=$(jq -rR 'fromjson? | .diagnostic // empty | select(.detail | endswith("\nCode: equal_job_there")) | .address' plan.jsonl)
if [ -n "$there" ]; then
  echo "$1 would create log push jobs that are there already:" $there "- If an apply was killed, import each job as its" \
    "warning says, or delete it; if its zone moves from another stack: docs/guides/pipelines.md, 'Many zones'; if both are" \
    "intended, give this one its own name" >&2
  exit 1
fi
# A wrapper of the engine may print more than the document, and end with 0 where there is none.
terraform show -json tfplan | sed -n '/^{"format_version":/p' > tfplan.json
if ! jq -es 'length == 1 and .[0].errored != true' tfplan.json > /dev/null; then
  echo "$1 has no plan: the log above says why. For hashicorp/setup-terraform, set terraform_wrapper: false" >&2
  exit 1
fi
