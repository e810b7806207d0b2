import type { Problem } from '../../../schema';
import type { ImportCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { createInstead, importIdMalformed, parseZoneScopedId } from '../import-id';
import { zoneInMessages } from '../messages';
import { becomeOwner, noteImportedRules } from '../rule-list/owner';
import { describeFor, findEntryPoint, ownRules, type Place } from './entry-point';
import { notMigrated, unfinishedMigration } from './governed';
import { namesIn, readManagedRulesets } from './managed-rulesets';
import type { State } from './state';

/** Finds the rules of a zone by the zone's id. The read that follows fills in the rest. */
export async function importRules({
  id,
  isMoved,
  client,
  diagnostics,
  signal,
  privateState,
}: ImportCall<Configured>): Promise<Partial<State> | undefined> {
  const { zoneId, parts } = parseZoneScopedId(id, []) ?? { zoneId: '', parts: [id] };
  if (parts.length > 0) return void diagnostics.error(rulesIdMalformed(id));
  if (!client) return { zone_id: zoneId, taken_over: true };
  const place: Place = { api: client.reads, zoneId, signal };
  const zone = (): Promise<string> => zoneInMessages({ ...place, api: client.api });
  const migration = await unfinishedMigration(client.reads, zoneId, signal);
  if (migration) return void diagnostics.error(notMigrated(await zone(), migration));
  const entryPoint = await findEntryPoint(place);
  const found = describeFor(entryPoint?.rules ?? [], { owner: undefined });
  if (!entryPoint || found.order.length === 0)
    return void diagnostics.error(nothingToImport(await zone(), isMoved));
  const owner = becomeOwner(privateState, client.newToken());
  noteImportedRules(privateState, owner, ownRules(entryPoint.rules, found));
  const names = namesIn(found, await readManagedRulesets(place, found));
  return { zone_id: zoneId, names, taken_over: true };
}

/** Refuses an import id that is more than a zone's, or none. */
function rulesIdMalformed(id: string): Problem {
  return importIdMalformed(
    id,
    'a zone id',
    'Import managed rules by the id of their zone, such as "023e105f4ecef8ad9ca31a8372d0c353": 32 hexadecimal digits.',
  );
}

function nothingToImport(zone: string, isMoved: boolean): Problem {
  return {
    code: 'nothing_to_import',
    path: [],
    message: `Zone ${zone} has no managed rules that zone_managed_rules can express, so there is nothing to import.`,
    hint: createInstead(isMoved, 'the rules'),
  };
}
