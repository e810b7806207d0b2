import {
  DEFAULT_SEED,
  DEFAULT_ZONE_ID,
  PROFESSIONAL_ZONE_ID,
  SECOND_ZONE_ID,
  SeedError,
  createEmulator,
} from '../../emulator';
import { caller } from './client';
import { seedProblems } from './seed-problems';

const ID = '1234567890abcdef1234567890abcdef';
const TOKEN = 'another-token-0123456789abcdefghijklmnopqrstu';

const YAML = `
zones:
  - id: ${ID}
    name: shop.example
    plan: business
    rulesets:
      - phase: http_log_custom_fields
        name: Theirs
        version: "7"
        rules:
          - action: log_custom_field
            expression: "true"
            description: made by hand
            action_parameters:
              cookie_fields: [{ name: SessionId }]
credentials:
  tokens:
    - token: ${TOKEN}
      permissions: [rulesets:read]
`;

describe('a seed file', () => {
  it.each([
    ['YAML', YAML],
    ['JSON', JSON.stringify(createEmulator({ seed: YAML }).control.snapshot())],
  ])('in %s describes zones, rulesets with rules and credentials', async (_name, seed) => {
    const emulator = createEmulator({ seed });
    expect(emulator.control.zones()).toMatchObject([
      { id: ID, name: 'shop.example', plan: 'business', rulesets: [{ name: 'Theirs', version: '7' }] },
    ]);
    const call = caller(emulator, ID, TOKEN);
    const { body } = await call('GET', '/rulesets/phases/http_log_custom_fields/entrypoint');
    expect(body.result.rules).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        version: '1',
        ref: body.result.rules[0].id,
        action: 'log_custom_field',
        expression: 'true',
        description: 'made by hand',
        enabled: true,
        action_parameters: { cookie_fields: [{ name: 'SessionId' }] },
        last_updated: '2025-01-01T00:00:00.000000Z',
      },
    ]);
    expect((await call('POST', '/rulesets', {})).status).toBe(403);
  });

  it.each([
    ['0123456789abcdef0123456789abcdef01234', true],
    [`cfk_${'A1'.repeat(20)}0a1b2c3d`, true],
    ['0'.repeat(36), false],
    ['0'.repeat(61), false],
    [`${'0'.repeat(40)}-`, false],
  ])('can have the key %s: %s', (key, isPossible) => {
    const read = (): unknown =>
      createEmulator({ seed: { credentials: { keys: [{ email: 'a@b.example', key }] } } }).credentials().key;
    if (isPossible) expect(read()).toBe(key);
    else expect(read).toThrow('credentials.keys[0].key: ');
  });

  it('has minus zero read as zero, so that a snapshot keeps it', () => {
    const job = '{"destination_conf":"gs://logs","max_upload_records":-0}';
    const { control } = createEmulator({
      seed: `{"zones":[{"name":"a.example","logpush":{"jobs":[${job}]}}]}`,
    });
    const snapshot = control.snapshot();
    control.restore(JSON.parse(JSON.stringify(snapshot)) as typeof snapshot);
    expect(control.snapshot()).toEqual(snapshot);
  });

  it('has two Enterprise zones, a Professional one and the known credentials where it leaves them out', () => {
    const { zones, credentials } = createEmulator({ seed: '{}' }).control.snapshot();
    expect(zones.map(({ id, name, plan }) => ({ id, name, plan }))).toEqual([
      { id: DEFAULT_ZONE_ID, name: 'example.com', plan: 'enterprise' },
      { id: PROFESSIONAL_ZONE_ID, name: 'example.net', plan: 'professional' },
      { id: SECOND_ZONE_ID, name: 'example.org', plan: 'enterprise' },
    ]);
    expect(credentials).toEqual(DEFAULT_SEED.credentials);
  });

  it('assigns the next identifier to a zone without id', () => {
    const [zone] = createEmulator({ seed: { zones: [{ name: 'a.example' }] } }).control.zones();
    expect(zone).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), plan: 'enterprise' });
  });
});

