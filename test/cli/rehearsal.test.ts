import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zoneIdOf } from '../e2e/migrating-zones';
import { recorded } from '../support/printed';
import { runHere, type Finished } from './built-command';
import { engineScript, fakeProgram, temporaryFolder } from './engine/fake-program';
import { HIDDEN } from '../../cli/copy/secrets';
import type { Rehearsal } from '../../cli/commands/run-rehearse';

/** What a rehearsal makes of how each command of its engine ends; with a real one: test/e2e/rehearsal.test.ts. */

const folder = temporaryFolder();
const inFolder = (name: string): string => join(folder, name);
const [ZONE, OTHER] = [zoneIdOf('shop'), zoneIdOf('other')];

const MIGRATION = 'zone_managed_rules_migration';
const migration = (name: string, target_state = 'validation', more: object = {}, actions = ['create']) => ({
  ...{ address: `${MIGRATION}.${name}`, type: MIGRATION, name, mode: 'managed' },
  provider_name: 'registry.terraform.io/zonewright/zone',
  change: { actions, before: null, after: { zone_id: ZONE, target_state } },
  ...more,
});
const writePlan = (name: string, resource_changes: readonly object[], configuration?: object): void =>
  writeFileSync(inFolder(name), JSON.stringify({ format_version: '1.2', resource_changes, configuration }));

/** How a plan or an apply can end, in the engine's words. */
const ENDS = {
  changes: `cp '${inFolder('changes.json')}' rehearsal.tfplan; exit 2`,
  validates: `cp '${inFolder('validates.json')}' rehearsal.tfplan; exit 2`,
  nothing: `cp '${inFolder('nothing.json')}' rehearsal.tfplan`,
  done: 'echo; echo "Apply complete! Resources: 1 added."',
  error: 'echo "Error: no" >&2; exit 1',
  'no zone': `echo "Error: no: Zone ${ZONE} does not exist." >&2; exit 1`,
  // Behind a wrapper that turns exit codes into 0.
  'error with 0': 'echo "Error: no" >&2',
  waits: `: >'${inFolder('begun')}'; exec sleep 3600`,
  'done with 1': 'echo "Apply complete! Resources: 1 added."; echo "Error: no" >&2; exit 1',
} as const;

type Ends = readonly (keyof typeof ENDS)[];

const ENGINE = `case "$PWD" in *zonewright-rehearsal-*)
  { echo "call $PWD $*"; ls -A; echo; env; echo; cat "$TF_CLI_CONFIG_FILE"; (cd "$TF_DATA_DIR/../plugins"; ls -d */*/*); cat *_finish_*; } 2>'${inFolder('none')}' >>'${inFolder('calls')}' ;; esac
case "$1" in
workspace) cat '${inFolder('workspace')}' ;;
state) cat '${inFolder('state')}' ;;
init) case "$PWD" in */backend) cp '${inFolder('backend')}' "$TF_DATA_DIR/terraform.tfstate" ;; esac
  echo 'OpenTofu has been successfully initialized!' ;;
plan|apply) { read -r end; cat >'${inFolder('rest')}'; } <'${inFolder('ends')}'
  mv '${inFolder('rest')}' '${inFolder('ends')}'; eval "$end" ;;
version|-*) ${engineScript('OpenTofu', '1.9.1')} ;;
esac`;

beforeAll(() => {
  const jobs = [7, 9].map((job_id) => {
    const values = { zone_id: ZONE, job_id };
    const change = { actions: ['no-op'], before: values, after: values };
    return migration(`job${job_id}`, '', { type: 'zone_logpush_job', change });
  });
  writePlan('changes.json', [migration('shop', 'finished'), ...jobs]);
  writePlan('validates.json', [migration('shop')]);
  writePlan('nothing.json', [migration('shop', 'finished', {}, ['no-op'])]);
  mkdirSync(inFolder('stack'));
  writeFileSync(inFolder('stack/main.tf'), '');
  writeFileSync(inFolder('state'), '');
  writeFileSync(inFolder('workspace'), 'default');
  writeFileSync(inFolder('backend'), '{"backend":{"type":"local","config":{}}}');
  writeCopy([ZONE]);
});

