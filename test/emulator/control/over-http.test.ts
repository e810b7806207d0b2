import {
  DEFAULT_ZONE_ID,
  DEFAULT_ZONE_NAME,
  PROFESSIONAL_ZONE_ID,
  PROFESSIONAL_ZONE_NAME,
  SECOND_ZONE_ID,
  SECOND_ZONE_NAME,
  createEmulator,
} from '../../../emulator';
import { ENTRY_POINT, FIELDS_RULESET, controlled, fieldsRule, serviceRequest } from '../client';

const PHASE = 'http_log_custom_fields';
const EDIT = `/zones/${DEFAULT_ZONE_ID}/rulesets/${PHASE}`;

const DONE = { status: 200, body: { done: true } };

describe('the control of an emulator over HTTP', () => {
  it('edits and deletes a ruleset', async () => {
    const { send, call } = controlled();
    const edited = await send('PUT', EDIT, { rules: [fieldsRule('by-hand')] });
    expect(edited.status).toBe(200);
    expect((await call('GET', ENTRY_POINT)).body.result).toEqual(edited.body);
    for (const deleted of [true, false])
      expect(await send('DELETE', EDIT)).toEqual({ status: 200, body: { deleted } });
    expect((await call('GET', ENTRY_POINT)).status).toBe(404);
  });

  it('takes a snapshot and restores it', async () => {
    const { send, call, emulator } = controlled();
    await call('POST', '/rulesets', FIELDS_RULESET);
    const { body: snapshot } = await send('GET', '/snapshot');
    expect(await send('POST', '/reset')).toEqual(DONE);
    expect(emulator.control.zones()[0]?.rulesets).toEqual([]);
    expect(await send('PUT', '/snapshot', snapshot)).toEqual(DONE);
    expect((await send('GET', '/snapshot')).body).toEqual(snapshot);
  });

  it('seeds from YAML and shows the zones', async () => {
    const { send } = controlled();
    expect(await send('POST', '/seed', 'zones: [{ name: shop.example, plan: business }]')).toEqual(DONE);
    expect((await send('GET', '/zones')).body).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        name: 'shop.example',
        plan: 'business',
        rulesets: [],
        migration: 'start',
        jobs: 0,
      },
    ]);
  });

  it('shows and clears the journal, which does not contain control requests and then starts again', async () => {
    const { send, call } = controlled();
    for (const _round of [1, 2]) {
      await call('GET', '/rulesets');
      expect((await send('GET', '/journal')).body).toMatchObject([{ number: 1, operation: 'rulesets.list' }]);
      expect(await send('DELETE', '/journal')).toEqual(DONE);
      expect((await send('GET', '/journal')).body).toEqual([]);
    }
  });

  it('puts, shows and clears faults, which do not apply to control requests', async () => {
    const { emulator, send, call } = controlled();
    const rules = [
      { match: { operation: 'rulesets.list' }, nth: 2, delayMs: 1, effect: { kind: 'answer', status: 500 } },
      {
        match: { method: 'POST', pathPrefix: '/client' },
        times: 3,
        effect: { kind: 'cut', moment: 'after-write' },
      },
      { effect: { kind: 'html-page', status: 520 } },
    ];
    expect(await send('PUT', '/faults', rules)).toEqual(DONE);
    const counted = rules.map((rule) => ({ ...rule, matched: 0, struck: 0 }));
    expect((await send('GET', '/faults')).body).toEqual(counted);
    const struck = await emulator.handle(serviceRequest(`/zones/${DEFAULT_ZONE_ID}/rulesets`));
    expect(struck.status).toBe(520);
    expect((await call('GET', '/rulesets')).status).toBe(500);
    const { body } = await send('GET', '/faults');
    expect(body).toMatchObject([
      { matched: 2, struck: 1 },
      { matched: 0, struck: 0 },
      { matched: 2, struck: 1 },
    ]);
    expect(await send('PUT', '/faults', body)).toEqual(DONE);
    expect((await send('GET', '/faults')).body).toEqual(counted);
    expect(await send('DELETE', '/faults')).toEqual(DONE);
    expect((await call('GET', '/rulesets')).status).toBe(200);
  });

  it.each<[string, string, string, unknown]>([
    ['a look', 'GET', '/zones/x', undefined],
    ['a patch', 'PATCH', '/zones/x', {}],
    ['an edit', 'PUT', `/zones/x/rulesets/${PHASE}`, { rules: [] }],
    ['traffic', 'POST', '/zones/x/traffic', { requests: [] }],
  ])(
    'answers 404 to %s of a zone that is not there, with those that are',
    async (_name, method, path, body) => {
      const error =
        `There is no zone 'x'. Zones: ${DEFAULT_ZONE_ID} (${DEFAULT_ZONE_NAME}), ` +
        `${PROFESSIONAL_ZONE_ID} (${PROFESSIONAL_ZONE_NAME}), ${SECOND_ZONE_ID} (${SECOND_ZONE_NAME}).`;
      expect(await controlled().send(method, path, body)).toEqual({
        status: 404,
        body: { error, problems: [] },
      });
    },
  );

  it('names the nearest operation, and the place of a mistake only if there is one', async () => {
    const { send } = controlled();
    const { body } = await send('PUT', '/faults', [{ match: { operation: 'rulesets.updat' }, nth: -5 }]);
    expect((body as { error: string }).error.split('\n')).toEqual([
      'These fault rules cannot be used:',
      "  /0/match/operation: 'rulesets.updat' is not a valid value for operation because there is no such operation; the nearest is rulesets.update",
      "  /0/nth: '-5' is not a valid value for nth because it must be a whole number, zero or greater, not -5",
    ]);
    expect((await send('PUT', '/faults', {})).body).toHaveProperty(
      'error',
      "These fault rules cannot be used:\n  '{}' is not a valid value for body because it must be an array, not an object",
    );
  });

  it.each<[string, string, Record<string, string>, string | undefined, number]>([
    ['this machine by address', 'http://127.0.0.1:1/', {}, '127.0.0.1', 200],
    ['this machine by name', 'http://localhost:1/', {}, '::1', 200],
    ['this machine over IPv6', 'http://[::1]:1/', {}, '::ffff:127.0.0.1', 200],
    ['its own page', 'http://localhost:1/', { origin: 'http://localhost:1' }, undefined, 200],
    ['a page of another port', 'http://localhost:1/', { origin: 'http://localhost:8080' }, undefined, 403],
    ['another machine', 'http://127.0.0.1:1/', {}, '192.0.2.7', 403],
    ['a name that is not loopback', 'http://emulator.example:1/', {}, '127.0.0.1', 403],
    ['a page of another site', 'http://127.0.0.1:1/', { origin: 'https://site.example' }, '127.0.0.1', 403],
    ['a page without origin', 'http://127.0.0.1:1/', { origin: 'null' }, '127.0.0.1', 403],
  ])('is for this machine only: %s', async (_name, url, headers, peer, status) => {
    const request = new Request(`${url}_control/zones`, { headers });
    expect((await createEmulator().handle(request, peer === undefined ? {} : { peer })).status).toBe(status);
  });
});
