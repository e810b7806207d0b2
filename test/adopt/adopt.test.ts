import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SeedDocument } from '../../emulator';
import { startService, type TestService } from '../support/workspace';
import { actionsOf, committedFiles, linkPackages, moduleIn, runAdopt, synthesize } from './adopted';

const ZONES = { alpha: '1'.repeat(32), beta: '2'.repeat(32), gamma: '3'.repeat(32) };
const SECRET = 'alphaSecretAlpha';
const READER = 'reader-token-0123456789abcdefghijklmnopqrstuv';
const FULL = 'emulator-token-0123456789abcdefghijklmnopqrst';

/** Three zones made by hand, and a token that sees two of them. */
const SEED: SeedDocument = {
  accounts: [
    {
      id: 'a'.repeat(32),
      name: 'Acme\u001b[31m',
      rulesets: [{ phase: 'http_request_firewall_managed', rules: [] }],
    },
  ],
  zones: [
    {
      id: ZONES.alpha,
      name: 'alpha.example',
      rulesets: [
        {
          phase: 'http_log_custom_fields',
          rules: [
            {
              action: 'log_custom_field',
              expression: 'true',
              description: 'by ${hand}',
              action_parameters: {
                request_fields: [{ name: 'x-request-id' }],
                // The service adds that duplicates are not kept, which is its default.
                response_fields: [{ name: 'server' }],
                raw_response_fields: [{ name: 'x-raw' }],
              },
            },
          ],
        },
        { phase: 'http_ratelimit', rules: [] },
      ],
      logpush: {
        jobs: [
          {
            name: 'requests',
            enabled: true,
            destination_conf: `r2://logs/alpha?account-id=a&access-key-id=AK${SECRET}&secret-access-key=${SECRET}%2F`,
            logpull_options: 'fields=RayID,RequestHeaders&timestamps=rfc3339',
            filter: '{"where":{"key":"ClientRequestHost","operator":"eq","value":"a"}}',
          },
          { destination_conf: 's3://bucket/{DATE}?region=eu-west-1', dataset: 'dns_logs' },
        ],
      },
    },
    {
      id: ZONES.beta,
      name: 'beta.example',
      migration: { state: 'finished' },
      previous_waf: { enabled: false },
      logpush: { edge_jobs: [{ session_id: '0'.repeat(32) }] },
    },
    {
      id: ZONES.gamma,
      name: 'gamma.example',
      logpush: { jobs: [{ destination_conf: `https://user:${SECRET}@logs.example.com/` }] },
    },
  ],
  credentials: { tokens: [{ token: FULL }, { token: READER, zones: [ZONES.alpha, ZONES.beta] }] },
};

const base = mkdtempSync(join(tmpdir(), 'zonewright-adopt-'));
let service: TestService;

beforeAll(async () => {
  service = await startService({ seed: SEED, settings: { model: 'today', rateLimit: 0 } });
});
afterAll(async () => {
  await service.emulator.close();
  rmSync(base, { recursive: true, force: true });
});

const below = (name: string): string => join(base, name);
const modeOf = (...path: readonly string[]): string => (statSync(join(...path)).mode & 0o777).toString(8);

const ADDRESSES = [
  'zone_log_custom_fields.alpha_example_fields',
  'zone_logpush_job.alpha_example_requests',
  'zone_logpush_job.alpha_example_dns_logs',
  'zone_managed_rules_migration.beta_example_migration',
  'zone_logpush_job.gamma_example_http_requests',
];

