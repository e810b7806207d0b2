import { createZoneProvider } from '../../provider-shim/zone-provider';
import { OBJECT_SCHEMAS, type NestedAttribute, type ObjectSchema } from '../../schema';
import { connect, shownDiagnostics } from '../provider-shim/sdk/framework/connected';
import { encoded, valueOf, type Plain } from '../provider-shim/sdk/framework/plain';

/**
 * Names inside of objects, which the engine would drop without a word: those of the vendor's provider in its versions 4 and
 * 5, of the objects around, and near misses. Each is refused with the name to write, exactly where it was seen. What is not
 * known yet is in `sdk/framework/validation`.
 */
const JOB = { destination_conf: 'https://logs.example.com' };
const ID = 'efb7b8c949ac4650a09736fc376e9aee';
const DEFUSE = 'Write defuse_lookups, with the same value.';
const STATUS = 'Write enabled = true for "enabled", and enabled = false for "disabled".';

const inOutput = (name: Plain): Plain => ({ ...JOB, output_options: { field_names: ['RayID'], ...name } });
const inLogpull = (name: Plain): Plain => ({ ...JOB, logpull_options: { fields: ['RayID'], ...name } });
const inRule = (name: Plain): Plain => ({ rules: [{ name: 'all', execute: { ruleset_id: ID }, ...name }] });
const inSkip = (name: Plain): Plain => ({ rules: [{ name: 'all', skip: { ruleset: 'current', ...name } }] });
const inExecute = (name: Plain): Plain => inRule({ execute: { ruleset_id: ID, ...name } });
const inOverrides = (overrides: Plain): Plain => inExecute({ overrides });
const inCore = (core_rule_set: Plain): Plain => inExecute({ core_rule_set });
const inLogging = (logging: Plain): Plain => inRule({ skip: { ruleset: 'current' }, logging });
const inCategory = (name: Plain): Plain => inOverrides({ categories: { wordpress: name } });
const inOverride = (name: Plain): Plain => inOverrides({ rules: { [ID]: name } });

type Row = readonly [place: string, name: string, holder: (name: Plain) => Plain, detail: string];
const OF_JOBS: readonly Row[] = [
  ['output_options', 'cve_2021_44228', inOutput, DEFUSE],
  ['output_options', 'cve20214428', inOutput, DEFUSE],
  ['output_options', 'cve_2021_4428', inOutput, DEFUSE],
  ['output_options', 'fields', inOutput, 'Write field_names, a list of names.'],
  ['output_options', 'timestamps', inOutput, 'Write timestamp_format, with the same value.'],
  ['output_options', 'sample', inOutput, 'Write sample_rate, with the same value.'],
  ['logpull_options', 'field_names', inLogpull, 'Write fields, a list of names.'],
];
const OF_RULES: readonly Row[] = [
  [
    '',
    'action',
    inRule,
    'Set execute or skip. What the rules of a managed ruleset do instead is overrides = { action = … } in execute.',
  ],
  [
    '',
    'action_parameters',
    inRule,
    'Write its id as ruleset_id in execute, beside its overrides; or what it skips, in skip.',
  ],
  ['', 'matched_data', inRule, 'Write it in execute.'],
  ['', 'ruleset_id', inRule, 'Write it in execute.'],
  ['', 'ref', inRule, 'Write a name: the provider makes the ref of it.'],
  ['', 'version', inRule, 'Write it in execute.'],
  ['.logging', 'status', inLogging, STATUS],
  ['.skip', 'logging', inSkip, 'Write it beside skip, in the rule.'],
  ['.skip', 'matched_data', inSkip, 'Write it in execute.'],
  [
    '.skip',
    'phase',
    inSkip,
    'Write ruleset = "current", which skips all managed rules after this one; or phases, by their names.',
  ],
  [
    '.execute',
    'action',
    inExecute,
    'Write it in overrides; or in core_rule_set, for what reaches its score_threshold.',
  ],
  [
    '.execute',
    'logging',
    inExecute,
    'Only a rule with skip has it. To log only, write action = "log" in overrides.',
  ],
  ['.execute', 'paranoia_level', inExecute, 'Write it in core_rule_set.'],
  ['.execute', 'score_threshold', inExecute, 'Write it in core_rule_set.'],
  ['.execute.core_rule_set', 'anomaly_threshold', inCore, 'Write score_threshold, with the same value.'],
  ['.execute.overrides', 'category', inOverrides, 'Write categories, a map by category.'],
  ['.execute.overrides', 'matched_data', inOverrides, 'Write it beside overrides.'],
  ['.execute.overrides', 'rule', inOverrides, 'Write rules, a map by the id of the rule.'],
  ['.execute.overrides', 'score_threshold', inOverrides, 'Write it in core_rule_set, beside overrides.'],
  ['.execute.overrides', 'enable', inOverrides, 'Write enabled.'],
  ['.execute.overrides', 'disabled', inOverrides, 'Write enabled, with the opposite value.'],
  ['.execute', 'override', inExecute, 'Write overrides.'],
  ['.execute', 'id', inExecute, 'Write ruleset_id, with the same value.'],
  ['.execute', 'rulesets', inExecute, 'Write it in skip.'],
  ['.execute.core_rule_set', 'enabled', inCore, 'Write it in overrides.'],
  ['.skip', 'rule', inSkip, 'Write rules.'],
  ['.skip', 'expression', inSkip, 'Write it beside skip.'],
  ['.execute.overrides', 'status', inOverrides, STATUS],
  ['.execute.overrides.categories["wordpress"]', 'status', inCategory, STATUS],
  [`.execute.overrides.rules["${ID}"]`, 'status', inOverride, STATUS],
];
const ROWS = [
  ...OF_JOBS.map((row) => ['zone_logpush_job', ...row] as const),
  ...OF_RULES.map(([place, ...row]) => ['zone_managed_rules', `rules[0]${place}`, ...row] as const),
];

