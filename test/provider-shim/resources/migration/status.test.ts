import type { MigrationStatus } from '../../../../provider-shim/api';
import {
  MigrationProblem,
  readStatus,
  statusSentence,
  type Status,
} from '../../../../provider-shim/resources/migration/status';
import { MIGRATION_WORDS, type MigrationState, unknown } from '../../../../schema';
import {
  failureOf,
  ok,
  page,
  refuse,
  serve,
  service,
  text,
  useScriptedService,
  type Reply,
} from '../../api/scripted-service';
import { stateAfter, type Plan, type Transition } from '../../../../provider-shim/resources/migration/state';

const UNSAID: MigrationStatus = {
  migration_state: undefined,
  old_waf_status: undefined,
  new_waf_status: undefined,
  source: undefined,
  created: undefined,
};

const signal = new AbortController().signal;

/** Where a zone stands by a status and a check; neither is asked in vain. */
function statusOf(
  status: Partial<MigrationStatus>,
  check?: { readonly migration_state: string | undefined },
): Promise<Status> {
  return readStatus(
    {
      getMigrationStatus: async () => ({ ...UNSAID, ...status }),
      checkCompatibility: async () => {
        if (check === undefined) throw new Error('the check was asked');
        return { compatible: true, ...check };
      },
      zoneDetails: async () => ({ name: null, plan: null }),
    },
    'z',
    signal,
  );
}

const NOTHING = { oldStatus: null, newStatus: null, source: null, created: null };

describe('the known words of the service mean states:', () => {
  const MEANINGS: readonly (readonly [string, MigrationState])[] = [
    ['start', 'start'],
    ['default', 'start'],
    ['validation', 'validation'],
    ['pending', 'finishing'],
    ['finished', 'finished'],
    ['complete', 'finished'],
  ];

  test.each(MEANINGS)('%s: %s', async (word, state) => {
    expect(await statusOf({ migration_state: word })).toEqual({ ...NOTHING, state, word });
    expect(await statusOf({}, { migration_state: word })).toEqual({ ...NOTHING, state, word });
  });

  test('and there are no others', () => {
    expect(MIGRATION_WORDS).toEqual(MEANINGS.map(([word]) => word));
  });
});

describe('a status that cannot be understood is a problem:', () => {
  test.each(['Start', 'start ', 'FINISHED', 'migrated', 'finishing', 'toString', '__proto__', '0'])(
    'the word %j',
    async (word) => {
      const failure = await failureOf(statusOf({ migration_state: word }));
      expect(failure).toBeInstanceOf(MigrationProblem);
      expect((failure as MigrationProblem).toProblem()).toEqual({
        code: 'migration_state_unknown',
        path: [],
        message:
          `The service reports the state ${JSON.stringify(word)} for the migration of zone z, which ` +
          'this provider does not know.',
        hint:
          'It knows "start", "default", "validation", "pending", "finished", "complete". It stops ' +
          'here. Look up what ' +
          'the word means, and report it so that it can be added.',
      });
    },
  );

  test('no word at all', async () => {
    const failure = await failureOf(statusOf({ old_waf_status: 'enabled' }, { migration_state: undefined }));
    expect((failure as MigrationProblem).toProblem()).toEqual({
      code: 'migration_state_missing',
      path: [],
      message: 'The service does not report the state of the migration of zone z.',
      hint:
        'Neither the status nor the compatibility check has a migration_state, so the provider stops ' +
        'here. Look at the ' +
        'zone in its dashboard, check that the credentials may read its firewall settings, and try again.',
    });
  });
});

