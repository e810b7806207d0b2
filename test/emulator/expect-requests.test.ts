import type { Emulator, ExpectOptions, ExpectedRequest } from '../../emulator';
import { DEFAULT_ZONE_ID, UnexpectedRequests, createEmulator } from '../../emulator';
import { FIELDS_RULESET, caller, fieldsRule, serviceRequest } from './client';

const LIST = { operation: 'rulesets.list' };
const CREATE = { operation: 'rulesets.create' };

/** Lists, creates with a rule, lists again. */
async function threeRequests(): Promise<Emulator> {
  const emulator = createEmulator();
  const call = caller(emulator);
  await call('GET', '/rulesets');
  await call('POST', '/rulesets', { ...FIELDS_RULESET, rules: [fieldsRule('a', 'b')] });
  await call('GET', '/rulesets');
  return emulator;
}

const FITS: [string, readonly ExpectedRequest[], ExpectOptions][] = [
  ['all of them in order', [LIST, CREATE, LIST], {}],
  ['anything', [{}, {}, {}], {}],
  ['every part', [{}, { ...CREATE, method: 'POST', zoneId: DEFAULT_ZONE_ID, status: 200 }, {}], {}],
  ['a part of the body', [{}, { body: { kind: 'zone' } }, {}], {}],
  ['a part deep in the body', [{}, { body: { rules: [{ expression: 'true' }] } }, {}], {}],
  ['no body', [{ body: null }, {}, { body: null }], {}],
  ['some of them, in order', [CREATE, LIST], { order: 'contains' }],
  ['none at all, when others may come', [], { order: 'contains' }],
  ['those after a number', [CREATE, LIST], { since: 1 }],
  ['none after the last one', [], { since: 3 }],
];

const DIFFERS: [string, readonly ExpectedRequest[], ExpectOptions | undefined, readonly string[]][] = [
  ['another order', [CREATE, LIST, LIST], undefined, ['differs', 'differs', 'fits']],
  ['one more', [LIST, CREATE, LIST, LIST], undefined, ['fits', 'fits', 'fits', 'missing']],
  ['one less', [LIST, CREATE], undefined, ['fits', 'fits', 'not expected']],
  ['another method', [{ method: 'POST' }, {}, {}], undefined, ['differs', 'fits', 'fits']],
  ['another zone', [{ zoneId: 'a'.repeat(32) }, {}, {}], undefined, ['differs', 'fits', 'fits']],
  ['another status', [{ status: 404 }, {}, {}], undefined, ['differs', 'fits', 'fits']],
  ['a body where there is none', [{ body: {} }, {}, {}], undefined, ['differs', 'fits', 'fits']],
  ['a list that is longer', [{}, { body: { rules: [{}, {}] } }, {}], undefined, ['fits', 'differs', 'fits']],
  ['a list that is an object', [{}, { body: { rules: {} } }, {}], undefined, ['fits', 'differs', 'fits']],
  ['a member that is missing', [{}, { body: { note: null } }, {}], undefined, ['fits', 'differs', 'fits']],
  [
    'more of a kind than came',
    [CREATE, CREATE],
    { order: 'contains' },
    ['passed over', 'fits', 'passed over', 'missing'],
  ],
  [
    'the wrong way round',
    [LIST, LIST, CREATE],
    { order: 'contains' },
    ['fits', 'passed over', 'fits', 'missing'],
  ],
];

describe('expecting requests', () => {
  it.each(FITS)('passes: %s', async (_name, expected, options) => {
    const { control } = await threeRequests();
    expect(() => control.expectRequests(expected, options)).not.toThrow();
  });

  it.each(DIFFERS)('fails: %s', async (_name, expected, options, verdicts) => {
    const { control } = await threeRequests();
    let error: unknown;
    try {
      control.expectRequests(expected, options);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(UnexpectedRequests);
    expect((error as UnexpectedRequests).rows.map(({ verdict }) => verdict)).toEqual(verdicts);
  });

  it('shows expected and seen requests side by side', async () => {
    const { control } = await threeRequests();
    const expected = [LIST, { ...CREATE, status: 400, body: { kind: 'root', rules: [{ enabled: true }] } }];
    expect(() => control.expectRequests(expected)).toThrow(
      [
        'The requests are not exactly the expected ones:',
        '                expected                       seen',
        '  fits          rulesets.list                  #1 GET rulesets.list 200',
        '  differs       rulesets.create 400 with body  #2 POST rulesets.create 200',
        '      status: expected 400, seen 200',
        '      body /kind: expected "root", seen "zone"',
        '      body /rules/0/enabled: expected true, seen none',
        '  not expected                                 #3 GET rulesets.list 200',
      ].join('\n'),
    );
  });

  it('shows the place in a long journal', async () => {
    const emulator = createEmulator();
    for (let count = 0; count < 100; count += 1) await emulator.handle(serviceRequest('/none'));
    const expected = Array.from({ length: 100 }, (_, index) =>
      index === 60 ? { status: 200 } : { status: 404 },
    );
    let message = '';
    try {
      emulator.control.expectRequests(expected);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message.split('\n').length).toBeLessThan(50);
    expect(message).toContain('  … 40 before\n');
    expect(message).toContain('#61 GET /client/v4/none 404\n      status: expected 200, seen 404\n');
    expect(message).toMatch(/… 20 behind$/);
  });

  it('shows no secret, because the journal has none', async () => {
    const emulator = createEmulator();
    await caller(emulator)('POST', '/rulesets', { ownership_challenge: 'secret-0815' });
    expect(() => emulator.control.expectRequests([{ body: { ownership_challenge: 'x' } }])).toThrow(
      'body /ownership_challenge: expected "x", seen "(redacted)"',
    );
  });
});

describe('expecting requests over HTTP', () => {
  const assert = async (body: unknown) => {
    const { handle } = await threeRequests();
    const url = 'http://127.0.0.1/_control/journal/assert';
    const response = await handle(new Request(url, { method: 'POST', body: JSON.stringify(body) }));
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it('answers 200 if they match', async () => {
    const expected = [{ operation: 'rulesets.create', method: 'post', body: { kind: 'zone' } }];
    expect(await assert({ expected, order: 'contains', since: 1 })).toEqual({
      status: 200,
      body: { ok: true },
    });
  });

  it('answers 409 with the differences if they do not match', async () => {
    expect(await assert({ expected: [LIST, { status: null }, LIST] })).toEqual({
      status: 409,
      body: {
        ok: false,
        error: expect.stringMatching(/^The requests are not exactly the expected ones:\n/),
        rows: [
          { verdict: 'fits', seen: 1, expected: LIST, differences: [] },
          {
            verdict: 'differs',
            seen: 2,
            expected: { status: null },
            differences: ['status: expected null, seen 200'],
          },
          { verdict: 'fits', seen: 3, expected: LIST, differences: [] },
        ],
      },
    });
  });

  it('filters the journal by query', async () => {
    const { handle } = await threeRequests();
    const url = `http://127.0.0.1/_control/journal?operation=rulesets.list&method=get&status=200&since=1&zoneId=${DEFAULT_ZONE_ID}`;
    expect(await (await handle(new Request(url))).json()).toMatchObject([{ number: 3 }]);
    const none = await handle(new Request('http://127.0.0.1/_control/journal?status=none'));
    expect(await none.json()).toEqual([]);
  });
});
