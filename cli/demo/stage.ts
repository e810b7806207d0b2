import type { RunningEmulator } from '../../emulator';
import type { FoundEngine } from '../engine/find';
import type { Engine } from '../engine/run';
import type { Story } from './story';

/** What the steps of the demo work with. */
export interface Stage {
  readonly story: Story;
  readonly found: FoundEngine;
  readonly emulator: RunningEmulator;
  /** The zone that the demo configures. */
  readonly zoneId: string;
  /** Whether the engine can do no better than to keep the store's keys in the state. */
  readonly storesSecrets: boolean;
  /** Where the example is synthesized to. */
  readonly appFolder: string;
  /** Where the object stores of the zone's log push jobs keep their files. */
  readonly logFolder: string;
  /** The engine in the folder of the synthesized stack. */
  readonly stack: Engine;
  /** The engine in a second working folder, with a state of its own. */
  readonly second: Engine;
  /** Where the example of the migration is synthesized to. */
  readonly migrationFolder: string;
  /** The engine in the folder of that stack. */
  readonly migration: Engine;
  /** The environment of all programs that the demo starts. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** A part of the story. It returns when all that it claims has been checked, and throws when something is not so. */
export interface Step {
  readonly title: string;
  /** One line: what it is for. */
  readonly why: string;
  run(stage: Stage): Promise<void>;
}
