// From TypeScript 6 on, no types are there unless somebody names them.
/// <reference types="node" preserve="true" />
/**
 * The test kit: the emulator in a process of its own, matchers that run the real engine and the real provider, and
 * what a stack synthesizes to, as data. For jest and vitest, with cdktf or cdktn.
 *
 * @see docs/guides/testing.md
 */
export { emulatorSetup, emulatorTeardown } from './emulator/emulator-setup';
export type { RemoteControl } from './emulator/remote-control';
export {
  startEmulatorProcess,
  type EmulatorEnvironment,
  type EmulatorProcess,
} from './emulator/start-emulator-process';
export { type EmulatorProcessOptions } from './emulator/emulator-program';
export {
  zonewrightMatchers,
  type ExpectedChanges,
  type MatcherOptions,
  type MatcherResult,
  type PlanCleanlyOptions,
  type Received,
  type ZonewrightMatchers,
} from './matchers/zonewright-matchers';
export type { Stacks, SynthesizableApp, SynthesizableStack } from './stacks/root-modules';
export { problemsOf, type AppProblem } from './stacks/problems-of';
export { synthesized, type SynthesizedDocument } from './stacks/synthesized';
export type { PlannedAction, PlannedChanges } from './workspace/planned-changes';
export {
  createWorkspace,
  type Workspace,
  type WorkspaceOptions,
  type WorkspacePlan,
  type WorkspacePlanOptions,
  type WorkspaceRun,
} from './workspace/create-workspace';
export type { EngineSettings } from './workspace/test-engine';
