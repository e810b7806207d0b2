import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningEmulator } from '../../emulator';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { engineEnvironment, withoutSteering } from '../engine/environment';
import type { FoundEngine } from '../engine/find';
import { createEngine } from '../engine/run';
import { isRecentEnough, OLDEST_WRITE_ONLY_ENGINE } from '../engine/version';
import { EXAMPLE_STACK, EXAMPLE_VARIABLES } from './example';
import { MIGRATION_STACK } from './migration-example';
import type { Stage } from './stage';
import type { Story } from './story';

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
  writeFileSync(cliConfigFile, '# Empty, so that nothing of the user’s settings has a part in the demo.\n');
  const programEnv = engineEnvironment({
    base: withoutSteering(env),
    cliConfigFile,
    extra: {
      ZONEWRIGHT_BASE_URL: emulator.baseUrl,
      ZONEWRIGHT_API_TOKEN: emulator.credentials.token,
      // The published limit is none of the emulator's.
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
