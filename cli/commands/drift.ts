import type { CommandContext } from '../program';
import type { DriftOptions } from './review-command-line';

export async function driftCommand(
  _context: CommandContext,
  _options: DriftOptions,
  _stacks: readonly string[],
): Promise<number> {
  return 0;
}
