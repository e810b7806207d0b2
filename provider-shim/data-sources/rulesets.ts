import { rulesetsSchema, KIND_MANAGED, managedRulesetsSchema, nearest, type Problem } from '../../schema';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';
import type { Rule, Ruleset, RulesetSummary } from '../api/operations/rulesets';

/** The rulesets of a zone (docs/internals/service.md 3.3), narrowed down by kind and phase where the user says so. */
export const rulesets = defineDataSource<typeof rulesetsSchema, Configured>({
  schema: rulesetsSchema,

  async read({ client, config, signal }) {
    const all = await client.reads.listRulesets(config.zone_id, { signal });
    return {
      ...config,
      rulesets: all
        .filter(({ kind }) => config.kind === null || kind === config.kind)
        .filter(({ phase }) => config.phase === null || phase === config.phase)
        .map((ruleset) => ({
          id: ruleset.id,
          name: ruleset.name,
          description: ruleset.description,
          kind: ruleset.kind,
          phase: ruleset.phase,
          version: ruleset.version,
          last_updated: ruleset.last_updated,
        })),
    };
  },
});

/** The managed rulesets that a zone can execute, with their rules (docs/internals/service.md 3.3, 6.4). */
export const managedRulesets = defineDataSource<typeof managedRulesetsSchema, Configured>({
  schema: managedRulesetsSchema,

  async read({ client, config, diagnostics, signal }) {
    const { zone_id: zoneId, ids, names, phase } = config;
    const listed = (await client.reads.listRulesets(zoneId, { signal }))
      .filter(({ kind }) => kind === KIND_MANAGED)
      .filter((ruleset) => phase === null || ruleset.phase === phase);
    diagnostics.errors([...missing('ids', 'id', ids, listed), ...missing('names', 'name', names, listed)]);
    if (diagnostics.hasError) return undefined;
    const isAll = ids === null && names === null;
    const asked = listed.filter(({ id, name }) => isAll || ids?.includes(id) || names?.includes(name));
    const found = await Promise.all(asked.map(({ id }) => client.reads.getRuleset(zoneId, id, { signal })));
    return {
      ...config,
      rulesets: Object.fromEntries(found.map((ruleset) => [ruleset.id, described(ruleset)])),
    };
  },
});

function described({ name, description, phase, version, last_updated, rules }: Ruleset) {
  const categories = new Set(rules.flatMap((rule) => rule.categories ?? []));
  return {
    name,
    description,
    phase,
    version,
    last_updated,
    categories: [...categories].sort(),
    rules: Object.fromEntries(rules.map((rule) => [rule.id, describedRule(rule)])),
  };
}

function describedRule({ description, action, enabled, categories, score_threshold }: Rule) {
  return {
    name: description,
    action,
    enabled,
    categories: categories ?? [],
    score_threshold: score_threshold ?? null,
  };
}

/** A problem for each id or name that was asked for and that no ruleset in the list has. */
function missing(
  attribute: 'ids' | 'names',
  member: 'id' | 'name',
  asked: readonly string[] | null,
  listed: readonly RulesetSummary[],
): readonly Problem[] {
  const there = listed.map((ruleset) => ruleset[member]);
  return (asked ?? [])
    .filter((one) => !there.includes(one))
    .map((one) => {
      const meant = nearest(one, there);
      return {
        code: 'managed_ruleset_not_found',
        path: [attribute],
        message: `The zone can execute no managed ruleset with the ${member} ${JSON.stringify(one)}.`,
        hint:
          (meant === undefined ? '' : `The nearest is ${JSON.stringify(meant)}. `) +
          (listed.length === 0
            ? 'The service lists no managed ruleset for it.'
            : `It can execute: ${listed.map(({ id, name }) => `${name} (${id})`).join(', ')}.`) +
          ' What there is depends on the subscription of the zone, and on phase if that is set.',
      };
    });
}
