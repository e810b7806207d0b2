import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_ZONE_ID, type RunningEmulator } from '../../emulator';
import { packageRoot } from '../../lib/provider/package-root';
import { isRecentEnough, OLDEST_WRITE_ONLY_ENGINE, type FoundEngine } from '../engine/find';
import { runProgram, type RunResult } from '../engine/process';
import { documentIn, engineEnvironment, hasSucceeded, QUIET, withoutSteering } from '../engine/run';
import { CommandFailure } from '../terminal/failure';
import type { CommandContext } from '../terminal/terminal';

/** A step of the demo: its title, what it is for, and what is done in it, one after the other. */
export type Step = readonly [title: string, why: string, ...acts: Act[]];

/** Something that is done and checked, or a text, or what makes one: what all before it has proven. */
export type Act = string | ((stage: Stage) => unknown);

/** What the demo is played with. */
interface StageParts extends CommandContext {
  /** Whether the whole output of the programs is shown. */
  readonly verbose: boolean;
  readonly found: FoundEngine;
  readonly emulator: RunningEmulator;
  /** The folder of the demo. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

type Values = Readonly<Record<string, unknown>> | null;

/** A change in the JSON of a plan. */
interface Change {
  readonly address: string;
  readonly change: { readonly actions: readonly string[]; readonly before: Values; readonly after: Values };
}

/** Runs programs for the steps, tells on the terminal what they do, and checks what came of it. */
export class Stage {
  readonly found: FoundEngine;
  readonly emulator: RunningEmulator;
  /** Whether the engine is too old to keep secrets out of the state. */
  readonly storesSecrets: boolean;
  /** The environment of all programs that the demo starts. */
  readonly #env: NodeJS.ProcessEnv;

