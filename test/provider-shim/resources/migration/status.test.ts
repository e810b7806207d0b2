import type { MigrationStatus } from '../../../../provider-shim/api';
import {
  MigrationProblem,
  readStatus,
  statusSentence,
  type Status,
} from '../../../../provider-shim/resources/migration/status';
import { stateAfter, type Plan, type Transition } from '../../../../provider-shim/resources/migration/state';
import { MIGRATION_WORDS, unknown, type MigrationState } from '../../../../schema';
import { failureOf, ok, page, refuse, serve, service, text, type Reply } from '../../api/scripted-service';

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

  test('a service that has retired the status, and whose check does not say it, says so', async () => {
    const failure = await read(refuse(410, []), ok({ compatible: true }));
    expect((failure as MigrationProblem).toProblem()).toMatchObject({ code: 'migration_status_retired' });
    expect(service.requests).toHaveLength(2);
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

test('what a plan knows is in the state after apply, whatever the service says since', () => {
  const plan = { zone_id: 'z', old_waf_status: 'enabled', new_waf_status: unknown } as unknown as Plan;
  const transition = { shown: [], reached: 'finished' } as unknown as Transition;
  const status: Status = { ...NOTHING, state: 'finished', word: 'complete', oldStatus: 'disabled' };
  expect(stateAfter(plan, transition, status)).toEqual({
    ...{ zone_id: 'z', old_waf_status: 'enabled', new_waf_status: null },
    ...{ migration_state: 'finished', irreversible: true, rules: [] },
  });
});
