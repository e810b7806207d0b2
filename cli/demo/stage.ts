import type { RunningEmulator } from '../../emulator';
import type { FoundEngine } from '../engine/find';
import type { Engine } from '../engine/run';
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
