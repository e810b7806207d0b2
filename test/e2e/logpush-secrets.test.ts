import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unzipSync } from 'fflate';
import { createColors } from 'picocolors';
import { FORMATS } from '../../cli/files/outputs';
import { inFormat } from '../../cli/review/formats';
import { reviewReport } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { inputOf } from '../review/recorded-plans';
import { fakeProgram } from '../cli/engine/fake-program';
import { service, useService } from './one-service';
import { createWorkspace, hcl, type Workspace } from '../support/workspace';
import { ALL, API_TOKEN, BUCKET, CASES, CHALLENGE, FORMS, REFUSED } from './planted-jobs';

/**
 * Secrets are planted in destinations and tokens of jobs, every kind of failure is met at TF_LOG=TRACE, and then all
 * that was printed, logged and written is searched.
 */
const config = (job: string, ephemeral: boolean): string =>
  hcl(`provider "zone" {
  max_retries             = 0
  max_requests_per_second = 1000
}
variable "jobs" {
  type = map(string)
  ${ephemeral ? 'ephemeral = true' : 'sensitive = true'}
}
variable "challenge" {
  type = string
  ${ephemeral ? 'ephemeral = true' : 'sensitive = true'}
}
resource "zone_logpush_job" "each" {
  for_each = toset(${JSON.stringify(ALL.map(({ zone }) => zone))})
  zone_id  = each.key
  name     = "job"
  logpull_options = { fields = ["RayID"] }
  ${job}
}`);

const WRITE_ONLY = (version: number): string =>
  config(
    `destination_conf_wo         = var.jobs[each.key]
  destination_conf_wo_version = ${version}
  ownership_challenge_wo      = var.challenge`,
    true,
  );

const STORED = (version: number): string =>
  config(
    `max_upload_records  = ${version * 1000}
  destination_conf    = var.jobs[each.key]
  ownership_challenge = var.challenge`,
    false,
  );

/** The members that hold a secret in the state and in what the engine keeps of the configuration. */
const OWN_PLACES: ReadonlySet<string> = new Set(['destination_conf', 'ownership_challenge']);

useService({
  seed: {
    zones: ALL.map(({ zone }, index) => ({ id: zone, name: `zone${index}.example` })),
    credentials: { tokens: [{ token: API_TOKEN }] },
  },
});

/** Everything that is secret comes from here, and the engine tells all it does. */
function environment(destinationOf: (one: (typeof ALL)[number]) => string): Readonly<Record<string, string>> {
  return {
    ...service.env,
    ZONEWRIGHT_API_TOKEN: API_TOKEN,
    TF_LOG: 'TRACE',
    TF_VAR_jobs: JSON.stringify(Object.fromEntries(ALL.map((one) => [one.zone, destinationOf(one)]))),
    TF_VAR_challenge: CHALLENGE,
  };
}

