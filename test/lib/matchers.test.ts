import 'cdktf/lib/testing/adapters/jest';
import { TerraformDataSource, TerraformProvider, TerraformResource, Testing } from 'cdktf';
import * as zonewright from '../../lib';
import {
  LogCustomFields,
  LogpushJob,
  DataLogpushJobHealth,
  DataLogpushJobs,
  DataZones,
  ManagedRules,
  DataManagedRulesCompatibility,
  DataManagedRulesConfiguration,
  ManagedRulesMigration,
  DataManagedRulesStatus,
  DataManagedRulesets,
  ZoneProvider,
  DataRulesets,
} from '../../lib';
import { testStack } from './synth';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';

Testing.setupJest();

/** What a user of cdktf writes in a test of a stack. */
function synthesized(): string {
  const stack = testStack();
  new ZoneProvider(stack, 'zone', { maxRetries: 2 });
  const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['sid'] });
  const destination = 'r2://logs/http?account-id=a&access-key-id=k&secret-access-key=s';
  new LogpushJob(stack, 'job', { customFields: fields, destination, name: 'siem' });
  new ManagedRulesMigration(stack, 'migration', { zoneId: ZONE, targetState: 'validation' });
  new ManagedRules(stack, 'rules', { zoneId: ZONE, order: ['owasp'] });
  new DataManagedRulesCompatibility(stack, 'compatibility', { zoneId: ZONE });
  new DataManagedRulesConfiguration(stack, 'configuration', { zoneId: ZONE });
  new DataManagedRulesStatus(stack, 'status', { zoneId: ZONE });
  new DataRulesets(stack, 'rulesets', { zoneId: ZONE });
  new DataManagedRulesets(stack, 'managed', { zoneId: ZONE });
  new DataLogpushJobHealth(stack, 'health', { zoneId: ZONE, jobId: 1 });
  new DataLogpushJobs(stack, 'jobs', { zoneId: ZONE });
  new DataZones(stack, 'zones', { names: ['example.com'] });
  return Testing.synth(stack);
}

const RESOURCES = [
  ['custom log fields', LogCustomFields, { zone_id: ZONE, cookies: ['sid'] }],
  ['a log push job', LogpushJob, { zone_id: ZONE, name: 'siem' }],
  ['a migration', ManagedRulesMigration, { zone_id: ZONE, target_state: 'validation' }],
  ['managed rules', ManagedRules, { zone_id: ZONE, order: ['owasp'] }],
] as const;

const DATA_SOURCES = [
  ['the compatibility of a zone', DataManagedRulesCompatibility],
  ['the generated configuration', DataManagedRulesConfiguration],
  ['the status of a migration', DataManagedRulesStatus],
  ['the rulesets of a zone', DataRulesets],
  ['the managed rulesets of a zone', DataManagedRulesets],
  ['the health of a job', DataLogpushJobHealth],
  ['the jobs of a zone', DataLogpushJobs],
  ['zones by name', DataZones, { names: ['example.com'] }],
] as const;

/** Several objects, or one of another provider: there is no one type to look for. */
const COMPOSED: readonly string[] = ['MigrationGate', 'ZoneLogging'];

describe("cdktf's own matchers", () => {
  test.each(RESOURCES)('find %s by the class of the construct', (_, construct, properties) => {
    expect(synthesized()).toHaveResource(construct);
    expect(synthesized()).toHaveResourceWithProperties(construct, properties);
    expect(synthesized()).not.toHaveResourceWithProperties(construct, { zone_id: 'another' });
  });

  test.each(DATA_SOURCES)(
    'find the data source of %s by its class',
    (_, construct, given: object = { zone_id: ZONE }) => {
      expect(synthesized()).toHaveDataSource(construct);
      expect(synthesized()).toHaveDataSourceWithProperties(construct, given);
      expect(synthesized()).not.toHaveDataSourceWithProperties(construct, { zone_id: 'another' });
    },
  );

  test('find the provider by its class', () => {
    expect(synthesized()).toHaveProvider(ZoneProvider);
    expect(synthesized()).toHaveProviderWithProperties(ZoneProvider, { max_retries: 2 });
    expect(
      Testing.toHaveProviderWithProperties(synthesized(), ZoneProvider.tfResourceType, { max_retries: 2 }),
    ).toBe(true);
  });

  test('are tested with every class of a resource, a data source or a provider', () => {
    const kinds = [TerraformResource, TerraformDataSource, TerraformProvider];
    const classes = Object.entries(zonewright).filter(([name, one]) => {
      if (typeof one !== 'function' || COMPOSED.includes(name)) return false;
      const prototype: unknown = one.prototype;
      if (typeof prototype !== 'object' || prototype === null) return false;
      return 'resource' in prototype || kinds.some((kind) => prototype instanceof kind);
    });
    const tried = [...RESOURCES, ...DATA_SOURCES].map(([, construct]) => construct.name);
    expect(classes.map(([name]) => name).sort()).toEqual([...tried, ZoneProvider.name].sort());
  });
});
