import { ServiceError, type UriOverride, type ZoneClient } from '../../api';
import { sorted } from '../../managed-rules/saved-rule';
import type { State } from './state';

/** An override as plan and state list it, with all that it said. */
export type ListedOverride = NonNullable<State['deleted_uri_overrides']>[number];

/** `legacy_id` of the plans that do not include URI-based overrides, nor validation. */
const BELOW_ENTERPRISE: readonly string[] = [
  'free',
  'lite',
  'pro',
  'pro_plus',
  'business',
  'partners_free',
  'partners_pro',
  'partners_business',
];

/** Refusals that name the plan as their reason: the code for it is not public. */
const OF_THE_PLAN = /not (included|entitled)|\bplans?\b|\benterprise\b/i;

/** Whether a zone of this plan is known to be without what only Enterprise zones have. */
export function isBelowEnterprise(plan: string | null): boolean {
  return plan !== null && BELOW_ENTERPRISE.includes(plan);
}

export function listedOverride({ id, description, urls, body }: UriOverride): ListedOverride {
  return { id, description, urls, body: JSON.stringify(sorted(body)) };
}

/**
 * The URI-based overrides of a zone. A service that has none to list, because it has retired their API or because the
 * zone's plan does not include them, has none to delete either; a refusal for any other reason is an error.
 *
 * @throws ServiceError
 */
export async function listOverrides(
  api: Pick<ZoneClient, 'listUriOverrides' | 'zoneFacts'>,
  zoneId: string,
  signal: AbortSignal,
): Promise<readonly UriOverride[]> {
  try {
    return await api.listUriOverrides(zoneId, { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, kind, errors } = error;
    if (status === 410 || status === 404) return [];
    if (kind !== 'authorization' && kind !== 'invalid') throw error;
    if (errors.some(({ message }) => OF_THE_PLAN.test(message))) return [];
    const { plan } = await api.zoneFacts(zoneId, { signal });
    if (kind === 'authorization' && isBelowEnterprise(plan)) return [];
    throw error;
  }
}
