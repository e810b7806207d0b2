import { mkdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_ZONE_ID, type RunningEmulator } from '../../emulator';
import { packageRoot } from '../../lib/provider/package-root';
import { isRecentEnough, OLDEST_WRITE_ONLY_ENGINE, type FoundEngine } from '../engine/find';
import { runProgram } from '../engine/process';
import { engineEnvironment, serviceEnvironment, withoutSteering } from '../engine/run';
import { CommandFailure } from '../terminal/failure';
import type { CommandContext } from '../terminal/terminal';

/** A step of the demo: its title, what it is for, and what is done in it, one after the other. */
export type Step = readonly [title: string, why: string, ...acts: Act[]];

/** A command, a text that says what all before it has proven, or what else is done and checked, maybe with such a text. */
export type Act = Command | string | ((stage: Stage) => unknown);

/** A command and what must come of it. */
export interface Command {
  /** As a user would type it: `terraform`, `zonewright`, or `node` with a script of this package. */
  readonly line: string;
  /** Where, below the folder of the demo. */
  readonly folder: string;
  /** What its output must contain, and what is shown of it. */
  readonly prints: readonly RegExp[];
  /** @default 0 */
  readonly exits?: number;
  /** Whether neither the command nor its output is shown. */
  readonly silent?: boolean;
}

/** What the steps are played on: it runs commands, tells on the terminal what they do, and checks what came of them. */
export type Stage = ReturnType<typeof openStage>;

/** @param root the folder of the demo */
export function openStage(
  { terminal, env }: CommandContext,
  found: FoundEngine,
  emulator: RunningEmulator,
  root: string,
  signal: AbortSignal,
) {
  const { out, colors } = terminal;
  const examples = compiledExamples();
  /** Whether the engine is too old to keep secrets out of the state. */
  const storesSecrets = !isRecentEnough(found.version, OLDEST_WRITE_ONLY_ENGINE);
  const environment = engineEnvironment({
    base: withoutSteering(env),
    // The user's settings do not affect the demo.
    cliConfigFile: devNull,
    extra: {
      ...serviceEnvironment(emulator),
      ZONEWRIGHT_PROOF: 'on',
      // Everything runs with the Node.js and the engine of the demo, wherever they are.
      ...{ ZONEWRIGHT_NODE: process.execPath, ZONEWRIGHT_TERRAFORM: found.binary, NO_COLOR: '1' },
      // What the examples take, and their stacks.
      ...{ ZONE_ID: DEFAULT_ZONE_ID, CDKTF_OUTDIR: '.', STORE_SECRETS: String(storesSecrets) },
      ...{ TF_VAR_store_key_id: 'demo', TF_VAR_store_key: 'demo' },
    },
  });
  const path = (...below: readonly string[]): string => join(root, ...below);

  /** A command as a user would type it. */
  const tell = (line: string): void => out(`     ${colors.bold(`$ ${line}`)}`);

  /** Real output without its empty lines; what is too long for a terminal is wrapped between words. */
  const show = (text: string): void => {
    for (const line of text.match(/^.{1,73}$|\S.{0,69}(?=\s|$)/gm) ?? []) out(`       ${line}`);
  };

  /** Checks that a value is as expected. @throws CommandFailure with both values */
  const expect = (what: string, seen: unknown, expected: unknown): void => {
    if (!isDeepStrictEqual(seen, expected))
      throw failure(`${what} is not as expected`, JSON.stringify(seen), JSON.stringify(expected));
  };

  /** @throws CommandFailure with all that the program printed, if it does not do what it must */
  const run = async ({ folder, line, prints, exits = 0, silent = false }: Command): Promise<void> => {
    const told = line.replace(/^terraform/, found.flavor).replace('dist/examples', examples);
    if (!silent) tell(told);
    const [, CHANGE, program = '', words = ''] = /^(?:CHANGE=(\w+) )?(\w+) (.*)$/.exec(told) ?? [];
    const [first = '', ...rest] = words.split(' ');
    const [file = '', ...options] = {
      zonewright: [process.execPath, inPackage('dist/cli/main.js'), first],
      node: [process.execPath, inPackage(first)],
    }[program] ?? [found.binary, first, '-no-color'];
    const place = { cwd: path(folder), env: { ...environment, CHANGE }, signal, cleansUp: true };
    mkdirSync(place.cwd, { recursive: true });
    const { exitCode, stdout, stderr } = await runProgram(file, [...options, ...rest], place);
    const printed = `${stdout}${stderr}`.trimEnd();
    if (exitCode !== exits)
      throw failure(`\`${told}\` ended with exit code ${exitCode}`, printed, `exit code ${exits}`);
    // The engine indents the changes of a plan.
    const output = program === found.flavor ? printed.replace(/^ {2}/gm, '') : printed;
    for (const pattern of prints) {
      const matches = output.match(pattern);
      if (!matches) throw failure(`\`${told}\` did not print what it must`, printed, String(pattern));
      if (!silent) show(matches.join('\n'));
    }
  };

  /** The zone that the demo configures, read directly from the service. */
  const zone = () => emulator.control.zone(DEFAULT_ZONE_ID);

  return { found, emulator, storesSecrets, path, tell, show, expect, run, zone };
}

const inPackage = (path: string): string => join(packageRoot().folder, path);

/** The folder of the examples that are compiled for the installed CDK. */
function compiledExamples(): string {
  for (const [cdk, folder] of Object.entries({ cdktf: 'dist/examples', cdktn: 'dist/examples-cdktn' }))
    try {
      return require.resolve(cdk) && folder;
    } catch {
      // The other one may be installed.
    }
  throw new CommandFailure({
    message: 'the demo synthesizes a stack, and neither cdktf nor cdktn is installed',
    hints: ['npm install cdktf constructs', 'or: npm install cdktn constructs'],
  });
}

function failure(message: string, seen: string, allowed: string): CommandFailure {
  const hints = ['run `zonewright doctor`, which checks what the demo needs'];
  return new CommandFailure({ message, seen: [seen], allowed: [allowed], hints });
}
