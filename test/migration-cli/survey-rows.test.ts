import { createColors } from 'picocolors';
import { surveyedZones, type ZoneFacts } from '../../cli/migration/survey';
import { zonesReport } from '../../cli/migration/survey-report';
import { htmlText } from '../../cli/review/html-page';
import { markdownText, terminalText } from '../../cli/review/formats';
import { recorded } from '../support/printed';
import { formatApproval, parseApproval, type Approval, type ApprovalRow } from '../../schema';

/** The id of a zone, by the first letter of its name. */
const idOf = (name: string): string => name.charCodeAt(0).toString(16).padStart(32, '0');

/** An Enterprise zone that can begin validation and loses nothing. */
function zone(name: string, more: Partial<ZoneFacts> = {}): ZoneFacts {
  const id = idOf(name);
  const digest = { step: more.step ?? 'validation', zoneId: id, rules: 'a'.repeat(32), replaced: 'none' };
  return {
    ...{ id, name, plan: 'enterprise', state: 'start', step: 'validation', problems: [] },
    approved_digest: formatApproval({ ...digest, losses: 'none', overrides: [] }),
    ...{ rules: ['execute x everywhere'], replaced_rules: [], deleted_uri_overrides: [] },
    ...{ not_carried_over: [], losses_unknown_because: null },
    ...{ rules_saved_at: null, read_at: '2027-01-31T07:00:00.000Z' },
    ...more,
  };
}

/** A zone that needs nothing more. */
function ended(name: string, state: ZoneFacts['state'], more: Partial<ZoneFacts> = {}): ZoneFacts {
  return zone(name, {
    state,
    step: null,
    approved_digest: null,
    rules: null,
    not_carried_over: null,
    ...more,
  });
}

/** The row that approves a zone as it is, or with another part. */
function rowOf({ id, name, approved_digest: digest }: ZoneFacts, other: Partial<Approval> = {}): ApprovalRow {
  const approval = { ...(parseApproval(digest ?? '') as Approval), ...other };
  return {
    ...{ zone: id, name, approved_digest: formatApproval(approval), step: approval.step },
    ...{ by: 'Ada', ticket: '', at: '2027-01-31T07:00:00.000Z' },
  };
}

const LOST = {
  kind: 'core_rule_set_group_override',
  id: '1',
  description: 'group "x" is off',
} as const;

function report(
  zones: readonly ZoneFacts[],
  rows: readonly ApprovalRow[] = [],
  isOpen = false,
  file = 'approvals.json',
) {
  return zonesReport({
    ...{ command: 'survey', zones: surveyedZones([...zones].reverse(), rows), notFound: [], summary: [] },
    ...{ title: 'The migration', isOpen, file, survey: 'survey.json' },
  });
}

const text = (...told: Parameters<typeof report>): string =>
  terminalText(report(...told), createColors(false));

const B = 'b'.repeat(32);
const BLOCKED = {
  approved_digest: null,
  problems: [{ code: 'x', message: 'too many', hint: 'remove some' }],
} as const;
const IN_VALIDATION = { state: 'validation', step: 'finished' } as const;
const BUSINESS = { plan: 'business', step: 'finished' } as const;

describe('an approval', () => {
  const a = zone('a');
  const validating = zone('a', IN_VALIDATION);
  const stale = (...because: readonly string[]) => ({ status: 'stale', because });
  const other = (part: Partial<Approval>) => zone('a', { approved_digest: rowOf(a, part).approved_digest });
  const [ADJUSTED, REPLACES, LOSSES, DELETES, KNOWN_NOW] = [
    'its rules differ: they changed since, or the configuration adjusts them',
    'it replaces other rules now',
    'it loses other settings now',
    'it deletes other URI-based overrides now',
    'the overrides are deleted, and the rules are known only now',
  ];
  test.each<readonly [string, ZoneFacts, ApprovalRow[], object]>([
    ['is none without a row', a, [], { status: 'none', step: null }],
    ['is none with a row of another zone', a, [rowOf(zone('b'))], { status: 'none' }],
    ['is there', a, [rowOf(a)], { status: 'approved', step: 'validation' }],
    ['of the end is there', a, [rowOf(a, { step: 'finished' })], { status: 'approved', step: 'finished' }],
    ['is stale when the rules are others', other({ replaced: B }), [rowOf(a, { rules: B })], stale(ADJUSTED)],
    ['is stale by unknown rules', a, [rowOf(a, { rules: 'none', losses: B })], stale(KNOWN_NOW, LOSSES)],
    ['is stale when it replaces rules', other({ replaced: B }), [rowOf(a)], stale(REPLACES)],
    ['of the end, too', other({ replaced: B }), [rowOf(a, { step: 'finished' })], stale(REPLACES)],
    ['goes on when what it replaces is gone', a, [rowOf(a, { replaced: B })], { status: 'approved' }],
    ['is stale when it loses something', a, [rowOf(a, { losses: B })], stale(LOSSES)],
    ['is stale when losses are not known', a, [rowOf(a, { losses: 'unknown' })], stale(LOSSES)],
    ['goes on when an override is gone', a, [rowOf(a, { overrides: [B] })], { status: 'approved' }],
    ['is stale with more overrides', other({ overrides: [B] }), [rowOf(a)], stale(DELETES)],
    ['is stale while blocked', zone('a', BLOCKED), [rowOf(a)], stale('the zone cannot migrate now')],
    ['is done when its step is reached', validating, [rowOf(a)], { status: 'done', step: 'validation' }],
    ['of the end is open in validation', validating, [rowOf(validating)], { status: 'approved' }],
    ['is done at the end', ended('a', 'finished'), [rowOf(a)], { status: 'done' }],
  ])('%s', (_name, facts, rows, approval) => {
    expect(surveyedZones([facts], rows)[0]?.approval).toMatchObject(approval);
  });
});

