import 'zonewright/testing/jest';
import { join } from 'node:path';
import { Testing } from 'cdktf';
import { readApprovals } from 'zonewright';
import { synthesized } from 'zonewright/testing';
import { ZoneStack } from './zone-stack';

/** The zone that the emulator starts with, with an approval of nothing that it has. */
const zone = '023e105f4ecef8ad9ca31a8372d0c353';
const approved_digest = `v1/validation/${zone}/none/none/none`;
const row = { zone, approved_digest, step: 'validation', name: '', by: '', ticket: '', at: '' } as const;

test('approvals.json can be read', () => {
  expect(() => readApprovals(join(__dirname, 'approvals.json'))).not.toThrow();
});

test('a zone goes as far as its row says', () => {
  expect(synthesized(new ZoneStack(Testing.app(), 'zone', { approvals: [row] }))).toMatchObject({
    provider: { zone: [{ require_approval: true }] },
    resource: {
      zone_managed_rules_migration: {
        [`zone_${zone}`]: { zone_id: zone, target_state: 'validation', approved_digest },
      },
    },
  });
});

// The real engine and provider, on an emulator of their own: whatever the environment names, no account is touched.
test('an approval that does not fit is refused', async () => {
  const stack = new ZoneStack(Testing.app(), 'zone', { approvals: [row] });
  await expect(expect(stack).toPlan({})).rejects.toThrow('is not of what this plan does');
});