describe('a broken seed says where and what was expected', () => {
  it.each<[string, string, readonly (readonly [number, string, RegExp])[]]>([
    ['a list', '- a', [[1, '', /^a seed is an object with zones, .*; seen: a list$/]]],
    ['a text', 'just words', [[1, '', /^a seed is an object with zones, .*; seen: a text$/]]],
    ['a remark alone', '# nothing', [[1, '', /^a seed is an object with zones, .*; seen: nothing$/]]],
    ['broken YAML', 'zones: []\noptions: {', [[2, '', /./]]],
    ['broken JSON', '{\n  "zones": [\n}', [[3, '', /./]]],
    ['JSON cut off', '{\n  "zones": [', [[2, '', /^it is not whole JSON: /]]],
    ['JSON without a comma', '{"zones": []\n"clock": 1}', [[2, '', /^it is not whole JSON: Expected ','/]]],
    ['YAML in braces', '{ zones: [', [[1, '', /^(?!it is not whole JSON)/]]],
    ['a key twice', 'zones: []\nzones: []', [[2, '', /unique/]]],
    ['an alias of nothing', 'options: {}\nzones: *nothing', [[2, '', /nothing/]]],
    ['an alias that holds itself', 'zones: &a [*a]', [[1, '', /./]]],
    ['two documents', 'zones: []\n---\nzones: []', [[2, '', /./]]],
    [
      'a hundred thousand levels of JSON',
      `{"zones": ${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
      [[1, '', /levels/]],
    ],
    ['a hundred thousand levels of YAML', `zones: ${'['.repeat(1e5)}`, [[1, '', /levels/]]],
    ['a hundred thousand levels without brackets', `zones: \n${'- '.repeat(1e5)}`, [[2, '', /levels/]]],
    [
      'an id that YAML takes for a number',
      'zones:\n  - name: a\n    id: 12345678901234567890123456789012',
      [[3, 'zones[0].id', /in quotes/]],
    ],
    [
      'a rule that the service refuses, and one more problem',
      `zones:
  - name: a
    rulesets:
      - phase: http_log_custom_fields
        rules:
          - action: log_custom_field
            expression: "true"
            action_parameters:
              request_fields:
                - name: ok
                - name: X-Upper
credentials:
  tokens: [{ token: short }]`,
      [
        [11, 'zones[0].rulesets[0].rules[0].action_parameters.request_fields[1].name', /must be lower case/],
        [13, 'credentials.tokens[0].token', /40 to 128/],
      ],
    ],
  ])('%s', (_name, seed, expected) => {
    expect(seedProblems(seed)).toEqual(
      expected.map(([line, path, message]) => ({
        line,
        column: expect.any(Number),
        path,
        message: expect.stringMatching(message),
      })),
    );
  });

  it.each(['', ' \n\t', '\ufeff'])('an empty file: %j', (seed) => {
    expect(seedProblems(seed)).toEqual([{ path: '', message: 'the file is empty' }]);
  });

  it('without control characters that a terminal would obey', () => {
    const seed = JSON.stringify({ zones: [{ name: 'a', plan: '\u001b[31mred\u009b' }] });
    expect(() => createEmulator({ seed })).toThrow("zones[0].plan: '\\u001b[31mred\\u009b' is not");
  });

  it('in one message with a line for each problem', () => {
    expect(() => createEmulator({ seed: 'zones:\n  - name: a\n    plan: free\n    id: x' })).toThrow(
      [
        'The seed cannot be used:',
        "  line 4, column 5: zones[0].id: 'x' is not a valid value for id because it must be 32 lower-case hexadecimal digits (in quotes if they could be a number)",
        "  line 3, column 5: zones[0].plan: 'free' is not a valid value for plan because it must be 'professional' or 'business' or 'enterprise'",
      ].join('\n'),
    );
  });

  it('and leaves the state as it was', () => {
    const emulator = createEmulator();
    const before = emulator.control.snapshot();
    expect(() => emulator.control.seed('zones: [{ name: 1 }]')).toThrow(SeedError);
    expect(() => emulator.control.restore({ ...before, zones: [{ id: DEFAULT_ZONE_ID } as never] })).toThrow(
      SeedError,
    );
    expect(emulator.control.snapshot()).toEqual(before);
  });
});
