import type { Step } from '../stage';
import {
  applyStep,
  destroyStep,
  driftStep,
  importStep,
  logEntryStep,
  planAgainStep,
  planStep,
} from './log-fields';
import { migrationBeginStep, migrationFinishStep, migrationKeptStep, rehearsalStep } from './migration';
import { startEmulatorStep, initStep, synthesizeStep } from './prepare';

/** The demo's story, in order. */
export const STEPS: readonly Step[] = [
  startEmulatorStep,
  synthesizeStep,
  initStep,
  planStep,
  applyStep,
  planAgainStep,
  logEntryStep,
  driftStep,
  importStep,
  destroyStep,
  migrationBeginStep,
  rehearsalStep,
  migrationFinishStep,
  migrationKeptStep,
];
