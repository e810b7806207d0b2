import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningEmulator, DEFAULT_ZONE_ID } from '../../emulator';
import { engineEnvironment, withoutSteering, type Engine, createEngine } from '../engine/run';
import type { FoundEngine } from '../engine/find';
import { isRecentEnough, OLDEST_WRITE_ONLY_ENGINE } from '../engine/version';
import { EXAMPLE_STACK, EXAMPLE_VARIABLES, MIGRATION_STACK } from './example';
import type { Story } from './story';

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
