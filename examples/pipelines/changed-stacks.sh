# bash changed-stacks.sh REVISION
# bash changed-stacks.sh --before FOLDER
# bash changed-stacks.sh --all
#
# Prints the folders of the stacks that are not what they were at a revision of the repository, or in another checkout; or of
# all. A stack is a folder of `stacks`, with .tf files, or of `cdktf.out/stacks`, if an app makes them. What several share is
# in `modules`. A stack that is no longer declared is an error, because nothing would plan it any more.
set -euo pipefail
shopt -s nullglob
stacks=stacks
if [ -e cdktf.json ]; then stacks=cdktf.out/stacks; fi
all=("$stacks"/*/)
if [ "${#all[@]}" = 0 ]; then
  echo "There is no stack: $stacks has no folder." >&2
  exit 1
fi
all=("${all[@]%/}")
case "$1" in
  --all)
    printf '%s\n' "${all[@]}"
    exit
    ;;
  --before) before=$2 ;;
  *)
    before=$(mktemp -d)
    trap 'git worktree remove --force "$before"' EXIT
    git worktree add --quiet --detach "$before" "$1"
    if [ -e "$before/cdktf.json" ]; then
      (cd "$before" && npm ci && npm run --silent synth) >&2
    fi
    ;;
esac
for stack in "$before/$stacks"/*/; do
  if [ ! -e "$stacks/$(basename "$stack")" ]; then
    echo "The stack $(basename "$stack") is no longer declared. First let a change destroy or forget its objects." >&2
    exit 1
  fi
done
differs() {
  [ -e "$1" ] || [ -e "$before/$1" ] || return 1
  # The provider is the same in each; what the engine and Atlantis have left there is no declaration.
  ! diff -rq --exclude=terraform.d --exclude='.terraform*' --exclude='*tfplan*' --exclude=plan.jsonl \
    --exclude=default.json --exclude=default-policyout.json "$before/$1" "$1" > /dev/null 2>&1
}
for stack in "${all[@]}"; do
  if differs modules || differs "$stack"; then echo "$stack"; fi
done
