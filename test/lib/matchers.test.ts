import 'cdktf/lib/testing/adapters/jest';
import { Testing } from 'cdktf';
import {
  LogCustomFields,
  LogpushJob,
  LogpushJobHealth,
  ManagedRulesCompatibility,
  ManagedRulesConfiguration,
  ManagedRulesMigration,
  ManagedRulesStatus,
  ZoneProvider,
  ZoneRulesets,
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
  new ManagedRulesCompatibility(stack, 'compatibility', { zoneId: ZONE });
  new ManagedRulesConfiguration(stack, 'configuration', { zoneId: ZONE });
  new ManagedRulesStatus(stack, 'status', { zoneId: ZONE });
  new ZoneRulesets(stack, 'rulesets', { zoneId: ZONE });
  new LogpushJobHealth(stack, 'health', { zoneId: ZONE, jobId: 1 });
  return Testing.synth(stack);
}

describe("cdktf's own matchers", () => {
  test.each([
    ['custom log fields', LogCustomFields, { zone_id: ZONE, cookies: ['sid'] }],
    ['a log push job', LogpushJob, { zone_id: ZONE, name: 'siem' }],
    ['a migration', ManagedRulesMigration, { zone_id: ZONE, target_state: 'validation' }],
  ])('find %s by the class of the construct', (_, construct, properties) => {
    expect(synthesized()).toHaveResource(construct);
    expect(synthesized()).toHaveResourceWithProperties(construct, properties);
    expect(synthesized()).not.toHaveResourceWithProperties(construct, { zone_id: 'another' });
  });

  test.each([
    ['the compatibility of a zone', ManagedRulesCompatibility],
    ['the generated configuration', ManagedRulesConfiguration],
    ['the status of a migration', ManagedRulesStatus],
    ['the rulesets of a zone', ZoneRulesets],
    ['the health of a job', LogpushJobHealth],
  ])('find the data source of %s by its class', (_, construct) => {
    expect(synthesized()).toHaveDataSourceWithProperties(construct, { zone_id: ZONE });
  });

  test('find the provider by its class', () => {
    expect(synthesized()).toHaveProviderWithProperties(ZoneProvider, { max_retries: 2 });
  });
});
