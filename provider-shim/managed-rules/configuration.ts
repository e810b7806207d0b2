import { ServiceError, type GeneratedRule, type MigrationOperations } from '../api';
import { digestOf, savedRules } from './saved-rule';

/** What the service generates from the previous configuration, or why it does not (docs/service.md 7.4). */
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
    if (!(error instanceof ServiceError) || !isRefusal(error)) throw error;
    const words = error.errors.map(({ message }) => message).join('; ');
    return { available: false, because: words === '' ? error.message : words };
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

/** The service understood the request and does not generate anything, as for a zone that has finished. */
function isRefusal({ kind, codes }: ServiceError): boolean {
  return REFUSALS.includes(kind) && !codes.some((code) => NO_SUCH_ADDRESS.includes(code));
}

const REFUSALS: readonly ServiceError['kind'][] = ['invalid', 'conflict', 'not-found'];

/** It did not understand it: there is no such zone (docs/service.md 2). */
const NO_SUCH_ADDRESS: readonly number[] = [7000, 7003];
