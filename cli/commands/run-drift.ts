import { createColors } from 'picocolors';
import { findZones, ServiceError } from '../../provider-shim/zone-reader';
import { concurrently } from '../zones/concurrently';
import { driftText } from '../drift/drift-text';
import { type DriftReport, reportDrift, type RefreshedStack, type UnreadStack } from '../drift/report-drift';
import { filesOf, refreshStack } from '../drift/refresh-stack';
import { engineEnvironment } from '../engine/run';
import { findEngine } from '../engine/find';
import { CommandFailure, reasonOf, type Problem } from '../terminal/failure';
import { untilInterrupted } from '../terminal/interruption';
import { readInventory, readZones, type Inventory } from '../zones/inventory';
import { writeOutputs, type Output } from '../terminal/outputs';
import type { CommandContext } from '../terminal/terminal';
import { markdownText } from '../review/formats/markdown';
import { terminalText } from '../review/formats/terminal';
import type { PlanResult } from '../review/read-plan';
import { folderNames } from '../review/stack-names';
import { connectedService } from '../zones/reading-zones';

/** The formats of a report of drift. */
export type DriftFormat = 'terminal' | 'markdown' | 'json';

export interface DriftOptions {
  readonly format: DriftFormat;
  readonly out?: readonly Output<DriftFormat>[];
  readonly inventory?: string;
  readonly allZones?: true;
  /** A file of zones that need no stack. */
  readonly unmanaged?: string;
  readonly init?: true;
}

/** How many engines run at a time. */
const AT_A_TIME = 2;

/** `zonewright drift`: says what others changed in stacks since their last apply. It changes nothing. */
export async function driftCommand(
  { terminal, env }: CommandContext,
  options: DriftOptions,
  folders: readonly string[],
): Promise<number> {
  const inventory = await inventoryOf(options, env, terminal);
  const { binary } = await findEngine({ env, fetch: false });
  return untilInterrupted(async (signal) => {
    const names = folderNames(folders);
    const refreshed: RefreshedStack[] = [];
    const errors: UnreadStack[] = [];
    await concurrently(folders, AT_A_TIME, async (folder, index) => {
      if (signal.aborted) return;
      const { progress } = terminal;
      progress?.(`  ${folder}`);
      const result = await refreshStack(folder, {
        binary,
        env: engineEnvironment({ base: env }),
        signal,
        init: options.init ?? false,
      }).catch((error: unknown): PlanResult => ({ problem: notStarted(error) }));
      if (result.problem === undefined) {
        refreshed.push({ stack: names[index] ?? folder, folder, plan: result.plan });
      } else {
        const { seen = [], allowed = [], ...problem } = result.problem;
        errors.push({ ...problem, folder, seen, allowed, files: filesOf(folder) });
      }
    });
    terminal.progress?.('');
    signal.throwIfAborted();
    const sorted = errors.sort((one, other) => (one.folder < other.folder ? -1 : 1));
    const report = reportDrift(refreshed, sorted, inventory);
    terminal.out(rendered(report, options.format, terminal.colors).replace(/\n$/, ''));
    writeOutputs(options.out ?? [], (each) => rendered(report, each, createColors(false)));
    return report.exit_code;
  });
}

/** The zones that should be in a stack: those of a file, or all that the credentials see, but for those that need none. */
async function inventoryOf(
  options: DriftOptions,
  env: NodeJS.ProcessEnv,
  terminal: CommandContext['terminal'],
): Promise<Inventory | undefined> {
  const unmanaged =
    options.unmanaged === undefined ? undefined : readZones(options.unmanaged, '--unmanaged <file>');
  const zones = await listedZones(options, env, terminal);
  if (unmanaged === undefined) return zones;
  if (zones === undefined) throw nothingListed(`--unmanaged ${options.unmanaged}`);
  return new Map([...zones].filter(([id]) => !unmanaged.has(id)));
}

async function listedZones(
  { inventory, allZones }: DriftOptions,
  env: NodeJS.ProcessEnv,
  terminal: CommandContext['terminal'],
): Promise<Inventory | undefined> {
  if (inventory !== undefined) return readInventory(inventory);
  if (!allZones) return undefined;
  const service = connectedService(env, terminal);
  try {
    const { zones } = await findZones('all', service, new AbortController().signal);
    return new Map(zones.map(({ id, name }) => [id, name]));
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    const { code, message, hint } = thrown.toProblem();
    throw new CommandFailure({ code, message: 'the zones cannot be listed', seen: [message], hints: [hint] });
  } finally {
    await service.close();
  }
}

function nothingListed(seen: string): CommandFailure {
  return new CommandFailure({
    code: 'no_zones_listed',
    message: 'there is no list of zones to leave some out of',
    seen: [seen],
    hints: ['add --all-zones, or --inventory FILE'],
  });
}

function notStarted(error: unknown): Problem {
  return {
    code: 'engine_not_started',
    message: 'the engine cannot be started',
    seen: [reasonOf(error)],
    hints: ['see which engine is used: zonewright engine'],
  };
}

function rendered(
  report: DriftReport,
  format: DriftFormat,
  colors: CommandContext['terminal']['colors'],
): string {
  switch (format) {
    case 'terminal':
      return terminalText(driftText(report), colors);
    case 'markdown':
      return markdownText(driftText(report));
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
  }
}
