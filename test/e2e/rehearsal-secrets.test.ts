import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningClock, type SeedZone } from '../../emulator';
import type { CopyDocument } from '../../cli/copy/copy-file';
import { HIDDEN } from '../../cli/copy/secrets';
import { createEngine, type Engine } from '../../cli/engine/run';
import type { Rehearsal } from '../../cli/rehearse/report';
import type { Review } from '../../cli/review/model';
import { destinationExample, DESTINATION_SCHEMES, isOpenParameter, OBJECT_STORES } from '../../schema';
import { command, type Finished } from '../cli/built-command';
import { fakeProgram, temporaryFolder } from '../cli/engine/fake-program';
import { entriesOf } from '../support/entries';
import { createWorkspace, hcl, startService, type TestService, type Workspace } from '../support/workspace';
import { zoneIdOf } from './migrating-zones';

/**
 * Destinations of every kind, with secrets wherever one can stand: none of them is in a copy, in what a rehearsal reports, on
 * the terminal or in the log of its engine; and the rehearsal plans what production plans.
 */

const ZONE = zoneIdOf('logs');

let planted = 0;
const secret = (): string => `Pl4nted-${(planted += 1)}-0123456789`;
const SECRETS = /Pl4nted-\d+-0123456789/g;

/** The example of a scheme with secrets in its parameters that are not open; in a bucket's also keys, of a receiver also in its path. */
function destinationOf(scheme: string): string {
  const [address = '', query = ''] = (destinationExample(scheme) ?? '').split('?');
  const parameters = query.split('&').map((part) => {
    const [name = '', value = ''] = part.split('=');
    return value === '…' ? `${name}=${isOpenParameter(scheme, name, 'abc') ? 'abc' : secret()}` : part;
  });
  const names = OBJECT_STORES.has(scheme) ? ['access-key-id', 'secret-access-key'] : ['header_X-Key', 'key'];
  const more = names.filter((name) => !query.includes(`${name}=`)).map((name) => `${name}=${secret()}`);
  const path = OBJECT_STORES.has(scheme) ? '' : `/${secret()}`;
  return `${address}${path}?${[...parameters, ...more].filter((part) => part !== '').join('&')}`;
}

/** What the schema does not know, or knows in other forms. */
const MORE: Readonly<Record<string, () => string>> = {
  'a second job at a bucket': () => destinationOf('s3'),
  'a store like S3': () => `${destinationOf('s3')}&endpoint=store.example.com`,
  'user information': () => `https://${secret()}:${secret()}@logs.example/in`,
  'New Relic': () => `https://log-api.example/log/v1?Api-Key=${secret()}&format=raw`,
  Elastic: () => `https://elastic.example/_bulk?header_Authorization=ApiKey%20${secret()}%3D%3D`,
  'a parameter without a name': () => `https://logs.example/in?${secret()}`,
  bq: () => `bq://projects/my-1/datasets/d/tables/t?credentials=base64:${secret()}`,
  kinesis: () => `kinesis://stream?region=eu&access-key-id=${secret()}&secret-access-key=${secret()}`,
  sentinelone: () => `sentinelone://in.example/services/collector/raw?header_Authorization=${secret()}`,
  ibmcl: () => `ibmcl://a.ingress.eu.logs.example/logs/v1/singles?ibm_api_key=${secret()}`,
};

const KINDS = [
  ...DESTINATION_SCHEMES.map((scheme): [string, string] => [scheme, destinationOf(scheme)]),
  ...Object.entries(MORE).map(([name, make]): [string, string] => [name, make()]),
];
const [HEADER, CHALLENGE] = [secret(), secret()];

/** Of each kind a job whose destination is stored, one whose destination is write-only, and one that no state knows. */
const idOf = (form: 'stored' | 'write_only' | 'unknown', index: number): number =>
  index * 3 + ['stored', 'write_only', 'unknown'].indexOf(form) + 1;

const SEED_ZONE: SeedZone = {
  ...{ id: ZONE, name: 'logs.example', plan: 'enterprise' },
  logpush: {
    jobs: KINDS.flatMap(([name, destination], index) =>
      (['stored', 'write_only', 'unknown'] as const).map((form) => ({
        ...{ id: idOf(form, index), name: `${form}-${index}`, destination_conf: destination },
        ...{ logpull_options: 'fields=RayID', error_message: `no: ${name} ${destination}` },
      })),
    ),
  },
  rulesets: [
    {
      phase: 'http_request_late_transform',
      rules: [
        {
          ...{ action: 'rewrite', expression: 'true' },
          action_parameters: { headers: { 'X-Key': { operation: 'set', value: HEADER } } },
        },
      ],
    },
  ],
};

