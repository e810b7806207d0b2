import type { Step } from './stage';
import { applyStep, planStep, planAgainStep } from './steps/plan-and-apply';
import { destroyStep } from './steps/destroy';
import { driftStep } from './steps/drift';
import { startEmulatorStep, initStep, synthesizeStep } from './steps/prepare';
import { importStep } from './steps/import';
import { logEntryStep } from './steps/log-entry';
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
