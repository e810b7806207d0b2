import type { ZoneMigration } from '../../provider-shim/zone-reader';

/** The version of the format (docs/schemas/survey.schema.json). */
export const SURVEY_VERSION = '1.0';

/** What `zonewright migration survey` has found, as it is written (docs/schemas/survey.schema.json). */
export interface Survey {
  readonly format_version: typeof SURVEY_VERSION;
  /** The address of the service. */
  readonly service: string;
  /** When the first of the zones was read, and the last one: ISO 8601, in UTC. */
  readonly begun_at: string;
  readonly ended_at: string;
  readonly summary: SurveySummary;
  /** In the suggested order. */
  readonly zones: readonly SurveyedZone[];
  /** Zones that were asked for and that the credentials do not see. */
  readonly not_found: readonly NotFoundZone[];
}

export const SURVEY_RESULTS = [
  'eligible',
  'begun',
  'finished',
  'not_eligible',
  'unreadable',
  'gone',
] as const;

/** Whether a zone can migrate. `begun` is in validation or finishing; `gone` is a zone that the service does not have. */
export type SurveyResult = (typeof SURVEY_RESULTS)[number];

export interface SurveySummary extends Readonly<Record<SurveyResult, number>> {
  /** All of the above, without those that were not found. */
  readonly zones: number;
  /** Zones that can go on and lose settings; and those whose losses are not known completely. */
  readonly losing: number;
  readonly losses_unknown: number;
  /** The rules that the migrations save. */
  readonly rules: number;
}

/** What is known of a zone. Of an unreadable or gone one, everything else is null or empty. */
export interface ZoneFacts {
  readonly id: string;
  /** Empty if the credentials may not read the zone itself. */
  readonly name: string;
  /** The plan's `legacy_id`, such as `enterprise`. */
  readonly plan: string | null;
  readonly result: SurveyResult;
  readonly state: ZoneMigration['state'] | null;
  /** Whether the zone's plan includes validation, as far as that is known. */
  readonly can_validate: boolean;
  readonly rules: ZoneMigration['rules'];
  readonly not_carried_over: ZoneMigration['not_carried_over'];
  readonly losses_unknown_because: string | null;
  readonly obstacles: ZoneMigration['obstacles'];
  /** What is in the way, or why the zone cannot be read, and what to do. */
  readonly problems: readonly ZoneProblem[];
  /** ISO 8601, in UTC. */
  readonly read_at: string;
}

/** What was read for a survey. */
export interface ReadZones {
  readonly zones: readonly ZoneFacts[];
  readonly notFound: readonly NotFoundZone[];
}

export interface SurveyedZone extends ZoneFacts {
  /** Why the zone has its place in the order. */
  readonly reason: string;
}

export interface ZoneProblem {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export interface NotFoundZone extends ZoneProblem {
  /** As it was asked for. */
  readonly zone: string;
}

/** Whether the migration of a zone has a step ahead that can be approved now. */
export function canGoOn({ result, rules }: Pick<ZoneFacts, 'result' | 'rules'>): boolean {
  return (result === 'eligible' || result === 'begun') && rules !== null;
}

/** The name of a zone for people; its id where the name is not known. */
export function nameOf({ name, id }: Pick<ZoneFacts, 'name' | 'id'>): string {
  return name === '' ? id : name;
}
