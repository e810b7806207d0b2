import type { MigrationState } from '../../schema';

/** When a destroy or replacement is refused, or that it is not. */
export type Verdict = 'refused at plan' | 'refused at apply' | 'let through';

/** Where the migration of a zone can be when its resource is destroyed; of a saved plan, when that is applied. */
export const STATES = ['start', 'validation', 'finishing', 'finished'] as const satisfies MigrationState[];

/** A way to destroy or replace the resource, and what comes of it in each state. */
export interface Way {
  /** Of the tests; also part of the names in their configuration. */
  readonly key: string;
  /** Markdown. */
  readonly what: string;
  readonly verdicts: Readonly<Record<MigrationState, Verdict>>;
}

const AT_PLAN = verdicts('refused at plan');
/** What would happen to the new zone could not be announced. */
const ALWAYS: Way['verdicts'] = { ...AT_PLAN, start: 'refused at plan' };
const AT_APPLY = verdicts('refused at apply');
const THROUGH = verdicts('let through');

/** Nothing has begun in `start`, so there is nothing to protect. */
function verdicts(begun: Verdict): Way['verdicts'] {
  return { start: 'let through', validation: begun, finishing: begun, finished: begun };
}

/** The command that destroys. */
export const COMMANDS = [
  { key: 'destroy', what: '`terraform destroy`', verdicts: AT_PLAN },
  { key: 'target', what: '`terraform destroy -target`', verdicts: AT_PLAN },
] as const satisfies readonly Way[];

/** What a change of the configuration takes away. */
export const REMOVED = [
  { key: 'block', what: 'the block is removed from the configuration', verdicts: AT_PLAN },
  { key: 'count', what: '`count` is lowered', verdicts: AT_PLAN },
  { key: 'each', what: 'its key of `for_each` is removed', verdicts: AT_PLAN },
  { key: 'module', what: 'its module is removed', verdicts: AT_PLAN },
  { key: 'renamed', what: 'the block is renamed, without a `moved` block', verdicts: AT_PLAN },
] as const satisfies readonly Way[];

/** What a change of the configuration replaces. */
export const REPLACED = [
  { key: 'trigger', what: '`replace_triggered_by`', verdicts: AT_PLAN },
  { key: 'trigger-first', what: '`replace_triggered_by`, with `create_before_destroy`', verdicts: AT_PLAN },
  { key: 'zone', what: '`zone_id` is changed', verdicts: ALWAYS },
  { key: 'zone-first', what: '`zone_id` is changed, with `create_before_destroy`', verdicts: ALWAYS },
] as const satisfies readonly Way[];

/** What an option of the engine replaces. */
export const ASKED = [
  { key: 'replace', what: '`-replace`', verdicts: AT_PLAN },
  { key: 'replace-first', what: '`-replace`, with `create_before_destroy`', verdicts: AT_PLAN },
  {
    key: 'late',
    what: '`-replace`, with `on_destroy = "abandon"` written but not applied before',
    verdicts: AT_PLAN,
  },
] as const satisfies readonly Way[];

/** Objects that the engine replaces by itself. */
export const TAINTED = [
  { key: 'taint', what: 'tainted by `terraform taint`', verdicts: AT_PLAN },
  { key: 'provisioner', what: 'tainted by a provisioner that failed', verdicts: AT_PLAN },
  { key: 'provisioner-first', what: 'tainted, with `create_before_destroy`', verdicts: AT_PLAN },
] as const satisfies readonly Way[];

export const UNREFRESHED = {
  key: 'unrefreshed',
  what: 'tainted, planned with `-refresh=false`',
  verdicts: AT_PLAN,
} as const satisfies Way;

/** Plans that were saved in `start`, and are applied when somebody has begun the migration. */
export const SAVED = {
  destroy: { key: 'saved', what: 'a saved plan that destroys it, made in `start`', verdicts: AT_APPLY },
  replace: {
    key: 'saved-replace',
    what: 'a saved plan that replaces it, made in `start`',
    verdicts: AT_APPLY,
  },
  replaceFirst: {
    key: 'saved-replace-first',
    what: 'a saved plan that replaces it, made in `start`, with `create_before_destroy` (the engine keeps it as a deposed object)',
    verdicts: AT_APPLY,
  },
} as const satisfies Record<string, Way>;

export const DEPOSED = {
  key: 'deposed',
  what: 'kept as a deposed object, at the next plan',
  verdicts: AT_PLAN,
} as const satisfies Way;

export const FORGOTTEN = {
  removed: { key: 'removed', what: 'a `removed` block with `destroy = false`', verdicts: THROUGH },
  stateRm: { key: 'state-rm', what: '`terraform state rm`', verdicts: THROUGH },
  abandon: {
    key: 'abandon',
    what: '`on_destroy = "abandon"` applied before, then destroyed',
    verdicts: THROUGH,
  },
  abandonReplace: {
    key: 'abandon-replace',
    what: '`on_destroy = "abandon"` applied before, then replaced',
    verdicts: THROUGH,
  },
} as const satisfies Record<string, Way>;

/** Every way, as the documentation lists them. */
const WAYS: readonly Way[] = [
  ...COMMANDS,
  ...REMOVED,
  ...ASKED,
  ...REPLACED,
  ...TAINTED,
  UNREFRESHED,
  ...Object.values(SAVED),
  DEPOSED,
  ...Object.values(FORGOTTEN),
];

/** The table of the documentation: what comes of a way is the same in all states in which a migration has begun. */
export function matrixTable(): string {
  const rows = WAYS.map(({ what, verdicts: { start, ...begun } }) => [
    ...[what, start],
    [...new Set(Object.values(begun))].join(', '),
  ]);
  const lines = [['Way', 'In `start`', 'Once it has begun'], ['---', '---', '---'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
