# bash plan-stack.sh FOLDER: plans the stack of a folder, and saves the plan and its JSON there. It takes no lock.
set -euo pipefail
cd "$1" # with -chdir the engine would not find the provider in the folder
terraform init -input=false
terraform plan -input=false -lock=false -out=tfplan -no-color 2>&1 | tee plan.log
# A saved plan has no warnings, so no review would show this one: after a lost runner, apply would create a job twice.
if sed 's/│//g' plan.log | tr -s '\n ' ' ' | grep -q 'already has a log push job that is exactly like this one'; then
  echo "$1 would create a log push job that is there already. If an apply was killed, import the job as the warning says" \
    "or delete it; if its zone moves from another stack: docs/fleets.md, 'Moving a zone'; if both are intended, give this" \
    "one its own name" >&2
  exit 1
fi
terraform show -json tfplan > tfplan.json
