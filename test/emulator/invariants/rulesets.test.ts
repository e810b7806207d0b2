import type { Emulator, Ruleset, ZoneDocument } from '../../../emulator';
import { OPERATIONS } from '../../../emulator/requests/parts';
import { expectSameDocument } from '../same-document';
import type { Invariant } from './run-steps';
import { brokenInvariants, expectInvariant, invariant } from './run-steps';
import type { Taken } from './steps';

// Many requests: a busy machine takes longer than for other tests.
function rulesetsOf({ control }: Emulator): readonly (readonly Ruleset[])[] {
  return control.zones().map(({ rulesets }) => rulesets);
}

function documentsOf({ control }: Emulator): readonly ZoneDocument[] {
  return control.zones().map(({ id }) => control.zone(id));
}

function grownBy(earlier: Ruleset, later: Ruleset): number {
  return Number(later.version) - Number(earlier.version);
}

function contentOf({ version: _version, last_updated: _when, ...content }: Ruleset): object {
  return content;
}

function repeated<T>(items: readonly T[]): readonly T[] {
  return items.filter((item, index) => items.indexOf(item) < index);
}

function settledText({ control }: Emulator): string {
  // Reading the zones applies what is due.
  control.zones();
  return JSON.stringify(control.snapshot());
}

const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'leave every zone with at most one zone-level ruleset for each phase (docs/internals/service.md 3.1)':
    invariant(rulesetsOf, (_before, after) => {
      const phases = after.map((rulesets) =>
        rulesets.filter(({ kind }) => kind === 'zone').map(({ phase }) => phase),
      );
      expect(phases.flatMap(repeated)).toEqual([]);
    }),

  'let versions of rulesets and rules only grow, and grow with each change (docs/internals/service.md 1.3)':
    invariant(rulesetsOf, (before, after) => {
      const known = new Map(before.flat().map((ruleset) => [ruleset.id, ruleset]));
      const pairs = after.flat().flatMap((ruleset) => {
        const earlier = known.get(ruleset.id);
        return earlier === undefined ? [] : [{ earlier, ruleset }];
      });
      const shrunk = pairs.filter(({ earlier, ruleset }) => !(grownBy(earlier, ruleset) >= 0));
      expect(shrunk).toEqual([]);
      for (const { earlier, ruleset } of pairs)
        if (grownBy(earlier, ruleset) === 0) expectSameDocument(contentOf(ruleset), contentOf(earlier));
      const shrunkRules = pairs.flatMap(({ earlier, ruleset }) => {
        const versions = new Map(earlier.rules.map(({ id, version }) => [id, version]));
        return ruleset.rules.filter(({ id, version }) => !(Number(version) >= Number(versions.get(id) ?? 1)));
      });
      expect(shrunkRules).toEqual([]);
    }),

  'keep earlier versions in their order, all below the present one (docs/internals/service.md 3.2)':
    invariant(documentsOf, (_before, after) => {
      const versions = after
        .flatMap(({ rulesets }) => rulesets)
        .map(({ version = '', history = [] }) => [
          ...history.map((earlier) => Number(earlier.version)),
          Number(version),
        ]);
      const inOrder = versions.map((each) => [...new Set(each)].sort((one, other) => one - other));
      expectSameDocument(versions, inOrder);
    }),

  'leave at most 40 custom log fields in a zone (docs/internals/service.md 8)': invariant(
    rulesetsOf,
    (_before, after) => {
      const fields = after.map((rulesets) =>
        rulesets
          .filter(({ phase }) => phase === 'http_log_custom_fields')
          .flatMap(({ rules }) => rules)
          .flatMap((rule) => Object.values(rule.action_parameters ?? {}) as (readonly unknown[])[]),
      );
      expect(Math.max(...fields.map((lists) => lists.flat().length))).toBeLessThanOrEqual(40);
      expect(fields.flat().every((list) => list.length > 0)).toBe(true);
    },
  ),

  'leave one rule at most for each managed ruleset (docs/internals/service.md 3.2)': invariant(
    rulesetsOf,
    (_before, after) => {
      const executedTwice = after.flatMap((rulesets) =>
        repeated(
          rulesets
            .filter(({ phase }) => phase === 'http_request_firewall_managed')
            .flatMap(({ rules }) => rules)
            .filter(({ action }) => action === 'execute')
            .map((rule) => rule.action_parameters?.['id']),
        ),
      );
      expect(executedTwice).toEqual([]);
    },
  ),

  'give no identifier twice, and no ref twice in a ruleset (docs/internals/service.md 3.2)': invariant(
    documentsOf,
    (_before, after) => {
      const ids = after.flatMap((zone) => [
        zone.id,
        ...zone.rulesets.flatMap(({ id, rules = [] }) => [id, ...rules.map((rule) => rule.id)]),
        ...(zone.previous_waf.uri_overrides ?? []).map(({ id }) => id),
        ...(zone.previous_waf.page_rules ?? []).map(({ id }) => id),
        ...(zone.previous_waf.filters ?? []).map(({ id }) => id),
        ...(zone.previous_waf.firewall_rules ?? []).map(({ id }) => id),
      ]);
      expect(repeated(ids)).toEqual([]);
      expect(after.flatMap(({ logpush }) => repeated((logpush.jobs ?? []).map(({ id }) => id)))).toEqual([]);
      const rulesets = after.flatMap((zone) => zone.rulesets);
      expect(rulesets.flatMap(({ rules = [] }) => repeated(rules.map(({ ref }) => ref)))).toEqual([]);
    },
  ),

  'change nothing when they are refused': invariant(settledText, (before, after, { status = 200 }) => {
    if (status >= 400) expect(after).toBe(before);
  }),
};

describe('random sequences of operations', () => {
  let taken: readonly Taken[];
  let broken: ReadonlySet<Invariant>;
  beforeAll(async () => {
    ({ taken, broken } = await brokenInvariants(Object.values(INVARIANTS)));
  });

  it.each(Object.entries(INVARIANTS))('%s', async (_name, each) => {
    expect(taken.length).toBeGreaterThan(0);
    // Once more, separately, to report how.
    if (broken.has(each)) await expectInvariant(each);
    expect(broken.has(each)).toBe(false);
  });

  it('include every operation that writes, otherwise they would prove nothing', () => {
    const writes = OPERATIONS.filter(({ method }) => method !== 'GET').map(({ name }) => name);
    const others = ['migrate', 'hand edit', 'hand delete', 'traffic', 'time', 'snapshot and restore'];
    const carriedOut = new Set(taken.filter(({ status = 200 }) => status < 300).map(({ name }) => name));
    expect([...carriedOut].sort()).toEqual([...new Set([...writes, ...others])].sort());
  });
});
