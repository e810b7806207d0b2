import { ServiceError, type GeneratedRule, type MigrationOperations } from '../api';

/** What the service generates from the previous configuration, or why it does not (spec 4.6). */
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
  api: Pick<MigrationOperations, 'getMigrationConfiguration'>,
  zoneId: string,
  signal: AbortSignal,
): Promise<Configuration> {
  try {
    return { available: true, ...(await api.getMigrationConfiguration(zoneId, { signal })) };
  } catch (error) {
    if (!(error instanceof ServiceError) || !REFUSALS.includes(error.kind)) throw error;
    const words = error.errors.map(({ message }) => message).join('; ');
    return { available: false, because: words === '' ? error.message : words };
  }
}

/** The service understood the request and does not generate anything, as for a zone that has finished. */
const REFUSALS: readonly ServiceError['kind'][] = ['invalid', 'conflict', 'not-found'];
