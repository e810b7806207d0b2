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
 */
export function surveyOf(service: string, { zones, notFound }: ReadZones, now: Date): Survey {
  const times = zones.map(({ read_at: at }) => at).sort();
  return {
    format_version: SURVEY_VERSION,
    service,
    begun_at: times[0] ?? now.toISOString(),
    ended_at: times.at(-1) ?? now.toISOString(),
    summary: summarize(zones),
    zones: inSuggestedOrder(zones),
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
 */
export function inSuggestedOrder(zones: readonly ZoneFacts[]): readonly SurveyedZone[] {
  return zones
    .map((zone) => ({ zone, keys: keysOf(zone) }))
    .sort(byKeys)
    .map(({ zone }) => ({ ...zone, reason: reasonOf(zone) }));
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
