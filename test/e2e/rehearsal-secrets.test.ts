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
 * the terminal or in the log of its engine, and the report says that they are not in the copy.
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

/** Without those whose destination is only taken with a token, which the service has to make first. */
const DECLARED = KINDS.map(([kind]) => kind).filter((kind) => !destinationScheme(kind)?.needsChallenge);

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
  const ids = JSON.stringify(Object.fromEntries(DECLARED.map((kind) => [kind, idOf(form, kind)])));
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
  'destination_conf_wo = var.destinations[each.key]\n  destination_conf_wo_version = 1\n  ownership_challenge = var.challenge',
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

/** What is done with each object. */
const changesOf = ({ rows }: Review): object =>
  Object.fromEntries(rows.flatMap(({ address, action }) => (action === null ? [] : [[address, action]])));

/** Copies and rehearses. @returns what the rehearsal plans, and what it has otherwise than production, when all went well */
async function rehearsed(): Promise<readonly unknown[]> {
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
  const { exit_code: code, steps, notes, review } = JSON.parse(textOf('json')) as Rehearsal;
  expect({ code: finished.exitCode, errors: steps.flatMap(({ errors }) => errors) }).toEqual({
    code,
    errors: [],
  });
  return [changesOf(review), notes];
}

const UPDATES = Object.fromEntries(
  (['stored', 'write_only'] as const).flatMap((form) =>
    DECLARED.map((kind) => [`zone_logpush_job.${form}["${kind}"]`, 'update']),
  ),
);
const HIDDEN_IN_COPY = `The destinations of ${JOBS.length} jobs have secrets, which the copy has not: they show as changed.`;

test('an import of jobs, and jobs in use, are sent their destinations, which the copy has not', async () => {
  const [imported, [isNew, ...notes]] = (await rehearsed()) as [object, string[]];
  expect([imported, notes]).toEqual([UPDATES, [HIDDEN_IN_COPY]]);
  expect(isNew).toContain('was planned as new');
  await workspace.applied();
  workspace.write('main.tf', CONFIGURATION);
  expect(await rehearsed()).toEqual([UPDATES, [HIDDEN_IN_COPY]]);
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
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
  for (const kind of DECLARED) expect(places.report).toContain(`zone_logpush_job.stored[\\"${kind}\\"]`);
});
