import { changeAt, edited, only, recorded, type EditablePlan, type PolicyCase } from './case';
import { KEPT } from './policy-cases';

const DENIED = ['assertion'];
const RECEIVER = 'zone_logpush_job.receiver';
const LOSSES = ['known-losses zone_managed_rules_migration.approved'];

/** The provider of all resources of a plan, from another address. */
const from = (provider: string): EditablePlan =>
  edited('kept', ({ resource_changes: changes }) => {
    for (const change of changes) change.provider_name = provider;
  });

const FORM = 'the form of the input';
const NOTHING = 'nothing to judge';

/** A policy that matches nothing is not a pass. */
export const ASSERTION_CASES: readonly PolicyCase[] = [
  { name: `${FORM}: several files, as with --combine`, plan: recorded('kept'), combine: true },
  { name: `${FORM}: no object`, plan: 'plan' },
  { name: `${FORM}: null`, plan: null },
  { name: `${FORM}: an empty object`, plan: {} },
  { name: `${FORM}: something else`, plan: { apiVersion: 'v1', kind: 'ConfigMap' } },
  { name: `${FORM}: a state as show -json shows it`, plan: recorded('state') },
  { name: `${FORM}: a state file`, plan: { version: 4, lineage: 'a', serial: 1, resources: [] } },
  { name: `${FORM}: only a format version`, plan: { format_version: '1.2' } },
  { name: `${FORM}: a later format version`, plan: { ...recorded('kept'), format_version: '2.0' } },
  { name: `${FORM}: a later format version of anything`, plan: { format_version: '2.0', values: {} } },
  { name: `${FORM}: an earlier format version`, plan: { ...recorded('kept'), format_version: '0.2' } },
  { name: `${FORM}: a format version that is no text`, plan: { ...recorded('kept'), format_version: 1.2 } },
  { name: `${FORM}: a plan that failed`, plan: recorded('errored') },
  { name: `${FORM}: changes that are no list`, plan: { ...recorded('kept'), resource_changes: {} } },
  {
    name: `${FORM}: a change without actions`,
    plan: edited('kept', (plan) => {
      delete (changeAt(plan, RECEIVER).change as { actions?: unknown }).actions;
    }),
  },
  ...(['address', 'mode', 'type', 'provider_name'] as const).map((member) => ({
    name: `${FORM}: a change without its ${member}`,
    plan: edited('kept', (plan) => {
      Reflect.deleteProperty(changeAt(plan, RECEIVER), member);
    }),
  })),
  {
    name: `${FORM}: a change without its values`,
    plan: edited('kept', (plan) => {
      delete (changeAt(plan, RECEIVER).change as { after?: unknown }).after;
    }),
  },
  { name: `${NOTHING}: only data sources`, plan: recorded('only-data') },
  {
    name: `${NOTHING}: only data sources that apply reads`,
    plan: edited('unknown-zone', (plan) => {
      plan.resource_changes = plan.resource_changes.filter(({ mode }) => mode === 'data');
    }),
  },
  {
    name: `${NOTHING}: data sources beside resources of others`,
    plan: edited('unknown-zone', (plan) => {
      plan.resource_changes = plan.resource_changes.filter(({ type }) => type !== 'zone_log_custom_fields');
    }),
  },
  {
    name: `${NOTHING}: resources and data sources of others alone`,
    plan: edited('unknown-zone', (plan) => {
      plan.resource_changes = plan.resource_changes.filter(({ type }) => type !== 'zone_log_custom_fields');
      for (const change of plan.resource_changes)
        Object.assign(change, { type: 'terraform_data', provider_name: 'terraform.io/builtin/terraform' });
      plan['prior_state'] = { values: { root_module: { resources: plan.resource_changes } } };
    }),
  },
  {
    name: `${NOTHING}: only a refresh, with data sources`,
    plan: edited('refresh-only', (plan) => {
      const { prior_state: state } = recorded('only-data') as { prior_state?: object };
      plan['prior_state'] = [plan['prior_state'], state];
    }),
  },
  { name: `${NOTHING}: only resources of others`, plan: recorded('only-others') },
  { name: `${NOTHING}: no resource`, plan: recorded('empty') },
  { name: `${NOTHING}: only a refresh`, plan: recorded('refresh-only') },
].map((each) => ({ ...each, settings: { ...KEPT, ...only('') }, deny: DENIED }));

/** What the assertion lets through. */
export const ASSERTED_CASES: readonly PolicyCase[] = [
  // The provider is known by its types, so it is judged alike wherever it comes from.
  ...[
    'registry.example.com/zonewright/zone',
    'registry.example.com/platform/zone',
    'registry.terraform.io/azonewright/zone',
  ].map((provider) => ({
    name: `the provider ${provider}: its migrations count`,
    plan: from(provider),
    settings: { ...KEPT, max_finish: 0 },
    deny: ['max_finish'],
    warn: LOSSES,
  })),
  {
    name: 'no zone resource where that is allowed',
    plan: recorded('only-others'),
    settings: { allow_no_zone_resources: true },
  },
  {
    name: 'a state where no zone resource is allowed',
    plan: recorded('state'),
    settings: { allow_no_zone_resources: true },
    deny: DENIED,
  },
  { name: 'a plan that destroys all', plan: recorded('destroy'), settings: KEPT_WITHOUT_LIMITS() },
  { name: 'a plan with -target', plan: recorded('targeted'), settings: KEPT, warn: DENIED },
  {
    name: 'a resource that is put off',
    plan: edited('kept', (plan) => {
      const [first, ...others] = plan.resource_changes;
      plan.resource_changes = others;
      plan['deferred_changes'] = [
        { reason: 'instance_count_unknown', resource_change: first },
        {
          reason: 'instance_count_unknown',
          resource_change: {
            ...first,
            ...{ address: 'other_thing.x', type: 'other_thing', provider_name: 'example.com/other/other' },
          },
        },
      ];
      plan['complete'] = false;
    }),
    settings: KEPT,
    warn: ['assertion', ...LOSSES],
  },
];

function KEPT_WITHOUT_LIMITS(): object {
  const { destinations, cookies } = KEPT;
  return { destinations, cookies };
}
