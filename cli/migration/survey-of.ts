import { counted } from '../review/phrase';
import {
  canGoOn,
  SURVEY_RESULTS,
  SURVEY_VERSION,
  type ReadZones,
  type Survey,
  type SurveyResult,
  type SurveySummary,
  type ZoneFacts,
  nameOf,
  type SurveyedZone,
} from './survey-model';

/**
 * The survey of zones that were read.
 *
 * @param service the address of the service
 * @param shares of the waves to suggest, in percent; none by default
 * @param labels of the zones of an inventory
 */
export function surveyOf(
  service: string,
  { zones, notFound }: ReadZones,
  now: Date,
  shares?: readonly number[],
  labels?: Labels,
): Survey {
  const times = zones.map(({ read_at: at }) => at).sort();
  return {
    format_version: SURVEY_VERSION,
    service,
    begun_at: times[0] ?? now.toISOString(),
    ended_at: times.at(-1) ?? now.toISOString(),
    summary: summarize(zones),
    zones: inSuggestedOrder(zones, shares, labels),
    not_found: notFound,
  };
}

function summarize(zones: readonly ZoneFacts[]): SurveySummary {
  const counts = SURVEY_RESULTS.map(
    (result) => [result, zones.filter((zone) => zone.result === result).length] as const,
  );
  const ready = zones.filter(canGoOn);
  return {
    zones: zones.length,
    ...(Object.fromEntries(counts) as Record<SurveyResult, number>),
    losing: ready.filter(({ not_carried_over: losses }) => (losses?.length ?? 0) > 0).length,
    losses_unknown: ready.filter(({ not_carried_over: losses }) => losses === null).length,
    rules: ready.reduce((sum, { rules }) => sum + (rules?.length ?? 0), 0),
  };
}

/** Plans from the one with the least traffic to the one with the most, by `legacy_id`. */
const PLANS = ['free', 'lite', 'pro', 'pro_plus', 'business', 'enterprise'];

/**
 * The zones in the order in which to migrate them: first those that lose nothing, those with few rules before others,
 * and the lowest plan before others; then those that lose settings, and those whose losses are not known; then those
 * that cannot migrate yet, those that could not be read, those that have nothing left to do, and those that are gone.
 *
 * @param shares of the waves to suggest, in percent
 * @param labels of the zones of an inventory, by id
 */
export function inSuggestedOrder(
  zones: readonly ZoneFacts[],
  shares?: readonly number[],
  labels: Labels = new Map(),
): readonly SurveyedZone[] {
  const ordered = zones.map((zone) => ({ zone, keys: keysOf(zone) })).sort(byKeys);
  const ready = spread(
    ordered.map(({ zone }) => zone).filter((zone) => canGoOn(zone)),
    labels,
  );
  const placeOfZone = new Map(ready.map(({ id }, index) => [id, index]));
  return ordered.map(({ zone }) => ({
    ...zone,
    reason: reasonOf(zone),
    // What cannot go on now comes with the last wave, so that there is time to change that.
    suggested_wave:
      shares === undefined ? null : waveAt(placeOfZone.get(zone.id) ?? ready.length, ready.length, shares),
  }));
}

/** The labels of zones, by id. */
type Labels = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * The zones so that the first ones stand for all: one of each plan and set of labels, then the second ones, and so on.
 * Among these, those that can validate come first: only they can be watched before anything ends.
 */
function spread(zones: readonly ZoneFacts[], labels: Labels): readonly ZoneFacts[] {
  const counts = new Map<string, number>();
  return zones
    .map((zone, index) => {
      const group = JSON.stringify([zone.plan, Object.entries(labels.get(zone.id) ?? {}).sort()]);
      const rank = counts.get(group) ?? 0;
      counts.set(group, rank + 1);
      return { zone, keys: [rank, zone.can_validate ? 0 : 1, index] };
    })
    .sort(byKeys)
    .map(({ zone }) => zone);
}

type Keys = readonly (number | string)[];

function keysOf(zone: ZoneFacts): Keys {
  const plan = PLANS.indexOf(zone.plan ?? '');
  return [
    placeOf(zone),
    zone.not_carried_over?.length ?? 0,
    zone.rules?.length ?? 0,
    plan === -1 ? PLANS.length : plan,
    nameOf(zone),
    zone.id,
  ];
}

/** Losses are part of it, because a zone with unknown ones comes after all that are known. */
function placeOf(zone: ZoneFacts): number {
  if (canGoOn(zone)) return zone.not_carried_over === null ? 1 : 0;
  if (zone.result === 'not_eligible') return 2;
  if (zone.result === 'unreadable') return 3;
  if (zone.result === 'gone') return 5;
  return zone.state === 'validation' ? 2 : 4;
}

function byKeys({ keys: one }: { readonly keys: Keys }, { keys: other }: { readonly keys: Keys }): number {
  const at = one.findIndex((key, index) => key !== other[index]);
  if (at === -1) return 0;
  return (one[at] as number) < (other[at] as number) ? -1 : 1;
}

function reasonOf(zone: ZoneFacts): string {
  const [problem] = zone.problems;
  if (problem !== undefined) return problem.message;
  if (zone.state === 'finishing') return 'finishing already: it can no longer be stopped';
  if (zone.state === 'finished') return 'finished already';
  return [
    ...(zone.state === 'validation' ? ['in validation'] : []),
    lossesInWords(zone),
    counted(zone.rules?.length ?? 0, 'rule'),
    zone.plan ?? 'plan not known',
  ].join(', ');
}

/** What a zone loses, in a few words. */
export function lossesInWords({ not_carried_over: losses }: Pick<ZoneFacts, 'not_carried_over'>): string {
  if (losses === null) return 'losses not known';
  return losses.length === 0 ? 'loses nothing' : `loses ${counted(losses.length, 'setting')}`;
}

/** The name of the wave of a place in the order: 1, 2 and so on. @param place equal to `count` is the last wave */
function waveAt(place: number, count: number, shares: readonly number[]): string {
  let end = 0;
  const found = shares.findIndex((share) => place < Math.ceil((count * (end += share)) / 100 - 1e-9));
  return String((found === -1 ? shares.length - 1 : found) + 1);
}
