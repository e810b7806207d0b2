import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { isRecord } from '../../schema';
import { EXIT_OK } from '../terminal/failure';
import { untilInterrupted } from '../terminal/interruption';
import { stacksAt, type BaseRevision } from '../matrix/base-revision';
import { matrixText, type MatrixStack, type MatrixFormat } from '../matrix/matrix-formats';
import {
  stackChanges,
  type ChangedStack,
  synthesizedStacks,
  type SynthesizedStack,
  zoneProviders,
} from '../matrix/synthesized-stacks';
import type { CommandContext } from '../terminal/terminal';

export interface MatrixOptions {
  readonly since?: string;
  readonly before?: string;
  readonly app?: string;
  readonly format: MatrixFormat;
  readonly group?: number;
}

/**
 * Prints the stacks of an app for a pipeline: all, or those that changed or vanished.
 *
 * @param outdir the output folder of the app
 * @throws CommandFailure
 */
export async function matrixCommand(
  { terminal, env }: CommandContext,
  options: MatrixOptions,
  outdir: string,
): Promise<number> {
  const now = synthesizedStacks(outdir);
  const note = (text: string): void => terminal.err(`note: ${text}`);
  return untilInterrupted(async (signal) => {
    const before = await stacksBefore(options, { env, signal, note });
    const changes = changesSince(before, now);
    const chosen = changes.filter(({ change }) => change !== 'unchanged');
    for (const { stack, change } of chosen) {
      if (change !== 'vanished') continue;
      writeVanished(outdir, stack, now);
      terminal.err(vanishedNote(stack, outdir));
    }
    const rows = chosen.map(({ stack: { name, folder, dependencies }, change }): MatrixStack => {
      return { stack: name, folder: join(outdir, folder), change, dependencies };
    });
    terminal.out(matrixText(options.format, rows, options.group));
    if (before !== undefined) terminal.err(`${chosen.length} of ${changes.length} stacks changed.`);
    return EXIT_OK;
  });
}

async function stacksBefore(
  { before, since, app }: MatrixOptions,
  around: Pick<BaseRevision, 'env' | 'signal' | 'note'>,
): Promise<readonly SynthesizedStack[] | 'unknown' | undefined> {
  if (before !== undefined) return synthesizedStacks(before);
  if (since === undefined) return undefined;
  return stacksAt({ revision: since, folder: '.', app, ...around });
}

/** Without anything to compare with, every stack is one to plan. */
function changesSince(
  before: readonly SynthesizedStack[] | 'unknown' | undefined,
  now: readonly SynthesizedStack[],
): readonly ChangedStack[] {
  if (before === undefined) return now.map((stack) => ({ stack, change: 'added' }));
  if (before === 'unknown') return now.map((stack) => ({ stack, change: 'changed' }));
  return stackChanges(before, now);
}

function vanishedNote(stack: SynthesizedStack, outdir: string): string {
  const where = join(outdir, stack.folder);
  const state = hasBackend(stack)
    ? 'its plan destroys what its state still holds'
    : 'it has no backend, so its state is wherever it was applied, and the plan does not see it';
  return `note: the stack ${stack.name} is no longer declared: written to ${where} without its resources; ${state}.`;
}

/** What the engine needs to reach a stack's state and its objects. */
const KEPT = ['terraform', 'provider', 'variable'];

/**
 * Writes a stack that is no longer synthesized without what it declared, so that a plan of it shows everything that its
 * state still holds as destroyed.
 *
 * @param outdir the output folder of the app
 * @param others the stacks of now, one of which has the provider
 */
function writeVanished(
  outdir: string,
  { folder, configuration }: SynthesizedStack,
  others: readonly SynthesizedStack[],
): void {
  const path = join(outdir, folder);
  mkdirSync(path, { recursive: true });
  const kept = Object.entries(withProviderOf(others, configuration)).filter(([block]) =>
    KEPT.includes(block),
  );
  writeFileSync(join(path, 'cdk.tf.json'), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
  const plugins = others.map((other) => join(outdir, other.folder, PLUGINS)).find(existsSync);
  if (plugins === undefined) return;
  mkdirSync(dirname(join(path, PLUGINS)), { recursive: true });
  // Mostly a relative link, which leads to the same place from a folder beside the other stacks.
  cpSync(plugins, join(path, PLUGINS), { recursive: true, verbatimSymlinks: true });
}

/** With the version of the zone provider that the stacks of now have, since no other is beside them. */
function withProviderOf(
  others: readonly SynthesizedStack[],
  configuration: SynthesizedStack['configuration'],
): SynthesizedStack['configuration'] {
  const ofNow = others.flatMap(({ configuration: other }) => zoneProviders(other));
  const version = ofNow.find((provider) => 'version' in provider)?.['version'];
  const copy = structuredClone(configuration);
  if (version !== undefined) for (const provider of zoneProviders(copy)) provider['version'] = version;
  return copy;
}

const PLUGINS = join('terraform.d', 'plugins');

/** Whether the state of a stack is in a place that its configuration names, and not in the engine's working folder. */
function hasBackend({ configuration }: SynthesizedStack): boolean {
  const { terraform } = configuration;
  return isRecord(terraform) && (isRecord(terraform['backend']) || isRecord(terraform['cloud']));
}
