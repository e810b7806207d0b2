import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunResult } from '../../cli/engine/run';
import { DEFAULT_ZONE_ID, type FaultRule } from '../../emulator';
import { inLane } from '../support/lane';
import { createWorkspace, hcl, startService, type TestService, type Workspace } from '../support/workspace';
import { runningPrograms } from './running-programs';
import { temporaryFolder } from '../support/temporary-folder';

/** What is left when the engine, the provider or the connection ends in the middle of an apply. */
const CONFIG = hcl(`resource "zone_log_custom_fields" "a" {
  zone_id         = "${DEFAULT_ZONE_ID}"
  request_headers = ["user-agent"]
  cookies         = ["session"]
}`);

let service: TestService;
let workspace: Workspace;
/** The same folder at the next run: how that starts the provider is not the matter. */
let nextRun: Workspace;
/** The providers' folder for temporary files. */
const temporary = temporaryFolder();
/** Is told when a request is under way, and how to let it go on. */
let delayed: (goOn: () => void) => void;

beforeAll(async () => {
  service = await startService({ wait: () => new Promise<void>((resolve) => delayed(resolve)) });
  workspace = await createWorkspace({
    env: { ...service.env, TMPDIR: temporary },
    files: { 'main.tf': CONFIG },
  });
  await workspace.ready();
  nextRun = await createWorkspace({ folder: workspace.cwd, env: service.env, startedBy: 'workspace' });
});
beforeEach(() => {
  service.emulator.control.reset();
  for (const file of readdirSync(workspace.cwd).filter((name) => name.includes('tfstate'))) {
    rmSync(join(workspace.cwd, file));
  }
});

/** An apply that is stopped in the middle of a request, which the service holds until it may go on. */
interface HeldApply {
  readonly engine: number;
  readonly providers: readonly number[];
  readonly goOn: () => void;
  readonly end: Promise<RunResult>;
}

async function applyUntil(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'): Promise<HeldApply> {
  const held = new Promise<() => void>((resolve) => (delayed = resolve));
  service.emulator.control.faults.put([{ match: { method }, times: 1, delayMs: 1 }]);
  let engine = 0;
  const end = workspace.apply({ onStart: (pid) => (engine = pid) });
  const goOn = await Promise.race([held, end.then(failed)]);
  const providers = runningPrograms()
    .filter(({ parent, command }) => parent === engine && command.includes('terraform-provider-zone'))
    .map(({ pid }) => pid);
  expect(providers.length).toBeGreaterThan(0);
  return { engine, providers, goOn, end };
}

function failed({ stdout, stderr }: RunResult): never {
  throw new Error(`the apply ended before the request was under way:\n${stdout}\n${stderr}`);
}

/** Lets the service carry out the request that it holds, though nobody waits for the answer any more. */
async function carriedOut(method: string, goOn: () => void): Promise<void> {
  const before = requests(method).length;
  goOn();
  while (requests(method).length === before) await sleep(10);
}

/** Waits for their end; how long it may take is shown in test/provider-shim/sdk/plugin/serve.test.ts. */
async function gone(pids: readonly number[]): Promise<void> {
  while (runningPrograms().some(({ pid }) => pids.includes(pid))) await sleep(50);
}

/** The next run finishes the job: one ruleset with one rule, and nothing to do after it. */
async function expectHealed(): Promise<void> {
  await nextRun.applied();
  expect((await nextRun.plan()).exitCode).toBe(0);
  expect(rulesets()).toEqual([[RULE]]);
}

const RULE = { request_fields: [{ name: 'user-agent' }], cookie_fields: [{ name: 'session' }] };

function socketFolders(): readonly string[] {
  return readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('plugin'),
  );
}

/** What the rules of each ruleset of the zone log. */
function rulesets(): readonly (readonly unknown[])[] {
  const zone = service.emulator.control.zones().find(({ id }) => id === DEFAULT_ZONE_ID);
  return (zone?.rulesets ?? []).map(({ rules }) => rules.map((rule) => rule.action_parameters));
}

/** A ruleset without rules, as others leave one behind: the fields are then saved into it. */
function leaveEmptyRuleset(): void {
  service.emulator.control.saveRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields', { rules: [] });
}

const requests = (method: string): readonly unknown[] =>
  service.emulator.control.journal().filter((entry) => entry.method === method);

test.each([
  ['the creation of the ruleset is lost', 'POST', 'lost', []],
  ['the creation of the ruleset takes effect all the same', 'POST', 'done', [[RULE]]],
  ['the saving of the rule is lost', 'PUT', 'lost', [[]]],
  ['the saving of the rule takes effect all the same', 'PUT', 'done', [[RULE]]],
] as const)(
  'kill -9 of the engine in the middle of an apply leaves no process behind, and the next run recovers when %s',
  async (_case, method, outcome, left) => {
    if (method === 'PUT') leaveEmptyRuleset();
    const { engine, providers, goOn, end } = await applyUntil(method);
    process.kill(engine, 'SIGKILL');
    await gone(providers);
    if (outcome === 'done') await carriedOut(method, goOn);
    expect((await end).exitCode).toBe(137);
    expect(socketFolders()).toEqual([]);
    expect(rulesets()).toEqual(left);
    await expectHealed();
  },
);

