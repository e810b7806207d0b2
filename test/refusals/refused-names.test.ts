import { createZoneProvider } from '../../provider-shim/zone-provider';
import { OBJECT_SCHEMAS, type Attributes, type NestedAttribute, type ObjectSchema } from '../../schema';
import { connect, shownDiagnostics } from '../provider-shim/sdk/framework/connected';
import { encoded, valueOf, type Plain } from '../provider-shim/sdk/framework/plain';

/**
 * Names of the vendor's provider inside of objects, which the engine would drop without a word: each is refused with the
 * name to write, exactly where it was seen. What is not known yet is in `sdk/framework/refused`.
 */
const JOB = { destination_conf: 'https://logs.example.com' };
const ID = 'efb7b8c949ac4650a09736fc376e9aee';
const DEFUSE = 'Write defuse_lookups, with the same value.';
const STATUS = 'Write enabled = true for "enabled", and enabled = false for "disabled".';

const inOutput = (name: Plain): Plain => ({ ...JOB, output_options: { field_names: ['RayID'], ...name } });
const inRule = (name: Plain): Plain => ({ rules: [{ name: 'all', execute: { ruleset_id: ID }, ...name }] });
const inSkip = (name: Plain): Plain => ({ rules: [{ name: 'all', skip: { ruleset: 'current', ...name } }] });
const inOverrides = (overrides: Plain): Plain => inRule({ execute: { ruleset_id: ID, overrides } });
const inCategory = (name: Plain): Plain => inOverrides({ categories: { wordpress: name } });
const inOverride = (name: Plain): Plain => inOverrides({ rules: { [ID]: name } });

type Row = readonly [
  type: string,
  place: string,
  name: string,
  holder: (name: Plain) => Plain,
  detail: string,
];
const ROWS: readonly Row[] = [
  ['zone_logpush_job', 'output_options', 'cve_2021_44228', inOutput, DEFUSE],
  ['zone_logpush_job', 'output_options', 'cve20214428', inOutput, DEFUSE],
  ['zone_logpush_job', 'output_options', 'cve_2021_4428', inOutput, DEFUSE],
  [
    'zone_managed_rules',
    'rules[0]',
    'action',
    inRule,
    'Set execute or skip. What the rules of a managed ruleset do instead is overrides = { action = … } in execute.',
  ],
  [
    'zone_managed_rules',
    'rules[0]',
    'action_parameters',
    inRule,
    'Write its id as ruleset_id in execute, beside its overrides; or what it skips, in skip.',
  ],
  ['zone_managed_rules', 'rules[0]', 'matched_data', inRule, 'Write it in execute.'],
  ['zone_managed_rules', 'rules[0]', 'ref', inRule, 'Write a name: the provider makes the ref of it.'],
  ['zone_managed_rules', 'rules[0]', 'version', inRule, 'Write it in execute.'],
  ['zone_managed_rules', 'rules[0].skip', 'logging', inSkip, 'Write it beside skip, in the rule.'],
  [
    'zone_managed_rules',
    'rules[0].skip',
    'phase',
    inSkip,
    'Write ruleset = "current", which skips all managed rules after this one; or phases, by their names.',
  ],
  ['zone_managed_rules', 'rules[0].execute.overrides', 'status', inOverrides, STATUS],
  ['zone_managed_rules', 'rules[0].execute.overrides.categories["wordpress"]', 'status', inCategory, STATUS],
  ['zone_managed_rules', `rules[0].execute.overrides.rules["${ID}"]`, 'status', inOverride, STATUS],
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

test('no other name is refused', () => {
  const namesIn = (attributes: Attributes): readonly string[] =>
    Object.values(attributes).flatMap((attribute) => {
      const { attributes: inner = {}, refused = {} } = attribute as Partial<NestedAttribute>;
      return [...Object.keys(refused), ...namesIn(inner)];
    });
  const all = OBJECT_SCHEMAS.flatMap(({ attributes }) => namesIn(attributes));
  expect(all.sort()).toEqual(ROWS.map(([, , name]) => name).sort());
});
