import { EXIT_OK } from '../exit-codes';
import { findEngine } from '../engine/find';
import { productName } from '../engine/version';
import type { CommandContext, EngineOptions } from '../program';
import { fetchShown } from './fetch-shown';

/** `zonewright engine`: prints which engine is used, its version, and how it was found. */
export async function engineCommand(context: CommandContext, options: EngineOptions): Promise<number> {
  const { out, err } = context.terminal;
  const found = await findEngine({
    env: context.env,
    fetch: options.fetch ? fetchShown(context.terminal) : false,
  });
  for (const note of found.passedOver) err(`skipped: ${note}`);
  out(`${productName(found.flavor)} ${found.version}`);
  out(`  program  ${found.binary}`);
  out(`  found    ${found.way}`);
  return EXIT_OK;
}