function writeCopy(ids: readonly string[], ...not_held: readonly string[]): void {
  const [open, hidden] = ['s3://a?region=b', `https://a.example/?header_X=${HIDDEN}`];
  const jobs = [open, hidden, hidden].map((destination_conf, at) => ({ id: 9 - at, destination_conf }));
  const zones = ids.map((id) => ({ id, name: `${id}.example`, plan: 'enterprise', logpush: { jobs } }));
  const copy = { format: '2', taken_at: '2027-01-01T00:00:00Z', not_held };
  writeFileSync(inFolder('copy.json'), JSON.stringify({ copy, zones }));
}

/** Rehearses. @param ends of plans and applies, in their order */
function run(ends: Ends, env: NodeJS.ProcessEnv = {}, more: readonly string[] = []): Promise<Finished> {
  writeFileSync(inFolder('calls'), '');
  writeFileSync(inFolder('ends'), ends.map((end) => `${ENDS[end]}\n`).join(''));
  const args = [
    '--format',
    'markdown',
    '--on',
    inFolder('copy.json'),
    '--out',
    `json=${inFolder('found')}`,
    ...more,
  ];
  const engine = { NO_COLOR: '1', ZONEWRIGHT_TERRAFORM: fakeProgram(inFolder('engine'), ENGINE) };
  return runHere(['rehearse', inFolder('stack'), ...args], { ...engine, ...env });
}

afterEach(() =>
  expect(readdirSync(tmpdir()).filter((each) => each.startsWith('zonewright-reh'))).toEqual([]),
);

const CHANGES = ['changes', 'done', 'nothing'] as const;
const VALIDATES = ['validates', 'done', 'nothing'] as const;
const WELL = ['changes', 'done', 'no changes'] as const;

