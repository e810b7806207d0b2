import {
  providerSchema,
  type Explanation,
  PHASE_LOG_CUSTOM_FIELDS,
  PHASE_MANAGED_RULES,
  type Permission,
} from '../../schema';
import {
  inventoryOperations,
  parseBaseUrl,
  type InventoryOperations,
  type ListedZone,
  rulesetCreation,
  ServiceError,
} from '../api';
import { configure, isProblems, type ConfigureOptions, type ProviderConfig } from '../configure';
import type { Configured } from '../resources/configured';
import { secretForms, type HiddenTexts } from '../sdk/text';

/** The service as a provider configuration without attributes sees it: all of it comes from the environment. */
export interface AdoptionService {
  /** As `serviceAddress` returns it. */
  readonly address: string;
  readonly configured: Configured;
  /** Zones without a name that shows the credentials. */
  readonly inventory: InventoryOperations;
  /** A text of the service without the credentials. */
  readonly hide: (text: string) => string;
  /** Requests sent so far, repeated ones included. */
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

interface OpenServiceOptions extends Pick<ConfigureOptions, 'environment' | 'folder' | 'onAnswer'> {
  /** The version of the package, told to the service as the user agent. */
  readonly version: string;
  /** What is shown nowhere: the credentials are added. */
  readonly secrets: HiddenTexts;
  /** Told once each time that requests wait for the service's limit, and what is not as the environment asks for it. */
  readonly onWait: (message: string) => void;
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
  secrets,
  onWait,
  onAnswer,
}: OpenServiceOptions): AdoptionService | readonly Explanation[] {
  let requests = 0;
  const configured = configure(NOTHING_CONFIGURED, {
    environment,
    folder,
    userAgent: `zonewright/${version} adopt`,
    log: (level, message) => {
      if (level === 'warn') onWait(message);
    },
    redact: (secret) => secretForms(secret).forEach((form) => secrets.add(form)),
    onRequest: () => (requests += 1),
    onAnswer,
    warn: ({ message, hint }) => onWait(`${message} ${hint}`),
  });
  if (isProblems(configured)) return configured;
  const hide = (text: string): string => secrets.hide(text);
  const { listZones, getZone } = inventoryOperations(configured.api);
  const shown = (zone: ListedZone): ListedZone => ({ ...zone, name: hide(zone.name) });
  return {
    address: serviceAddress(environment) ?? '',
    configured,
    inventory: {
      listZones: async (...asked) => {
        const page = await listZones(...asked);
        return { ...page, zones: page.zones.map(shown) };
      },
      getZone: async (...asked) => shown(await getZone(...asked)),
    },
    hide,
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

/** Something that the credentials may do in a zone, or not. */
export interface Access {
  readonly what: string;
  readonly needs: readonly Permission[];
  /** Null where the service did not say. */
  readonly isAllowed: boolean | null;
  /** What the service said instead; null when it is allowed. */
  readonly said: string | null;
}

/**
 * Finds out what the credentials may do in a zone, by reads and by a write that no service carries out
 * (`knowsDryRun`).
 *
 * @returns also whether the service knows dry runs; null when it did not say
 */
export async function readAccess(
  { configured: { api } }: AdoptionService,
  zoneId: string,
  signal: AbortSignal,
): Promise<{ readonly access: readonly Access[]; readonly knowsDryRun: boolean | null }> {
  let knowsDryRun: boolean | null = null;
  const options = { signal };
  const creation = rulesetCreation(zoneId, { name: '', kind: 'zone', phase: PHASE_LOG_CUSTOM_FIELDS });
  const questions: readonly (readonly [string, readonly Permission[], () => Promise<unknown>])[] = [
    [
      'read custom log fields',
      ['Logs Read'],
      () => api.getEntrypoint(zoneId, PHASE_LOG_CUSTOM_FIELDS, options),
    ],
    ['read managed rules', ['Zone WAF Read'], () => api.getEntrypoint(zoneId, PHASE_MANAGED_RULES, options)],
    [
      'write rulesets',
      ['Logs Write', 'Zone WAF Write'],
      async () => (knowsDryRun = await api.knowsDryRun(creation, options)),
    ],
    ['read and write log push jobs', ['Logs Write'], () => api.listLogpushJobs(zoneId, options)],
    ['read the migration', ['Zone WAF Read'], () => api.getMigrationStatus(zoneId, options)],
    ['read page rules', ['Page Rules Read'], () => api.listPageRules(zoneId, options)],
  ];
  const access: Access[] = [];
  for (const [what, needs, ask] of questions) {
    const error = await ask().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error !== undefined && !(error instanceof ServiceError)) throw error;
    if (error?.kind === 'cancelled' || error?.kind === 'authentication') throw error;
    const isAllowed = error === undefined ? true : error.kind === 'authorization' ? false : null;
    access.push({ what, needs, isAllowed, said: error?.said ?? null });
  }
  return { access, knowsDryRun };
}
