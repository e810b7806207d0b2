/**
 * Tests of a stack: what it synthesizes to, what is wrong with it, what the engine plans and applies, and cdktf's own
 * matchers. To run them, copy this folder into a project of `npx zonewright init`, and run `npm test`. The guide "Testing your stacks"
 * has the settings for Jest and for Vitest.
 */
import 'cdktf/lib/testing/adapters/jest';
import 'zonewright/testing/jest';
import { Testing } from 'cdktf';
import { LogCustomFields, LogpushJob } from 'zonewright';
import {
  createWorkspace,
  type EmulatorProcess,
  problemsOf,
  startEmulatorProcess,
  synthesized,
} from 'zonewright/testing';
import { LogDeliveryStack } from './log-delivery-stack';

const zoneId = '023e105f4ecef8ad9ca31a8372d0c353';

/** The stack, in a new app for each test. */
function stack(cookies: readonly string[] = ['session_id']): LogDeliveryStack {
  return new LogDeliveryStack(Testing.app(), 'log-delivery', { zoneId, cookies });
}

describe('the synthesized stack', () => {
  test('matches the snapshot', () => {
    expect(synthesized(stack())['resource']).toMatchInlineSnapshot(`
     {
       "zone_log_custom_fields": {
         "fields": {
           "cookies": [
             "session_id",
           ],
           "request_headers": [
             "x-request-id",
           ],
           "zone_id": "023e105f4ecef8ad9ca31a8372d0c353",
         },
       },
       "zone_logpush_job": {
         "collector": {
           "depends_on": [
             "zone_log_custom_fields.fields",
           ],
           "destination_conf_wo": "https://logs.example.com/collect",
           "destination_conf_wo_version": 1,
           "enabled": true,
           "name": "collector",
           "output_options": {
             "field_names": [
               "RayID",
               "RequestHeaders",
               "Cookies",
             ],
           },
           "zone_id": "023e105f4ecef8ad9ca31a8372d0c353",
         },
       },
     }
    `);
  });

  test('reports problems as data', () => {
    expect(problemsOf(stack(['session_id', 'session_id']))).toMatchObject([
      { construct: 'log-delivery/fields', prop: 'cookies' },
    ]);
  });
});

describe('the stack on the engine', () => {
  test('creates two objects, and has an empty plan after the apply', async () => {
    const workspace = await createWorkspace(stack());
    try {
      await expect(workspace).toPlanCleanly();
      await expect(workspace).toPlan({ create: 2 });
      await expect(workspace).toHaveNoDrift();
    } finally {
      await workspace.remove();
    }
  });

  test('updates in place for another cookie', async () => {
    await expect(stack(['session_id', 'cart_id'])).toPlan(
      { update: ['zone_log_custom_fields.fields'] },
      { after: stack() },
    );
  });
});

describe("cdktf's own matchers", () => {
  let emulator: EmulatorProcess;

  // They wait for terraform with spawnSync, so the emulator cannot run in this process.
  beforeAll(async () => {
    Testing.setupJest();
    emulator = await startEmulatorProcess();
    Object.assign(process.env, emulator.env);
  });
  afterAll(() => emulator.close());

  test('find the resources by their classes', () => {
    const document = Testing.synth(stack());
    expect(document).toHaveResourceWithProperties(LogCustomFields, { cookies: ['session_id'] });
    expect(document).toHaveResource(LogpushJob);
  });

  test('plan the stack', () => {
    expect(Testing.fullSynth(stack())).toPlanSuccessfully();
  });
});