async function errorsOf(type: string, given: Plain): Promise<readonly (readonly [string, string])[]> {
  const schema = OBJECT_SCHEMAS.find((one) => one.type === type) as ObjectSchema;
  const provider = createZoneProvider({ environment: {}, folder: '/', version: '0.0.0' });
  const { diagnostics } = await connect(provider).call('ValidateResourceConfig', {
    typeName: type,
    config: encoded(schema, valueOf(schema, { zone_id: ID, ...given })),
    clientCapabilities: { writeOnlyAttributesAllowed: true },
  });
  return shownDiagnostics(diagnostics)
    .filter(({ severity }) => severity === 'error')
    .map(({ summary, detail }) => [summary, detail ?? '']);
}

test.each(ROWS)('%s refuses %s.%s, and not null', async (type, place, name, holder, detail) => {
  const refused = [`${place}.${name}: There is no attribute ${name} here.`, detail];
  expect(await errorsOf(type, holder({ [name]: 'true' }))).toContainEqual(refused);
  expect(await errorsOf(type, holder({ [name]: null }))).not.toContainEqual(refused);
});

/** Each object, with what Cloudflare's provider has there. */
const VENDOR = [
  [
    'rules',
    'action action_parameters categories description enabled exposed_credential_check expression id last_updated logging ratelimit ref version',
  ],
  ['rules.logging', 'enabled status'],
  ['rules.execute', 'id matched_data overrides phases products rules ruleset rulesets version'],
  ['rules.skip', 'id matched_data overrides phase phases products rules ruleset rulesets version'],
  ['rules.execute.matched_data', 'public_key'],
  ['rules.execute.overrides', 'action categories enabled rules sensitivity_level status category rule'],
  ['rules.execute.overrides.categories', 'action category enabled sensitivity_level status'],
  ['rules.execute.overrides.rules', 'action enabled id score_threshold sensitivity_level status'],
] as const;

test.each(VENDOR)("each member that the vendor's provider has in %s is known or refused", (path, members) => {
  const schema = OBJECT_SCHEMAS.find(({ type }) => type === 'zone_managed_rules') as ObjectSchema;
  let object: Pick<NestedAttribute, 'attributes' | 'refused'> = schema as never;
  for (const name of path.split('.')) object = object.attributes[name] as NestedAttribute;
  expect(Object.keys({ ...object.attributes, ...object.refused })).toEqual(
    expect.arrayContaining(members.split(' ')),
  );
});
