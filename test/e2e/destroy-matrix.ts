/** When a destroy or replacement is refused, or that it is not. */
export type Verdict = 'refused at plan' | 'refused at apply' | 'let through';

/** A way to destroy or replace a migration, and what comes of it once it has begun; in `start`, nothing is to protect. */
export type Way = readonly [markdown: string, begun: Verdict, start?: Verdict];

const AT_PLAN = 'refused at plan';
const AT_APPLY = 'refused at apply';
const THROUGH = 'let through';

/** Every way, as the documentation lists them. */
export const WAYS = {
  destroy: ['`terraform destroy`', AT_PLAN],
  target: ['`terraform destroy -target`', AT_PLAN],
  block: ['the block is removed from the configuration', AT_PLAN],
  count: ['`count` is lowered', AT_PLAN],
  each: ['its key of `for_each` is removed', AT_PLAN],
  module: ['its module is removed', AT_PLAN],
  renamed: ['the block is renamed, without a `moved` block', AT_PLAN],
  replace: ['`-replace`', AT_PLAN],
  'replace-first': ['`-replace`, with `create_before_destroy`', AT_PLAN],
  late: ['`-replace`, with `on_destroy = "abandon"` written but not applied before', AT_PLAN],
  trigger: ['`replace_triggered_by`', AT_PLAN],
  'trigger-first': ['`replace_triggered_by`, with `create_before_destroy`', AT_PLAN],
  // What would happen to the new zone could not be announced.
  zone: ['`zone_id` is changed', AT_PLAN, AT_PLAN],
  'zone-first': ['`zone_id` is changed, with `create_before_destroy`', AT_PLAN, AT_PLAN],
  taint: ['tainted by `terraform taint`', AT_PLAN],
  provisioner: ['tainted by a provisioner that failed', AT_PLAN],
  'provisioner-first': ['tainted, with `create_before_destroy`', AT_PLAN],
  unrefreshed: ['tainted, planned with `-refresh=false`', AT_PLAN],
  saved: ['a saved plan that destroys it, made in `start`', AT_APPLY],
  'saved-replace': ['a saved plan that replaces it, made in `start`', AT_APPLY],
  'saved-replace-first': [
    'a saved plan that replaces it, made in `start`, with `create_before_destroy` (the engine keeps it as a deposed object)',
    AT_APPLY,
  ],
  deposed: ['kept as a deposed object, at the next plan', AT_PLAN],
  removed: ['a `removed` block with `destroy = false`', THROUGH],
  'state-rm': ['`terraform state rm`', THROUGH],
  abandon: ['`on_destroy = "abandon"` applied before, then destroyed', THROUGH],
  'abandon-replace': ['`on_destroy = "abandon"` applied before, then replaced', THROUGH],
} as const satisfies Readonly<Record<string, Way>>;

/** The table of the documentation: what comes of a way is the same in all states in which a migration has begun. */
export function matrixTable(): string {
  const rows = Object.values<Way>(WAYS).map(([what, begun, start = THROUGH]) => [what, start, begun]);
  const lines = [['Way', 'In `start`', 'Once it has begun'], ['---', '---', '---'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
