import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningClock } from '../../emulator';
import type { CopyDocument } from '../../cli/copy/copy-file';
import { HIDDEN } from '../../cli/copy/secrets';
import type { Rehearsal } from '../../cli/rehearse/report';
import type { Review } from '../../cli/review/model';
import { destinationScheme, DESTINATION_SCHEMES, isOpenParameter } from '../../schema';
import { command, type Finished } from '../cli/built-command';
import { fakeProgram, temporaryFolder } from '../cli/engine/fake-program';
import { entriesOf } from '../support/entries';
import { service, useWorkspace, workspace } from './one-service';
import { hcl } from '../support/workspace';
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
  const [address = '', query = ''] = (destinationScheme(scheme)?.example ?? '').split('?');
  const parameters = query.split('&').map((part) => {
    if (part === '') return part;
    const [name = '', value = ''] = part.split('=');
    return `${name}=${value.replace('…', isOpenParameter(scheme, name, 'abc') ? 'abc' : secret())}`;
  });
  const { isStore } = destinationScheme(scheme) ?? {};
  const names = isStore ? ['access-key-id', 'secret-access-key'] : ['header_X-Key', 'key'];
  const more = names.filter((name) => !query.includes(`${name}=`)).map((name) => `${name}=${secret()}`);
  const path = isStore ? '' : `/${secret()}`;
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
};

const KINDS = [
  ...DESTINATION_SCHEMES.map((scheme): [string, string] => [scheme, destinationOf(scheme)]),
  ...Object.entries(MORE).map(([name, make]): [string, string] => [name, make()]),
];
const CHALLENGE = secret();

/** Of each kind a job whose destination is stored, one whose destination is write-only, and one that no state knows. */
const FORMS = ['stored', 'write_only', 'unknown'] as const;
const idOf = (form: (typeof FORMS)[number], kind: string): number =>
  KINDS.findIndex(([each]) => each === kind) * FORMS.length + FORMS.indexOf(form) + 1;

const JOBS = KINDS.flatMap(([kind, destination]) =>
  FORMS.map((form) => ({
    ...{ id: idOf(form, kind), name: `${form}-${idOf(form, kind)}`, destination_conf: destination },
    ...{ logpull_options: 'fields=RayID', error_message: `no: ${destination}` },
  })),
);

/** The jobs of a form as the service has them, and their import. */
function written(
  form: 'stored' | 'write_only',
  destination: string,
  version = '',
): readonly [string, string] {
  const ids = JSON.stringify(Object.fromEntries(KINDS.map(([kind]) => [kind, idOf(form, kind)])));
  const id = `${ZONE}/\${each.value}${version}`;
  return [
    `resource "zone_logpush_job" "${form}" {
  for_each        = ${ids}
  zone_id         = "${ZONE}"
  dataset         = "http_requests"
  name            = "${form}-\${each.value}"
  logpull_options = { fields = ["RayID"] }
  enabled         = false
  ${destination}
}
`,
    `import {
  for_each = ${ids}
  to       = zone_logpush_job.${form}[each.key]
  id       = "${id}"
}
`,
  ];
}

const VARIABLES =
  'variable "destinations" {\n  sensitive = true\n}\nvariable "challenge" {\n  sensitive = true\n}\n';
const [STORED, IMPORT_STORED] = written(
  'stored',
  'destination_conf = var.destinations[each.key]\n  ownership_challenge = var.challenge',
);
const [WRITE_ONLY, IMPORT_WRITE_ONLY] = written(
  'write_only',
  'destination_conf_wo = var.destinations[each.key]\n  destination_conf_wo_version = 1',
  '/1',
);
const CONFIGURATION = hcl(VARIABLES + STORED + WRITE_ONLY);

const folder = temporaryFolder();
const inFolder = (name: string): string => join(folder, name);
const textOf = (name: string): string => readFileSync(inFolder(name), 'utf8');

/** What was said and written in all rehearsals. */
const places = { copy: '', report: '', terminal: '', log: '' };

const options = { model: 'today', rate_limit: 0, logpush_jobs: 0 } as const;
const zone = { id: ZONE, name: 'logs.example', plan: 'enterprise', logpush: { jobs: JOBS } } as const;
useWorkspace(
  { seed: { zones: [zone], options }, clock: runningClock() },
  {
    startedBy: 'engine',
    env: { TF_VAR_challenge: CHALLENGE },
    files: { 'main.tf': CONFIGURATION + IMPORT_STORED + IMPORT_WRITE_ONLY },
    declare: () => give(Object.fromEntries(KINDS)),
  },
);

/** Secrets come from a file of variables and from the environment. */
function give(destinations: object): void {
  workspace.write('secrets.auto.tfvars.json', JSON.stringify({ destinations }));
}

