import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buildProgram } from '../../cli/commands/program';
import { openTerminal } from '../../cli/terminal/terminal';
import { migratingZone, zoneIdOf } from '../e2e/migrating-zones';
import { recordedPlan } from '../review/recorded-plans';
import { listening } from '../support/listening';
import { startService, type TestService } from '../support/workspace';
import { runHere, type Finished } from './built-command';
import { fakeProgram, temporaryFolder } from './engine/fake-program';

/** What somebody may write wherever a text is free; as an argument or a path, without what these cannot have, or only who types them brings along. */
const HOSTILE_NAME =
  'evil\u001b[31mred\u001b[2J\u001b]0;title\u0007\u009b31m\rover\u202egpj.\u2066exe\u200b\u2060\ufeff\u{e0041}';
const HOSTILE = `${HOSTILE_NAME}\nFORGED line\u0000\u001b]8;;https://evil.example\u001b\\`;

const TOKEN = 'production-token-0123456789abcdefghijklmnopq';

/** The service, but for its texts: each is hostile, and has the token of the request. */
async function hostileService({ emulator }: TestService): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const headers = { authorization: request.headers.authorization ?? '' };
      const url = new URL(request.url ?? '', emulator.url);
      if (url.searchParams.has('name')) url.searchParams.delete('name');
      const answer = await fetch(url, { method: request.method ?? '', headers });
      const free = /^(?:name|description|message|error_message|notes|title|filename)$/;
      const body = JSON.stringify(await answer.json(), (key, value: unknown) =>
        free.test(key) && typeof value === 'string' ? `${HOSTILE} ${TOKEN}` : value,
      );
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
    })();
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

const folder = temporaryFolder();
const before = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => process.chdir(before));
const inFolder = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const ENGINE_FAILS = `if [ "$1" = version ]; then
  if [ "$2" = -json ]; then echo '{"provider_selections":{}}'; exit; fi
  echo 'Terraform v1.11.4'; exit
fi
cat "$(dirname "$0")/error" >&2; exit 1`;

let service: TestService;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  service = await startService({
    seed: {
      zones: [
        { ...migratingZone('shop'), logpush: { jobs: [] } },
        migratingZone('blog', { plan: 'professional' }),
      ],
      credentials: { tokens: [{ token: TOKEN }] },
      options: { model: 'today', rate_limit: 0 },
    },
  });
  inFolder('error', `Error: ${HOSTILE}`);
  env = {
    ZONEWRIGHT_BASE_URL: `${await hostileService(service)}/client/v4`,
    ZONEWRIGHT_API_TOKEN: TOKEN,
    ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
    ZONEWRIGHT_TERRAFORM: fakeProgram(join(folder, 'engine'), ENGINE_FAILS),
    HOME: folder,
    XDG_CACHE_HOME: folder,
    FORCE_COLOR: '1',
  };
});

const run = (...args: readonly string[]) => runHere(args, env);

/** Runs the emulator until it listens or ends. */
const emulated = (seed: string): Promise<Finished> =>
  runHere(['emulator', '--port', '0', '--seed', seed], env, (line) => {
    if (line.includes('Ctrl-C')) process.emit('SIGINT');
  });

const zonesNamed = (name: string): string => JSON.stringify({ zones: [{ id: 'a'.repeat(32), name }] });
const hostilePlan = (): string =>
  JSON.stringify(recordedPlan('every-change').shown, (key, value: unknown) =>
    /^(?:name|zone_name|description)$/.test(key) && typeof value === 'string' ? HOSTILE : value,
  );
/** A copy of the service, with hostile names. */
async function copied(): Promise<string> {
  const out = join(folder, 'rehearsed.json');
  await runHere(['copy', '--all', '--out', out], { ...env, ...service.env, ZONEWRIGHT_API_TOKEN: TOKEN });
  const copy = JSON.parse(readFileSync(out, 'utf8')) as { zones: { name: string }[] };
  return inFolder(
    'rehearsed.json',
    JSON.stringify({ ...copy, zones: copy.zones.map((zone) => ({ ...zone, name: HOSTILE })) }),
  );
}

