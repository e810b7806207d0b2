import type { ReadZones } from './run-survey';
import { inSuggestedOrder, type Labels } from './suggested-order';
import {
  canGoOn,
  SURVEY_RESULTS,
  SURVEY_VERSION,
  type Survey,
  type SurveyResult,
  type SurveySummary,
  type ZoneFacts,
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
