import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningEmulator, DEFAULT_ZONE_ID } from '../../emulator';
import { engineEnvironment, withoutSteering, type Engine, createEngine } from '../engine/run';
import { type FoundEngine, isRecentEnough, OLDEST_WRITE_ONLY_ENGINE } from '../engine/find';
import { EXAMPLE_STACK, EXAMPLE_VARIABLES, MIGRATION_STACK } from './example';
import type { Terminal } from '../terminal/terminal';

/** What the steps of the demo use. */
export interface Stage {
  readonly story: Story;
  readonly found: FoundEngine;
  readonly emulator: RunningEmulator;
  /** The zone that the demo configures. */
  readonly zoneId: string;
  /** Whether the engine is too old to keep the store's keys out of the state. */
  readonly storesSecrets: boolean;
  /** The output folder of the example. */
  readonly appFolder: string;
  /** Where the object stores of the zone's log push jobs keep their files. */
  readonly logFolder: string;
  /** The engine in the folder of the synthesized stack. */
  readonly stack: Engine;
  /** The engine in a second working folder, with its own state. */
  readonly second: Engine;
  /** The output folder of the migration example. */
  readonly migrationFolder: string;
  /** The engine in the folder of that stack. */
  readonly migration: Engine;
  /** The environment of all programs that the demo starts. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** A step of the demo. It returns once everything is checked, and throws if something is not as claimed. */
export interface Step {
  readonly title: string;
  /** What it is for, in one line. */
  readonly why: string;
  run(stage: Stage): Promise<void>;
}

interface StageParts {
  readonly story: Story;
  readonly found: FoundEngine;
  readonly emulator: RunningEmulator;
  /** The folder of the demo. */
  readonly folder: string;
  /** Where the emulator keeps delivered log files. */
  readonly logFolder: string;
  /** The user's environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Prepares the folders, the environment and the two engines that the steps work with. */
export function buildStage(parts: StageParts): Stage {
  const { story, found, emulator, folder, logFolder, env, signal } = parts;
  const appFolder = join(folder, 'app');
  const stackFolder = join(appFolder, EXAMPLE_STACK);
  const secondFolder = join(folder, 'second');
  const migrationFolder = join(folder, 'migration');
  const migrationStackFolder = join(migrationFolder, MIGRATION_STACK);
  for (const each of [stackFolder, secondFolder, migrationStackFolder]) mkdirSync(each, { recursive: true });

  const cliConfigFile = join(folder, 'cli.tfrc');
  writeFileSync(cliConfigFile, '# Empty, so that the user’s settings do not affect the demo.\n');
  const programEnv = engineEnvironment({
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
      ...EXAMPLE_VARIABLES,
    },
  });
  const engineIn = (cwd: string): Stage['stack'] =>
    createEngine({ binary: found.binary, cwd, env: programEnv, signal, onLine: story.detail });
  return {
    story,
    found,
    emulator,
    zoneId: DEFAULT_ZONE_ID,
    storesSecrets: !isRecentEnough(found.version, OLDEST_WRITE_ONLY_ENGINE),
    logFolder,
    appFolder,
    stack: engineIn(stackFolder),
    second: engineIn(secondFolder),
    migrationFolder,
    migration: engineIn(migrationStackFolder),
    env: programEnv,
    signal,
  };
}

/** Prints the demo on a terminal. */
interface Story {
  /** Begins a step: its number, what it does and why that matters. */
  step(number: number, total: number, title: string, why: string): void;
  /** A command as a user would type it. */
  command(line: string): void;
  /** Lines of real output. */
  output(lines: readonly string[]): void;
  /** Something that was checked. */
  check(fact: string): void;
  /** A line of the engine's output, printed only with `--verbose`. */
  detail(line: string): void;
  say(line: string): void;
}

/** A story with each line within the width of the terminal. */
export function tellOn(terminal: Terminal, verbose: boolean): Story {
  const { colors, width } = terminal;
  const out = (line: string): void => terminal.out(line);
  return {
    step: (number, total, title, why) => {
      out('');
      out(`${colors.bold(colors.cyan(`${number}/${total}`))}  ${colors.bold(title)}`);
      out(colors.dim(clip(`     ${why}`, width)));
    },
    command: (line) => out(`     ${colors.bold(`$ ${clip(line, width - 7)}`)}`),
    output: (lines) => {
      if (verbose) return;
      for (const line of lines) out(colored(clip(`       ${line}`, width), line, colors));
    },
    check: (fact) => out(`     ${colors.green('✓')} ${clip(fact, width - 7)}`),
    detail: (line) => {
      if (verbose) out(colors.dim(`     │ ${line}`));
    },
    say: out,
  };
}

// With these signs at the start of a line, the engine marks what a plan creates, destroys and changes.
function colored(text: string, line: string, colors: Terminal['colors']): string {
  switch (line.trimStart()[0]) {
    case '+':
      return colors.green(text);
    case '-':
      return colors.red(text);
    case '~':
      return colors.yellow(text);
    case '#':
      return colors.bold(text);
    default:
      return text;
  }
}

/** A line of at most `width` characters; an ellipsis replaces the rest. */
function clip(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