const ids = (form: 'stored' | 'write_only'): string =>
  JSON.stringify(Object.fromEntries(KINDS.map(([name], index) => [name, idOf(form, index)])));

/** The job of each kind, by its name, as the service has it. */
const CONFIGURATION = hcl(`variable "destinations" {
  type      = map(string)
  sensitive = true
}
variable "challenge" {
  sensitive = true
}
locals {
  stored     = ${ids('stored')}
  write_only = ${ids('write_only')}
}
resource "zone_logpush_job" "stored" {
  for_each         = local.stored
  zone_id          = "${ZONE}"
  dataset          = "http_requests"
  name             = "stored-\${(each.value - 1) / 3}"
  destination_conf = var.destinations[each.key]
  ownership_challenge = var.challenge
  logpull_options  = "fields=RayID"
  enabled          = false
}
resource "zone_logpush_job" "write_only" {
  for_each                    = local.write_only
  zone_id                     = "${ZONE}"
  dataset                     = "http_requests"
  name                        = "write_only-\${(each.value - 2) / 3}"
  destination_conf_wo         = var.destinations[each.key]
  destination_conf_wo_version = 1
  logpull_options             = "fields=RayID"
  enabled                     = false
}
`);

const IMPORTS = `import {
  for_each = local.stored
  to       = zone_logpush_job.stored[each.key]
  id       = "${ZONE}/\${each.value}"
}
import {
  for_each = local.write_only
  to       = zone_logpush_job.write_only[each.key]
  id       = "${ZONE}/\${each.value}/1"
}
`;

const folder = temporaryFolder();
const inFolder = (name: string): string => join(folder, name);
const textOf = (name: string): string => readFileSync(inFolder(name), 'utf8');

let service: TestService;
let workspace: Workspace;
let destinations: Record<string, string> = Object.fromEntries(KINDS);
/** What was said and written in all rehearsals. */
const places = { copy: '', report: '', terminal: '', log: '' };

beforeAll(async () => {
  const options = { model: 'today', rate_limit: 0, logpush_jobs: 0 } as const;
  service = await startService({ seed: { zones: [SEED_ZONE], options }, clock: runningClock() });
  workspace = await createWorkspace({ files: { 'main.tf': CONFIGURATION + IMPORTS } });
  await workspace.ready();
});
afterAll(async () => {
  workspace.remove();
  await service.emulator.close();
});

const variables = (): NodeJS.ProcessEnv => ({
  TF_VAR_destinations: JSON.stringify(destinations),
  TF_VAR_challenge: CHALLENGE,
});