describe('the status of a zone over HTTP:', () => {
  useScriptedService();

  async function read(...replies: readonly Reply[]): Promise<unknown> {
    await serve(...replies);
    const found: Promise<unknown> = readStatus(service.client({ maxRetries: 0 }), 'z', signal);
    return found.catch((error: unknown) => error);
  }

  test.each([404, 405, 410])('a zone without a status, %d, has that of its check', async (status) => {
    const replies = [
      refuse(status, [{ code: 1234, message: 'no status' }]),
      ok({ compatible: false, migration_state: 'start' }),
    ];
    expect(await read(...replies)).toEqual({ ...NOTHING, state: 'start', word: 'start' });
    expect(service.requests.map(({ url }) => url)).toEqual([
      '/client/v4/zones/z/waf_migration/status',
      '/client/v4/zones/z/waf_migration/check?phase_two=1',
    ]);
  });

  const NO_ROUTE = refuse(404, [{ code: 7003, message: 'Could not route' }]);
  const ZONE_READ = ok({ id: 'z', name: 'shop.example' });

  test.each<readonly [string, readonly Reply[], string]>([
    ['a zone that does not exist', [NO_ROUTE, NO_ROUTE, ok([])], 'invalid'],
    ['a base URL without a service', [NO_ROUTE, NO_ROUTE, NO_ROUTE], 'invalid'],
    ['an outage', [refuse(503, [])], 'unavailable'],
    ['a missing permission', [refuse(403, [{ code: 10000, message: 'Forbidden' }])], 'authorization'],
    ['a missing permission of today', [refuse(404, [{ code: 10000, message: 'x' }])], 'authorization'],
    ['a page of a proxy', [page(404, 'Not found')], 'malformed-answer'],
    ['another page, of a zone that cannot be read', [text(410, ''), NO_ROUTE], 'malformed-answer'],
  ])('%s is an error, without a request for the check', async (_case, replies, kind) => {
    expect(await read(...replies, ok({ compatible: true, migration_state: 'start' }))).toMatchObject({
      kind,
    });
    expect(service.requests.filter(({ url }) => url?.includes('check'))).toEqual([]);
  });

  test.each<readonly [string, readonly Reply[], number]>([
    ['404', [refuse(404, []), refuse(404, [])], 2],
    ['405', [refuse(405, []), refuse(405, [])], 2],
    ['410', [refuse(410, []), refuse(410, [])], 2],
    ['410, and the check does not say it', [refuse(410, []), ok({ compatible: true })], 2],
    ['410 with any page', [text(410, 'Gone'), ZONE_READ, refuse(410, [])], 3],
    ['no route, for a zone that is there', [NO_ROUTE, ZONE_READ, NO_ROUTE], 3],
  ])('a service that has retired status and check says so: %s', async (_case, replies, count) => {
    const failure = await read(...replies);
    expect((failure as MigrationProblem).toProblem()).toMatchObject({
      code: 'migration_status_retired',
      message: expect.stringContaining('migration of zone z') as unknown,
      hint: expect.stringContaining('declare them as zone_managed_rules') as unknown,
    });
    expect(service.requests).toHaveLength(count);
  });
});

test.each<readonly [Pick<Status, 'state' | 'word'>, string]>([
  [
    { state: 'start', word: 'start' },
    'Zone z has not begun to migrate: the previous managed rules are in force.',
  ],
  [
    { state: 'start', word: 'default' },
    'Zone z has not begun to migrate (the service says "default"): the previous managed rules are in force.',
  ],
  [
    { state: 'validation', word: 'validation' },
    'Zone z is validating: both versions run, the new one first.',
  ],
  [
    { state: 'finishing', word: 'pending' },
    'Zone z is finishing its migration (the service says "pending"): it can no longer be stopped.',
  ],
  [
    { state: 'finished', word: 'finished' },
    'Zone z has finished its migration: the previous managed rules are disabled permanently.',
  ],
])('the status sentence of %j', (found, sentence) => {
  expect(statusSentence('z', { ...NOTHING, ...found })).toBe(sentence);
});

const TRANSITION = { shown: [], reached: 'finished' } as unknown as Transition;
const STATUS = {
  state: 'finished',
  word: 'complete',
  oldStatus: 'disabled',
  newStatus: 'enabled',
  source: null,
  created: null,
} as const;

describe('the state of a migration after apply', () => {
  test('has the values of the service for what was unknown in the plan', () => {
    const plan = { zone_id: 'z', old_waf_status: unknown, new_waf_status: unknown } as unknown as Plan;
    expect(stateAfter(plan, TRANSITION, STATUS)).toEqual({
      zone_id: 'z',
      migration_state: 'finished',
      old_waf_status: 'disabled',
      new_waf_status: 'enabled',
      irreversible: true,
      rules: [],
    });
  });

  test('has the planned values, whatever has changed since: the next refresh shows that', () => {
    const plan = { old_waf_status: 'enabled', new_waf_status: null } as unknown as Plan;
    expect(stateAfter(plan, TRANSITION, STATUS)).toMatchObject({
      old_waf_status: 'enabled',
      new_waf_status: null,
    });
  });
});
