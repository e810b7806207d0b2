import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../emulator';
import { createWorkspace, hcl, startService, type TestService, type Workspace } from '../support/workspace';

/** The provider is written for the specification; here it meets the service of today. */

let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  // The window of the rate limit would never end: the clock only moves with writes.
  service = await startService({ settings: { model: 'today', rateLimit: 0, finishSeconds: 0 } });
  workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
  workspace.write('main.tf', hcl(''));
  await workspace.ready();
});
afterAll(async () => {
  workspace.remove();
  await service.emulator.close();
});
beforeEach(() => {
  service.emulator.control.reset();
  for (const file of ['terraform.tfstate', 'terraform.tfstate.backup']) workspace.write(file, '');
});

const resource = (type: string, name: string, body: string, zone = DEFAULT_ZONE_ID): string =>
  `resource "${type}" "${name}" {\n  zone_id = "${zone}"\n  ${body}\n}`;

const FIELDS = resource(
  'zone_log_custom_fields',
  'main',
  'request_headers = ["x-a"]\n  response_headers = ["server"]\n  cookies = ["Sid"]',
);

const JOB = `enabled = true
  name = "my_job"
  destination_conf = "https://logs.example.com/?header_Authorization=t"
  output_options = { field_names = ["RayID", "Cookies"], sample_rate = 0.5 }`;

const migration = (target: string): string =>
  resource(
    'zone_managed_rules_migration',
    'main',
    `target_state = "${target}"\n  acknowledge_irreversible = "${DEFAULT_ZONE_ID}"`,
  );

async function planIsEmpty(): Promise<void> {
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
}

/** What the engine says about an apply that fails, in one line. */
async function refusal(): Promise<string> {
  const { exitCode, stderr } = await workspace.apply();
  expect(exitCode).toBe(1);
  return stderr.replace(/[│|\s]+/g, ' ');
}

test('one resource of each kind is created, has an empty plan, and changes', async () => {
  workspace.write(
    'main.tf',
    hcl([FIELDS, resource('zone_logpush_job', 'main', JOB), migration('validation')].join('\n\n')),
  );
  await workspace.applied();
  await planIsEmpty();
  const zone = service.emulator.control.zone(DEFAULT_ZONE_ID);
  expect(zone.migration.state).toBe('validation');
  expect(zone.logpush.jobs).toMatchObject([{ name: 'my_job', enabled: true }]);
  expect(zone.rulesets.find(({ phase }) => phase === 'http_log_custom_fields')?.rules).toMatchObject([
    { action_parameters: { response_fields: [{ name: 'server', preserve_duplicates: false }] } },
  ]);

  workspace.write(
    'main.tf',
    hcl(
      [
        FIELDS.replace('"Sid"', '"Uid"'),
        resource('zone_logpush_job', 'main', JOB.replace('0.5', '1')),
        migration('finished'),
      ].join('\n\n'),
    ),
  );
  await workspace.applied();
  await planIsEmpty();
  expect(service.emulator.control.zone(DEFAULT_ZONE_ID).migration.state).toBe('finished');
});

test('log push works on every plan, up to four jobs, and the fifth is explained', async () => {
  const jobs = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    resource('zone_logpush_job', name, JOB.replace('my_job', name), PROFESSIONAL_ZONE_ID),
  );
  workspace.write('main.tf', hcl(jobs.slice(0, 4).join('\n\n')));
  await workspace.applied();
  await planIsEmpty();
  workspace.write('main.tf', hcl(jobs.join('\n\n')));
  const told = await refusal();
  expect(told).toContain('creating a new job is not allowed: exceeded max jobs allowed');
  expect(told).toContain('The zone has as many log push jobs as it may have (usually 4)');
  workspace.write('main.tf', hcl(jobs.slice(1).join('\n\n')));
  await workspace.applied();
  await planIsEmpty();
});

test('custom log fields of a zone that is not Enterprise are refused, and the reason is explained', async () => {
  workspace.write('main.tf', hcl(FIELDS.replace(DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID)));
  const told = await refusal();
  expect(told).toContain('50002 not entitled to use the phase http_log_custom_fields');
  expect(told).toContain('Custom log fields need an Enterprise zone.');
});
