import type { Step } from './stage';
import { applyStep } from './steps/apply';
import { destroyStep } from './steps/destroy';
import { driftStep } from './steps/drift';
import { startEmulatorStep } from './steps/emulator';
import { importStep } from './steps/import';
import { initStep } from './steps/init';
import { logEntryStep } from './steps/log-entry';
import { migrationBeginStep } from './steps/migration-begin';
import { migrationFinishStep } from './steps/migration-finish';
import { migrationKeptStep } from './steps/migration-kept';
import { migrationPlanStep } from './steps/migration-plan';
import { planStep } from './steps/plan';
import { planAgainStep } from './steps/plan-again';
import { synthesizeStep } from './steps/synthesize';

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
