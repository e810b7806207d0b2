import { PHASE_LOG_CUSTOM_FIELDS, PHASE_MANAGED_RULES, type Permission } from '../../schema';
import { rulesetCreation, ServiceError } from '../api';
import type { AdoptionService } from './service';

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