describe.each([
  ['write-only', WRITE_ONLY],
  ['stored', STORED],
])('with the %s attributes', (form, written) => {
  let workspace: Workspace;
  let printed = '';
  let shownPlan = '';
  let shownState = '';

  beforeAll(async () => {
    service.emulator.control.reset();
    service.emulator.control.destinations.refuse('https://refused.example.com', `no, not with ${REFUSED}`);
    workspace = await createWorkspace({
      env: environment(({ destination }) => destination),
      files: { 'main.tf': written(1) },
    });
    await workspace.ready();
    printed = await runs(workspace, written);
    shownPlan = (await workspace.run(['show', '-json', 'saved.tfplan'])).stdout;
    shownState = (await workspace.run(['show', '-json'])).stdout;
  });

  test('no secret is found except where it was put', () => {
    const places: readonly (readonly [string, string])[] = [
      ['printed', printed],
      ...writtenFiles(workspace.cwd),
      ['plan as JSON', shownPlan],
      ['state as JSON', shownState],
      ...reports(shownPlan),
    ];
    const found = places
      .map(([place, text]) => [place, form === 'stored' ? withoutOwnPlaces(text) : text] as const)
      .filter(([, text]) => FORMS.some((one) => text.includes(one)))
      .map(([place]) => place);
    // The engine's own copy of the plan has no form in which its attributes could be told apart.
    expect(found).toEqual(form === 'stored' ? ['plan: tfplan'] : []);
  });

  test('even though every failure occurred and was logged', () => {
    const missing = ALL.filter(
      ({ effect, never, zone }) => (effect ?? never) && !printed.includes(`["${zone}"]`),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(EVIDENCE.filter((text) => !printed.includes(text))).toEqual([]);
    const state = JSON.parse(shownState) as { values: { root_module: { resources: readonly unknown[] } } };
    expect(state.values.root_module.resources).toHaveLength(ALL.filter(({ never }) => !never).length);
  });
});

/** What `zonewright review` says of a plan, in every format. */
function reports(plan: string): readonly (readonly [string, string])[] {
  const review = reviewPlans([inputOf(JSON.parse(plan), 'stack')], []);
  return FORMATS.map((format) => [
    `review as ${format}`,
    inFormat(format, review, reviewReport(review), createColors(false)),
  ]);
}

test('a crash in the middle of a request shows no secret', async () => {
  const workspace = await createWorkspace({
    env: environment(() => BUCKET),
    files: { 'main.tf': WRITE_ONLY(1), 'crash.js': CRASH },
  });
  await workspace.ready();
  const crashing = await createWorkspace({
    folder: workspace.cwd,
    env: {
      ...environment(() => BUCKET),
      ZONEWRIGHT_NODE: fakeProgram(join(workspace.cwd, 'node'), `exec node --require ./crash.js "$@"`),
    },
  });
  const { exitCode, stdout, stderr } = await crashing.apply();
  const found = [['printed', `${stdout}${stderr}`] as const, ...writtenFiles(workspace.cwd)]
    .filter(([, text]) => FORMS.some((one) => text.includes(one)))
    .map(([place]) => place);
  expect([exitCode, found]).toEqual([1, []]);
  expect(stderr).toContain('crashed with');
});

/** Ends the provider with an error that holds the body of the request that it is about to send. */
const CRASH = `const stringify = JSON.stringify;
JSON.stringify = (...args) => {
  const text = stringify(...args);
  if (text && text.startsWith('{') && text.includes('"destination_conf":"s3:')) {
    setImmediate(() => { throw new Error('crashed with ' + text); });
  }
  return text;
};
`;

/** What the search would have missed if it were not there. */
const EVIDENCE = [
  'request body',
  'answer body',
  'status 400',
  'status 502',
  'redirects to',
  'is not from the zone service',
  'unexpected form',
  'connection to the service was lost',
  'text that is not JSON',
] as const;

/** Fails to make jobs, makes them, fails to read them, and fails to change them. Returns all that was printed. */
async function runs(workspace: Workspace, written: (version: number) => string): Promise<string> {
  const { faults } = service.emulator.control;
  const failing = (methods: readonly string[], cases: readonly (typeof ALL)[number][]): void =>
    faults.put(
      cases.flatMap(({ zone, effect }) =>
        effect === undefined
          ? []
          : methods.map((method) => ({ match: { method, pathPrefix: `/client/v4/zones/${zone}` }, effect })),
      ),
    );
  const reading = ALL.filter(({ name }) => name in CASES);
  const plan = await workspace.plan({ out: 'saved.tfplan' });
  failing(['POST'], ALL);
  const creating = await workspace.apply({ planFile: 'saved.tfplan' });
  faults.clear();
  const made = await workspace.apply();
  failing(['GET'], reading);
  const refreshing = await workspace.plan();
  workspace.write('main.tf', written(2));
  failing(['PUT'], ALL);
  const changing = await workspace.apply();
  faults.clear();
  return [plan, creating, made, refreshing, changing]
    .flatMap(({ stdout, stderr }) => [stdout, stderr])
    .join('\n');
}

/** The text of a JSON document without the members that hold the secrets; any other text as it is. */
function withoutOwnPlaces(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (name, value: unknown) => {
      if (OWN_PLACES.has(name) || (name === 'variables' && typeof value === 'object')) return undefined;
      return value;
    });
  } catch {
    return text;
  }
}

/**
 * What the engine wrote into its folder, by path, as text of a character for each byte: all but the configuration and
 * the provider. A plan file is told as its parts, `plan: NAME`.
 */
function writtenFiles(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.endsWith('.tf') && !path.startsWith('terraform.d'))
    .flatMap((path) => {
      const bytes = readFileSync(join(folder, path));
      if (!path.endsWith('.tfplan')) return [[path, bytes.toString('latin1')] as const];
      return Object.entries(unzipSync(bytes)).map(
        ([name, part]) => [`plan: ${name}`, Buffer.from(part).toString('latin1')] as const,
      );
    });
}
