import type { Check } from '../description/attribute';
import { nearest } from '../description/nearest';
import type { Problem } from '../description/problem';
import { ID_PATTERN, PHASE_MANAGED_RULES } from '../zone/service';
import { isKnown, isRecord, type JsonObject } from '../description/value';
import {
  CORE_RULE_SET_ID,
  CORE_SCORE_RULE_ID,
  WELL_KNOWN_RULESETS,
  wellKnownRuleset,
  type WellKnownRuleset,
} from './well-known-rulesets';

/** Checks the id of a managed ruleset. */
export function managedRulesetId(value: string): readonly Problem[] {
  if (ID_PATTERN.test(value)) return [];
  const known = Object.entries(WELL_KNOWN_RULESETS);
  const near = nearest(
    value
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
    known.map(([name]) => name),
  );
  const meant = known.find(([name]) => name === near)?.[1];
  return [
    {
      code: 'managed_ruleset_id_malformed',
      path: [],
      message: `${JSON.stringify(value)} is not the id of a managed ruleset.`,
      hint:
        'An id is 32 lower-case hexadecimal digits. ' +
        (meant
          ? `${meant.name} is "${meant.id}".`
          : `Well known are: ${known.map(([, { id, name }]) => `"${id}" (${name})`).join(', ')}.`),
    },
  ];
}

/** Checks that each managed ruleset is deployed once and in its phase, and that thresholds are where they have a meaning. */
export const deploymentChecks: readonly Check<JsonObject>[] = [
  deployedTwice,
  otherPhases,
  misplacedThresholds,
];

function deployedTwice(deployments: JsonObject): readonly Problem[] {
  const first = new Map<string, string>();
  return Object.entries(deployments).flatMap(([name, deployment]) => {
    const id = isRecord(deployment) ? deployment['ruleset_id'] : undefined;
    if (typeof id !== 'string') return [];
    const other = first.get(id);
    if (other !== undefined) return [sameRuleset(name, other, id)];
    first.set(id, name);
    return [];
  });
}

function otherPhases(deployments: JsonObject): readonly Problem[] {
  return Object.entries(deployments).flatMap(([name, deployment]) => {
    const id = isRecord(deployment) ? deployment['ruleset_id'] : undefined;
    const known = typeof id === 'string' ? wellKnownRuleset(id) : undefined;
    return known === undefined || known.phase === PHASE_MANAGED_RULES ? [] : [otherPhase(name, known)];
  });
}

/** Of the well-known rulesets it is known at synth which rules have a score; of others, when the plan reads them. */
function misplacedThresholds(deployments: JsonObject): readonly Problem[] {
  return Object.entries(deployments).flatMap(([name, deployment]) => {
    if (!isRecord(deployment) || !isRecord(deployment['overrides'])) return [];
    const { ruleset_id: rulesetId, overrides } = deployment;
    if (typeof rulesetId !== 'string' || !wellKnownRuleset(rulesetId) || !isRecord(overrides['rules']))
      return [];
    return Object.entries(overrides['rules'])
      .filter(
        ([id, override]) =>
          isRecord(override) && isKnown(override['score_threshold']) && !hasScore(rulesetId, id),
      )
      .map(([id]) => thresholdMisplaced([name, 'overrides', 'rules', id, 'score_threshold'], id));
  });
}

function hasScore(rulesetId: string, ruleId: string): boolean {
  return rulesetId === CORE_RULE_SET_ID && ruleId === CORE_SCORE_RULE_ID;
}

/** A score threshold on a rule that acts on no score. @param called the rule by its id, or its name and id */
export function thresholdMisplaced(path: Problem['path'], called: string): Problem {
  return {
    code: 'score_threshold_misplaced',
    path,
    message: `The rule ${called} has no anomaly score, so score_threshold has no meaning.`,
    hint: `Remove it. In the core rule set, the rule ${CORE_SCORE_RULE_ID} acts on the score: set core_rule_set = { score_threshold = … }.`,
  };
}

function otherPhase(name: string, ruleset: WellKnownRuleset): Problem {
  return {
    code: 'managed_ruleset_of_another_phase',
    path: [name, 'ruleset_id'],
    message: `${ruleset.name} (${ruleset.id}) is of the phase ${ruleset.phase}.`,
    hint: `Here are only managed rulesets of the phase ${PHASE_MANAGED_RULES}. Remove the deployment.`,
  };
}

function sameRuleset(name: string, other: string, id: string): Problem {
  return {
    code: 'managed_ruleset_deployed_twice',
    path: [name, 'ruleset_id'],
    message: `The deployments ${JSON.stringify(other)} and ${JSON.stringify(name)} are of the same managed ruleset, ${id}.`,
    hint:
      'A zone deploys a managed ruleset at most once, whatever the expressions. Keep one deployment; for requests that ' +
      'should skip it, or some of its rules, add an exception.',
  };
}
