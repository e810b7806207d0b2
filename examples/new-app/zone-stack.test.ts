import 'zonewright/testing/jest';
import { Testing } from 'cdktf';
import { synthesized } from 'zonewright/testing';
import { ZoneStack } from './zone-stack';

/** The stack, in a new app for each test. */
function stack(): ZoneStack {
  return new ZoneStack(Testing.app(), 'zone', { zoneId: '023e105f4ecef8ad9ca31a8372d0c353' });
}

test('the session is logged', () => {
  expect(synthesized(stack())).toMatchObject({
    resource: { zone_log_custom_fields: { fields: { cookies: ['session_id'] } } },
  });
});

// The real engine and provider, on an emulator of their own: whatever the environment names, no account is touched.
test('a new zone gets one object, and nothing is left to do after the apply', async () => {
  await expect(stack()).toPlan({ create: ['zone_log_custom_fields.fields'] });
  await expect(stack()).toHaveNoDrift();
});
