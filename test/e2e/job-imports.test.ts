import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { GENERATES, testOnlyOn } from '../support/engine';
import {
  attributesOf,
  editJobs,
  held,
  imports,
  jobs,
  rest,
  service,
  useJobZone,
  workspace,
} from './job-zone';

/** How jobs are imported, beside blocks with their ids; by identities: test/conformance/listed-objects.test.ts. */
useJobZone();

/** The jobs of the zone as others made them, by their names. */
const MADE = {
  text: { logpull_options: 'fields=RayID,ClientIP&timestamps=rfc3339&sample=0.5' },
  output: { output_options: { field_names: ['RayID'], output_type: 'csv', 'CVE-2021-44228': true } },
  filtered: {
    logpull_options: 'fields=RayID',
    filter: '{"where":{"key":"ClientCountry","operator":"eq","value":"ca"}}',
    max_upload_bytes: 5_000_000,
    kind: 'edge',
  },
  secret: { destination_conf: 's3://b/l?region=x&access-key-id=planted&secret-access-key=planted-secret' },
};

afterEach(() => {
  for (const file of ['generated.tf', 'fields.tf']) rmSync(join(workspace.cwd, file), { force: true });
});

const TITLE =
  'a configuration that the engine generates for jobs and fields plans clean, and never has the secrets';

testOnlyOn(GENERATES, 'it looks for a wrong provider', TITLE, async () => {
  editJobs(() =>
    Object.entries(MADE).map(
      ([name, settings]) =>
        ({
          name,
          dataset: 'http_requests',
          enabled: true,
          destination_conf: `https://logs.example.com/${name}`,
          logpull_options: 'fields=RayID',
          ...settings,
        }) as unknown as ReturnType<typeof held>[number],
    ),
  );
  service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
    const fields = { cookie_fields: [{ name: 'sid' }] };
    const rule = { action: 'log_custom_field', expression: 'true', action_parameters: fields };
    zone.rulesets = [{ phase: 'http_log_custom_fields', rules: [rule] }] as typeof zone.rulesets;
  });
  const ids = held().map(({ id, name }) => {
    const version = name === 'secret' ? '/1' : '';
    return [name, `${DEFAULT_ZONE_ID}/${id}${version}`] as const;
  });
  jobs({}, {});
  imports(Object.fromEntries(ids));
  workspace.write(
    'fields.tf',
    `import {\n  to = zone_log_custom_fields.all\n  id = "zones/${DEFAULT_ZONE_ID.toUpperCase()}"\n}\n`,
  );

  const plan = await workspace.plan({ args: ['-generate-config-out=generated.tf'] });
  expect(plan.stdout).toContain('Plan: 5 to import, 0 to add, 0 to change, 0 to destroy.');
  expect(workspace.read('generated.tf')).not.toMatch(/planted|logs\.example\.com|cve/);
  await workspace.applied();
  await rest();
  expect(service.emulator.control.journal().filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(workspace.read('terraform.tfstate')).not.toContain('planted');

  // The destination is not declared, so nobody's change of it is drift, and another change does not send it.
  const elsewhere = 'https://logs.example.com/elsewhere';
  editJobs((all) => all.map((job) => (job.name === 'text' ? { ...job, destination_conf: elsewhere } : job)));
  await rest();
  const generated = workspace.read('generated.tf');
  workspace.write('generated.tf', generated.replace(/enabled( *)= true/g, 'enabled$1= false'));
  await workspace.applied();
  expect(held().map(({ enabled }) => enabled)).toEqual([false, false, false, false]);
  expect(held().find(({ name }) => name === 'text')?.destination_conf).toBe(elsewhere);
  expect(await attributesOf('text')).toMatchObject({ destination_conf: elsewhere });
  await rest();
});
