import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME } from '../../emulator';
import { diagnosticsIn } from './engine-events';
import {
  attributesOf,
  byHand,
  calls,
  held,
  heldAs,
  imports,
  jobs,
  printed,
  rest,
  service,
  settle,
  useJobZone,
  workspace,
} from './job-zone';

useJobZone({ startedBy: 'workspace' });

const DESTINATION = 'https://logs.example.com/collect?header_Authorization=t';

const OPEN = { name: 'open', destination_conf: DESTINATION, logpull_options: { fields: ['RayID'] } };
const SECRET = {
  name: 'secret',
  destination_conf_wo: DESTINATION,
  destination_conf_wo_version: 1,
  logpull_options: { fields: ['RayID'] },
};

test('a hand edit shows as a diff of just that edit, and apply sends only that', async () => {
  await settle({ open: OPEN, secret: SECRET });
  byHand('open', {
    logpull_options: 'fields=RayID,ClientIP',
    destination_conf: 'https://elsewhere.example.com/',
  });
  byHand('secret', { max_upload_records: 5000, destination_conf: 'https://elsewhere.example.com/' });
  const plan = await workspace.plan();
  const changed = plan.stdout
    .split('\n')
    .filter((line) => /^\s+[~+-] (?!update)/.test(line))
    // OpenTofu marks every write-only attribute of an object that changes.
    .filter((line) => !line.endsWith('(write-only attribute)'));
  expect(changed.map((line) => line.trim().replace(/\s+/g, ' '))).toEqual([
    '~ resource "zone_logpush_job" "open" {',
    '~ destination = "https://elsewhere.example.com" -> "https://logs.example.com"',
    '~ destination_conf = (sensitive value)',
    '~ logpull_options = {',
    '~ fields = [',
    '- "ClientIP",',
    '~ resource "zone_logpush_job" "secret" {',
    '~ destination = "https://elsewhere.example.com" -> "https://logs.example.com"',
    '+ destination_conf_wo_version = 1',
    '~ max_upload_records = 5000 -> 0',
  ]);
  service.emulator.control.clearJournal();
  await workspace.applied();
  await rest();
  const bodies = service.emulator.control
    .journal()
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => Object.keys(body as object).sort());
  expect(bodies.sort()).toEqual([
    ['destination_conf', 'logpull_options'],
    ['destination_conf', 'max_upload_records'],
  ]);
  expect(held().map((job) => job.destination_conf)).toEqual([DESTINATION, DESTINATION]);
});

test.each([
  ['open', 'list destination_conf in ignore_changes'],
  ['secret', 'list destination_conf_wo and destination_conf_wo_version in ignore_changes'],
])('a plan that replaces a destination set by others says so: %s', async (name, wayOut) => {
  const block = name === 'open' ? OPEN : SECRET;
  await settle({ [name]: block });
  byHand(name, { destination_conf: 'https://logs.example.com/collect?header_Authorization=rotated' });
  const text = printed(await workspace.plan());
  expect(text).toContain(
    `Changed outside since the last apply: log push job ${heldAs(name)?.id} of zone ${DEFAULT_ZONE_NAME} ` +
      `(${DEFAULT_ZONE_ID}): destination.`,
  );
  expect(text).toMatch(
    /of zone \S+ \([0-9a-f]{32}\) was changed outside this configuration, and apply replaces it\./,
  );
  expect(text).toContain('The job delivers to https://logs.example.com now;');
  expect(text).toContain(wayOut);
  expect(text).not.toContain('rotated');
  jobs({ [name]: { ...block, lifecycle: { ignore_changes: wayOut.match(/destination_conf\w*/g) } } });
  expect(printed(await workspace.plan())).not.toContain('apply replaces it');
});

test('a plan that changes the destination itself does not mention others', async () => {
  await settle({ open: OPEN, secret: SECRET });
  const destination = 'https://elsewhere.example.com/';
  jobs({
    open: { ...OPEN, destination_conf: destination },
    secret: { ...SECRET, destination_conf_wo: destination, destination_conf_wo_version: 2 },
  });
  expect(printed(await workspace.plan())).not.toContain('outside this configuration');
});

test('a plan that deletes an imported job says so, and how to keep it', async () => {
  await settle({ open: OPEN });
  const [job] = held();
  expect(printed(await workspace.plan({ destroy: true }))).not.toContain('was imported');
  imports({ open: `${DEFAULT_ZONE_ID}/${String(job?.id)}` });
  await workspace.applied();
  workspace.write('import.tf', '');
  const text = printed(await workspace.plan({ destroy: true }));
  expect(text).toContain('was imported, and this plan deletes it at the service.');
  expect(text).toContain('from = zone_logpush_job.NAME');
});

