import { providerSchema, type Problem } from '../../schema';
import { inventoryOperations, parseBaseUrl, type InventoryOperations } from '../api';
import { configure, isProblems, type ConfigureOptions, type ProviderConfig } from '../configure';
import type { Configured } from '../resources/configured';

/** The service as a provider configuration without attributes sees it: all of it comes from the environment. */
export interface AdoptionService {
  /** As `serviceAddress` returns it. */
  readonly address: string;
  readonly configured: Configured;
  readonly inventory: InventoryOperations;
  /** Requests sent so far, repeated ones included. */
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

export interface OpenServiceOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The version of the package, told to the service as the user agent. */
  readonly version: string;
  /** The current folder. */
  readonly folder: string;
  /** Told once each time that requests wait for the service's limit. */
  readonly onWait: (message: string) => void;
  /** Called for each answer. @default nothing is called */
  readonly onAnswer?: ConfigureOptions['onAnswer'];
}

/**
 * Connects to the service with the credentials of the environment, at the pace of the provider.
 *
 * @returns the problems of the environment, if there are any
 */
export function openService({
  environment,
  version,
  folder,
  onWait,
  onAnswer,
}: OpenServiceOptions): AdoptionService | readonly Problem[] {
  let requests = 0;
  const configured = configure(NOTHING_CONFIGURED, {
    environment,
    folder,
    userAgent: `zonewright/${version} adopt`,
    log: (level, message) => {
      if (level === 'warn') onWait(message);
    },
    onRequest: () => (requests += 1),
    ...(onAnswer && { onAnswer }),
  });
  if (isProblems(configured)) return configured;
  configured.messages.allowLongWaits();
  return {
    address: serviceAddress(environment) ?? '',
    configured,
    inventory: inventoryOperations(configured.api),
    requests: () => requests,
    close: configured.api.close,
  };
}

/** The address of the service that an environment names, without a slash at its end; undefined if it names none. */
export function serviceAddress(environment: OpenServiceOptions['environment']): string | undefined {
  const url = parseBaseUrl(environment['ZONEWRIGHT_BASE_URL'] ?? '');
  return url instanceof URL ? url.href.replace(/\/$/, '') : undefined;
}

const NOTHING_CONFIGURED = Object.fromEntries(
  Object.keys(providerSchema.attributes).map((name) => [name, null]),
) as ProviderConfig;
