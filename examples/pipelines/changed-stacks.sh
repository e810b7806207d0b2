# bash changed-stacks.sh REVISION
# bash changed-stacks.sh --before FOLDER
# bash changed-stacks.sh --all
#
# Prints the folders of the stacks that are not what they were at a revision of the repository, or in another checkout; or of
# all. A stack is a folder of `stacks` with .tf files, or one that the app writes to `cdktf.out/stacks`. What several stacks
# read is in `modules`. A stack with objects that is no longer declared is an error, because nothing would plan it any more.
set -euo pipefail
shopt -s nullglob
stacks=stacks
if [ -e cdktf.json ]; then stacks=cdktf.out/stacks; fi
stacks_in() {
  for file in "$1/$stacks"/*/*.tf "$1/$stacks"/*/*.tf.json; do dirname "${file#"$1/"}"; done | sort -u
}
all=$(stacks_in .)
if [ -z "$all" ]; then
  echo "There is no stack: no folder of $stacks has .tf files." >&2
  exit 1
fi
case "$1" in
  --all)
    echo "$all"
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
while IFS= read -r stack; do
  if grep -qsE '^ *(resource|module) |"(resource|module)": ' "$before/$stack"/*.tf "$before/$stack"/*.tf.json; then
    echo "$stack is no longer declared. First let a change destroy or forget its objects, and keep what is left of it." >&2
    exit 1
  fi
done < <(stacks_in "$before" | comm -23 - <(echo "$all"))
differs() {
  [ -e "$1" ] || [ -e "$before/$1" ] || return 1
  # The provider is the same in each; what the engine and Atlantis have left there is no declaration.
  ! diff -rq --exclude=terraform.d --exclude='.terraform*' --exclude='*tfplan*' --exclude=plan.jsonl \
    --exclude=default.json --exclude=default-policyout.json "$before/$1" "$1" > /dev/null 2>&1
}
while IFS= read -r stack; do
  if differs modules || differs "$stack"; then echo "$stack"; fi
done <<< "$all"
