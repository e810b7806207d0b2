import { isRecord } from '../../../schema/description/value';
import { KIND_ZONE } from '../../../schema/zone/service';
import type { Envelope } from '../answers/envelope';
import { MAX_MESSAGE, MAX_PAGES } from '../answers/size-limits';
import { distinct } from '../answers/parsed';
import type { CallOptions, Requester, ServiceRequest } from '../http/request';
import { resultReader, unlessMissing } from './result';
import { parseRuleset, parseSummaries, type RuleInput, type Ruleset, type RulesetSummary } from './ruleset';

/**
 * The ruleset operations of docs/internals/service.md 3.3, and those of single rules and versions that the service documents beside
 * them. Each throws ServiceError.
 */
export interface RulesetOperations {
  /** All rulesets that the zone sees, managed and custom ones included (docs/internals/service.md 3.3), without their rules. */
  readonly listRulesets: (zoneId: string, options?: CallOptions) => Promise<readonly RulesetSummary[]>;
  /** @throws ServiceError of the kind `not-found` when no ruleset has this id. */
  readonly getRuleset: (zoneId: string, rulesetId: string, options?: CallOptions) => Promise<Ruleset>;
  /** The zone-level ruleset of a phase, or undefined when the phase has none. */
  readonly getEntrypoint: (
    zoneId: string,
    phase: string,
    options?: CallOptions,
  ) => Promise<Ruleset | undefined>;
  /** Makes a ruleset (docs/internals/service.md 3.3). Never sent again when it may have taken effect: then the error's `outcome` is `unknown`. */
  readonly createRuleset: (zoneId: string, ruleset: NewRuleset, options?: CallOptions) => Promise<Ruleset>;
  /** Updates a ruleset (docs/internals/service.md 3.3): the rules replace all rules of the ruleset; an absent description is left as it is. */
  readonly updateRuleset: (
    zoneId: string,
    rulesetId: string,
    content: RulesetContent,
    options?: CallOptions,
  ) => Promise<Ruleset>;
  /** One version of the ruleset; undefined when the service has not kept it. */
  readonly getRulesetVersion: (
    zoneId: string,
    rulesetId: string,
    version: string,
    options?: CallOptions,
  ) => Promise<Ruleset | undefined>;
  /**
   * Replaces one rule and keeps its place. Sent again when an answer is lost, since it says the whole rule.
   *
   * @throws ServiceError of the kind `not-found` when the ruleset has no rule of this id
   */
  readonly updateRule: (
    zoneId: string,
    rulesetId: string,
    ruleId: string,
    rule: RuleInput,
    options?: CallOptions,
  ) => Promise<Ruleset>;
  /** Deletes one rule. Answers the ruleset without it, or undefined when the service says that it is not there. */
  readonly deleteRule: (
    zoneId: string,
    rulesetId: string,
    ruleId: string,
    options?: CallOptions,
  ) => Promise<Ruleset | undefined>;
  /** Also succeeds when the ruleset no longer exists, because a retry cannot distinguish the two. */
  readonly deleteRuleset: (zoneId: string, rulesetId: string, options?: CallOptions) => Promise<void>;
}

export interface NewRuleset {
  readonly name: string;
  /** `zone` (docs/internals/service.md 3.3). */
  readonly kind: string;
  readonly description?: string;
  readonly phase: string;
  readonly rules?: readonly RuleInput[];
}

export interface RulesetContent {
  readonly rules: readonly RuleInput[];
  readonly description?: string;
}

export function rulesetOperations(requester: Requester): RulesetOperations {
  const { read, share, call, remove } = resultReader(requester);
  return {
    listRulesets(zoneId, options) {
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
    getRuleset: (zoneId, rulesetId, options) =>
      call({ method: 'GET', path: rulesets(zoneId, rulesetId), ...options }, parseRuleset, { id: rulesetId }),
    getEntrypoint: (zoneId, phase, options) =>
      unlessMissing(() =>
        call(
          { method: 'GET', path: rulesets(zoneId, 'phases', phase, 'entrypoint'), ...options },
          parseRuleset,
          { phase, kind: KIND_ZONE },
        ),
      ),
    createRuleset: (zoneId, body, options) =>
      call({ method: 'POST', path: rulesets(zoneId), body, ...options }, parseRuleset, {
        kind: body.kind,
        phase: body.phase,
      }),
    updateRuleset: (zoneId, rulesetId, body, options) =>
      call({ method: 'PUT', path: rulesets(zoneId, rulesetId), body, ...options }, parseRuleset, {
        id: rulesetId,
      }),
    getRulesetVersion: (zoneId, rulesetId, version, options) =>
      unlessMissing(() =>
        call(
          { method: 'GET', path: rulesets(zoneId, rulesetId, 'versions', version), ...options },
          parseRuleset,
          { id: rulesetId },
        ),
      ),
    updateRule: (zoneId, rulesetId, ruleId, body, options) =>
      call(
        {
          method: 'PATCH',
          path: rulesets(zoneId, rulesetId, 'rules', ruleId),
          body,
          idempotent: true,
          ...options,
        },
        parseRuleset,
        { id: rulesetId },
      ),
    deleteRule: (zoneId, rulesetId, ruleId, options) =>
      unlessMissing(() =>
        call(
          { method: 'DELETE', path: rulesets(zoneId, rulesetId, 'rules', ruleId), ...options },
          parseRuleset,
          { id: rulesetId },
        ),
      ),
    async deleteRuleset(zoneId, rulesetId, options) {
      await unlessMissing(() =>
        remove({ method: 'DELETE', path: rulesets(zoneId, rulesetId), ...options }, rulesetId),
      );
    },
  };
}

function rulesets(zoneId: string, ...rest: readonly string[]): readonly string[] {
  return ['zones', zoneId, 'rulesets', ...rest];
}

/** `result_info.cursors.after`: the service pages long lists, which the specification does not show. */
function nextCursor({ resultInfo }: Envelope): string | undefined {
  const cursors = resultInfo['cursors'];
  const after = isRecord(cursors) ? cursors['after'] : undefined;
  return typeof after === 'string' && after !== '' ? after : undefined;
}