test('equivalent values in another form are not a change', async () => {
  const filter = JSON.stringify({ where: { key: 'ClientIP', operator: 'eq', value: '::1' } });
  const output = {
    ...OPEN,
    name: 'output',
    logpull_options: undefined,
    output_options: { field_names: ['RayID'] },
  };
  await settle({ open: { ...OPEN, filter, logpull_options: { fields: ['RayID', 'ClientIP'] } }, output });
  byHand('open', {
    filter: JSON.stringify(JSON.parse(filter), null, 2),
    logpull_options: 'sample=1.0&fields=ClientIP%2CRayID&timestamps=unixnano',
    frequency: 'high',
    max_upload_bytes: 0,
  });
  byHand('output', {
    output_options: {
      field_names: ['RayID'],
      output_type: 'ndjson',
      timestamp_format: 'unixnano',
      sample_rate: 1,
      record_prefix: '{',
      record_suffix: '}\n',
      record_template: null,
      field_delimiter: ',',
      'CVE-2021-44228': false,
      merge_subrequests: null,
    },
  });
  await rest();
  // Nor what the user does: another order, another destination attribute.
  service.emulator.control.clearJournal();
  await settle({
    open: {
      ...OPEN,
      filter,
      logpull_options: { fields: ['ClientIP', 'RayID'], timestamps: 'unixnano' },
    },
    output: {
      ...output,
      destination_conf: undefined,
      destination_conf_wo: DESTINATION,
      destination_conf_wo_version: 7,
    },
  });
  expect(calls().filter((call) => !call.startsWith('GET '))).toEqual([]);
  expect(await attributesOf('output')).toMatchObject({
    destination_conf: null,
    destination_conf_wo_version: 7,
  });
});

test('a renamed resource never loses its job; an existing equal job stays separate, and the plan says so', async () => {
  await settle({ before: OPEN });
  await settle({ after: OPEN });
  expect(held()).toHaveLength(1);
  expect((await attributesOf('after'))['job_id']).toBe(held()[0]?.id);
  workspace.write('terraform.tfstate', '');
  const { stdout } = await workspace.plan({ args: ['-json'] });
  const [there] = held();
  const block = `import {\n  to = zone_logpush_job.after\n  id = "${DEFAULT_ZONE_ID}/${there?.id}"\n}\n`;
  expect(diagnosticsIn(stdout)).toContainEqual(
    expect.objectContaining({
      severity: 'warning',
      address: 'zone_logpush_job.after',
      summary: expect.stringContaining(`a log push job that is exactly like this one: ${there?.id}.`),
      // The code is a promise of docs/guides/ownership.md.
      detail: expect.stringMatching(new RegExp(`${block}[^]*\nCode: equal_job_there$`)),
    }),
  );
  await workspace.applied();
  await rest();
  expect(held()).toHaveLength(2);
  expect((await attributesOf('after'))['job_id']).not.toBe(there?.id);
  await settle({});
  expect(held()).toEqual([there]);
  // One that differs is not mentioned.
  jobs({ other: { ...OPEN, name: 'other' } });
  expect(printed(await workspace.plan())).not.toContain('exactly like this one');
});

test('an import with options in any form has an empty plan', async () => {
  const blocks = {
    other: {
      ...SECRET,
      name: 'other',
      logpull_options: { timestamps: 'unix', other: 'x_a=1&x_a=2' },
      enabled: true,
    },
    typed: { ...OPEN, name: 'typed', logpull_options: { fields: ['RayID', 'ClientIP'], sample: 0.5 } },
    output: {
      name: 'output',
      destination_conf: DESTINATION,
      ownership_challenge: 'not-needed-here',
      output_options: { field_names: ['RayID'], record_prefix: '', output_type: 'csv', record_suffix: ';' },
    },
    plain: { name: 'plain', destination_conf: DESTINATION },
  };
  await settle(blocks);
  const ids = Object.keys(blocks).map((name) => [
    name,
    `${DEFAULT_ZONE_ID}/${heldAs(name)?.id}${name === 'other' ? '/1' : ''}`,
  ]);
  imports(Object.fromEntries(ids) as Record<string, string>);
  expect((await workspace.plan()).stdout).toContain(
    'Plan: 4 to import, 0 to add, 0 to change, 0 to destroy.',
  );
});
