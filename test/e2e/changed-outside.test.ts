import type { SeedRule } from '../../emulator';
import { CORE, finishedZone, MANAGED, PHASE, useManagedZone, ZONE } from './managed-zone';
import { declare, printed, service, workspace } from './one-service';
import type { Resources } from '../support/workspace';

/** Who may be behind a change outside: rules say it by the mark of whoever wrote them. */

const SKIP = { action_parameters: { ruleset: 'current' } } as const;
const skips = (ref: string, more: Partial<SeedRule> = {}): SeedRule =>
  ({
    action: 'skip',
    expression: `http.host eq "${ref}"`,
    description: '',
    ref,
    ...SKIP,
    ...more,
  }) as SeedRule;
const THEIRS = {
  action: 'execute',
  expression: 'true',
  description: 'By Jsonnet',
  ref: 'jsonnet-1',
  action_parameters: { id: CORE },
} as SeedRule;
const OURS = { name: 'ours', execute: { ruleset_id: MANAGED } };
const managed = (more: object = {}): object => ({
  zone_managed_rules: { main: { zone_id: ZONE, rules: [OURS], ...more } },
});
const SKIPPED = [skips('a', { description: 'Skip a' }), skips('b', { description: 'Skip b' })];

type Rules = readonly SeedRule[];

useManagedZone('workspace', finishedZone('shop', []));

/** What is declared beside what is there, what others make of all of it, and what is said of whom. */
type Row = readonly [
  what: string,
  declared: object,
  before: Rules,
  others: (rules: Rules) => Rules,
  kind: 'Changed' | 'Deleted',
  named: RegExp,
];

/** Of custom log fields, and of imported rules: fixtures/lifecycle. */
test.each<Row>([
  [
    'managed rules that another configuration adds to',
    managed(),
    [],
    (rules) => [...rules, THEIRS],
    'Changed',
    /Cloudflare OWASP Core Ruleset everywhere, "By Jsonnet" \(rule \w{32}, ref jsonnet-1\)/,
  ],
  [
    'managed rules in whose place another configuration saves what cannot be expressed',
    managed(),
    [],
    () => [skips('x', { action_parameters: { phase: 'current', products: ['bic'] } as never })],
    'Deleted',
    /skip {"phase":"current","products":\["bic"\]} where http.host eq "x" \(rule \w{32}, ref x\)/,
  ],
  [
    'managed rules beside others that are kept, whose own ones another configuration removes',
    managed({ others: 'keep', owner: 'platform' }),
    SKIPPED,
    ([a, b]) => [b, a, skips('zonewright-of-shop--late'), skips('jsonnet-2')] as Rules,
    'Deleted',
    /skips all rules after it where http.host eq "jsonnet-2" \(rule/,
  ],
])('%s', async (_what, declared, before, others, kind, named) => {
  const { control } = service.emulator;
  control.saveRuleset(ZONE, PHASE, { rules: before });
  declare(declared as Resources);
  await workspace.applied();
  control.editRuleset(ZONE, PHASE, (draft) => {
    draft.rules = others(draft.rules) as typeof draft.rules;
  });
  const said = printed(await workspace.plan());
  const told = [
    ...said.matchAll(/(\w+ outside since).*?do not have the mark of this resource\.(.*?)If one declares/g),
  ];
  expect(told.map(([, what, rules]) => [what, rules?.split(' - ').slice(1)])).toEqual([
    [`${kind} outside since`, [expect.stringMatching(named)]],
  ]);
});
