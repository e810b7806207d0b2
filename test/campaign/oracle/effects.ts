import { isDeepStrictEqual } from 'node:util';
import type { ZoneDocument } from '../../../emulator';
import { FIELDS_PHASE, MANAGED_PHASE } from '../run/zone-seeds';

export type Job = NonNullable<ZoneDocument['logpush']['jobs']>[number] & { readonly id: number };
export type Rules = ZoneDocument['rulesets'][number]['rules'];

/** What a write changed in a zone. */
export type Effect = { readonly zoneId: string } & (
  | { readonly what: 'job made' | 'job deleted'; readonly job: Job }
  | { readonly what: 'job changed'; readonly before: Job; readonly job: Job }
  | { readonly what: 'fields'; readonly before: unknown; readonly after: unknown }
  | { readonly what: 'managed rules'; readonly before: unknown; readonly after: unknown }
  | { readonly what: 'migration'; readonly before: string; readonly after: string }
  | { readonly what: 'URI override deleted'; readonly id: string }
  | { readonly what: 'something else'; readonly part: string }
);

/** Everything that differs between two moments of a zone. */
export function effectsBetween(before: ZoneDocument, after: ZoneDocument): readonly Effect[] {
  const zoneId = after.id;
  return [
    ...jobEffects(jobsOf(before), jobsOf(after)),
    ...differing('fields', fieldsOf(before), fieldsOf(after)),
    ...differing('managed rules', managedRulesOf(before), managedRulesOf(after)),
    ...(before.migration.state === after.migration.state
      ? []
      : [{ what: 'migration' as const, before: stateOf(before), after: stateOf(after) }]),
    ...overridesOf(before)
      .filter((id) => !overridesOf(after).includes(id))
      .map((id) => ({ what: 'URI override deleted' as const, id })),
    ...(isSame(otherPhases(before), otherPhases(after))
      ? []
      : [{ what: 'something else' as const, part: 'rulesets' }]),
  ].map((effect) => ({ ...effect, zoneId })) as unknown as readonly Effect[];
}

export function jobsOf(zone: ZoneDocument): readonly Job[] {
  return (zone.logpush.jobs ?? []) as readonly Job[];
}

/** The parameters of the rules of custom log fields, in their order: what is logged, not what is numbered. */
export function fieldsOf(zone: ZoneDocument): readonly unknown[] {
  return content(zone, FIELDS_PHASE);
}

export function managedRulesOf(zone: ZoneDocument): readonly unknown[] {
  return content(zone, MANAGED_PHASE);
}

function content(zone: ZoneDocument, phase: string): readonly unknown[] {
  const rules = zone.rulesets.find((ruleset) => ruleset.phase === phase)?.rules ?? [];
  return rules.map(({ action, expression, description = '', enabled = true, action_parameters }) => ({
    ...{ action, expression, description, enabled, action_parameters },
  }));
}

function otherPhases(zone: ZoneDocument): readonly unknown[] {
  return zone.rulesets.filter(({ phase }) => phase !== FIELDS_PHASE && phase !== MANAGED_PHASE);
}

function stateOf(zone: ZoneDocument): string {
  return zone.migration.state ?? 'start';
}

function overridesOf(zone: ZoneDocument): readonly string[] {
  return (zone.previous_waf.uri_overrides ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
}

function jobEffects(before: readonly Job[], after: readonly Job[]): readonly object[] {
  const was = new Map(before.map((job) => [job.id, job]));
  const is = new Map(after.map((job) => [job.id, job]));
  return [
    ...after.flatMap((job) => {
      const earlier = was.get(job.id);
      if (earlier === undefined) return [{ what: 'job made', job }];
      return isSame(earlier, job) ? [] : [{ what: 'job changed', before: earlier, job }];
    }),
    ...before.filter(({ id }) => !is.has(id)).map((job) => ({ what: 'job deleted', job })),
  ];
}

function differing(what: 'fields' | 'managed rules', before: unknown, after: unknown): readonly object[] {
  return isSame(before, after) ? [] : [{ what, before, after }];
}

/** Whether two documents of JSON are the same, wherever they were made: what `structuredClone` copies in a test has other prototypes. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(parsed(one), parsed(other));
}

function parsed(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
