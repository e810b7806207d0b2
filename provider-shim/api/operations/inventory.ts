import { isRecord } from '../../../schema/description/value';
import { MAX_PAGES } from '../answers/size-limits';
import { collect, distinct, nonEmpty, parseMembers, type Parsed } from '../answers/parsed';
import type { CallOptions, Requester, ServiceRequest } from '../http/request';
import { resultReader } from './result';
import { describe } from '../answers/seen';

/** A zone in a list of zones (docs/internals/service.md 9.1). */
export interface ListedZone {
  readonly id: string;
  readonly name: string;
  /** The plan's `legacy_id`, such as `enterprise`; null where the service does not say. */
  readonly plan: string | null;
}

/** The most that a page has (docs/internals/service.md 9.1). */
const PER_PAGE = 50;

/** What tells which objects there are, beyond what the resources read. Each method throws ServiceError. */
export function inventoryOperations(requester: Requester) {
  const { call, read } = resultReader(requester);
  return {
    /** A page of the zones that the credentials see, 50 at most. @param name only zones of exactly this name */
    async listZones(page: number, name?: string, options?: CallOptions) {
      const query = { page, per_page: PER_PAGE, order: 'name', name };
      const request: ServiceRequest = { method: 'GET', path: ['zones'], query, ...options };
      const { result, resultInfo } = await requester.request(request);
      const pages = resultInfo['total_pages'];
      if (page > MAX_PAGES)
        throw requester.unexpected(request, null, () => `the list does not end at page ${MAX_PAGES}`);
      return {
        zones: read(request, result, parseZones),
        /** Undefined where the service does not say. */
        totalPages: typeof pages === 'number' ? pages : undefined,
      };
    },
    getZone: (zoneId: string, options?: CallOptions) =>
      call({ method: 'GET', path: ['zones', zoneId], ...options }, parseZone, { id: zoneId }),
  };
}

export type InventoryOperations = Readonly<ReturnType<typeof inventoryOperations>>;

function parseZones(value: unknown): Parsed<readonly ListedZone[]> {
  if (!Array.isArray(value)) return { fault: `the result is ${describe(value)}, not an array` };
  const zones = collect(value, parseZone, 'result');
  return 'fault' in zones ? zones : distinct(zones.value, 'result');
}

function parseZone(value: unknown): Parsed<ListedZone> {
  const parsed = parseMembers('a zone', value, { id: 'id', name: 'text' });
  if ('fault' in parsed) return parsed;
  const { id, name, plan } = parsed.value;
  return {
    value: {
      id: String(id),
      name: nonEmpty(name) ?? '',
      plan: (isRecord(plan) ? nonEmpty(plan['legacy_id']) : undefined) ?? null,
    },
  };
}
