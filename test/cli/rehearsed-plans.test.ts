import { planDigest } from '../../cli/rehearse/rehearsed-plans';
import type { PlanJson, ResourceChange } from '../../cli/review/plan-json';

const ZONE = 'ab'.repeat(16);

function planOf(...changes: readonly Partial<ResourceChange>[]): PlanJson {
  const ours: ResourceChange = {
    ...{ address: 'zone_managed_rules_migration.a', mode: 'managed', type: 'zone_managed_rules_migration' },
    provider_name: 'registry.terraform.io/zonewright/zone',
    change: { actions: ['create'], before: null, after: { zone_id: ZONE, rules_digest: 'sha256:1' } },
  };
  return { format_version: '1.2', resource_changes: changes.map((change) => ({ ...ours, ...change })) };
}

const other = (provider: string): Partial<ResourceChange> => ({
  ...{ address: 'z.a', type: 'z', provider_name: `registry.terraform.io/hashicorp/${provider}` },
  change: { actions: ['delete'], before: {}, after: null },
});

test('a plan that also changes what no rehearsal may have is another plan; harmless providers do not count', () => {
  const digest = planDigest(planOf({}), []);
  expect(planDigest(planOf({}, other('aws')), [])).not.toBe(digest);
  expect(planDigest(planOf({}, other('random')), [])).toBe(digest);
});

test('the digest of rules counts, but for zones whose rules hold placeholders', () => {
  const [one, two] = ['sha256:1', 'sha256:2'].map((digest) =>
    planOf({ change: { actions: ['create'], before: null, after: { zone_id: ZONE, rules_digest: digest } } }),
  ) as [PlanJson, PlanJson];
  expect(planDigest(two, [])).not.toBe(planDigest(one, []));
  expect(planDigest(two, ['cd'.repeat(16)])).not.toBe(planDigest(one, ['cd'.repeat(16)]));
  expect(planDigest(two, [ZONE])).toBe(planDigest(one, [ZONE]));
});
