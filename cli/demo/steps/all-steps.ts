import type { Step } from '../stage';
import { applyStep, planStep, planAgainStep } from './plan-and-apply';
import { destroyStep } from './destroy';
import { driftStep } from './drift';
import { startEmulatorStep, initStep, synthesizeStep } from './prepare';
import { importStep } from './import';
import { logEntryStep } from './log-entry';
import { migrationBeginStep, migrationFinishStep, migrationKeptStep, migrationPlanStep } from './migration';

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
