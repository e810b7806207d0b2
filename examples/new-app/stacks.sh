# Synthesizes the app, and runs terraform in each of its stacks: sh stacks.sh plan
set -e
command=$1
shift
rm -f cdktf.out/stacks/*/cdk.tf.json # of stacks that the app no longer has
npm run --silent synth
for document in cdktf.out/stacks/*/cdk.tf.json; do
  (
    cd "$(dirname "$document")"
    "${ZONEWRIGHT_TERRAFORM:-terraform}" init
    "${ZONEWRIGHT_TERRAFORM:-terraform}" "$command" "$@"
  )
done
