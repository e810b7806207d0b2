import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME, type FaultRule } from '../../emulator';
import { createWorkspace, hcl, startService, type TestService, type Workspace } from '../support/workspace';

/** Messages call a zone by its name, which costs a request: one for each zone, and only where there is a message. */

const NAMED = `${DEFAULT_ZONE_NAME} (${DEFAULT_ZONE_ID})`;
const PHASE = 'http_log_custom_fields';

let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  service = await startService();
  workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
  workspace.write('main.tf', hcl(''));
  await workspace.ready();
});
beforeEach(() => {
  service.emulator.control.reset();
  workspace.write('terraform.tfstate', '');
  workspace.write('import.tf', '');
});
afterEach(() => service.emulator.control.faults.clear());

const asked = (): number => service.emulator.control.journal({ operation: 'zones.get' }).length;

/** No retries: the service at fault is at fault. */
const rootModule = (body: string): string => hcl(`provider "zone" {\n  max_retries = 0\n}\n${body}`);

const FIELDS = `resource "zone_log_custom_fields" "fields" {
  zone_id = "${DEFAULT_ZONE_ID}"
  cookies = ["Sid"]
}`;
const JOB = `resource "zone_logpush_job" "job" {
  zone_id          = "${DEFAULT_ZONE_ID}"
  destination_conf = "https://logs.example.com/"
  logpull_options  = { fields = ["RayID"] }
}`;

test('the zone name is requested only for a message', async () => {
  workspace.write('main.tf', rootModule(`${FIELDS}\n${JOB}`));
  await workspace.applied();
  workspace.write(
    'main.tf',
    rootModule(`${FIELDS}\n${JOB}`.replace('Sid', 'Uid').replace('RayID', 'ClientIP')),
  );
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  expect(await workspace.destroy()).toMatchObject({ exitCode: 0 });
  expect(asked()).toBe(0);
});

/** What brings a message about, and its beginning up to the zone. */
const MESSAGES: readonly (readonly [string, () => void, string])[] = [
  [
    'fields that are there',
    () => {
      const rule = { action: 'log_custom_field', expression: 'true' };
      const rules = [{ ...rule, action_parameters: { cookie_fields: [{ name: 'Other' }] } }];
      service.emulator.control.saveRuleset(DEFAULT_ZONE_ID, PHASE, { rules });
      workspace.write('main.tf', rootModule(FIELDS));
    },
    'Zone ZONE already has custom log fields: ',
  ],
  [
    'two resources with fields',
    () => workspace.write('main.tf', rootModule(`${FIELDS}\n${FIELDS.replace('"fields"', '"more"')}`)),
    'Two resources of this configuration declare the custom log fields of zone ZONE',
  ],
  [
    'an import without fields',
    () => {
      workspace.write('main.tf', rootModule(FIELDS));
      const to = 'zone_log_custom_fields.fields';
      workspace.write('import.tf', `import {\n  to = ${to}\n  id = "${DEFAULT_ZONE_ID}"\n}\n`);
    },
    'Zone ZONE has no custom log fields, so there is nothing to import.',
  ],
  [
    'an import without a job',
    () => {
      workspace.write('main.tf', rootModule(JOB));
      workspace.write(
        'import.tf',
        `import {\n  to = zone_logpush_job.job\n  id = "${DEFAULT_ZONE_ID}/17"\n}\n`,
      );
    },
    'Zone ZONE has no log push job 17, so there is nothing to import.',
  ],
];

/** Why the service does not tell the name. */
const FAULTS: readonly (readonly [string, FaultRule['effect'] | undefined, string])[] = [
  ['returns it', undefined, NAMED],
  ['does not return it', { kind: 'answer', status: 403 }, DEFAULT_ZONE_ID],
  ['is at fault', { kind: 'answer', status: 500 }, DEFAULT_ZONE_ID],
  ['answers something else', { kind: 'html-page', status: 200 }, DEFAULT_ZONE_ID],
];

describe.each(MESSAGES)('of %s', (_what, arrange, message) => {
  test.each(FAULTS)('the message is shown when the service %s', async (_why, effect, zone) => {
    arrange();
    if (effect) service.emulator.control.faults.put([{ match: { operation: 'zones.get' }, effect }]);
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    expect(stderr.replace(/[│|\s]+/g, ' ')).toContain(message.replace('ZONE', zone));
    expect(asked()).toBeGreaterThan(0);
  });
});