test('what needs a person most is first, and of that what finishes, Enterprise zones before others', () => {
  const lost = { not_carried_over: [LOST] };
  const zones = [
    ended('a', 'unreadable'),
    zone('b', { ...BLOCKED, ...IN_VALIDATION }),
    zone('c'),
    zone('d', { replaced_rules: ['execute x everywhere'] }),
    zone('e', { deleted_uri_overrides: ['o'], rules: null }),
    zone('f', { losses_unknown_because: 'Status 403.' }),
    zone('g', lost),
    zone('h', { ...BUSINESS, ...lost }),
    zone('i', { rules: [] }),
    zone('j', { ...IN_VALIDATION, rules_saved_at: '2027-01-28T06:00:00.000Z' }),
    zone('k', BUSINESS),
    zone('z', { ...BUSINESS, id: '0'.repeat(32) }),
    zone('l', lost),
    ended('m', 'finishing', { plan: null }),
    ended('n', 'finished'),
    ended('o', 'gone', { name: '' }),
    ended('p', 'retired', { name: 'n' }),
    zone('q', { ...BUSINESS, deleted_uri_overrides: ['o'], rules: null }),
  ];
  const end = { step: 'finished' } as const;
  const rows = [rowOf(zone('c'), { ...end, losses: B }), rowOf(zone('l', lost), end)];
  const told = text([...zones], [...rows, ...[...'mno'].map((name) => rowOf(zone(name)))]);
  expect(told).toBe(recorded('survey-of-needs.txt', told));
});

describe('equal zones', () => {
  const off = { kind: 'page_rule_waf_off', id: '1', description: 'off' } as const;
  const many = Array.from({ length: 201 }, (_, index) =>
    zone(`n${String(index).padStart(3, '0')}.example`, {
      id: index.toString(16).padStart(32, '0'),
      not_carried_over: index % 2 === 0 ? [LOST] : [],
      ...(index % 60 === 0 ? { not_carried_over: [LOST, off] } : {}),
      ...(index % 80 === 2 ? { not_carried_over: [LOST, off, off] } : {}),
    }),
  );

  test('fold into a line with their number, with what only some of them lose', () => {
    const told = text(many);
    expect(told).toBe(recorded('survey-of-equals.txt', told));
  });

  test.each([
    ['--zones', () => text(many, [], true)],
    ['HTML', () => htmlText(report(many, [], true))],
    ['Markdown with --zones', () => markdownText(report(many, [], true))],
  ])('are all named by %s', (_name, told) => {
    const shown = told();
    expect(many.filter(({ name }) => !shown.includes(name))).toEqual([]);
  });
});

const lossy = zone('b', { not_carried_over: [LOST] });
const others = [...[...'abcd'].map((name) => zone(name)), zone('e', IN_VALIDATION)];
const stale = others.slice(2).map((each, at) => rowOf(each, { losses: B, ...(at === 0 && { rules: B }) }));
const NEXT: Readonly<Record<string, Parameters<typeof report>>> = {
  'approve what loses nothing, and apart what does': [[zone('a'), lossy]],
  'plan what is approved, before all else': [[zone('a'), lossy], [rowOf(lossy)]],
  'approve the end again where it was': [[zone('a')], [rowOf(zone('a'), { step: 'finished', losses: B })]],
  'name the step of a row of which the rules alone differ': [
    others,
    [rowOf(zone('a'), { rules: B }), ...stale],
  ],
  'name the file': [[zone('a')], [], false, 'my file.json'],
  'have ids for names that a shell could misread': [[zone('$(rm)')]],
  'have ids for names that two zones have': [[zone('c', { name: 'x' }), zone('d', { name: 'x' })]],
  'name a hundred zones': [Array<ZoneFacts>(101).fill(zone('x'))],
  'plan when nothing else is left': [[zone('a')], [rowOf(zone('a'))]],
  'are none at the end': [[ended('a', 'finished')]],
  'are none when there is nothing left to do': [[ended('a', 'finished'), zone('b', BLOCKED)]],
};

test('the next commands are as they were', () => {
  const told = Object.entries(NEXT)
    .map(([name, args]) => {
      const { tone, summary, next = [] } = report(...args);
      return [
        `${name}: ${tone}`,
        ...summary,
        ...next.flatMap(({ what, command }) => [`  ${what}`, `    ${command}`]),
        '',
      ].join('\n');
    })
    .join('\n');
  expect(told).toBe(recorded('next-commands.txt', told));
});