function zonewright(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Finished> {
  const own = { NO_COLOR: '1', ZONEWRIGHT_TERRAFORM: workspace.binary };
  return command.run(args, { ...own, ...env }, workspace.cwd);
}

/** What is done with each object, and to which of its attributes: the values of secrets differ. */
const changesOf = ({ rows }: Review): object =>
  Object.fromEntries(
    rows
      .filter(({ action }) => action !== null)
      .map(({ address, action, details }) => [
        address,
        [action, ...details.flatMap((each) => /^(?!because)([\w.]+): /.exec(each)?.[1] ?? [])],
      ]),
  );

/** What production plans. */
async function planned(): Promise<object> {
  expect(await workspace.plan({ out: 'real.tfplan' })).not.toMatchObject({ exitCode: 1 });
  const { stdout } = await zonewright(['review', 'real.tfplan', '--format', 'json'], {});
  return changesOf(JSON.parse(stdout) as Review);
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
      ...{ ZONEWRIGHT_BASE_URL: '', ZONEWRIGHT_API_TOKEN: '', TF_VAR_challenge: CHALLENGE },
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

/** Somebody gives jobs other destinations by hand. */
function editByHand(edits: Readonly<Record<number, (destination: string) => string>>): void {
  const jobs = service.emulator.control.zone(ZONE).logpush.jobs?.map((job) => ({
    ...job,
    destination_conf: edits[job.id ?? 0]?.(job.destination_conf) ?? job.destination_conf,
  }));
  service.emulator.control.patchZone(ZONE, { logpush: { jobs } });
}

test('an import of jobs is rehearsed as in production', async () => {
  const changes = await rehearsed();
  expect(changes).toEqual(await planned());
  // Not even a member differs.
  expect(new Set(Object.values(changes).flat())).toEqual(new Set(['update']));
});

/** What changes with the fields; the token then goes along. */
const EDITED = ['logpull_options.fields', 'ownership_challenge'];

test('jobs in use do not change, one that is edited does, and both as in production', async () => {
  await workspace.applied();
  workspace.write('main.tf', CONFIGURATION);
  expect(await rehearsed()).toEqual({});
  expect(await planned()).toEqual({});
  workspace.write('main.tf', CONFIGURATION.replaceAll('["RayID"]', '["RayID", "ClientIP"]'));
  const before = Object.fromEntries(KINDS);
  give({ ...before, https: `${before['https']}2` });
  const changes = await rehearsed();
  expect(changes).toEqual(await planned());
  expect(changes).toMatchObject({
    'zone_logpush_job.stored["https"]': ['update', 'destination_conf', ...EDITED],
    'zone_logpush_job.stored["azure"]': ['update', ...EDITED],
  });
  give(before);
  workspace.write('main.tf', CONFIGURATION);
});

test('of edits by hand, those that a copy shows are rehearsed; a rotated secret is a change in production alone', async () => {
  editByHand({
    [idOf('stored', 'datadog')]: (text) => text.replace('datadog://', 'datadog://other.'),
    [idOf('write_only', 's3')]: (text) => text.replace('/logs', '/others'),
  });
  const shown = ['zone_logpush_job.stored["datadog"]', 'zone_logpush_job.write_only["s3"]'];
  const changes = await rehearsed();
  expect(changes).toEqual(await planned());
  expect(Object.keys(changes)).toEqual(shown);
  editByHand({
    [idOf('stored', 'splunk')]: (text) => `${text}x`,
    [idOf('write_only', 'r2')]: (text) => `${text}x`,
  });
  expect(Object.keys(await rehearsed())).toEqual(shown);
  expect(Object.keys(await planned())).toHaveLength(4);
});

test('no secret of any kind is in a copy, a report, on the terminal or in the log', () => {
  const table = [...KINDS, ['ownership token', CHALLENGE] as const].map(([kind, text]) => {
    const secrets = text.match(SECRETS) ?? [];
    const found = Object.entries(places).filter(([, all]) => secrets.some((each) => all.includes(each)));
    return { kind, secrets: secrets.length > 0, found: found.map(([place]) => place) };
  });
  expect(table).toEqual(table.map(({ kind }) => ({ kind, secrets: true, found: [] })));
  // Even though each job is in the copy and was applied, and the engine told all.
  const { zones } = JSON.parse(textOf('copy.json')) as CopyDocument;
  const hidden = zones?.[0]?.logpush?.jobs?.map(({ destination_conf: text }) => text.includes(HIDDEN));
  expect(hidden).toEqual(KINDS.flatMap(() => [true, true, true]));
  expect(places.log).toContain('request body');
  for (const [kind] of KINDS) expect(places.report).toContain(`zone_logpush_job.stored[\\"${kind}\\"]`);
});