  constructor(private readonly parts: StageParts) {
    const { found, emulator, env } = parts;
    this.found = found;
    this.emulator = emulator;
    this.storesSecrets = !isRecentEnough(found.version, OLDEST_WRITE_ONLY_ENGINE);
    const cliConfigFile = this.path('cli.tfrc');
    writeFileSync(cliConfigFile, '# Empty, so that the user’s settings do not affect the demo.\n');
    this.#env = engineEnvironment({
      base: withoutSteering(env),
      cliConfigFile,
      extra: {
        ZONEWRIGHT_BASE_URL: emulator.baseUrl,
        ZONEWRIGHT_API_TOKEN: emulator.credentials.token,
        ZONEWRIGHT_PROOF: 'on',
        // The emulator does not have the published limit.
        ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
        // Everything runs with the Node.js and the engine of the demo, wherever they are.
        ...{ ZONEWRIGHT_NODE: process.execPath, ZONEWRIGHT_TERRAFORM: found.binary, NO_COLOR: '1' },
        // What the examples take, and their stacks.
        ...{ ZONE_ID: DEFAULT_ZONE_ID, CDKTF_OUTDIR: '.', STORE_SECRETS: String(this.storesSecrets) },
        ...{ TF_VAR_store_key_id: 'demo', TF_VAR_store_key: 'demo' },
      },
    });
  }

  path(...below: readonly string[]): string {
    return join(this.parts.folder, ...below);
  }

  /** The zone that the demo configures, read directly from the service. */
  zone() {
    return this.emulator.control.zones().find(({ id }) => id === DEFAULT_ZONE_ID);
  }

  /** @throws CommandFailure if something is not as claimed */
  async play(number: string, [title, why, ...acts]: Step): Promise<void> {
    const { colors, out } = this.parts.terminal;
    out('');
    out(`${colors.bold(colors.cyan(number))}  ${colors.bold(title)}`);
    out(colors.dim(this.#clip(`     ${why}`)));
    for (const act of acts) {
      const fact = typeof act === 'string' ? act : await act(this);
      if (typeof fact === 'string') out(`     ${colors.green('✓')} ${this.#clip(fact, 7)}`);
    }
  }

  /** A command as a user would type it. */
  tell(line: string): void {
    this.parts.terminal.out(`     ${this.parts.terminal.colors.bold(`$ ${this.#clip(line, 7)}`)}`);
  }

  /** Lines of real output, unless all of it is shown anyway. */
  show(lines: readonly string[]): void {
    const { green, red, yellow, bold } = this.parts.terminal.colors;
    // With these signs at the start of a line, the engine marks what a plan creates, destroys and changes.
    const signs: Readonly<Record<string, typeof red>> = { '+': green, '-': red, '~': yellow, '#': bold };
    for (const line of this.parts.verbose ? [] : lines) {
      const text = this.#clip(`       ${line}`);
      this.parts.terminal.out(signs[line.trimStart()[0] ?? '']?.(text) ?? text);
    }
  }

  /** Checks that a value is as expected. @throws CommandFailure with both values */
  expect(what: string, seen: unknown, expected: unknown): void {
    if (isDeepStrictEqual(seen, expected)) return;
    throw failure(`${what} is not as expected`, JSON.stringify(seen), JSON.stringify(expected));
  }

  /** Runs `node` with a script of this package, or `zonewright`. @param line as a user would type it */
  async program(folder: string, line: string, exitCode = 0): Promise<RunResult> {
    this.tell(line);
    const [, CHANGE, program, words = ''] = /^(?:CHANGE=(\w+) )?(\w+) (.*)$/.exec(line) ?? [];
    const [script = '', ...args] = [...(program === 'node' ? [] : ['dist/cli/main.js']), ...words.split(' ')];
    const ended = await this.#run(folder, [process.execPath, join(packageRoot().folder, script), ...args], {
      CHANGE,
    });
    if (ended.exitCode !== exitCode) throw endedWrong(line, ended, exitCode);
    return ended;
  }

  /**
   * Runs the engine, and goes by what it prints and what it plans, since a wrapper may turn any exit code into 0.
   *
   * @param line as a user would type it
   * @param exitCode not 0 for what the engine must refuse
   * @returns also what a plan does with each object, and with which attributes in an update
   */
  async engine(folder: string, line: string, { isTold = true, exitCode = 0 } = {}) {
    const { binary, flavor } = this.found;
    const told = `${flavor} ${line}`;
    if (isTold) this.tell(told);
    const [verb = '', ...rest] = line.split(' ');
    const file = verb === 'plan' ? (/-out=(\S+)/.exec(line)?.[1] ?? 'next.tfplan') : undefined;
    if (file) rmSync(this.path(folder, file), { force: true });
    // Options come first: the engine accepts none after the file of a plan.
    const options = [...(QUIET[verb] ?? []), '-no-color', ...(file ? [`-out=${file}`] : [])];
    const ended = await this.#run(folder, [binary, ...new Set([verb, ...options, ...rest])]);
    const shown = file && (await this.#run(folder, [binary, 'show', '-json', file], {}, false)).stdout;
    const plan = documentIn(shown ?? '');
    if ((file ? plan !== undefined : hasSucceeded(verb, ended)) !== (exitCode === 0))
      throw endedWrong(told, ended, exitCode);
    const { resource_changes: all = [] } = JSON.parse(plan ?? '{}') as { resource_changes?: Change[] };
    return { ...ended, changes: all.flatMap(inWords) };
  }

  #run(
    folder: string,
    command: readonly string[],
    env = {},
    isShown = this.parts.verbose,
  ): Promise<RunResult> {
    const { terminal, signal } = this.parts;
    const [program = '', ...args] = command;
    const onLine = (line: string): void => terminal.out(terminal.colors.dim(`     │ ${line}`));
    const cwd = this.path(folder);
    mkdirSync(cwd, { recursive: true });
    const place = { cwd, env: { ...this.#env, ...env }, signal, cleansUp: true };
    return runProgram(program, args, { ...place, ...(isShown && { onLine }) });
  }

  /** A line within the terminal's width, of which `used` columns are taken; an ellipsis replaces the rest. */
  #clip(line: string, used = 0): string {
    const width = this.parts.terminal.width - used;
    return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
  }
}

function inWords({ address, change: { actions, before, after } }: Change): readonly string[] {
  const names = Object.keys({ ...before, ...after });
  const changed = names.filter((name) => !isDeepStrictEqual(before?.[name], after?.[name]));
  if (actions.join() === 'update') return [`update ${address}: ${changed.join(', ')}`];
  return actions.join() === 'no-op' ? [] : [`${actions.join()} ${address}`];
}

/** With all that the program has printed. */
function endedWrong(line: string, { exitCode, stdout, stderr }: RunResult, expected: number): CommandFailure {
  const allowed = exitCode === expected ? 'an output that says that it is done' : `exit code ${expected}`;
  return failure(`\`${line}\` ended with exit code ${exitCode}`, `${stdout}${stderr}`.trimEnd(), allowed);
}

function failure(message: string, seen: string, allowed: string): CommandFailure {
  const hints = ['run `zonewright demo --keep --verbose` and look into the folder that it names'];
  return new CommandFailure({ message, seen: [seen], allowed: [allowed], hints });
}
