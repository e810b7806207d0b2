import { mkdirSync, writeFileSync } from 'node:fs';
import type { SurveyedZone } from '../../cli/migration/survey-model';
import { approvalsIn, runApprove, useFolder, writeInventory } from './running';
import { idOf, surveyOf } from './surveyed-zones';

const without = { rules: null, digest: null, not_carried_over: null } as const;
/** Parts of zones of a survey. */
export const validating = { result: 'begun', state: 'validation' } as const;
export const finished = { ...without, result: 'finished', state: 'finished' } as const;
export const unreadable = {
  ...without,
  result: 'unreadable',
  state: null,
  problems: [{ code: 'service_authorization', message: 'GET /zones: status 403.', hint: 'Ask.' }],
} as const;
export const gone = {
  ...without,
  result: 'gone',
  state: null,
  problems: [{ code: 'zone_gone', message: 'the zone does not exist any more', hint: 'Remove it.' }],
} as const;
export const overridden = (name: string) =>
  ({
    ...without,
    result: 'not_eligible',
    problems: [
      {
        code: 'uri_overrides_in_the_way',
        message: `Zone ${name} (${idOf(name)}) cannot migrate: a URI-based override is in the way.`,
        hint: 'Delete it.',
      },
    ],
  }) as const;

/** When the first approval is given: after the first survey and before the second one. */
export const NOW = new Date('2027-01-31T08:00:00Z');
const folder = useFolder();
let count = 0;

/** Approvals in a folder of their own, one after the other. */
export function approving(waves: Readonly<Record<string, string>>, ...zones: readonly SurveyedZone[]) {
  const below = folder(String((count += 1)));
  mkdirSync(below);
  const files = {
    inventory: writeInventory(`${below}/zones.csv`, waves, idOf),
    survey: `${below}/survey.json`,
    approvals: `${below}/approvals.json`,
  };
  const survey = (at: string, found: readonly SurveyedZone[]): void =>
    writeFileSync(files.survey, JSON.stringify(surveyOf(found.map((each) => ({ ...each, read_at: at })))));
  survey('2027-01-31T07:00:00.000Z', zones);
  return {
    files,
    /** Makes another survey, after the first approval. */
    surveys: (...found: readonly SurveyedZone[]) => survey('2027-01-31T09:00:00.000Z', found),
    approve: (wave: string, more: object = {}, now = NOW) => runApprove({ ...files, wave, ...more }, {}, now),
    entries: () => approvalsIn(files.approvals),
    /** The names of the approved zones of an approval, and the reasons of those that are left out. */
    zones: (index = 0) => {
      const { zones: approved, left_out: left } = approvalsIn(files.approvals)[index] ?? {};
      return {
        approved: Object.values(approved ?? {}).map(
          ({ name, digest }) => `${name} ${digest?.[7] ?? 'taken over'}`,
        ),
        left: Object.fromEntries(Object.values(left ?? {}).map(({ name, reason }) => [name, reason])),
      };
    },
  };
}
