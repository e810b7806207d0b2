import type { Survey, SurveyedZone } from '../../cli/migration/survey-model';

/** The id of a zone, by the first letter of its name. */
export const idOf = (name: string): string => name.charCodeAt(0).toString(16).padStart(32, '0');
export const digestOf = (letter: string): string => `sha256:${letter.repeat(64)}`;

/** A zone of a survey that can finish at once and loses nothing. */
export function zone(name: string, more: Partial<SurveyedZone> = {}): SurveyedZone {
  return {
    ...{ id: idOf(name), name, plan: 'enterprise', result: 'eligible', state: 'start', can_validate: false },
    rules: [
      { action: 'execute', expression: 'true', description: '', enabled: true, action_parameters: '{}' },
    ],
    ...{ digest: digestOf('1'), not_carried_over: [], losses_unknown_because: null },
    ...{ obstacles: [], problems: [], read_at: '2027-01-31T07:00:00.000Z', reason: '' },
    ...more,
  };
}

/** A survey of these zones, in this order. Its summary is empty. */
export function surveyOf(zones: readonly SurveyedZone[]): Survey {
  return {
    format_version: '1.0',
    service: 'https://api.example.com/client/v4',
    begun_at: '2027-01-31T07:00:00.000Z',
    ended_at: '2027-01-31T07:00:01.000Z',
    summary: {
      ...{ zones: 0, eligible: 0, begun: 0, finished: 0, not_eligible: 0, unreadable: 0, gone: 0 },
      ...{ losing: 0, losses_unknown: 0, rules: 0 },
    },
    zones,
    not_found: [],
  };
}
