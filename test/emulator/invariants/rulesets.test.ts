import type { Emulator, Ruleset, ZoneDocument } from '../../../emulator';
import { OPERATIONS } from '../../../emulator/operations';
import { lookAfterEachStep } from './run-steps';

// Many requests: a busy machine takes longer than for other tests.
jest.setTimeout(240_000);

function rulesetsOf({ control }: Emulator): readonly (readonly Ruleset[])[] {
  return control.zones().map(({ rulesets }) => rulesets);
}

function documentsOf({ control }: Emulator): readonly ZoneDocument[] {
  return control.zones().map(({ id }) => control.zone(id));
}

function repeated<T>(items: readonly T[]): readonly T[] {
  return items.filter((item, index) => items.indexOf(item) < index);
}

describe('random sequences of operations', () => {
  const carriedOut = new Set<string>();
  const look: typeof lookAfterEachStep = async (see, expectKept) => {
    const taken = await lookAfterEachStep(see, expectKept);
    for (const { name, status = 200 } of taken) if (status < 300) carriedOut.add(name);
    return taken;
  };

  it('leave every zone with at most one ruleset for each phase (spec 2.2)', async () => {
    await look(rulesetsOf, (_before, after) => {
      for (const rulesets of after) expect(repeated(rulesets.map(({ phase }) => phase))).toEqual([]);
    });
  });

  it('let versions of rulesets and rules only grow, and grow with each change (spec 9)', async () => {
    await look(rulesetsOf, (before, after) => {
      const known = new Map(before.flat().map((ruleset) => [ruleset.id, ruleset]));
      for (const ruleset of after.flat()) {
        const earlier = known.get(ruleset.id);
        if (earlier === undefined) continue;
        const { version, last_updated: _when, ...content } = ruleset;
        const { version: earlierVersion, last_updated: _then, ...earlierContent } = earlier;
        const grown = Number(version) - Number(earlierVersion);
        expect(grown).toBeGreaterThanOrEqual(0);
        if (grown === 0) expect(content).toEqual(earlierContent);
        const rules = new Map(earlier.rules.map((rule) => [rule.id, rule]));
        for (const rule of ruleset.rules)
          expect(Number(rule.version)).toBeGreaterThanOrEqual(Number(rules.get(rule.id)?.version ?? 1));
      }
    });
  });

  it('keep earlier versions in their order, all below the present one (facts 2.2)', async () => {
    await look(documentsOf, (_before, after) => {
      for (const { version = '', history = [] } of after.flatMap(({ rulesets }) => rulesets)) {
        const versions = [...history.map((earlier) => Number(earlier.version)), Number(version)];
        expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
      }
    });
  });

  it('leave at most 40 custom log fields in a zone (spec 8)', async () => {
    await look(rulesetsOf, (_before, after) => {
      for (const rulesets of after) {
        const fields = rulesets
          .filter(({ phase }) => phase === 'http_log_custom_fields')
          .flatMap(({ rules }) => rules)
          .flatMap((rule) => Object.values(rule.action_parameters ?? {}) as (readonly unknown[])[]);
        expect(fields.flat().length).toBeLessThanOrEqual(40);
        expect(fields.every((list) => list.length > 0)).toBe(true);
      }
    });
  });

  it('leave one rule at most for each managed ruleset (facts 2.2)', async () => {
    await look(rulesetsOf, (_before, after) => {
      for (const rulesets of after) {
        const executed = rulesets
          .flatMap(({ rules }) => rules)
          .filter(({ action }) => action === 'execute')
          .map((rule) => rule.action_parameters?.['id']);
        expect(repeated(executed)).toEqual([]);
      }
    });
  });

  it('give no identifier twice, and no ref twice in a ruleset (facts 2.2)', async () => {
    await look(documentsOf, (_before, after) => {
      const ids = after.flatMap((zone) => [
        zone.id,
        ...zone.rulesets.flatMap(({ id, rules = [] }) => [id, ...rules.map((rule) => rule.id)]),
        ...(zone.previous_waf.uri_overrides ?? []).map(({ id }) => id),
        ...(zone.previous_waf.page_rules ?? []).map(({ id }) => id),
        ...(zone.previous_waf.firewall_rules ?? []).flatMap(({ id, filter }) => [id, filter?.id]),
      ]);
      expect(repeated(ids)).toEqual([]);
      for (const { logpush } of after) expect(repeated((logpush.jobs ?? []).map(({ id }) => id))).toEqual([]);
      for (const { rules = [] } of after.flatMap(({ rulesets }) => rulesets))
        expect(repeated(rules.map(({ ref }) => ref))).toEqual([]);
    });
  });

  it('change nothing when they are refused', async () => {
    await look(
      ({ control }) => {
        control.zones();
        return JSON.stringify(control.snapshot());
      },
      (before, after, { status = 200 }) => {
        if (status >= 400) expect(after).toBe(before);
      },
    );
  });

  it('were carried out by every operation that writes, else they would prove nothing', () => {
    const writes = OPERATIONS.filter(({ method }) => method !== 'GET').map(({ name }) => name);
    const others = ['migrate', 'hand edit', 'hand delete', 'traffic', 'time', 'snapshot and restore'];
    expect([...carriedOut].sort()).toEqual([...new Set([...writes, ...others])].sort());
  });
});