/** Each command with a hostile text wherever it takes one: an argument, a file, the service, the engine. */
const COMMANDS: Readonly<Record<string, () => readonly Promise<Finished>[]>> = {
  help: () => [run('help', HOSTILE_NAME)],
  demo: () => [runHere(['demo'], { ...env, ZONEWRIGHT_TERRAFORM: `/nowhere/${HOSTILE_NAME}` }), run('demo')],
  init: () => [run('init', HOSTILE_NAME), run('init', HOSTILE_NAME)],
  emulator: () => [
    emulated(inFolder('seed.json', zonesNamed(HOSTILE))),
    emulated(inFolder('refused.json', JSON.stringify({ zones: [], [HOSTILE]: HOSTILE }))),
  ],
  completion: () => [run('completion', HOSTILE_NAME)],
  __complete: () => [run('__complete', `--${HOSTILE_NAME}`)],
  install: () => [run('install', '--dir', HOSTILE_NAME)],
  adopt: () => [
    run('adopt', '--all', '--as', 'hcl', '--out', `hcl ${HOSTILE_NAME}`),
    run('adopt', HOSTILE_NAME, '--as', 'ts', '--out', 'ts'),
  ],
  copy: () => [
    run('copy', '--all', '--out', `copy ${HOSTILE_NAME}`),
    run('copy', HOSTILE_NAME, '--out', 'none'),
  ],
  rehearse: () => [
    copied().then((copy) => run('rehearse', '--on', copy, HOSTILE_NAME)),
    copied().then((copy) => run('rehearse', '--on', copy, '.')),
  ],
  review: () => [
    run('review', inFolder('tfplan.json', hostilePlan())),
    run('review', inFolder(`${HOSTILE_NAME}.json`, '{}'), HOSTILE_NAME),
  ],
  doctor: () => [run('doctor'), run('doctor', '--zone', HOSTILE_NAME)],
  'migration survey': () => [run('migration', 'survey', '--all'), run('migration', 'survey', HOSTILE_NAME)],
  'migration approve': () => [
    run('migration', 'approve', zoneIdOf('shop'), '--by', HOSTILE_NAME),
    run('migration', 'approve', HOSTILE_NAME, '--by', 'Ada'),
  ],
};

test('every command of the program is in the table', () => {
  const program = buildProgram(
    '0',
    { terminal: openTerminal(process.stdout, process.stderr, {}), env: {} },
    () => undefined,
  );
  const names = program.commands.flatMap((each) =>
    each.commands.length > 0 ? each.commands.map((sub) => `${each.name()} ${sub.name()}`) : [each.name()],
  );
  expect(names.sort()).toEqual(Object.keys(COMMANDS).sort());
});

/** The colours of the command itself: bold, dim and the six that it uses. */
const OUR_COLORS = /\p{Cc}\[(?:1|2|22|3[1-6]|39)m/gu;

test.each(Object.entries(COMMANDS))(
  'zonewright %s prints hostile texts harmless, and no credentials',
  async (_name, runs) => {
    for (const { stdout, stderr } of await Promise.all(runs())) {
      const printed = `${stdout}${stderr}`;
      expect(printed).toContain('evil');
      expect(printed).not.toContain('\u001b[31mred');
      expect(printed.replace(OUR_COLORS, '')).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u);
      expect(printed).not.toMatch(/^FORGED/m);
      expect(printed).not.toContain(TOKEN);
    }
  },
);

test('no file that a command wrote has the credentials', async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const having = files.filter((file) => {
    const path = join(folder, file);
    return statSync(path).isFile() && readFileSync(path, 'utf8').includes(TOKEN);
  });
  expect(files).toEqual(
    expect.arrayContaining([expect.stringContaining('NOT-ADOPTED.md'), `copy ${HOSTILE_NAME}`]),
  );
  expect(having).toEqual([]);
});

test('what is written to a pipe as JSON is the same document as in a file', async () => {
  const plan = inFolder('piped.json', hostilePlan());
  const { stdout } = await run('review', plan, '--format', 'json', '--out', 'json=review.json');
  expect(stdout).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u);
  const document = JSON.parse(stdout) as unknown;
  expect(document).toEqual(JSON.parse(readFileSync(join(folder, 'review.json'), 'utf8')));
  expect(JSON.stringify(document)).toContain(JSON.stringify(HOSTILE).slice(1, -1));
});
