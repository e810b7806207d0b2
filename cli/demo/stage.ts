import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_ZONE_ID, type RunningEmulator } from '../../emulator';
import { isRecentEnough, OLDEST_WRITE_ONLY_ENGINE, type FoundEngine } from '../engine/find';
import { runProgram, type RunResult } from '../engine/process';
import { engineEnvironment, QUIET, withoutSteering } from '../engine/run';
import { CommandFailure } from '../terminal/failure';
import type { Terminal } from '../terminal/terminal';

/** A step of the demo. It returns once everything is checked, and throws if something is not as claimed. */
export interface Step {
  readonly title: string;
  /** What it is for, in one line. */
  readonly why: string;
  readonly run: (stage: Stage) => Promise<void>;
}

/** What the demo is played with. */
interface StageParts {
  readonly terminal: Terminal;
  /** Whether the whole output of the programs is shown. */
  readonly verbose: boolean;
  readonly found: FoundEngine;
  readonly emulator: RunningEmulator;
  /** The folder of the demo. */
  readonly folder: string;
  /** The user's environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Below the folder of the demo. The engine works in three of them, each with its own state. */
const FOLDERS = {
  /** What the example writes, and its stack in it. */
  app: 'app',
  stack: join('app', 'stacks', 'log-fields'),
  /** Where the same zone is imported. */
  second: 'second',
  /** What the example of the migration writes, and its stack in it. */
  migrations: 'migration',
  migration: join('migration', 'stacks', 'zone-migration'),
} as const;

type Folder = keyof typeof FOLDERS;

const HINTS = ['run `zonewright demo --keep --verbose` and look into the folder that it names'];

/** What the steps use: it runs programs, tells on the terminal what they do, and checks what came of it. */
export class Stage {
  /** The zone that the demo configures. */
  readonly zoneId = DEFAULT_ZONE_ID;
  readonly found: FoundEngine;
  readonly emulator: RunningEmulator;
  /** Whether the engine is too old to keep the store's keys out of the state. */
  readonly storesSecrets: boolean;
  /** The environment of all programs that the demo starts. */
  readonly #env: NodeJS.ProcessEnv;

  constructor(private readonly parts: StageParts) {
    const { found, emulator, folder, env } = parts;
    this.found = found;
    this.emulator = emulator;
    this.storesSecrets = !isRecentEnough(found.version, OLDEST_WRITE_ONLY_ENGINE);
    for (const each of Object.keys(FOLDERS)) mkdirSync(this.path(each as Folder), { recursive: true });
    const cliConfigFile = join(folder, 'cli.tfrc');
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
        // The provider runs on the same Node.js as the demo, wherever that is.
        ZONEWRIGHT_NODE: process.execPath,
        // The keys of the example's store.
        ...{ TF_VAR_store_key_id: 'demo', TF_VAR_store_key: 'demo' },
      },
    });
  }

  path(folder: Folder, ...below: readonly string[]): string {
    return join(this.parts.folder, FOLDERS[folder], ...below);
  }

  /** The zone, read directly from the service. */
  zone() {
    return this.emulator.control.zone(this.zoneId);
  }

  /** Runs the engine, as a user would type it. @param isTold whether that is part of the story */
  engine(folder: Folder, line: string, exitCode = 0, isTold = true): Promise<RunResult> {
    const { flavor, binary } = this.found;
    const [verb = '', ...rest] = line.split(' ');
    const colors = verb === 'show' ? [] : ['-no-color'];
    // Options come first: the engine accepts none after the file of a plan.
    const args = new Set([verb, ...(QUIET[verb] ?? []), ...colors, ...rest]);
    return this.run(`${flavor} ${line}`, [binary, ...args], { folder, exitCode, isTold });
  }

  /**
   * Runs a program in one of the folders.
   *
   * @param line as a user would type it
   * @throws CommandFailure with the whole output of the program if it does not end as expected
   */
  async run(
    line: string,
    [program = '', ...args]: readonly string[],
    given: {
      readonly folder: Folder;
      readonly env?: NodeJS.ProcessEnv;
      readonly exitCode?: number;
      readonly isTold?: boolean;
    },
  ): Promise<RunResult> {
    const { folder, env, exitCode = 0, isTold = true } = given;
    if (isTold) this.command(line);
    const result = await runProgram(program, args, {
      cwd: this.path(folder),
      env: { ...this.#env, ...env },
      signal: this.parts.signal,
      cleansUp: true,
      onLine: (each) => {
        if (this.parts.verbose) this.#out(this.parts.terminal.colors.dim(`     │ ${each}`));
      },
    });
    if (result.exitCode === exitCode) return result;
    throw new CommandFailure({
      message: `\`${line}\` ended with exit code ${result.exitCode}`,
      allowed: [`exit code ${exitCode}`],
      seen: [`${result.stdout}${result.stderr}`.trimEnd()],
      hints: HINTS,
    });
  }

  /** Checks that a value is as expected. @throws CommandFailure with both values */
  expect(what: string, seen: unknown, expected: unknown): void {
    if (isDeepStrictEqual(seen, expected)) return;
    throw new CommandFailure({
      message: `${what} is not as expected`,
      seen: [JSON.stringify(seen)],
      allowed: [JSON.stringify(expected)],
      hints: HINTS,
    });
  }

  /** Begins a step: its number, what it does and why that matters. */
  begin(number: string, { title, why }: Step): void {
    const { colors } = this.parts.terminal;
    this.#out('');
    this.#out(`${colors.bold(colors.cyan(number))}  ${colors.bold(title)}`);
    this.#out(colors.dim(this.#clip(`     ${why}`)));
  }

  /** A command as a user would type it. */
  command(line: string): void {
    this.#out(`     ${this.parts.terminal.colors.bold(`$ ${this.#clip(line, 7)}`)}`);
  }

  /** Lines of real output, unless all of it is shown anyway. */
  output(lines: readonly string[]): void {
    if (this.parts.verbose) return;
    for (const line of lines) this.#out(this.#painted(this.#clip(`       ${line}`), line));
  }

  /** Something that was checked. */
  check(fact: string): void {
    this.#out(`     ${this.parts.terminal.colors.green('✓')} ${this.#clip(fact, 7)}`);
  }

  #out(line: string): void {
    this.parts.terminal.out(line);
  }

  /** With these signs at the start of a line, the engine marks what a plan creates, destroys and changes. */
  #painted(text: string, line: string): string {
    const { green, red, yellow, bold } = this.parts.terminal.colors;
    const signs: Readonly<Record<string, typeof red>> = { '+': green, '-': red, '~': yellow, '#': bold };
    return signs[line.trimStart()[0] ?? '']?.(text) ?? text;
  }

  /** A line within the terminal's width, of which `used` columns are taken; an ellipsis replaces the rest. */
  #clip(line: string, used = 0): string {
    const width = this.parts.terminal.width - used;
    return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
  }
}
