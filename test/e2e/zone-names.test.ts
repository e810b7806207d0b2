import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME, type FaultRule } from '../../emulator';
import { beginAnew, service, useWorkspace, workspace } from './one-service';
import { hcl } from '../support/workspace';

/** Messages call a zone by its name, which costs a request: one for each zone, and only where there is a message. */

const NAMED = `${DEFAULT_ZONE_NAME} (${DEFAULT_ZONE_ID})`;

useWorkspace({});
beforeEach(() => beginAnew('import.tf'));
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

test.each<readonly [string, FaultRule['effect'] | undefined, string]>([
  ['returns it', undefined, NAMED],
  ['does not return it', { kind: 'answer', status: 403 }, DEFAULT_ZONE_ID],
  ['is at fault', { kind: 'answer', status: 500 }, DEFAULT_ZONE_ID],
  ['answers something else', { kind: 'html-page', status: 200 }, DEFAULT_ZONE_ID],
])('a message is shown when the service %s', async (_why, effect, zone) => {
  workspace.write('main.tf', rootModule(`${FIELDS}\n${JOB}`));
  const imports = [
    ['zone_log_custom_fields.fields', DEFAULT_ZONE_ID],
    ['zone_logpush_job.job', `${DEFAULT_ZONE_ID}/17`],
  ];
  workspace.write(
    'import.tf',
    imports.map(([to, id]) => `import {\n  to = ${to}\n  id = "${id}"\n}\n`).join(''),
  );
  if (effect) service.emulator.control.faults.put([{ match: { operation: 'zones.get' }, effect }]);
  const { exitCode, stderr } = await workspace.plan();
  expect(exitCode).toBe(1);
  const said = stderr.replace(/[│|\s]+/g, ' ');
  expect(said).toContain(
    `Zone ${zone} has no custom log fields that zone_log_custom_fields can express, so there is nothing to import.`,
  );
  expect(said).toContain(`Zone ${zone} has no log push job 17, so there is nothing to import.`);
  expect(said).toContain('Remove the import block');
  expect(asked()).toBeGreaterThan(0);
});
