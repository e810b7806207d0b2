import fc from 'fast-check';
import type { ZoneDocument } from '../../../emulator';
import { DATASETS } from '../../../emulator/logpush/datasets';
import { OLD_PACKAGES } from '../../../emulator/previous-waf/catalogue';
import { CORE_RULESET_ID } from '../../../emulator/rulesets/sample-managed-rulesets';
import { CUSTOM_FIELDS_PHASE, MANAGED_PHASE } from '../../../emulator/rulesets/phases';

/** Chooses one item; the same number always chooses the same one of the same items. */
export function chosen<T>(items: readonly T[], choice: number): T | undefined {
  return items[choice % Math.max(1, items.length)];
}

/** The phases that are judged, and one of those that are only stored: they are all alike. */
export const FUZZED_PHASES = [CUSTOM_FIELDS_PHASE, MANAGED_PHASE, 'http_ratelimit'] as const;

/** Of nothing that there is. */
export const UNKNOWN_ID = 'f'.repeat(32);

/** The named parts of a path, each with the value of something that is there, and sometimes of what is not. */
export function existingParts(
  path: string,
  zone: ZoneDocument,
  choices: readonly number[],
): Readonly<Record<string, string>> {
  const parts: Record<string, string> = {};
  const names = path.split('/').filter((part) => part.startsWith(':'));
  for (const [index, name] of names.entries())
    parts[name.slice(1)] = chosen(candidates(name, path, zone, parts), choices[index] ?? 0) ?? 'none';
  return parts;
}

function candidates(
  name: string,
  path: string,
  zone: ZoneDocument,
  before: Readonly<Record<string, string>>,
): readonly string[] {
  const ruleset =
    zone.rulesets.find(({ id }) => id === before['ruleset_id']) ??
    zone.rulesets.find(({ kind, phase }) => kind !== 'custom' && phase === before['phase']);
  const idsOf = (items: readonly { readonly id?: string | number }[] | undefined): readonly string[] =>
    (items ?? []).map(({ id }) => String(id));
  switch (name) {
    case ':zone_id':
      return [zone.id];
    case ':ruleset_id':
      return [...idsOf(zone.rulesets), ...idsOf(zone.rulesets), CORE_RULESET_ID, UNKNOWN_ID];
    case ':rule_id':
      return idsOf(ruleset?.rules);
    case ':version':
      return [...(ruleset?.history ?? []).map(({ version }) => version), ruleset?.version ?? '36'];
    case ':phase':
      return [...FUZZED_PHASES, ...FUZZED_PHASES, 'http_unknown'];
    case ':job':
      return idsOf(zone.logpush.jobs);
    case ':dataset':
      return [...DATASETS, 'unknown'];
    case ':package':
      return idsOf(OLD_PACKAGES);
    case ':override_id':
      return idsOf(zone.previous_waf.uri_overrides);
    default:
      throw new Error(`Nothing says what stands for ${name} in ${path}.`);
  }
}

/** The path with these parts in the places of its names. */
export function filledIn(path: string, parts: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_name, name: string) => parts[name] ?? '');
}

/** What a part of a path may be instead of an id, as it is written. */
export const oddPart = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%00',
    '%2F',
    '%2e%2e',
    '%E0%A4%A',
    '%ED%A0%80',
    '*',
    ':zone_id',
    ';a=1',
  ),
  fc.constantFrom('0', '-1', '1e3', '999999999999999999999', 'NaN', 'null', '__proto__', 'constructor'),
  fc.constantFrom('f'.repeat(32), 'F'.repeat(32), 'f'.repeat(33), 'x'.repeat(5000)),
  fc.string({ maxLength: 8 }).map(escaped),
);

/** Leaves `%` as it is, so that broken escapes reach the emulator. */
function escaped(text: string): string {
  return text.replace(/[^%.\w-]/gu, (mark) =>
    /\p{Surrogate}/u.test(mark) ? '%ED' : encodeURIComponent(mark),
  );
}

/** A query that no operation asks for. */
export const oddQuery = fc.oneof(
  fc.constantFrom(
    '?',
    '?dry_run=',
    '?dry_run=1',
    '?dry_run=true&dry_run=false',
    '?per_page=1e1',
    '?per_page=-5',
  ),
  fc.constantFrom(
    '?page=0',
    '?page=999999999',
    '?cursor=YWZ0ZXI6',
    '?cursor=%00',
    '?__proto__=1',
    '?a[]=%E0%A4%A',
  ),
  fc.constantFrom('?waf_migration=3', '?waf_migration=', '?waf_migration=1&waf_migration=2', '?phase_two=0'),
  fc.string({ maxLength: 12 }).map((text) => `?${escaped(text)}`),
);
