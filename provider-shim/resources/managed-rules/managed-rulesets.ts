import {
  membersOfOverrides,
  nearest,
  thresholdMisplaced,
  WELL_KNOWN_RULESETS,
  wellKnownRuleset,
  type Execute,
  type ManagedRules,
  type Problem,
} from '../../../schema';
import { unlessRefused, type Ruleset, type ZoneClient } from '../../api';
import { allFindings, unlisted, type Findings } from '../unlisted-rules';

type Service = Pick<ZoneClient, 'getRuleset'>;

/** What rulesets are called, by id. */
export type Names = Readonly<Record<string, string>>;

/** What rules name in a managed ruleset. */
interface Named {
  readonly rules: Set<string>;
  readonly categories: Set<string>;
}

/** The managed rulesets that rules name, as the service has them. */
export interface ReadRulesets {
  readonly found: ReadonlyMap<string, Ruleset>;
  /** The ids of those that could not be read. */
  readonly unreadable: readonly string[];
  /** What is called how since an earlier plan. */
  readonly names: Names;
}

/** What an earlier plan has looked up. */
export interface LookedUp {
  readonly rules: ManagedRules;
  readonly names: Names;
}

/**
 * Reads the managed rulesets of which rules or categories are named, and those whose names are not well known: one
 * request for each, and none for what an earlier plan has looked up. An unreadable ruleset is not an error: the service
 * checks the request.
 *
 * @throws ServiceError
 */
export async function readManagedRulesets(
  { api, zoneId, signal }: { readonly api: Service; readonly zoneId: string; readonly signal: AbortSignal },
  rules: ManagedRules,
  { rules: before, names }: LookedUp = NOTHING_LOOKED_UP,
): Promise<ReadRulesets> {
  const earlier = namedIn(before);
  const isNew = ([id, named]: readonly [string, Named]): boolean =>
    [...named.rules].some((rule) => names[rule] === undefined || !earlier.get(id)?.rules.has(rule)) ||
    [...named.categories].some((category) => !earlier.get(id)?.categories.has(category)) ||
    (names[id] ?? wellKnownRuleset(id)) === undefined;
  const ids = [...namedIn(rules)].filter(isNew).map(([id]) => id);
  const read = await Promise.all(
    // One that cannot be read the service has to check.
    ids.map(async (id) => [id, await api.getRuleset(zoneId, id, { signal }).catch(unlessRefused)] as const),
  );
  return {
    found: new Map(read.flatMap(([id, ruleset]) => (ruleset ? [[id, ruleset]] : []))),
    unreadable: read.flatMap(([id, ruleset]) => (ruleset ? [] : [id])),
    names,
  };
}

const NOTHING_LOOKED_UP: LookedUp = { rules: [], names: {} };

function namedIn(managedRules: ManagedRules): ReadonlyMap<string, Named> {
  const named = new Map<string, Named>();
  const of = (id: string): Named => {
    const known = named.get(id) ?? { rules: new Set<string>(), categories: new Set<string>() };
    named.set(id, known);
    return known;
  };
  for (const { execute, skip } of managedRules) {
    if (execute) {
      const ruleset = of(execute.ruleset_id);
      const { categories, rules } = membersOfOverrides(execute.overrides);
      for (const category of Object.keys(categories)) ruleset.categories.add(category);
      for (const id of Object.keys(rules)) ruleset.rules.add(id);
    }
    for (const id of skip?.rulesets ?? []) of(id);
    for (const [id, ids] of Object.entries(skip?.rules ?? {})) for (const rule of ids) of(id).rules.add(rule);
  }
  return named;
}

/** What the managed rulesets and rules that are named are called, by id, as far as it is known. */
export function namesIn(rules: ManagedRules, { found, names: earlier }: ReadRulesets): Names {
  const names = [...namedIn(rules)].flatMap(([id, { rules: ruleIds }]) => {
    const ruleset = found.get(id);
    const described = new Map(ruleset?.rules.map((rule) => [rule.id, rule.description]));
    return [
      [id, ruleset?.name || (earlier[id] ?? wellKnownRuleset(id)?.name)] as const,
      ...[...ruleIds].map((rule) => [rule, described.get(rule) || earlier[rule]] as const),
    ];
  });
  return Object.fromEntries(names.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])));
}

/** Rules and categories that the managed rulesets do not list, and thresholds of rules without a score. */
export function unknownParts(rules: ManagedRules, { found }: ReadRulesets): Findings {
  return allFindings(
    rules.flatMap(({ execute, skip }, index) => {
      const ruleset = found.get(execute?.ruleset_id ?? '');
      const at = ['rules', index];
      return [
        ...(execute && ruleset ? overrideFindings([...at, 'execute', 'overrides'], execute, ruleset) : []),
        ...Object.entries(skip?.rules ?? {}).flatMap(([id, ids]) => {
          const skipped = found.get(id);
          return skipped ? [unlisted(skipped, 'rule', ids, [...at, 'skip', 'rules', id])] : [];
        }),
      ];
    }),
  );
}

function overrideFindings(at: Problem['path'], execute: Execute, ruleset: Ruleset): readonly Findings[] {
  const { categories, rules } = membersOfOverrides(execute.overrides);
  const misplaced = ruleset.rules
    .filter(({ id, score_threshold: score }) => rules[id]?.['score_threshold'] && typeof score !== 'number')
    .map(({ id, description }) =>
      thresholdMisplaced([...at, 'rules', id, 'score_threshold'], `${description} (${id})`),
    );
  return [
    unlisted(ruleset, 'category', Object.keys(categories), [...at, 'categories']),
    unlisted(ruleset, 'rule', Object.keys(rules), [...at, 'rules']),
    { errors: misplaced, warnings: [] },
  ];
}

/** Warns that what is named in a managed ruleset could not be checked. */
export function rulesetUnreadable(id: string, rules: ManagedRules): Problem {
  const index = rules.findIndex(({ execute }) => execute?.ruleset_id === id);
  const ids = Object.values(WELL_KNOWN_RULESETS).map((one) => one.id);
  const near = wellKnownRuleset(nearest(id, ids) ?? '');
  return {
    code: 'managed_ruleset_unreadable',
    path: index < 0 ? [] : ['rules', index, 'execute', 'ruleset_id'],
    message: `The managed ruleset ${id} could not be read, so this plan cannot check it.`,
    hint:
      'It does not exist, or the plan of the zone or the credentials do not include it; the service may refuse it at apply.' +
      (near === undefined ? '' : ` Did you mean ${near.id} (${near.name})?`),
  };
}
