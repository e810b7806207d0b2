import { type IResolvable, TerraformIterator, Token } from 'cdktf';
import type { OVERRIDE_ACTIONS, PathStep, Problem } from '../../schema';
import { isPlainObject } from '../binding/attribute-values';
import type { OneOf } from '../binding/props';

/** The actions that a managed rule can get. */
export type OverrideAction = (typeof OVERRIDE_ACTIONS)[number];

/** A change to what a managed rule does: an action, on or off, or both. */
export interface RuleAdjustment {
  /** What the rule does instead. @default the action of the managed ruleset */
  readonly action?: OneOf<OverrideAction>;
  /**
   * Whether the rule is on.
   * @default as in the managed ruleset
   */
  readonly enabled?: boolean | IResolvable;
}

/** Adjustments by the id of the managed ruleset, and then by the id of the rule. */
export type Adjustments =
  Readonly<Record<string, Readonly<Record<string, RuleAdjustment>> | IResolvable>> | IResolvable;

/**
 * Adjustments in the form of the schema, which has `rules` between the two ids. The engine converts a token for the
 * whole.
 */
export function inSchemaForm(adjustments: unknown): unknown {
  if (Token.isUnresolved(adjustments)) {
    const iterator = TerraformIterator.fromMap(adjustments as never);
    return iterator.forExpressionForMap('key', '{ rules = val }');
  }
  if (!isPlainObject(adjustments)) return adjustments;
  return Object.fromEntries(Object.entries(adjustments).map(([id, rules]) => [id, { rules }]));
}

/** A problem of the schema, in terms of the construct's props. */
export function inAdjustmentProps(problem: Problem): Problem {
  const [first, rulesetId, rules, ...rest] = problem.path;
  if (first !== 'adjustments' || rulesetId === undefined || rules !== 'rules') return problem;
  const path: readonly PathStep[] = [first, rulesetId, ...rest];
  return { ...problem, path };
}
