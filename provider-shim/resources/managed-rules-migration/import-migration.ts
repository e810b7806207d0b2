import { isIrreversible, PHASE_MANAGED_RULES, zoneId as checkZoneId } from '../../../schema';
import type { ImportCall, ProblemLike } from '../../framework';
import { adjustmentsBetween, type Adjustments } from '../../managed-rules/adjust';
import { readConfiguration } from '../../managed-rules/configuration';
import { digestOf, savedRules } from '../../managed-rules/saved-rule';
import { readStanding, standingSentence, type Standing } from '../../managed-rules/standing';
import { zoneInMessages } from '../zone-in-messages';
import type { Configured } from '../configured';
import { noteGenerated } from './facts';
import { providerNotKnown } from './refusals';
import type { State } from './state';

/**
 * What a migration that has begun is declared as: where it stands, and while it is validating the adjustments that
 * make the saved rules out of the generated ones.
 */
export async function importMigration({
  id,
  client,
  diagnostics,
  signal,
  private: facts,
}: ImportCall<Configured>): Promise<Partial<State> | void> {
  if (checkZoneId(id).length > 0) return diagnostics.error(idMalformed(id));
  if (!client) return diagnostics.error(providerNotKnown());
  const standing = await readStanding(client.api, id, signal);
  if (standing.state === 'start') {
    const zone = await zoneInMessages({ api: client.api, zoneId: id, signal });
    return diagnostics.error(nothingToImport(zone, standing));
  }
  const { name } = await client.api.zoneFacts(id, { signal });
  const validating = standing.state === 'validation';
  const { adjustments, digest } = validating ? await adjustmentsOf(client, id, signal) : NOTHING_GENERATED;
  noteGenerated(facts, digest);
  return {
    zone_id: id,
    target_state: validating ? 'validation' : 'finished',
    acknowledge_irreversible: validating ? null : id,
    ...(Object.keys(adjustments).length > 0 ? { adjustments } : {}),
    delete_uri_overrides: false,
    on_destroy: 'refuse',
    replaced_rules: [],
    deleted_uri_overrides: [],
    zone_name: name,
    irreversible: isIrreversible(standing.state),
    taken_over: true,
  };
}

/** What is generated while a zone is validating, and what the saved rules differ in. */
interface Generated {
  readonly adjustments: Adjustments;
  readonly digest: string | null | undefined;
}

const NOTHING_GENERATED: Generated = { adjustments: {}, digest: undefined };

async function adjustmentsOf({ api }: Configured, zoneId: string, signal: AbortSignal): Promise<Generated> {
  const [configuration, entryPoint] = await Promise.all([
    readConfiguration(api, zoneId, signal),
    api.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal }),
  ]);
  if (!configuration.available) return { adjustments: {}, digest: null };
  return {
    adjustments: adjustmentsBetween(configuration.rules, entryPoint?.rules ?? []),
    digest: digestOf(savedRules(configuration.rules)),
  };
}

function idMalformed(id: string): ProblemLike {
  return {
    message: `The import id ${JSON.stringify(id)} is not a zone id.`,
    hint: 'A migration is imported by its zone: 32 lower-case hexadecimal digits, and nothing else.',
  };
}

function nothingToImport(zone: string, standing: Standing): ProblemLike {
  return {
    message: `The migration of zone ${zone} has not begun, so there is nothing to import.`,
    hint: `${standingSentence(zone, standing)} Leave the import out (remove its import block): apply begins the migration.`,
  };
}
