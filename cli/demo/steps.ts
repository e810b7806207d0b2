import type { Step } from './stage';
import {
  applyStep,
  planStep,
  planAgainStep,
  destroyStep,
  driftStep,
  importStep,
  logEntryStep,
} from './steps/log-fields';
import { startEmulatorStep, initStep, synthesizeStep } from './steps/prepare';
import {
  migrationBeginStep,
  migrationFinishStep,
  migrationKeptStep,
  migrationPlanStep,
} from './steps/migration';

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
  migrationPlanStep,
  migrationFinishStep,
  migrationKeptStep,
];
