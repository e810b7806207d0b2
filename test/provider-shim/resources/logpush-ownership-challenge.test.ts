import { createZoneProvider } from '../../../provider-shim/zone-provider';
import { logpushOwnershipChallengeSchema as schema, providerSchema, unknown } from '../../../schema';
import { ok, refuse, serve, service, type Reply } from '../api/scripted-service';
import { connect, shownDiagnostics } from '../sdk/framework/connected';
import { servedBy } from '../sdk/framework/served-resource';
import { encoded, plainOf, valueOf, type Plain } from '../sdk/framework/plain';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const BUCKET = 's3://bucket/logs?region=us-east-1';

/** Creates a challenge for a destination. @returns its file, and what is said */
async function created(destination_conf: string, ...replies: readonly Reply[]) {
  const connected = await configured(...replies);
  const declared = { zone_id: ZONE, destination_conf };
  const { newState, diagnostics } = await connected.call('ApplyResourceChange', {
    typeName: schema.type,
    priorState: encoded(schema, null),
    plannedState: encoded(schema, valueOf(schema, { ...declared, filename: unknown })),
    config: encoded(schema, valueOf(schema, declared)),
  });
  const state = plainOf(schema, newState) as Plain | null;
  return { filename: state?.['filename'], diagnostics: shownDiagnostics(diagnostics) };
}

/** The provider at a service that gives these answers. */
async function configured(...replies: readonly Reply[]) {
  await serve(...replies);
  const connected = connect(
    createZoneProvider({
      environment: {
        ZONEWRIGHT_API_TOKEN: 'token-0123456789',
        ZONEWRIGHT_BASE_URL: `${service.url}/client/v4`,
        ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
      },
      folder: '/',
      version: '0.0.0',
    }),
  );
  const config = valueOf(providerSchema, { max_retries: 0 });
  await connected.call('ConfigureProvider', { config: encoded(providerSchema, config) });
  return connected;
}

const challenge = (more: Plain = {}): Reply => ok({ filename: 'own.txt', message: '', valid: true, ...more });

describe('an ownership challenge', () => {
  const keys = 'access-key-id=a&secret-access-key=b';
  test.each<readonly [string, boolean]>([
    [BUCKET, true],
    [`${BUCKET}&${keys}`, false],
    ['gs://bucket/logs', true],
    ['azure://container/logs?sig=a', true],
    ['sumo://collect.example/receiver/v1/http/a', true],
    ['later://bucket/logs', true],
    [`r2://bucket?account-id=c&${keys}`, false],
    ['https://logs.example.com/', false],
  ])('for %s is requested: %s', async (destination_conf, needed) => {
    const { filename, diagnostics } = await created(destination_conf, challenge());
    expect([filename, diagnostics, service.requests.length]).toEqual([
      needed ? 'own.txt' : null,
      [],
      +needed,
    ]);
    const served = servedBy(await configured(challenge()), schema);
    const said = (await served.validate({ zone_id: ZONE, destination_conf })).map(({ summary }) => summary);
    expect(said.filter((text) => text.includes('needs no ownership challenge'))).toHaveLength(needed ? 0 : 1);
  });

  test('has the name of its zone', async () => {
    const served = servedBy(await configured(ok({ id: ZONE, name: 'shop.example' })), schema);
    const { planned } = await served.plan({ config: { zone_id: ZONE, destination_conf: BUCKET } });
    expect(planned).toMatchObject({ zone_name: 'shop.example' });
  });

  test('cannot be imported', async () => {
    const { call } = await configured(challenge());
    const { diagnostics } = await call('ImportResourceState', { typeName: schema.type, id: ZONE });
    expect(shownDiagnostics(diagnostics)).toMatchObject([
      {
        severity: 'error',
        summary: expect.stringContaining('cannot be imported: the service keeps nothing'),
      },
    ]);
  });

  test('has a name without the secrets of the destination', async () => {
    const named = challenge({ filename: 'logs/plantedId.txt' });
    expect(await created(`${BUCKET}&access-key-id=plantedId`, named)).toMatchObject({
      filename: 'logs/(redacted).txt',
    });
  });

  test('that the service refuses is an error with the reason and without secrets', async () => {
    const destination = 's3://bucket/logs?region=us-east-1&access-key-id=plantedId';
    const message = `no access to ${destination} with plantedId in us-east-1`;
    expect(await created(destination, challenge({ valid: false, message }))).toEqual({
      filename: undefined,
      diagnostics: [
        {
          severity: 'error',
          summary:
            'The service could not write an ownership challenge to the destination: no access to ' +
            '(redacted) with (redacted) in us-east-1.',
          detail: expect.stringContaining('the service may write to the bucket'),
        },
      ],
    });
  });

  test.each<readonly [string, Reply, string]>([
    ['no name', challenge({ filename: '' }), 'it gives no reason'],
    ['no word on whether it is valid', challenge({ valid: null }), 'it gives no reason'],
    ['a text for that', challenge({ valid: 'true' }), 'the string "true", not a boolean'],
    ['a number for that', challenge({ valid: 1 }), 'the number 1, not a boolean'],
    ['a refusal', refuse(400, [{ code: 1002, message: 'no' }]), 'status 400: 1002 no'],
  ])('with %s is an error', async (_case, reply, text) => {
    const { filename, diagnostics } = await created(BUCKET, reply);
    expect([filename, diagnostics.map(({ severity }) => severity)]).toEqual([undefined, ['error']]);
    expect(diagnostics[0]?.summary).toContain(text);
  });

  test.each([
    ...['/', '..', 'a/../../etc/passwd', './x', 'a\\..\\b', 'a\0b', 'a\nb', 'a\tb', 'a\u001b[2Jb'],
    ...['a\u202eb', 'https://example.com/a', 'C:/a'],
  ])('is never outside of the bucket: the name %j is refused', async (filename) => {
    const found = await created(BUCKET, challenge({ filename }));
    expect(found).toMatchObject({ filename: undefined, diagnostics: [{ severity: 'error' }] });
    expect(found.diagnostics[0]?.summary).toContain('which is not a path in the bucket');
  });
});
