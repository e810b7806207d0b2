import { hasNoRoute, isRetired, ServiceError, type GeneratedRule, type ZoneClient } from '../../api';
import { digestOf, savedRules } from '../rules/rule';

/** What the service generates from the previous configuration, or why it does not (docs/internals/service.md 7.4). */
export type Configuration =
  | { readonly available: true; readonly name: string; readonly rules: readonly GeneratedRule[] }
  | { readonly available: false; readonly because: string };

/**
 * Asks for the generated configuration. A service that refuses to make one says why; anything else that goes wrong is
 * thrown.
 *
 * @throws ServiceError
 */
export async function readConfiguration(
  api: Pick<ZoneClient, 'getMigrationConfiguration' | 'zoneDetails'>,
  zoneId: string,
  signal: AbortSignal,
): Promise<Configuration> {
  try {
    return { available: true, ...(await api.getMigrationConfiguration(zoneId, { signal })) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // The service understood the request and does not generate anything, as for a zone that has finished.
    const isRefused = REFUSALS.includes(error.kind) && !hasNoRoute(error);
    if (!isRefused && !(await isRetired(api, zoneId, error, { signal }))) throw error;
    const words = error.errors.map(({ message }) => message).join('; ');
    return { available: false, because: words === '' ? error.said : words };
  }
}

/**
 * The digest of what the service generates now; null when it generates nothing.
 *
 * @throws ServiceError
 */
export async function generatedDigest(...zone: Parameters<typeof readConfiguration>): Promise<string | null> {
  const configuration = await readConfiguration(...zone);
  return configuration.available ? digestOf(savedRules(configuration.rules)) : null;
}

const REFUSALS: readonly ServiceError['kind'][] = ['invalid', 'conflict', 'not-found'];
