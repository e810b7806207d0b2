/** Section 6 (events) has nothing to test: "not shown". */
import { DEFAULT_ZONE_ID } from '../../../emulator';
import {
  CORE,
  DEPLOY,
  MANAGED,
  conformingZone,
  expectRefusal,
  finishedZone,
  resultOf,
} from './conforming-zone';
import { COOKIE_FIELDS, REQUEST_FIELDS, RESPONSE_FIELDS, logFields } from './custom-field-rules';
import { CUSTOM_FIELDS, createJob, entriesOf } from './log-push';
import { readStatus } from './migration-status';
import { OVERRIDE } from './previous-version';
import { OVERRIDE_ID, PREVIOUS_OPERATIONS, placesOf } from './previous-version-operations';
import { specification } from './specification';

const spec = specification('1');

interface Listed {
  readonly id: string;
  readonly kind: string;
  readonly phase: string;
}

const REQUEST = {
  headers: { 'Content-Type': 'text/plain', Cookie: 'SessionId=s1; other=o' },
  response: { headers: { Server: 'origin', Date: 'today' } },
};

const LOGGED = {
  Cookies: { SessionId: 's1' },
  RequestHeaders: { 'content-type': 'text/plain' },
  ResponseHeaders: { server: 'origin' },
};

spec.table('1', 'What the service does', (row) => {
  row(
    'custom log fields',
    'an entry carries the configured headers and cookies with their values',
    async () => {
      const zone = conformingZone();
      await logFields(zone, { ...REQUEST_FIELDS, ...RESPONSE_FIELDS, ...COOKIE_FIELDS });
      await createJob(zone, { logpull_options: `fields=${CUSTOM_FIELDS}` });
      expect(await entriesOf(zone, [REQUEST])).toEqual([LOGGED]);
    },
  );

  for (const [field, value] of Object.entries(LOGGED))
    row('custom log fields', `a job that lists ${field} alone gets it alone`, async () => {
      const zone = conformingZone();
      await logFields(zone, { ...REQUEST_FIELDS, ...RESPONSE_FIELDS, ...COOKIE_FIELDS });
      await createJob(zone, { logpull_options: `fields=${field}` });
      expect(await entriesOf(zone, [REQUEST])).toEqual([{ [field]: value }]);
    });

  row('custom log fields', 'a job that lists none of the three fields carries nothing of them', async () => {
    const zone = conformingZone();
    await logFields(zone, REQUEST_FIELDS);
    await createJob(zone, { logpull_options: 'fields=ClientRequestMethod' });
    expect(await entriesOf(zone, [REQUEST])).toEqual([{ ClientRequestMethod: 'GET' }]);
  });

  row('custom log fields', 'the list applies to every such job in the zone', async () => {
    const zone = conformingZone();
    await createJob(zone, {
      logpull_options: 'fields=RequestHeaders',
      destination_conf: 's3://a/1?region=x',
    });
    await createJob(zone, {
      logpull_options: 'fields=RequestHeaders',
      destination_conf: 's3://b/2?region=x',
    });
    await logFields(zone, REQUEST_FIELDS);
    expect(await entriesOf(zone, [REQUEST], 's3://')).toEqual([
      { RequestHeaders: LOGGED.RequestHeaders },
      { RequestHeaders: LOGGED.RequestHeaders },
    ]);
  });

  row('custom log fields', 'a zone without the ruleset logs none', async () => {
    const zone = conformingZone();
    await createJob(zone, { logpull_options: `fields=${CUSTOM_FIELDS}` });
    expect(await entriesOf(zone, [REQUEST])).toEqual([
      { Cookies: {}, RequestHeaders: {}, ResponseHeaders: {} },
    ]);
  });

  row('managed rules migration', 'goes from the check to the end', async () => {
    const zone = conformingZone();
    expect((await zone.check()).compatible).toBe(true);
    const { rules } = await zone.config();
    resultOf(await zone.update('validation', rules));
    resultOf(await zone.update('pending'));
    await zone.settle();
    expect(await readStatus(zone)).toMatchObject({ previous: 'disabled', next: 'enabled' });
  });

  for (const [name, method, path, body] of PREVIOUS_OPERATIONS)
    row('irreversible', `${name} stops working with the end of the migration`, async () => {
      const previous_waf = { uri_overrides: [{ id: OVERRIDE_ID, ...OVERRIDE }] };
      const before = conformingZone({ previous_waf });
      const after = conformingZone({ previous_waf, migration: { state: 'finished' } });
      const place = path(await placesOf(before));
      resultOf(await before.call(method, place, body));
      await expectRefusal(after, () => after.call(method, place, body));
    });

  row('irreversible', 'the ruleset API manages the new managed rules', async () => {
    const zone = await finishedZone();
    const [{ id }] = resultOf(await zone.call('GET', '/rulesets')).filter(
      (ruleset: { kind: string }) => ruleset.kind === 'zone',
    );
    const rules = [{ ...DEPLOY, action_parameters: { id: CORE } }];
    const saved = resultOf(await zone.call('PUT', `/rulesets/${id}`, { rules }));
    expect(saved.rules).toMatchObject(rules);
  });

  row('no global switch', 'each managed ruleset is deployed individually in the zone', async () => {
    const managed = resultOf(await conformingZone().call('GET', '/rulesets')).filter(
      ({ kind, phase }: Listed) => kind === 'managed' && phase === 'http_request_firewall_managed',
    ) as readonly Listed[];
    expect(managed.map(({ id }) => id)).toEqual(expect.arrayContaining([MANAGED, CORE]));
    for (const { id } of managed) {
      const zone = conformingZone();
      const rules = [{ ...DEPLOY, action_parameters: { id } }];
      expect(resultOf(await zone.update('pending', rules)).rules).toMatchObject(rules);
      await zone.settle();
      expect(await readStatus(zone)).toMatchObject({ previous: 'disabled', next: 'enabled' });
    }
  });

  row('no global switch', 'what deploys one in a zone deploys nothing in another', async () => {
    const { emulator, update } = conformingZone();
    const other = 'f'.repeat(32);
    emulator.control.seed({
      zones: [...emulator.control.snapshot().zones, { id: other, name: 'example.org' }],
    });
    resultOf(await update('pending'));
    const rulesets = [DEFAULT_ZONE_ID, other].map((id) => emulator.control.zone(id).rulesets.length);
    expect(rulesets).toEqual([1, 0]);
  });
});

spec.complete();
