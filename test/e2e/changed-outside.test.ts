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
const COOKIES = {
  action: 'log_custom_field',
  expression: 'true',
  description: 'By Jsonnet',
  action_parameters: { cookie_fields: [{ name: 'theirs' }] },
} as SeedRule;

const OURS = { name: 'ours', execute: { ruleset_id: MANAGED } };
const managed = (more: object = {}): object => ({
  zone_managed_rules: { main: { zone_id: ZONE, rules: [OURS], ...more } },
});
const fields = { zone_log_custom_fields: { main: { zone_id: ZONE, cookies: ['ours'] } } };
const IMPORT = { import: [{ to: 'zone_managed_rules.main', id: ZONE }] };
const EXCEPTIONS = ['a', 'b'].map((letter) => ({
  ...{ name: `skip_${letter}`, description: `Skip ${letter}`, expression: `http.host eq "${letter}"` },
  skip: { ruleset: 'current' },
}));
const SKIPPED = [skips('a', { description: 'Skip a' }), skips('b', { description: 'Skip b' })];

type Rules = readonly SeedRule[];

useManagedZone('workspace', [finishedZone('shop', [])]);

interface Row {
  readonly declared: object;
  readonly isOfFields?: true;
  readonly before?: Rules;
  readonly config?: object;
  /** What others make of the rules. */
  readonly others: (rules: Rules) => Rules;
  readonly kind?: 'Deleted';
  /** @default - the rules of nobody */
  readonly named?: RegExp;
}

test.each<[string, Row]>([
  [
    'custom log fields that another configuration saves as a whole',
    {
      ...{ declared: fields, isOfFields: true, others: () => [COOKIES] },
      named:
        /log_custom_field {"cookie_fields":\[{"name":"theirs"}\]} everywhere, "By Jsonnet" \(rule \w{32}, ref \w{32}\)/,
    },
  ],
  [
    'custom log fields whose rule somebody edits',
    {
      ...{ declared: fields, isOfFields: true },
      others: ([rule]) => [{ ...rule, description: 'edited' } as SeedRule],
    },
  ],
  [
    'managed rules that another configuration adds to',
    {
      ...{ declared: managed(), others: (rules) => [...rules, THEIRS] },
      named: /Cloudflare OWASP Core Ruleset everywhere, "By Jsonnet" \(rule \w{32}, ref jsonnet-1\)/,
    },
  ],
  [
    'managed rules in whose place another configuration saves what cannot be expressed',
    {
      ...{ declared: managed(), kind: 'Deleted' },
      others: () => [skips('x', { action_parameters: { phase: 'current', products: ['bic'] } as never })],
      named: /skip {"phase":"current","products":\["bic"\]} where http.host eq "x" \(rule \w{32}, ref x\)/,
    },
  ],
  [
    'managed rules that were imported, of which one is edited',
    {
      ...{ declared: managed({ rules: EXCEPTIONS }), before: SKIPPED, config: IMPORT },
      others: ([a, b]) => [a, { ...b, enabled: false }] as Rules,
      named: /disabled: skips all rules after it where http.host eq "b", "Skip b" \(rule \w{32}, ref b\)/,
    },
  ],
  [
    'managed rules beside others that are kept, whose own ones another configuration removes',
    {
      ...{ declared: managed({ others: 'keep', owner: 'platform' }), before: SKIPPED, kind: 'Deleted' },
      others: ([a, b]) => [b, a, skips('zonewright-of-shop--late'), skips('jsonnet-2')] as Rules,
      named: /skips all rules after it where http.host eq "jsonnet-2" \(rule/,
    },
  ],
])('%s', async (_what, { declared, isOfFields, before = [], config, others, kind = 'Changed', named }) => {
  const { control } = service.emulator;
  const phase = isOfFields ? 'http_log_custom_fields' : PHASE;
  control.saveRuleset(ZONE, phase, { rules: before });
  declare(declared as Resources, config);
  await workspace.applied();
  declare(declared as Resources);
  control.editRuleset(ZONE, phase, (draft) => {
    draft.rules = others(draft.rules) as typeof draft.rules;
  });
  for (const refreshOnly of [false, true]) {
    const said = printed(await workspace.plan({ refreshOnly }));
    const told = [
      ...said.matchAll(/(\w+ outside since).*?do not have the mark of this resource\.(.*?)If one declares/g),
    ];
    expect(told.map(([, what, rules]) => [what, rules?.split(' - ').slice(1)])).toEqual(
      named ? [[`${kind} outside since`, [expect.stringMatching(named)]]] : [],
    );
  }
});