describe('zones made by hand', () => {
  test('become HCL whose first plan imports only, and whose second is empty', async () => {
    const out = below('hcl');
    const before = service.emulator.control.zones();
    const run = await runAdopt(service, ['alpha.example', ZONES.beta, 'gamma.example'], { as: 'hcl', out });
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.out).toContain('Adopted 3 of 3 zones');
    expect(run.out).toContain(`Requests sent: ${service.emulator.control.journal().length}`);
    expect([...committedFiles(out).keys()].sort()).toEqual([
      '.gitignore',
      'NOT-ADOPTED.md',
      'alpha-example.tf',
      'beta-example.tf',
      'gamma-example.tf',
      'imports.tf',
      'main.tf',
    ]);
    expect(modeOf(out, 'secrets.auto.tfvars.json')).toBe('600');
    for (const said of [run.out, run.err, ...committedFiles(out).values()]) {
      expect(said).not.toContain(SECRET);
      expect(said).not.toContain('\u001b');
    }

    const root = await moduleIn(out, service);
    await root.ready();
    expect(await actionsOf(root)).toEqual({ 'import no-op': [...ADDRESSES].sort() });
    await root.applied({ args: ['adopted.tfplan'] });
    expect(await root.plan()).toMatchObject({ exitCode: 0 });
    expect(root.read('terraform.tfstate')).not.toContain(SECRET);
    expect(service.emulator.control.zones()).toEqual(before);
  });

  test('become TypeScript with the same addresses, as clean', async () => {
    const out = below('ts');
    const run = await runAdopt(service, [], { as: 'ts', out, all: true });
    expect(run).toMatchObject({ exitCode: 0 });
    for (const said of [run.out, run.err, ...committedFiles(out).values()])
      expect(said).not.toContain(SECRET);
    linkPackages(out);
    const folder = synthesize(out);
    const secrets = JSON.parse(readFileSync(join(out, 'secrets.tfvars.json'), 'utf8')) as object;
    const root = await moduleIn(folder, service, secrets);
    await root.ready();
    expect(await actionsOf(root)).toEqual({ 'import no-op': [...ADDRESSES].sort() });
    await root.applied({ args: ['adopted.tfplan'] });
    expect(await root.plan()).toMatchObject({ exitCode: 0 });
  });

  test('are listed with what is not adopted', () => {
    const text = readFileSync(join(below('hcl'), 'NOT-ADOPTED.md'), 'utf8').replaceAll('\\', '');
    expect(text.split('\n').filter((line) => /^(## |- )/.test(line))).toEqual([
      `## Account Acmeu001b[31m (${'a'.repeat(32)})`,
      expect.stringMatching(
        /^- Ruleset "default" of the account \([0-9a-f]{32}, kind root, phase http_request_firewall_managed\) is not adopted\.$/,
      ),
      `## alpha.example (${ZONES.alpha})`,
      '- The rule of custom log fields also has raw_response_fields, which the provider has no attributes for.',
      expect.stringMatching(
        /^- Ruleset "default" \([0-9a-f]{32}, kind zone, phase http_ratelimit\) is not adopted\.$/,
      ),
      '- The migration to the new managed rules has not begun; the previous ones are not adopted.',
      `## beta.example (${ZONES.beta})`,
      '- The zone has 1 session of instant logs, which no resource declares.',
      `## gamma.example (${ZONES.gamma})`,
      '- The migration to the new managed rules has not begun; the previous ones are not adopted.',
    ]);
  });
});

test('a zone that the credentials cannot see is reported; the others are adopted, and it can follow', async () => {
  const out = below('partly');
  const file = below('zones.txt');
  writeFileSync(file, `# ours\n${ZONES.alpha}\n\n${ZONES.gamma} # the third\nbeta.example\nnobody.example\n`);
  const reader = { env: { ...service.env, ZONEWRIGHT_API_TOKEN: READER } };
  const first = await runAdopt(reader, [], { as: 'hcl', out, zones: file });
  expect(first).toMatchObject({ exitCode: 3 });
  expect(first.out).toContain('Adopted 2 of 4 zones');
  expect(first.err).toContain(`error: ${ZONES.gamma} is not adopted`);
  expect(first.err).toContain('The credentials see no zone with the name "nobody.example".');
  expect([...committedFiles(out).keys()]).not.toContain('gamma-example.tf');

  service.emulator.control.clearJournal();
  const second = await runAdopt(service, [], { as: 'hcl', out, zones: file });
  expect(second).toMatchObject({ exitCode: 3 });
  expect(second.err).toContain('2 of 3 zones are done already');
  expect([...committedFiles(out).keys()]).toContain('gamma-example.tf');
  const asked = service.emulator.control.journal().map(({ path }) => path);
  expect(asked.filter((path) => path.includes(`${ZONES.alpha}/`))).toEqual([]);
});

test('an interrupted run continues where it was, and ends as one that was not interrupted', async () => {
  const zones = Array.from({ length: 12 }, (_, index) => ({
    name: `zone-${index}.example`,
    id: `${index + 10}`.padEnd(32, 'a'),
    logpush: {
      jobs: [{ name: 'logs', destination_conf: `https://logs.example.com/?header_X-Key=${SECRET}${index}` }],
    },
  }));
  const many = await startService({ seed: { zones } });
  try {
    const whole = below('whole');
    const out = below('interrupted');
    await runAdopt(many, [], { as: 'hcl', out: whole, all: true });
    const cut = await runAdopt(many, [], { as: 'hcl', out, all: true }, (line) => {
      if (line.startsWith('[ 2/12]')) process.emit('SIGINT');
    });
    expect(cut).toMatchObject({ exitCode: 130 });
    expect(readFileSync(join(out, '.gitignore'), 'utf8')).toContain('*.tfvars.json');
    expect(cut.err).toContain('to continue, run the same command again');
    const done = [...committedFiles(out).keys()].filter((path) => path.startsWith('zone-'));
    expect(done.length).toBeGreaterThanOrEqual(2);
    expect(done.length).toBeLessThan(12);
    const secrets = (folder: string): object =>
      JSON.parse(readFileSync(join(folder, 'secrets.auto.tfvars.json'), 'utf8')) as object;
    expect(Object.keys(secrets(out))).toHaveLength(done.length);

    expect(await runAdopt(many, [], { as: 'hcl', out, all: true })).toMatchObject({ exitCode: 0 });
    expect(committedFiles(out)).toEqual(committedFiles(whole));
    expect(secrets(out)).toEqual(secrets(whole));
  } finally {
    await many.emulator.close();
  }
});

