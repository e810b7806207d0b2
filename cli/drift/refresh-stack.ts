import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type Engine, type EngineOptions, type RunResult } from '../engine/run';
import { reasonOf, type Problem } from '../terminal/failure';
import { readPlan, type PlanResult } from '../review/read-plan';

/** How a stack is refreshed. */
export interface RefreshOptions extends Pick<EngineOptions, 'binary' | 'env'> {
  readonly signal: AbortSignal;
  /** Whether `init` runs first. */
  readonly init: boolean;
}

/** How much of the engine's output an error shows. */
const MOST_LINES = 12;

/**
 * What others changed in a stack: a plan with `-refresh-only`, which is saved outside of the stack, where only this user
 * can read it, and removed. Nothing is applied.
 */
export async function refreshStack(folder: string, options: RefreshOptions): Promise<PlanResult> {
  try {
    if (!statSync(folder).isDirectory()) return { problem: notAFolder('it is a file') };
  } catch (error) {
    return { problem: notAFolder(reasonOf(error)) };
  }
  const { binary, env, signal, init } = options;
  const engine = createEngine({ binary, cwd: folder, env, signal });
  if (init) {
    const result = await engine.init();
    if (result.exitCode !== 0) return { problem: failed('init', result) };
  }
  const temporary = mkdtempSync(join(tmpdir(), 'zonewright-drift-'));
  try {
    return await planIn(engine, join(temporary, 'plan'));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** What the configuration of a stack and a state beside it say; empty where they cannot be read. */
export function filesOf(folder: string): string {
  try {
    const names = readdirSync(folder).filter((name) => /\.(tf|tofu|tfvars|tfstate)(\.json)?$/.test(name));
    return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  } catch {
    return '';
  }
}

async function planIn(engine: Engine, file: string): Promise<PlanResult> {
  // Another run may hold the lock of the state for a moment.
  const plan = await engine.plan({ refreshOnly: true, out: file, args: ['-lock-timeout=60s'] });
  // 2 means drift; what it is stands in the plan.
  if (plan.exitCode !== 0 && plan.exitCode !== 2) return { problem: failed('plan -refresh-only', plan) };
  const shown = await engine.run(['show', '-json', file]);
  return shown.exitCode === 0 ? readPlan(shown.stdout) : { problem: failed('show -json', shown) };
}

function failed(command: string, { stdout, stderr }: RunResult): Problem {
  const lines = `${stderr}\n${stdout}`
    .split(/\r?\n/)
    .map((line) => line.replace(/^[│╷╵\s]+/, '').trimEnd())
    .filter((line) => line !== '');
  const isNotReady = /terraform init|tofu init/.test(stderr);
  return {
    code: 'engine_failed',
    message: `${command} failed`,
    seen: lines.slice(0, MOST_LINES),
    hints: isNotReady
      ? ['initialize the stacks: zonewright drift --init, or terraform init in the folder']
      : ['run the command in the folder of the stack to see all of its output'],
  };
}

function notAFolder(seen: string): Problem {
  return {
    code: 'no_folder',
    message: 'the folder cannot be used',
    seen: [seen],
    allowed: ['the folder of a stack, in which terraform plan works'],
    hints: ['correct the path'],
  };
}