describe('kill -9 in the middle of a later write', () => {
  const OLD = { cookie_fields: [{ name: 'old' }] };
  const declared = (more: string): string => CONFIG.replace(/\n\}\s*$/, `\n  ${more}\n}\n`);
  const applied = async (config: string): Promise<void> => {
    nextRun.write('main.tf', config);
    await nextRun.applied();
  };
  afterEach(() => nextRun.write('main.tf', CONFIG));

  /** Ends in a zone with the one rule that is declared, and in an empty plan. */
  const heals = async (): Promise<void> => {
    nextRun.write('main.tf', declared('on_existing = "adopt"'));
    await expectHealed();
  };

  const WRITES = {
    'a change': {
      method: 'PATCH',
      prepare: () => applied(CONFIG.replace(/request_headers.*/, '').replace('session', 'old')),
      config: CONFIG,
    },
    'a take-over': {
      method: 'PUT',
      prepare: () =>
        void service.emulator.control.saveRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields', {
          rules: [{ action: 'log_custom_field', expression: 'true', action_parameters: OLD }],
        }),
      config: declared('on_existing = "adopt"'),
    },
    'a destroy': {
      method: 'DELETE',
      prepare: () => applied(CONFIG.replace(/request_headers.*/, '').replace('session', 'old')),
      config: hcl(''),
    },
  } as const;

  /** What is lost, and what a killed provider leaves, the tests of a creation show as well. */
  const CUT_SHORT = inLane({
    share: [],
    whole: [
      ['a change', 'engine', 'lost', [OLD]],
      ['a change', 'provider', 'done', [RULE]],
      ['a take-over', 'engine', 'lost', [OLD]],
      ['a take-over', 'provider', 'done', [RULE]],
      ['a destroy', 'engine', 'lost', [OLD]],
      ['a destroy', 'provider', 'done', []],
    ] as const,
  });

  test.each([
    ['a change', 'engine', 'done', [RULE]] as const,
    ['a take-over', 'engine', 'done', [RULE]] as const,
    ['a destroy', 'engine', 'done', []] as const,
    ...CUT_SHORT,
  ])('%s: of the %s, the write is %s, and the next run recovers', async (write, victim, outcome, left) => {
    const { method, prepare, config } = WRITES[write];
    await prepare();
    nextRun.write('main.tf', config);
    const { engine, providers, goOn, end } = await applyUntil(method);
    for (const pid of victim === 'engine' ? [engine] : providers) process.kill(pid, 'SIGKILL');
    if (victim === 'engine') await gone(providers);
    if (outcome === 'done') await carriedOut(method, goOn);
    expect((await end).exitCode).not.toBe(0);
    expect(rulesets()).toEqual([left]);
    await heals();
  });
});

test('kill -9 of the provider is an error of the engine, and the next run recovers', async () => {
  const { providers, goOn, end } = await applyUntil('POST');
  for (const pid of providers) process.kill(pid, 'SIGKILL');
  const { exitCode, stderr } = await end;
  expect(exitCode).toBe(1);
  // The engine's words depend on what it notices first, the end of the process or of the connection.
  expect(stderr).toMatch(/Plugin did not respond|Request cancelled/);
  goOn();
  await expectHealed();
});

test('Ctrl-C during a request that is never answered ends the run, and the state has what is known', async () => {
  const { engine, providers, end } = await applyUntil('POST');
  // A terminal sends it to the whole group.
  process.kill(-engine, 'SIGINT');
  const { exitCode, stdout, stderr } = await end;
  expect(exitCode).toBe(1);
  expect(stdout).toContain('Interrupt received');
  expect(stderr).toContain('was cancelled');
  await gone(providers);
  await expectHealed();
});

describe('a connection that is cut', () => {
  const cut = (method: string, moment: 'before-write' | 'after-write'): FaultRule => ({
    match: { method },
    times: 1,
    effect: { kind: 'cut', moment },
  });

  test.each([
    ['after the ruleset was made', 'POST', 'after-write', { POST: 1, PUT: 0 }],
    ['after the rule was saved', 'PUT', 'after-write', { POST: 0, PUT: 2 }],
    ['before the rule was saved', 'PUT', 'before-write', { POST: 0, PUT: 2 }],
  ] as const)('%s does not disturb the apply', async (_case, method, moment, sent) => {
    if (method === 'PUT') leaveEmptyRuleset();
    service.emulator.control.faults.put([cut(method, moment)]);
    await nextRun.applied();
    expect({ POST: requests('POST').length, PUT: requests('PUT').length }).toEqual(sent);
    expect(rulesets()).toEqual([[RULE]]);
    expect((await nextRun.plan()).exitCode).toBe(0);
  });

  test('before the creation of the ruleset is an error, nothing is sent twice, and the next run recovers', async () => {
    service.emulator.control.faults.put([cut('POST', 'before-write')]);
    const { exitCode, stderr } = await nextRun.apply();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('/rulesets');
    expect(requests('POST')).toHaveLength(1);
    await expectHealed();
  });
});