describe('what is there is not overwritten:', () => {
  const adoptInto = (out: string, zones = ['gamma.example'], as: 'hcl' | 'ts' = 'hcl') =>
    runAdopt(service, zones, { as, out });

  test('a folder with files of others is refused', async () => {
    const out = below('full');
    mkdirSync(out);
    writeFileSync(join(out, 'notes.txt'), 'mine');
    await expect(adoptInto(out)).rejects.toMatchObject({ problem: { code: 'folder_in_use' } });
    expect(readdirSync(out)).toEqual(['notes.txt']);
  });

  test('so is the folder of another adoption, in another language or of other zones', async () => {
    const out = below('other');
    await adoptInto(out);
    await expect(adoptInto(out, ['beta.example'])).rejects.toMatchObject({
      problem: {
        code: 'folder_of_another_adoption',
        seen: ['it has zones that this run is not to adopt: gamma.example'],
      },
    });
    await expect(adoptInto(out, ['gamma.example'], 'ts')).rejects.toMatchObject({
      problem: { code: 'folder_of_another_adoption' },
    });
  });

  test('a file that somebody changed is refused, and the same run again changes nothing', async () => {
    const out = below('edited');
    await adoptInto(out);
    const before = committedFiles(out);
    expect(await adoptInto(out)).toMatchObject({ exitCode: 0 });
    expect(committedFiles(out)).toEqual(before);
    for (const file of ['main.tf', 'imports.tf']) writeFileSync(join(out, file), '# mine');
    expect(await adoptInto(out)).toMatchObject({ exitCode: 0 });
    // Only what has to change is in the way: another zone adds import blocks.
    await expect(adoptInto(out, ['gamma.example', 'beta.example'])).rejects.toMatchObject({
      problem: { code: 'file_in_use', message: expect.stringContaining('imports.tf') as string },
    });
    for (const file of ['main.tf', 'imports.tf'])
      expect(readFileSync(join(out, file), 'utf8')).toBe('# mine');
  });

  test('a name that was misspelt, or a run that adopted nothing, is in nobody’s way', async () => {
    const out = below('misspelt');
    expect(await adoptInto(out, ['gamma.example', 'beta.exmaple'])).toMatchObject({ exitCode: 3 });
    expect(await adoptInto(out, ['beta.example', 'gamma.example'])).toMatchObject({ exitCode: 0 });
    const nothing = below('nothing');
    expect(await adoptInto(nothing, ['nobody.example'])).toMatchObject({ exitCode: 3 });
    expect(await adoptInto(nothing, ['gamma.example'], 'ts')).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(nothing, 'zones', 'gamma-example.ts'))).toBe(true);
  });
});

describe('the command refuses', () => {
  const cases: readonly (readonly [string, readonly string[], object, object, string])[] = [
    ['no zone', [], {}, {}, 'zones'],
    ['zones and --all', ['a.example'], { all: true }, {}, 'zones'],
    ['a file that is not there', [], { zones: '/nowhere/zones.txt' }, {}, 'zones_file'],
    [
      'an environment without credentials',
      ['a.example'],
      {},
      { ZONEWRIGHT_API_TOKEN: '' },
      'credentials_missing',
    ],
    ['an environment without an address', ['a.example'], {}, { ZONEWRIGHT_BASE_URL: '' }, 'base_url_missing'],
    [
      'credentials that the service does not accept',
      ['a.example'],
      {},
      { ZONEWRIGHT_API_TOKEN: 'x'.repeat(40) },
      'service_authentication',
    ],
  ];
  test.each(cases)('%s', async (_name, zones, options, env, code) => {
    const of = { env: { ...service.env, ...env } };
    const run = runAdopt(of, zones, { as: 'hcl', out: below(code), ...options });
    await expect(run).rejects.toMatchObject({ problem: { code } });
  });
});

test('an adoption is undone as docs/adopt.md says, and the zones stay as they are', async () => {
  const out = below('undone');
  const before = service.emulator.control.zones();
  await runAdopt(service, [], { as: 'hcl', out, all: true });
  const root = await moduleIn(out, service);
  await root.ready();
  await root.applied();
  const removed = ADDRESSES.map(
    (from) => `removed {\n  from = ${from}\n  lifecycle {\n    destroy = false\n  }\n}\n`,
  );
  writeFileSync(join(out, 'removed.tf'), removed.join('\n'));
  for (const path of ['imports.tf', 'alpha-example.tf', 'beta-example.tf', 'gamma-example.tf'])
    rmSync(join(out, path));
  await root.applied();
  expect(JSON.parse(root.read('terraform.tfstate'))).toMatchObject({ resources: [] });
  expect(service.emulator.control.zones()).toEqual(before);
});
