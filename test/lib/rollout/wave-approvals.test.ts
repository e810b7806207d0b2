import { InventoryError } from '../../../lib';
import { approvalsText, readApprovals } from '../../../lib/rollout/wave-approvals';
import { approval, approvalsFile, DIGEST, leftOut, useRollouts } from './rollouts';

useRollouts();

const APPROVALS = [
  approval('canary', 'ab'),
  approval('early', 'c', { leftOut: leftOut({ d: 'has URI-based overrides' }) }),
  approval('rest', '', {
    zones: {
      ['e'.repeat(32)]: { name: 'e', digest: null, by: 'Bob', at: '2027-01-30T08:00:00Z', ticket: 'OPS-0' },
    },
    leftOut: { ['f'.repeat(32)]: { name: 'f', reason: 'x', survey: '2027-01-30T08:00:00.000Z' } },
  }),
];

/** The file with one approval that has other members. */
const withMembers = (members: object): string =>
  approvalsFile(
    JSON.stringify({
      format_version: '1.0',
      approvals: [{ ...JSON.parse(approvalsText([APPROVALS[0] as never])).approvals[0], ...members }],
    }),
  );

/** What is wrong in a file, each without the path of the file. */
function problemsIn(file: string): readonly string[] {
  try {
    readApprovals(file);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(InventoryError);
    expect((error as Error).message).toMatch(/^The file of approvals has (a mistake|\d+ mistakes):\n/);
    return (error as InventoryError).problems.map((problem) => problem.replaceAll(file, 'FILE'));
  }
}

test('what was written is read', () =>
  expect(readApprovals(approvalsFile(approvalsText(APPROVALS)))).toEqual(APPROVALS));

test('a zone that is approved besides adds lines and changes none', () => {
  const [before, after] = ['ac', 'abc'].map((digits) =>
    approvalsText([approval('canary', digits)]).split('\n'),
  ) as [string[], string[]];
  const added = after.findIndex((line) => line.includes('bbbb'));
  expect(after.toSpliced(added, 4)).toEqual(before);
});

test('without a file there are no approvals', () =>
  expect(readApprovals('no/such/approvals.json')).toEqual([]));

describe('a malformed file is refused:', () => {
  test.each([
    ['no JSON', '{', [expect.stringMatching(/^FILE is not JSON: /)]],
    [
      'with the marks of a merge',
      '{\n<<<<<<< HEAD\n  "format_version": "1.0",\n=======\n  "approvals": []\n>>>>>>> other\n}',
      ['FILE, line 2: <<<<<<< is left of a merge: resolve the conflict.'],
    ],
    [
      'with a zone twice, or a member',
      '{\n "format_version": "1.0",\n "format_version": "1.0",\n "approvals": [{"zones": {"a": {},\n"a": {}}}]\n}',
      [
        'FILE, line 3: "format_version" is there twice in one object.',
        'FILE, line 5: "a" is there twice in one object.',
      ],
    ],
    [
      'another version',
      '{"format_version":"2.0"}',
      [
        'FILE has format_version "2.0", and this version of Zonewright reads "1.0". Use the version of Zonewright that ' +
          'has written the file, or restore the file from the repository.',
      ],
    ],
    [
      'another member',
      '{"format_version":"1.0","approvals":[],"waves":[]}',
      ['FILE: there is no member "waves". Allowed: format_version, approvals.'],
    ],
    [
      'approvals that are no objects',
      '{"format_version":"1.0","approvals":[1,null]}',
      [
        'FILE, approval 1: an approval is an object, not 1.',
        'FILE, approval 2: an approval is an object, not null.',
      ],
    ],
  ])('%s', (_case, text, problems) => expect(problemsIn(approvalsFile(text))).toEqual(problems));

  const ZONE = 'c'.repeat(32);
  test.each<readonly [object, string]>([
    [{ ticket: undefined }, 'ticket is missing: write a text.'],
    [{ ticket: 4711 }, 'ticket is 4711: write a text.'],
    [{ target: 'start' }, 'target is "start": write validation or finished.'],
    [
      { at: '2027-13-31T08:00:00Z' },
      'at is "2027-13-31T08:00:00Z": write a time in UTC, such as 2027-01-31T08:00:00Z.',
    ],
    [{ zones: [] }, 'zones is []: write an object with the ids of zones.'],
    [
      { zones: { [ZONE]: { name: 'c', digest: 'sha256:1' } } },
      `zones: ${ZONE} is {"name":"c","digest":"sha256:1"}: write its name and digest, sha256: and 64 hexadecimal digits.`,
    ],
    [
      { left_out: { [ZONE]: { name: 'c', reason: 'x', survey: 'new' } } },
      `left_out: ${ZONE} is {"name":"c","reason":"x","survey":"new"}: survey is when the survey ended that showed the ` +
        'reason, such as 2027-01-31T08:00:00Z.',
    ],
    [
      { target: 'validation', zones: { [ZONE]: { name: 'c', digest: null } } },
      `zones: ${ZONE} is {"name":"c","digest":null}: has no digest: only a zone that has finished, and is approved for ` +
        'finished, needs none.',
    ],
    [{ note: 'x' }, `there is no member "note". Allowed: wave, target, by, at, ticket, zones, left_out.`],
    [
      { zones: { [ZONE]: { name: 'c', digest: DIGEST, digset: 'x' } } },
      `zones: ${ZONE}: there is no member "digset". Did you mean digest?`,
    ],
    [
      { zones: { [ZONE]: { name: 'c', digest: DIGEST, by: 'Ada', at: '2027-01-31T08:00:00Z' } } },
      `zones: ${ZONE}: ticket is missing: write a text.`,
    ],
  ])('%j', (members, problem) =>
    expect(problemsIn(withMembers(members))).toEqual([`FILE, approval 1: ${problem}`]),
  );

  test('all mistakes at once', () =>
    expect(problemsIn(withMembers({ by: '', target: null, at: 1 }))).toHaveLength(3));
});
