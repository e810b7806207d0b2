import { reviewPlans } from '../../cli/review/review-plans';
import type { PlanJson } from '../../cli/review/plan-json';
import { isObject, listIn, member, type Json, type JsonObject } from '../../cli/text/json';
import { PLAN_SCENARIOS } from './plan-scenarios';
import { recordedPlan } from './recorded-plans';

const PLANS = Object.keys(PLAN_SCENARIOS).filter((name) => !['errored', 'state'].includes(name));

/** Written before each text of an attribute that a plan hides. */
const HIDDEN = 'hidden ';

/** Attributes that decide what a change is: their texts stay as they are. */
const DECIDING = ['target_state', 'migration_state', 'step', 'irreversible', 'type', 'others'];

interface Values {
  [name: string]: Json;
}

/** A plan that the test may change, and the changes of our objects in it. */
function planOf(name: string): { readonly plan: PlanJson; readonly changes: readonly Values[] } {
  const plan = structuredClone(recordedPlan(name).shown) as unknown as PlanJson;
  const all = [...(plan.resource_changes ?? []), ...(plan.resource_drift ?? [])];
  const ours = all.filter(({ type }) => type.startsWith('zone_'));
  const changes = ours.map(({ change }) => change as unknown as Values);
  // No recorded zone has rules that a migration replaces.
  for (const { after } of changes)
    if (isObject(after) && 'replaced_rules' in after)
      Object.assign(after, { replaced_rules: member(after, 'rules') ?? [] });
  return { plan, changes };
}

function review(plan: PlanJson): {
  readonly text: string;
  readonly counts: Readonly<Record<string, number>>;
} {
  const { rows, counts } = reviewPlans([{ stack: 'a', file: 'a.json', plan }], []);
  return { text: JSON.stringify(rows), counts: { ...counts } };
}

/** The same value with something else in the place of each part that has no parts. */
function mapped(value: Json, part: (value: Json) => Json): Json {
  if (Array.isArray(value)) return listIn(value).map((each) => mapped(each, part));
  if (!isObject(value)) return part(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, part)])) as Json;
}

const hidden = (value: Json): Json =>
  mapped(value, (part) => (typeof part === 'string' ? HIDDEN + part : part));

const whole = (): Json => true;

const parts = (value: Json): Json => mapped(value, whole);

/** What a plan may mark: an attribute on one side or both, or on both each part of it. */
const MASKS = [
  [['before'], whole],
  [['after'], whole],
  [['before', 'after'], whole],
  [['before', 'after'], parts],
] as const;

const attributesOf = (changes: readonly Values[]): readonly string[] => [
  ...new Set(
    changes.flatMap(({ before = null, after = null }) =>
      [before, after].flatMap((values) => (isObject(values) ? Object.keys(values) : [])),
    ),
  ),
];

test.each(PLANS)('%s: nothing that the plan hides is shown, and no mark is lost by it', (name) => {
  const recorded = planOf(name);
  const { text: unhidden, counts: all } = review(recorded.plan);
  expect(unhidden).not.toContain(HIDDEN);
  for (const attribute of attributesOf(recorded.changes))
    for (const [sides, mask] of MASKS) {
      const { plan, changes } = planOf(name);
      for (const change of changes) {
        const has = (side: string): boolean => (member(change[side], attribute) ?? null) !== null;
        if (!sides.some(has)) continue;
        for (const side of ['before', 'after'].filter(has)) {
          const [values, masks] = [change[side], change[`${side}_sensitive`]] as readonly JsonObject[];
          const value = values?.[attribute] as Json;
          if (!DECIDING.includes(attribute)) change[side] = { ...values, [attribute]: hidden(value) };
          if (sides.some((each) => each === side))
            change[`${side}_sensitive`] = { ...masks, [attribute]: mask(value) };
        }
      }
      const { text, counts } = review(plan);
      const shown = /[^"]*hidden [^"]*/.exec(text)?.[0];
      const lost = Object.keys(all).filter((mark) => (counts[mark] ?? 0) < (all[mark] ?? 0));
      const where = [attribute, sides, mask.name];
      expect([...where, shown, lost]).toEqual([...where, undefined, []]);
    }
});

const irreversible = ({ counts }: ReturnType<typeof review>): readonly (number | undefined)[] => {
  const { finishes = 0, validates = 0, overrides = 0 } = counts;
  return [finishes, finishes + validates + overrides];
};

test.each(PLANS)(
  '%s: what decides may be known only after apply: the worst that it may be counts',
  (name) => {
    const recorded = irreversible(review(planOf(name).plan));
    const step = ['target_state', 'step', 'irreversible'];
    for (const open of [...step.map((one) => [one]), step, ['zone_id']]) {
      const { plan, changes } = planOf(name);
      for (const change of changes) {
        const { after = null, after_unknown: unknown = null } = change;
        if (!isObject(after)) continue;
        const [known, others] = [Object.entries(after), isObject(unknown) && unknown];
        change['after'] = Object.fromEntries(known.filter(([each]) => !open.includes(each))) as Json;
        change['after_unknown'] = { ...others, ...Object.fromEntries(open.map((each) => [each, true])) };
      }
      const found = irreversible(review(plan));
      const isLess = found.map((count = 0, at) => count < (recorded[at] ?? 0));
      expect([open, found, isLess]).toEqual([open, found, [false, false]]);
    }
  },
);
