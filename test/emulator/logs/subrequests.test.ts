import { logFields, logZone } from './log-zone';

/** A request whose worker made others. */
const REQUEST = {
  path: '/page',
  subrequests: [
    { path: '/api/1', headers: { 'x-id': '1' } },
    { path: '/api/2', durationMs: 300_001 },
  ],
};

const FIELDS = ['RayID', 'ParentRayID', 'ClientRequestPath'];

type Entry = Readonly<Record<string, unknown>>;

function parsed(text: string): readonly Entry[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);
}

describe('the requests of a worker (docs/internals/service.md 5.4)', () => {
  it('have entries of their own that name the entry of the request', async () => {
    const names = [
      ...FIELDS,
      'ClientRequestSource',
      'WorkerSubrequest',
      'WorkerSubrequestCount',
      'Subrequests',
    ];
    const { traffic, zone, texts } = logZone([{ output_options: { field_names: names } }]);
    const report = await traffic.send(zone.id, [REQUEST]);
    expect(report.records).toEqual([{ job: 1, count: 3 }]);
    const [page, ...made] = parsed(texts()[0] ?? '');
    expect(page).toMatchObject({
      ParentRayID: '',
      ClientRequestPath: '/page',
      ClientRequestSource: 'eyeball',
      WorkerSubrequest: false,
      WorkerSubrequestCount: 2,
      Subrequests: [],
    });
    for (const [index, entry] of made.entries())
      expect(entry).toMatchObject({
        ParentRayID: page?.['RayID'],
        ClientRequestPath: `/api/${index + 1}`,
        ClientRequestSource: 'edgeWorkerFetch',
        WorkerSubrequest: true,
        WorkerSubrequestCount: 0,
      });
    expect(made).toHaveLength(2);
  });

  it('are a part of its entry if the job merges them, but for those that took more than five minutes', async () => {
    const { traffic, zone, texts } = logZone([
      { output_options: { field_names: FIELDS, merge_subrequests: true } },
    ]);
    await traffic.send(zone.id, [REQUEST, { path: '/none' }]);
    const entries = parsed(texts()[0] ?? '');
    expect(entries.map(({ ClientRequestPath: path, Subrequests: merged }) => [path, merged])).toEqual([
      ['/page', [{ RayID: expect.stringMatching(/^[0-9a-f]{16}$/) as string, ClientRequestPath: '/api/1' }]],
      ['/api/2', []],
      ['/none', []],
    ]);
    expect(entries[1]?.['ParentRayID']).toBe(entries[0]?.['RayID']);
  });

  it('are merged up to fifty', async () => {
    const { traffic, zone, texts } = logZone([
      { output_options: { field_names: ['RayID'], merge_subrequests: true } },
    ]);
    await traffic.send(zone.id, [{ subrequests: Array.from({ length: 52 }, () => ({})) }]);
    const merged = parsed(texts()[0] ?? '').map((entry) => (entry['Subrequests'] as unknown[]).length);
    expect(merged).toEqual([50, 0, 0]);
  });

  it('are merged before the filter, which the request alone has to pass', async () => {
    const filter = JSON.stringify({ where: { key: 'ClientRequestPath', operator: 'eq', value: '/page' } });
    const { traffic, zone, texts } = logZone([
      { filter, output_options: { field_names: FIELDS, merge_subrequests: true } },
      { filter, output_options: { field_names: FIELDS } },
    ]);
    await traffic.send(zone.id, [REQUEST]);
    expect(texts().map((text) => parsed(text).length)).toEqual([1, 1]);
    expect(texts()[0]).toContain('/api/1');
    expect(texts()[1]).not.toContain('/api/1');
  });

  it('are text in CSV', async () => {
    const options = { field_names: ['ClientRequestPath'], merge_subrequests: true, output_type: 'csv' };
    const { traffic, zone, texts } = logZone([{ output_options: options }]);
    await traffic.send(zone.id, [REQUEST]);
    expect(texts()[0]?.split('\n')[0]).toBe('"/page","[{""ClientRequestPath"":""/api/1""}]"');
  });
});

describe('stringify_object (docs/internals/service.md 5.4)', () => {
  const BQ = 'bq://projects/p/datasets/d/tables/t?credentials=url:x';
  const FIELDS_WITH_OBJECTS = ['RequestHeaders', 'BotTags', 'Subrequests'];

  it.each<[string, Entry]>([
    ['as the job says', { output_options: { field_names: FIELDS_WITH_OBJECTS, stringify_object: true } }],
    [
      'for a table, in a standard format',
      { destination_conf: BQ, output_options: { field_names: FIELDS_WITH_OBJECTS } },
    ],
    [
      'for a table, with options as text',
      {
        destination_conf: BQ,
        logpull_options: `fields=${FIELDS_WITH_OBJECTS.join(',')}`,
      },
    ],
  ])('writes objects as text, and lists of texts as they are: %s', async (_name, job) => {
    const zone = logZone([job]);
    logFields(zone, { request_fields: [{ name: 'x-id' }] });
    await zone.traffic.send(zone.zone.id, [{ headers: { 'x-id': '7' } }]);
    expect(parsed(zone.texts()[0] ?? '')).toEqual([
      { RequestHeaders: '{"x-id":"7"}', BotTags: [], Subrequests: '[]' },
    ]);
  });

  it.each<[string, Entry]>([
    ['by default', {}],
    [
      'for a table, in a format of its own',
      { destination_conf: BQ, output_options: { field_names: ['RequestHeaders'], batch_suffix: '\n' } },
    ],
    [
      'for a table, if the job says so',
      { destination_conf: BQ, output_options: { field_names: ['RequestHeaders'], stringify_object: false } },
    ],
  ])('leaves objects as they are %s', async (_name, job) => {
    const { traffic, zone, texts } = logZone([
      { output_options: { field_names: ['RequestHeaders'] }, ...job },
    ]);
    await traffic.send(zone.id, [{}]);
    expect(parsed(texts()[0] ?? '')).toEqual([{ RequestHeaders: {} }]);
  });
});

describe('filter_attack_traffic (docs/internals/service.md 5.2)', () => {
  it.each<[boolean | null, ...unknown[]]>([
    [true, ['/', '', []]],
    [false, ['/flood', 'block', ['l7ddos']], ['/', '', []]],
    [null, ['/flood', 'block', ['l7ddos']], ['/', '', []]],
  ])('as %s logs what it should of an attack', async (filter_attack_traffic, ...logged) => {
    const field_names = ['ClientRequestPath', 'SecurityAction', 'SecuritySources'];
    const { traffic, zone, texts } = logZone([{ filter_attack_traffic, output_options: { field_names } }]);
    await traffic.send(zone.id, [{ path: '/flood', attack: true, subrequests: [] }, {}]);
    expect(parsed(texts()[0] ?? '').map((entry) => Object.values(entry))).toEqual(logged);
  });
});
