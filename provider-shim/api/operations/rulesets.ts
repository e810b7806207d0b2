import { isRecord } from '../../../schema/description/value';
import { KIND_ZONE } from '../../../schema/zone/service';
import type { Envelope } from '../answers/envelope';
import { MAX_MESSAGE, MAX_PAGES } from '../answers/size-limits';
import { distinct } from '../answers/parsed';
import type { CallOptions, Requester, ServiceRequest } from '../http/request';
import { resultReader, unlessMissing } from './result';
import {
  parseRuleset,
  parseSummaries,
  type RulesetSummary,
  ruleDeletion,
  rulesets,
  type RulesetWrite,
} from './ruleset';

/**
 * The ruleset operations of docs/internals/service.md 3.3, and those of single rules and versions that the service documents beside
 * them. Each throws ServiceError.
 */
export function rulesetOperations(requester: Requester) {
  const { read, share, call } = resultReader(requester);
  return {
    /** All rulesets that the zone sees, managed and custom ones included (docs/internals/service.md 3.3), without their rules. */
    listRulesets(zoneId: string, options?: CallOptions) {
      const list: ServiceRequest = { method: 'GET', path: rulesets(zoneId), ...options };
      return share(list, async () => {
        let found: readonly RulesetSummary[] = [];
        const cursors = new Set<string>();
        for (let cursor: string | undefined; ;) {
          const request = { ...list, query: { cursor } };
          const envelope = await requester.request(request);
          const page = read(request, envelope.result, parseSummaries);
          found = read(request, envelope.result, () => distinct([...found, ...page], 'the list'));
          cursor = nextCursor(envelope);
          if (cursor === undefined) return found;
          if (cursors.has(cursor) || cursors.size >= MAX_PAGES || cursor.length > MAX_MESSAGE) {
            const page = cursors.size + 1;
            throw requester.unexpected(
              request,
              null,
              () => `the list does not end: page ${page} leads to another page`,
            );
          }
          cursors.add(cursor);
        }
      });
    },
    /** @throws ServiceError of the kind `not-found` when no ruleset has this id. */
    getRuleset: (zoneId: string, rulesetId: string, options?: CallOptions) =>
      call({ method: 'GET', path: rulesets(zoneId, rulesetId), ...options }, parseRuleset, { id: rulesetId }),
    /** The zone-level ruleset of a phase, or undefined when the phase has none. */
    getEntrypoint: (zoneId: string, phase: string, options?: CallOptions) =>
      unlessMissing(() =>
        call(
          { method: 'GET', path: rulesets(zoneId, 'phases', phase, 'entrypoint'), ...options },
          parseRuleset,
          { phase, kind: KIND_ZONE },
        ),
      ),
    /**
     * Sends a write. Sent again after a lost answer only if it says all that is to be; else the error's `outcome` is `unknown`.
     *
     * @returns the ruleset as it is then
     * @throws ServiceError of the kind `not-found` when the ruleset or the rule to be updated is not there
     */
    writeRuleset: ({ request, identity }: RulesetWrite, options?: CallOptions) =>
      call({ ...request, ...options }, parseRuleset, identity),
    /** One version of the ruleset; undefined when the service has not kept it. */
    getRulesetVersion: (zoneId: string, rulesetId: string, version: string, options?: CallOptions) =>
      unlessMissing(() =>
        call(
          { method: 'GET', path: rulesets(zoneId, rulesetId, 'versions', version), ...options },
          parseRuleset,
          { id: rulesetId },
        ),
      ),
    /** Deletes one rule. Answers the ruleset without it, or undefined when the service says that it is not there. */
    deleteRule: (zoneId: string, rulesetId: string, ruleId: string, options?: CallOptions) => {
      const { request, identity } = ruleDeletion(zoneId, rulesetId, ruleId);
      return unlessMissing(() => call({ ...request, ...options }, parseRuleset, identity));
    },
  };
}

export type RulesetOperations = Readonly<ReturnType<typeof rulesetOperations>>;

/** `result_info.cursors.after`: the service pages long lists, which the specification does not show. */
function nextCursor({ resultInfo }: Envelope): string | undefined {
  const cursors = resultInfo['cursors'];
  const after = isRecord(cursors) ? cursors['after'] : undefined;
  return typeof after === 'string' && after !== '' ? after : undefined;
}