function zonewright(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Finished> {
  return command.run(args, { NO_COLOR: '1', ...env }, workspace.cwd);
}

/** The engine in production. */
function production(): Engine {
  const env = { ...process.env, ...service.env, ...variables() };
  return createEngine({ binary: workspace.binary, cwd: workspace.cwd, env });
}

const changesOf = ({ changes }: Review): object =>
  Object.fromEntries(
    changes.map(({ address, action, attributes }) => [
      address,
      [action, ...(attributes ?? []).map(({ path }) => path)],
    ]),
  );

/** What production plans. */
async function planned(): Promise<object> {
  const plan = await production().plan({ out: inFolder('real.tfplan') });
  expect(plan).not.toMatchObject({ exitCode: 1 });
  const shown = await production().run(['show', '-json', inFolder('real.tfplan')]);
  writeFileSync(inFolder('plan.json'), shown.stdout);
  const review = await zonewright(['review', inFolder('plan.json'), '--format', 'json'], {});
  return changesOf(JSON.parse(review.stdout) as Review);
}

/** Copies and rehearses. @returns what the rehearsal plans, when all of it went well */
async function rehearsed(): Promise<object> {
  const copied = await zonewright(['copy', '--all', '--out', inFolder('copy.json')], service.env);
  expect(copied).toMatchObject({ exitCode: 0 });
  const original = entriesOf(workspace.cwd);
  const formats = ['json', 'markdown', 'html'];
  const finished = await zonewright(
    [
      ...['rehearse', workspace.cwd, '--on', inFolder('copy.json')],
      ...formats.flatMap((format) => ['--out', `${format}=${inFolder(format)}`]),
    ],
    {
      ...{ ZONEWRIGHT_BASE_URL: '', ZONEWRIGHT_API_TOKEN: '', ...variables() },
      // An engine that logs all that it does.
      ZONEWRIGHT_TERRAFORM: fakeProgram(
        inFolder('engine'),
        `TF_LOG=TRACE TF_LOG_PATH='${inFolder('log')}' exec '${workspace.binary}' "$@"`,
      ),
    },
  );
  expect(entriesOf(workspace.cwd)).toEqual(original);
  places.copy += textOf('copy.json');
  places.report += formats.map(textOf).join('\n');
  places.terminal += [copied, finished].map(({ stdout, stderr }) => stdout + stderr).join('\n');
  places.log += textOf('log');
  const { exit_code: code, steps, review } = JSON.parse(textOf('json')) as Rehearsal;
  expect({ code: finished.exitCode, errors: steps.flatMap(({ errors }) => errors) }).toEqual({
    code,
    errors: [],
  });
  return changesOf(review);
}

/** Somebody gives a job another destination by hand. */
function editByHand(id: number, edit: (destination: string) => string): void {
  const jobs = service.emulator.control
    .zone(ZONE)
    .logpush.jobs?.map((job) =>
      job.id === id ? { ...job, destination_conf: edit(job.destination_conf) } : job,
    );
  service.emulator.control.patchZone(ZONE, { logpush: { jobs } });
}

const kindAt = (name: string): number => KINDS.findIndex(([each]) => each === name);

test('an import of jobs is rehearsed as in production', async () => {
  const changes = await rehearsed();
  expect(changes).toEqual(await planned());
  // Not even a member differs.
  expect(new Set(Object.values(changes).flat())).toEqual(new Set(['update']));
});

/** What changes with the fields; the token then goes along. */
const EDITED = ['logpull_options', 'options.fields', 'ownership_challenge'];

test('jobs in use do not change, one that is edited does, and both as in production', async () => {
  await production().apply();
  workspace.write('main.tf', CONFIGURATION);
  expect(await rehearsed()).toEqual({});
  expect(await planned()).toEqual({});
  workspace.write('main.tf', CONFIGURATION.replaceAll('fields=RayID', 'fields=RayID,ClientIP'));
  const before = destinations;
  destinations = { ...before, https: `${before['https']}2` };
  const changes = await rehearsed();
  expect(changes).toEqual(await planned());
  expect(changes).toMatchObject({
    'zone_logpush_job.stored["https"]': ['update', 'destination_conf', ...EDITED],
    'zone_logpush_job.stored["azure"]': ['update', ...EDITED],
  });
  destinations = before;
  workspace.write('main.tf', CONFIGURATION);
});

test('an edit by hand of what a copy shows of a destination is rehearsed as in production', async () => {
  editByHand(idOf('stored', kindAt('datadog')), (text) => text.replace('datadog://', 'datadog://other.'));
  editByHand(idOf('write_only', kindAt('s3')), (text) => text.replace('/logs', '/others'));
  const changes = await rehearsed();
  expect(changes).toEqual(await planned());
  expect(Object.keys(changes)).toEqual([
    expect.stringContaining('stored["datadog"]'),
    expect.stringContaining('write_only["s3"]'),
  ]);
  await production().apply();
});

test('a secret that somebody rotated by hand is a change in production alone: a copy does not have it', async () => {
  editByHand(idOf('stored', kindAt('splunk')), (text) => `${text}x`);
  editByHand(idOf('write_only', kindAt('r2')), (text) => `${text}x`);
  expect(await rehearsed()).toEqual({});
  expect(Object.keys(await planned())).toHaveLength(2);
});

test('no secret of any kind is in a copy, a report, on the terminal or in the log', () => {
  const rows = [...KINDS, ['value of a header', HEADER], ['ownership token', CHALLENGE]];
  const shown = rows.flatMap(([kind = '', text = '']) =>
    Object.entries(places).map(([place, all]) => {
      const secrets = text.match(SECRETS) ?? [];
      const found = secrets.filter((each) => all.includes(each));
      return { kind, place, secrets: secrets.length > 0, found };
    }),
  );
  expect(shown).toEqual(shown.map(({ kind, place }) => ({ kind, place, secrets: true, found: [] })));
  // Even though each job is in the copy and was applied, and the engine told all.
  const { zones } = JSON.parse(textOf('copy.json')) as CopyDocument;
  const hidden = zones?.[0]?.logpush?.jobs?.map(({ destination_conf: text }) => text.includes(HIDDEN));
  expect(hidden).toEqual(KINDS.flatMap(() => [true, true, true]));
  expect(places.log).toContain('request body');
  for (const [kind] of KINDS) expect(places.report).toContain(`zone_logpush_job.stored[\\"${kind}\\"]`);
});
