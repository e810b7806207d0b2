# bash changed-stacks.sh REVISION
# bash changed-stacks.sh --before FOLDER
#
# Prints the folders of the synthesized stacks that are not what they were at a revision of the repository, or in a folder
# with an earlier output of the app. A stack that is no longer declared is an error, because nothing would plan it any more.
set -euo pipefail
if [ "$1" = --before ]; then
  before=$2
else
  worktree=$(mktemp -d)
  trap 'git worktree remove --force "$worktree"' EXIT
  git worktree add --quiet --detach "$worktree" "$1"
  if [ -e "$worktree/package.json" ]; then
    (cd "$worktree" && npm ci && npm run --silent synth) >&2
  fi
  before=$worktree/cdktf.out
fi
for stack in "$before"/stacks/*; do
  if [ -e "$stack" ] && [ ! -e "cdktf.out/stacks/${stack##*/}" ]; then
    echo "The stack ${stack##*/} is no longer declared. First let a change destroy or forget its objects." >&2
    exit 1
  fi
done
for stack in cdktf.out/stacks/*; do
  # The provider is the same in each; what the engine has left there is no declaration.
  diff -rq --exclude=terraform.d --exclude='.terraform*' --exclude='tfplan*' --exclude=plan.jsonl \
    "$before/stacks/${stack##*/}" "$stack" > /dev/null 2>&1 || echo "$stack"
done
