import {
  approvalForm,
  formatApproval,
  misfits,
  parseApproval,
  readApprovalRows,
  type Approval,
} from '../../../schema';

const [ONE, OTHER] = ['1'.repeat(32), '2'.repeat(32)];
const D = 'a'.repeat(32);

const digest = (zone: string, step = 'validation'): string => `v1/${step}/${zone}/${D}/none/none`;
const row = (zone: string, more: object = {}): object => ({ zone, approved_digest: digest(zone), ...more });

/** A file as a person keeps it: a row a line. */
const lines = (...rows: readonly unknown[]): string =>
  `[\n${rows.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`;

const read = (text: string): unknown => readApprovalRows(text, 'waf/approvals.json');

test('an empty list is a file of approvals', () => expect(read('[]')).toEqual([]));

test('each row has its step, and an empty text for what the file leaves out', () => {
  const written = { ...row(OTHER), name: 'a [b] {c}, "d"', by: 'Ann', ticket: 'OPS-1', at: '2026-01-31' };
  expect(read(lines(row(ONE), { ...written, approved_digest: digest(OTHER, 'finished') }))).toEqual([
    { ...row(ONE), name: '', by: '', ticket: '', at: '', step: 'validation' },
    { ...written, approved_digest: digest(OTHER, 'finished'), step: 'finished' },
  ]);
});

const MEMBERS = 'Allowed: "zone", "name", "approved_digest", "by", "ticket", "at".';
const OBJECT = 'a row is an object, such as {"zone": "…", "approved_digest": "v1/…"}.';

test.each<readonly [string, string, string]>([
  ['an unknown member', lines(row(ONE), row(OTHER, { stage: 1 })), `:3: unknown member "stage". ${MEMBERS}`],
  ['what is computed', lines(row(ONE, { step: 'x' })), `:2: unknown member "step". ${MEMBERS}`],
  ['a prototype', `[{"__proto__": {}}]`, `:1: unknown member "__proto__". ${MEMBERS}`],
  [
    'a zone twice',
    lines(row(ONE), row(OTHER), row(ONE)),
    `:4: zone ${ONE} has a row already, at waf/approvals.json:2. Keep the furthest approved step.`,
  ],
  [
    'a conflict marker',
    `[\n<<<<<<< HEAD\n${JSON.stringify(row(ONE))}\n=======\n${JSON.stringify(row(OTHER))}\n>>>>>>> other\n]`,
    ':2 has a conflict marker. Resolve the merge.',
  ],
  ['a conflict marker of Windows', `[\r\n]\r\n=======\r\n`, ':3 has a conflict marker. Resolve the merge.'],
  ['a text that is no JSON', '[{]', ' is no JSON: '],
  ['an empty file', '', ' is no JSON: '],
  [
    'a file that is too long',
    ' '.repeat(2 ** 24 + 1),
    ' has 16,777,217 characters, more than 16,777,216. Split it: each stack may have a file of its own.',
  ],
  ['no list', '{}', ' is no JSON list. It has one object for each zone.'],
  ['a row that is a text', '[\n  "a",\n  {}\n]', `:2: ${OBJECT}`],
  ['a row that is null', lines(row(ONE), null), `:3: ${OBJECT}`],
  ['a row that is a list', lines([row(ONE)]), `:2: ${OBJECT}`],
  ['a member that is no text', lines(row(ONE, { ticket: 7 })), ':2: "ticket" is 7, and must be a text.'],
  ['a member that is null', lines(row(ONE, { by: null })), ':2: "by" is null, and must be a text.'],
  ['no zone', lines({ approved_digest: digest(ONE) }), ':2: "zone" is "", and must be the id of a zone.'],
  ['a name for the zone', lines({ zone: 'a.b' }), ':2: "zone" is "a.b", and must be the id of a zone.'],
  ['no approval', lines({ zone: ONE }), ':2: "approved_digest" is "". Its form is v1/STEP/ZONE_ID/RULES/'],
  [
    'the approval of another zone',
    lines({ zone: ONE, approved_digest: digest(OTHER) }),
    `:2: "approved_digest" approves zone ${OTHER}, and the row is of zone ${ONE}.`,
  ],
])('%s is refused with file and line', (_what, text, says) => {
  expect(() => read(text)).toThrow(`waf/approvals.json${says}`);
});

test('the line of a row is that on which it begins, however it is written', () => {
  const text = `[ ${JSON.stringify(row(ONE), null, 2)},\n\n\n ${JSON.stringify({ ...row(OTHER), x: ']}' }, null, 2)}]`;
  expect(() => read(text)).toThrow('waf/approvals.json:7: unknown member "x"');
});

test('an approval is read as it is written, its overrides in order', () => {
  const approval = {
    step: 'finished',
    zoneId: ONE,
    rules: D,
    replaced: OTHER,
    losses: 'unknown',
    overrides: [OTHER, D],
  } as const;
  const text = `v1/finished/${ONE}/${D}+${OTHER}/unknown/${OTHER},${D}`;
  const written = formatApproval({ ...approval, overrides: [D, OTHER] });
  expect([written, parseApproval(text), approvalForm(text)]).toEqual([text, approval, []]);
  expect(parseApproval(digest(ONE))?.overrides).toEqual([]);
});

const OF_ONE = { step: 'validation', zoneId: ONE, rules: D, replaced: 'none', losses: OTHER } as const;
const ALL = { rules: OTHER, replaced: D, losses: D } as const;

test.each<readonly [string, Partial<Approval>, Partial<Approval>, readonly string[]]>([
  ['more overrides', { overrides: [D] }, { overrides: [D, OTHER] }, ['overrides']],
  ['what is done in part', { overrides: [D, OTHER], replaced: D }, { overrides: [OTHER] }, []],
  ['other rules', {}, ALL, ['rules', 'replaced', 'losses']],
  ['another step', {}, { ...ALL, step: 'finished' }, ['step', 'losses']],
  ['another zone', {}, { ...ALL, zoneId: OTHER }, ['zoneId', 'losses']],
])('what of an approval does not fit %s', (_what, given, needed, parts) => {
  const own: Approval = { ...OF_ONE, overrides: [] };
  expect(misfits({ ...own, ...given }, { ...own, ...needed })).toEqual(parts);
});

const GOOD = digest(ONE);
const CHANGES = [
  ['v1', 'v2'],
  ['none', ''],
  [D, 'unknown'],
  [D, `none+${D}`],
  [D, D.slice(1)],
] as const;

test.each([
  ...['', `sha256:${D}${D}`, digest(ONE, 'start'), GOOD.toUpperCase(), GOOD.slice(1)],
  ...[` ${GOOD}`, `${GOOD}\n`, `${GOOD}/`, `${GOOD},${D}`, GOOD.replace(/none$/, `${D},`)],
  ...CHANGES.map(([from, to]) => GOOD.replace(from, to)),
])('%j is refused as an approval', (text) => {
  expect(approvalForm(text)).toMatchObject([
    { code: 'approval_malformed', message: `${JSON.stringify(text)} is not an approval.` },
  ]);
});
