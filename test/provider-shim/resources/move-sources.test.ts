import type { Identified, MoveSource } from '../../../provider-shim/sdk/framework';
import { logCustomFields } from '../../../provider-shim/resources/log-custom-fields';
import { logpushJob } from '../../../provider-shim/resources/logpush-job';
import { managedRules } from '../../../provider-shim/resources/managed-rules';
import { managedRulesMigration } from '../../../provider-shim/resources/migration';
import type { Explanation, JsonObject } from '../../../schema';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const RULESET = '0e5c3a8fd6c04b5c8cf8a1a26f2c5a77';

type Target = { readonly moveSources?: readonly MoveSource<unknown>[] };

function identified(target: Target, type: string, state: JsonObject): Identified<unknown> | Explanation {
  const source = target.moveSources?.find((one) => one.type === type);
  if (!source) throw new Error(`no source ${type}`);
  return source.identify(state);
}

test.each([
  ['zone_log_custom_fields', logCustomFields, ['cloudflare_ruleset', 'null_resource', 'terraform_data']],
  ['zone_logpush_job', logpushJob, ['cloudflare_logpush_job', 'null_resource', 'terraform_data']],
  ['zone_managed_rules_migration', managedRulesMigration, ['null_resource', 'terraform_data']],
  [
    'zone_managed_rules',
    managedRules,
    ['zone_managed_rules_migration', 'cloudflare_ruleset', 'null_resource', 'terraform_data'],
  ],
] as readonly (readonly [string, Target, readonly string[]])[])(
  '%s has its sources, also after terraform state replace-provider',
  (_type, { moveSources = [] }, types) => {
    expect(moveSources.map(({ type }) => type)).toEqual(types);
    expect(moveSources.filter(({ providers }) => !providers.includes('zonewright/zone'))).toEqual([]);
  },
);

/** As the engine stores an attribute of any type. */
const dynamic = (value: JsonObject): JsonObject => ({ value, type: ['object', {}] });

test.each<[string, Target, string, JsonObject, Identified<unknown>]>([
  [
    'a job in triggers',
    logpushJob,
    'null_resource',
    { id: '1', triggers: { zone_id: ZONE.toUpperCase(), job_id: '17', command: 'curl' } },
    { importId: `${ZONE.toUpperCase()}/17`, known: { zone_id: ZONE, job_id: 17 } },
  ],
  [
    'a job in an input, with the version of its destination',
    logpushJob,
    'terraform_data',
    {
      id: '1',
      input: dynamic({ zone_id: ZONE, job_id: 17, destination_conf_wo_version: 3 }),
      triggers_replace: null,
    },
    { importId: `${ZONE}/17/3`, known: { zone_id: ZONE, job_id: 17 } },
  ],
  [
    'a job of a zone, with its account',
    logpushJob,
    'cloudflare_logpush_job',
    { zone_id: ZONE, account_id: RULESET, id: 17 },
    { importId: `${ZONE}/17`, known: { zone_id: ZONE, job_id: 17 } },
  ],
  [
    'a ruleset of a zone, with its account',
    logCustomFields,
    'cloudflare_ruleset',
    { zone_id: ZONE, account_id: RULESET, id: RULESET, kind: 'zone', phase: 'http_log_custom_fields' },
    { importId: ZONE, known: { zone_id: ZONE } },
  ],
  [
    'a finished migration',
    managedRules,
    'zone_managed_rules_migration',
    { zone_id: ZONE, zone_name: 'shop.example', target_state: 'finished', migration_state: 'finished' },
    { importId: ZONE, known: { zone_id: ZONE, zone_name: 'shop.example' } },
  ],
])('%s is identified', (_case, target, type, state, found) => {
  expect(identified(target, type, state)).toEqual(found);
});

test.each<[string, Target, string, JsonObject, string, string]>([
  [
    'a job without an id',
    logpushJob,
    'cloudflare_logpush_job',
    { zone_id: ZONE, id: null },
    'The state of this cloudflare_logpush_job has no zone_id and id that identify an object of the service.',
    'Refresh it once with its own provider',
  ],
  [
    'a ruleset of an account',
    logCustomFields,
    'cloudflare_ruleset',
    { zone_id: '', account_id: RULESET, id: RULESET, kind: 'root', phase: 'http_log_custom_fields' },
    `This cloudflare_ruleset belongs to the account ${RULESET}, not to a zone.`,
    'Only objects of zones can be moved here.',
  ],
  [
    'a ruleset of another phase',
    logCustomFields,
    'cloudflare_ruleset',
    { zone_id: ZONE, id: RULESET, kind: 'zone', phase: 'http_ratelimit' },
    'This cloudflare_ruleset is of the kind "zone" and the phase "http_ratelimit".',
    'Only a ruleset of the kind "zone" and the phase "http_log_custom_fields"',
  ],
  [
    'a migration that is validating',
    managedRules,
    'zone_managed_rules_migration',
    { zone_id: ZONE, target_state: 'finished', migration_state: 'validation' },
    `The migration of zone ${ZONE} is in the state "validation", so it cannot hand over to zone_managed_rules.`,
    'finish the migration first',
  ],
  [
    'a placeholder without the job',
    logpushJob,
    'null_resource',
    { triggers: { zone_id: ZONE, name: 'x' } },
    'The triggers of this null_resource do not say which object of the service it stands for.',
    'They hold name, zone_id. Needed: zone_id and job_id, such as triggers = { zone_id =',
  ],
  [
    'a placeholder that holds nothing',
    logCustomFields,
    'terraform_data',
    { id: '1', input: null, triggers_replace: null },
    'The input and triggers_replace of this terraform_data do not say which object of the service it stands for.',
    'They hold nothing. Needed: zone_id, such as input = {',
  ],
  ...[null, `${ZONE}/17`].flatMap((zone_id) =>
    (
      [
        [logpushJob, 'cloudflare_logpush_job', { id: `${ZONE}/17` }],
        [logCustomFields, 'cloudflare_ruleset', { kind: 'zone', phase: 'http_log_custom_fields' }],
        [managedRules, 'cloudflare_ruleset', { kind: 'zone', phase: 'http_request_firewall_managed' }],
        [managedRules, 'zone_managed_rules_migration', { migration_state: 'finished' }],
      ] as const
    ).map(([target, type, more]): [string, Target, string, JsonObject, string, string] => [
      `a ${type} with the zone ${zone_id}`,
      ...([target, type, { id: RULESET, zone_id, ...more }] as const),
      `The state of this ${type} has no zone_id and id that identify an object of the service.`,
      'replace the moved block with an import block',
    ]),
  ),
  [
    'a placeholder with the zone in another place',
    logpushJob,
    'null_resource',
    { id: ZONE, triggers: { job_id: `${ZONE}/17`, id: ZONE } },
    'The triggers of this null_resource do not say which object of the service it stands for.',
    'They hold id, job_id. Needed: zone_id',
  ],
])('%s is not, and the error says why', (_case, target, type, state, message, hint) => {
  const problem = identified(target, type, state);
  expect(problem).toMatchObject({ message });
  expect(problem).toHaveProperty('hint', expect.stringContaining(hint));
});
