import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningClock } from '../../emulator';
import type { CopyDocument } from '../../cli/copy/copy-file';
import { HIDDEN } from '../../cli/copy/secrets';
import type { Rehearsal } from '../../cli/commands/run-rehearse';
import { destinationScheme, DESTINATION_SCHEMES, isOpenParameter } from '../../schema';
import { command } from '../cli/built-command';
import { fakeProgram, temporaryFolder } from '../cli/engine/fake-program';
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
  const { example = '', isStore } = destinationScheme(scheme) ?? {};
  const [address = '', query = ''] = example.split('?');
  const parameters = query.split('&').map((part) => {
    const [name = '', value = ''] = part.split('=');
    return part && `${name}=${value.replace('…', isOpenParameter(scheme, name, 'abc') ? 'abc' : secret())}`;
  });
  const names = isStore ? ['access-key-id', 'secret-access-key'] : ['header_X-Key', 'key'];
  const more = names.filter((name) => !query.includes(`${name}=`)).map((name) => `${name}=${secret()}`);
  return `${address}${isStore ? '' : `/${secret()}`}?${[...parameters, ...more].filter(Boolean).join('&')}`;
}

const KINDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DESTINATION_SCHEMES.map((scheme) => [scheme, destinationOf(scheme)])),
  // What the schema does not know, or knows in other forms.
  'a store like S3': `${destinationOf('s3')}&endpoint=store.example.com`,
  'user information': `https://${secret()}:${secret()}@logs.example/in`,
  'New Relic': `https://log-api.example/log/v1?Api-Key=${secret()}&format=raw`,
  Elastic: `https://elastic.example/_bulk?header_Authorization=ApiKey%20${secret()}%3D%3D`,
  'a parameter without a name': `https://logs.example/in?${secret()}`,
};
const CHALLENGE = secret();

/** Of each kind a job whose destination is stored, one whose destination is write-only, and one that no state knows. */
const FORMS = ['stored', 'write_only', 'unknown'] as const;
const JOBS = Object.entries(KINDS)
  .flatMap(([kind, destination]) => FORMS.map((form) => ({ kind, form, destination_conf: destination })))
  .map((job, at) => ({ ...job, id: at + 1 }));

/** Without those whose destination is only taken with a token, which the service has to make first. */
const DECLARED = JOBS.filter(({ kind }) => !destinationScheme(kind)?.needsChallenge);

/** The jobs of a form as the service has them, and their import. */
function written(form: (typeof FORMS)[number], destination: string, version = ''): string {
  const own = DECLARED.filter((job) => job.form === form);
  const ids = JSON.stringify(Object.fromEntries(own.map(({ kind, id }) => [kind, id])));
  return `resource "zone_logpush_job" "${form}" {
  for_each        = ${ids}
  zone_id         = "${ZONE}"
  dataset         = "http_requests"
  name            = "job-\${each.value}"
  logpull_options = { fields = ["RayID"] }
  enabled         = false
  ${destination}
  ownership_challenge = var.challenge
}
import {
  for_each = ${ids}
  to       = zone_logpush_job.${form}[each.key]
  id       = "${ZONE}/\${each.value}${version}"
}
`;
}

const CONFIGURATION = hcl(`variable "destinations" {
  sensitive = true
}
variable "challenge" {
  sensitive = true
}
${written('stored', 'destination_conf = var.destinations[each.key]')}
${written('write_only', 'destination_conf_wo = var.destinations[each.key]\n  destination_conf_wo_version = 1', '/1')}`);

const jobs = JOBS.map(({ id, destination_conf }) => ({
  ...{ id, name: `job-${id}`, destination_conf },
  ...{ logpull_options: 'fields=RayID', error_message: `no: ${destination_conf}` },
}));
const options = { model: 'today', rate_limit: 0, logpush_jobs: 0 } as const;
const zone = { id: ZONE, name: 'logs.example', plan: 'enterprise', logpush: { jobs } } as const;
const env = { TF_VAR_challenge: CHALLENGE };
useWorkspace(
  { seed: { zones: [zone], options }, clock: runningClock() },
  {
    ...{ startedBy: 'engine', env, files: { 'main.tf': CONFIGURATION } },
    // Secrets come from a file of variables and from the environment.
    declare: () => workspace.write('secrets.auto.tfvars.json', JSON.stringify({ destinations: KINDS })),
  },
);

const folder = temporaryFolder();
const inFolder = (name: string): string => join(folder, name);
const textOf = (name: string): string => readFileSync(inFolder(name), 'utf8');
const FORMATS = ['json', 'markdown', 'html'];

/** What was said and written in all rehearsals. */
const places = { copy: '', report: '', terminal: '', log: '' };

test.each(['an import of jobs is', 'jobs in use are'])(
  '%s sent their destinations, which the copy has not',
  async (what) => {
    if (what.includes('use')) await workspace.applied();
    const copy = ['copy', '--all', '--out', inFolder('copy.json')];
    const copied = await command.run(copy, service.env, workspace.cwd);
    // An engine that logs all that it does.
    const engine = `TF_LOG=TRACE TF_LOG_PATH='${inFolder('log')}' exec '${workspace.binary}' "$@"`;
    const out = FORMATS.flatMap((format) => ['--out', `${format}=${inFolder(format)}`]);
    const finished = await command.run(['rehearse', workspace.cwd, '--on', inFolder('copy.json'), ...out], {
      ...{ NO_COLOR: '1', ZONEWRIGHT_BASE_URL: '', ZONEWRIGHT_API_TOKEN: '', ...env },
      ZONEWRIGHT_TERRAFORM: fakeProgram(inFolder('engine'), engine),
    });
    places.copy += textOf('copy.json');
    places.report += FORMATS.map(textOf).join('\n');
    places.terminal += [copied, finished].map(({ stdout, stderr }) => stdout + stderr).join('\n');
    places.log += textOf('log');
    const { steps, notes, review } = JSON.parse(textOf('json')) as Rehearsal;
    expect(steps.map(({ end }) => end)).toEqual(['changes', 'done', 'no changes']);
    const changes = review.rows.flatMap(({ address, action }) => (action ? [`${action} ${address}`] : []));
    const declared = DECLARED.filter(({ form }) => form !== 'unknown');
    expect(notes.at(-1)).toBe(
      `What the copy hides of destinations may show as a change here: ${declared.length} jobs.`,
    );
    expect([...changes].sort()).toEqual(
      declared.map(({ form, kind }) => `update zone_logpush_job.${form}["${kind}"]`).sort(),
    );
  },
);

test('no secret of any kind is in a copy, a report, on the terminal or in the log', () => {
  const table = Object.entries({ ...KINDS, 'ownership token': CHALLENGE }).map(([kind, text]) => {
    const secrets = text.match(SECRETS) ?? [];
    const found = Object.entries(places).filter(([, all]) => secrets.some((each) => all.includes(each)));
    return { kind, secrets: secrets.length > 0, found: found.map(([place]) => place) };
  });
  expect(table).toEqual(table.map(({ kind }) => ({ kind, secrets: true, found: [] })));
  // Even though each job is in the copy and was applied, and the engine told all.
  const { zones } = JSON.parse(textOf('copy.json')) as CopyDocument;
  const hidden = zones?.[0]?.logpush?.jobs?.filter(({ destination_conf: text }) => text.includes(HIDDEN));
  expect(hidden).toHaveLength(jobs.length);
  expect(places.log).toContain('request body');
});