test.each<readonly [Ends, number, readonly string[]]>([
  [['nothing', 'done', 'nothing'], 0, ['no changes', 'done', 'no changes']],
  [CHANGES, 2, WELL],
  [['error'], 1, ['failed']],
  [['changes', 'error', 'nothing'], 1, ['changes', 'failed', 'no changes']],
  [['changes', 'error with 0', 'nothing'], 1, ['changes', 'failed', 'no changes']],
  [['changes', 'done with 1', 'nothing'], 1, ['changes', 'failed', 'no changes']],
  [['changes', 'done', 'error'], 1, ['changes', 'done', 'failed']],
  [['changes', 'done', 'changes'], 1, ['changes', 'done', 'changes']],
  // What is not as declared is not finished.
  [['validates', 'done', 'changes'], 1, ['changes', 'done', 'changes']],
  [['validates', 'error', 'nothing'], 1, ['changes', 'failed', 'no changes']],
  [[...VALIDATES, ...CHANGES], 2, [...WELL, ...WELL]],
  [[...VALIDATES, 'changes', 'done', 'changes'], 1, [...WELL, 'changes', 'done', 'changes']],
])('plan, apply, plan again: %j', async (ends, exitCode, steps) => {
  const finished = await run(ends);
  const found = JSON.parse(readFileSync(inFolder('found'), 'utf8')) as Rehearsal;
  const codes = [finished.exitCode, found.exit_code];
  expect([...codes, readFileSync(inFolder('ends'), 'utf8')]).toEqual([exitCode, exitCode, '']);
  const ended = steps.map((end) => ({ end, errors: end === 'failed' ? ['Error: no'] : [] }));
  expect(found.steps.map(({ end, errors }) => ({ end, errors }))).toEqual(ended);
  const said =
    /(?<=^## )\S+|not everything went well|Every plan was applied, and the next one is empty|An apply left/gm;
  expect(finished.stdout.match(said)).toEqual(
    exitCode !== 1
      ? [exitCode === 0 ? '✅' : '📝', 'Every plan was applied, and the next one is empty']
      : ['⛔', 'not everything went well', ...(steps.at(-1) === 'changes' ? ['An apply left'] : [])],
  );
});

const UNREAD = [ZONE, OTHER].map((id) => `GET /zones/${id}/pagerules was refused with status 403: copy it.`);
const AS_NEW = 'stack was planned as new, because it has no state.';
const OF_JOBS = 'What the copy hides of destinations may show as a change here: 1 job.';
const OTHERWISE = [`zones[${ZONE}.example].logpush.jobs[1]: no`, `/zones/${ZONE}: the plan free`];
test.each<readonly [string, Ends, readonly string[], readonly string[], readonly string[]]>([
  ['a zone', CHANGES, [OTHER], [], [`The zone ${ZONE} is not in the copy: copy it, too.`]],
  ['a zone of an error', ['no zone'], [OTHER], [], [`The zone ${ZONE} is not in the copy: copy it, too.`]],
  ['what could not be read of a zone', CHANGES, [ZONE, OTHER], UNREAD, UNREAD.slice(0, 1)],
  ['what could not be read of another', CHANGES, [ZONE, OTHER], UNREAD.slice(1), []],
  ['what no emulator holds', CHANGES, [ZONE], [...OTHERWISE, 'zones[].unheard: no'], []],
])('a copy that lacks %s', async (_what, ends, ids, lines, missing) => {
  writeCopy(ids, ...lines);
  const { exitCode } = await run(ends);
  writeCopy([ZONE]);
  const found = JSON.parse(readFileSync(inFolder('found'), 'utf8')) as Rehearsal;
  const ofZone = ids.includes(ZONE) ? [...OTHERWISE.filter((line) => lines.includes(line)), OF_JOBS] : [];
  const notes = [AS_NEW, ...ofZone];
  expect([exitCode, found.missing, found.notes]).toEqual([missing.length > 0 ? 1 : 2, missing, notes]);
});

test('what then finishes migrations acknowledges each zone, wants no approval, and leaves modules alone', async () => {
  const elsewhere = { address: 'module.m.one', module_address: 'module.m' };
  const of = (name: string, index: number | string, target?: string) => migration(name, target, { index });
  const expressions = { require_approval: { constant_value: true } };
  const provider_config = {
    ...{ zone: { name: 'zone', expressions }, 'zone.eu': { name: 'zone', alias: 'eu', expressions } },
    ...{ 'zone.us': { name: 'zone', alias: 'us' }, m: { ...elsewhere, name: 'zone', expressions } },
  };
  writePlan(
    'validates.json',
    [
      ...[migration('one'), migration('done', 'finished'), migration('one', 'validation', elsewhere)],
      ...[of('by_count', 0), of('by_key', 'a${'), of('by_key', 'b', 'finished')],
    ],
    { provider_config },
  );
  const { stdout } = await run([...VALIDATES, ...VALIDATES]);
  expect(stdout).toBe(recorded('rehearsal.md', stdout));
  const { notes } = JSON.parse(readFileSync(inFolder('found'), 'utf8')) as Rehearsal;
  const lines = readFileSync(inFolder('calls'), 'utf8').split(/(?=call )|\n/);
  const override = JSON.parse(lines.find((line) => line.startsWith('{"resource"')) ?? '') as unknown;
  const finished = (zones: object, key: string) => {
    const json = JSON.stringify(JSON.stringify(zones).replace('$', '\\u0024'));
    const acknowledge_irreversible = `\${lookup(jsondecode(${json}), ${key}, null)}`;
    return { target_state: 'finished', acknowledge_irreversible, approved_digest: null };
  };
  expect([notes, override]).toEqual([
    [AS_NEW, 'module.m.one stays in validation, because it is declared in a module.'],
    {
      resource: {
        [MIGRATION]: {
          one: finished({ '': ZONE }, '""'),
          by_count: finished({ 0: ZONE }, 'tostring(count.index)'),
          by_key: finished({ 'a${': ZONE, b: ZONE }, 'each.key'),
        },
      },
      provider: [{ zone: { require_approval: false } }, { zone: { alias: 'eu', require_approval: false } }],
    },
  ]);
});

const KEPT =
  'LC_ALL NO_PROXY SSL_CERT_FILE TF_VAR_a ZONEWRIGHT_MAX_RETRIES ZONEWRIGHT_PROOF https_proxy'.split(' ');
const NOT_KEPT = [
  'AWS_PROFILE HOME HTTP_PROXY TF_CLI_ARGS_plan TF_CLI_CONFIG_FILE TF_LOG TF_PLUGIN_CACHE_DIR TF_REATTACH_PROVIDERS TF_WORKSPACE',
  ...['API_KEY', 'API_TOKEN', 'BASE_URL', 'CONTROL_TOKEN', 'EMAIL', 'NODE'].map(
    (name) => `ZONEWRIGHT_${name}`,
  ),
].flatMap((names) => names.split(' '));

const GETS =
  'what the engine of a rehearsal gets, whatever the user has set: the service, and four providers';
test.each(['staging', 'default'])(`${GETS}, in the workspace %s`, async (name) => {
  writeFileSync(inFolder('workspace'), name);
  const env = Object.fromEntries([...KEPT, ...NOT_KEPT].map((name) => [name, 'of-the-user']));
  for (const name of ['state', 'var.json', 'b.tfvars']) writeFileSync(inFolder(name), '{\n}\n');
  // A stack that is named twice is one.
  await run(CHANGES, env, [
    inFolder('stack/.'),
    '--var-file',
    inFolder('var.json'),
    '--var-file',
    inFolder('b.tfvars'),
  ]);
  const [, ...calls] = readFileSync(inFolder('calls'), 'utf8').split(
    /^call .*\/zonewright-rehearsal-\w+\/0\//m,
  );
  const [, work = ''] = /^HOME=(.*)\/home$/m.exec(calls[0] ?? '') ?? [];
  const parts = calls.map((call) => call.replaceAll(work, 'WORK').split('\n\n'));
  const commands = parts.map(([what = '']) => what.replace(/^copy\S*/, 'copy'));
  const given = Object.entries(process.env).map((entry) => entry.join('='));
  const surroundings = parts.map(([, variables = '', configuration]) => {
    const own = variables.match(/^(?:TF_|HOME=|ZONEWRIGHT_|.*=of-the-user$).*/gm) ?? [];
    // Whoever runs the tests may have set others.
    return [...own.filter((each) => !given.includes(each)).sort(), '', configuration].join('\n');
  });
  const printed = [...commands, ...new Set(surroundings)]
    .join('\n\n')
    .replace(/(?<=API_TOKEN=)[\w-]{43}$/m, 'TOKEN')
    .replace(/127\.0\.0\.1:\d+/, 'HOST')
    .replace(process.execPath, 'NODE')
    .replaceAll(folder, 'FOLDER');
  expect(printed).toBe(recorded(`rehearsed-in-${name}.txt`, printed));
});

test('an interrupted rehearsal writes no file, and leaves nothing', async () => {
  rmSync(inFolder('found'));
  const finished = run(['changes', 'waits']);
  let isOver = false;
  void finished.then(() => (isOver = true));
  while (!isOver && !existsSync(inFolder('begun'))) await new Promise((resolve) => setTimeout(resolve, 5));
  process.emit('SIGINT');
  expect(await finished).toEqual({
    ...{ exitCode: 130, stdout: '' },
    stderr: 'Interrupted: production was not asked, and no file is left.\n',
  });
  expect(existsSync(inFolder('found'))).toBe(false);
});

test('a stack whose state cannot be read is planned as new, and it is said why', async () => {
  rmSync(inFolder('state'));
  await run(CHANGES);
  const { notes } = JSON.parse(readFileSync(inFolder('found'), 'utf8')) as Rehearsal;
  const why = /^stack was planned as new, because its state cannot be read \(cat: .*\)\.$/;
  expect(notes[0]).toMatch(why);
});

test('a plan with a provisioner is not applied', async () => {
  const resources = [{ address: 'null_resource.a', provisioners: [{ type: 'local-exec' }] }];
  writePlan('validates.json', [migration('shop')], { root_module: { resources } });
  const { exitCode, stderr } = await run(['validates', 'done']);
  expect([exitCode, stderr, readFileSync(inFolder('ends'), 'utf8')]).toEqual([
    ...[1, expect.stringContaining('null_resource.a has a provisioner'), `${ENDS.done}\n`],
  ]);
});

test('where the engine stores another backend, nothing else runs', async () => {
  const stored = '{"backend":{"type":"http","config":{"address":"http://127.0.0.1"}}}';
  writeFileSync(inFolder('backend'), stored);
  const { exitCode, stderr } = await run([]);
  const said = expect.stringContaining(`init does not store the local backend: ${stored}`);
  expect([exitCode, stderr]).toEqual([1, said]);
  const calls = readFileSync(inFolder('calls'), 'utf8').match(/^call .*/gm);
  expect(calls).toEqual([expect.stringMatching(/\/backend init /)]);
});
