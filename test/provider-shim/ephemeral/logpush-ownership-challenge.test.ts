import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createZoneProvider } from '../../../provider-shim/zone-provider';
import { ephemeralOwnershipChallengeSchema as schema, providerSchema } from '../../../schema';
import { ok, refuse, serve, service, useScriptedService, type Reply } from '../api/scripted-service';
import { connect, shownDiagnostics } from '../sdk/framework/connected';
import { encoded, plainOf, valueOf, type Plain } from '../sdk/framework/plain';
import { temporaryFolder } from '../../support/temporary-folder';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const BUCKET = 's3://bucket/logs?region=us-east-1';
const TOKEN = 'eyJ.planted.c2ln';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder, 'own.txt'), TOKEN);
});
useScriptedService();

async function opened(config: Plain, ...replies: readonly Reply[]) {
  await serve(...replies);
  const connected = connect(
    createZoneProvider({
      environment: {
        ZONEWRIGHT_API_TOKEN: 'token-0123456789',
        ZONEWRIGHT_BASE_URL: `${service.url}/client/v4`,
        ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
      },
      folder,
      version: '0.0.0',
    }),
  );
  await connected.call('ConfigureProvider', {
    config: encoded(providerSchema, valueOf(providerSchema, { max_retries: 0 })),
  });
  const asked = encoded(schema, valueOf(schema, { zone_id: ZONE, ...config }));
  const validated = await connected.call('ValidateEphemeralResourceConfig', {
    typeName: schema.type,
    config: asked,
  });
  if (validated.diagnostics.length > 0)
    return { result: undefined, diagnostics: shownDiagnostics(validated.diagnostics) };
  const reply = await connected.call('OpenEphemeralResource', { typeName: schema.type, config: asked });
  return { result: plainOf(schema, reply.result), diagnostics: shownDiagnostics(reply.diagnostics) };
}

const challenge = (more: Plain = {}): Reply => ok({ filename: 'own.txt', message: '', valid: true, ...more });

const KEPT = { zone_id: ZONE, destination_conf: BUCKET, read_from: null, read_timeout: 30, message: '' };

describe('an ownership challenge', () => {
  test('is requested, and returns the name of its file', async () => {
    expect(await opened({ destination_conf: BUCKET }, challenge())).toEqual({
      result: { ...KEPT, filename: 'own.txt', token: null },
      diagnostics: [],
    });
    expect(service.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', `/client/v4/zones/${ZONE}/logpush/ownership`, JSON.stringify({ destination_conf: BUCKET })],
    ]);
  });

  test('returns the token if it can be read', async () => {
    expect(await opened({ destination_conf: BUCKET, read_from: '.' }, challenge())).toEqual({
      result: { ...KEPT, read_from: '.', filename: 'own.txt', token: TOKEN },
      diagnostics: [],
    });
    expect(readFileSync(join(folder, 'own.txt'), 'utf8')).toBe(TOKEN);
  });

  test('is not requested for a destination that needs none, with a warning', async () => {
    const destination = 'https://logs.example.com/collect?header_Authorization=planted';
    expect(await opened({ destination_conf: destination, read_from: folder })).toEqual({
      result: {
        ...KEPT,
        destination_conf: destination,
        read_from: folder,
        filename: null,
        message: null,
        token: null,
      },
      diagnostics: [
        {
          severity: 'warning',
          summary: 'This https destination needs no ownership challenge, so none is requested.',
          detail:
            'There is no file and no token. Remove this block, and ownership_challenge_wo from the job.',
        },
      ],
    });
    expect(service.requests).toEqual([]);
  });

  test('has a name without the secrets of the destination', async () => {
    const named = challenge({ filename: 'logs/plantedId.txt' });
    const { result } = await opened({ destination_conf: `${BUCKET}&access-key-id=plantedId` }, named);
    expect(result).toMatchObject({ filename: 'logs/(redacted).txt' });
  });

  test('that the service refuses is an error with the reason and without secrets', async () => {
    const destination = 's3://bucket/logs?region=us-east-1&access-key-id=plantedId';
    const message = `no access to ${destination} with plantedId in us-east-1`;
    expect(await opened({ destination_conf: destination }, challenge({ valid: false, message }))).toEqual({
      result: undefined,
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

  test.each<readonly [string, Plain, Reply, string]>([
    ['a name that leads away', { read_from: '.' }, challenge({ filename: '../x' }), 'names the file "../x"'],
    ['a name for a terminal', {}, challenge({ filename: 'a\u001bc' }), String.raw`file "a\u001bc"`],
    ['no word on whether it is valid', {}, challenge({ valid: null }), 'it gives no reason'],
    ['a text for that', {}, challenge({ valid: 'true' }), 'the string "true", not a boolean'],
    ['a number for that', {}, challenge({ valid: 1 }), 'the number 1, not a boolean'],
    ['a refusal', {}, refuse(400, [{ code: 1002, message: 'no' }]), 'status 400: 1002 no'],
    ['a store with an unsupported scheme', { read_from: 's3://planted' }, challenge(), 'has the scheme s3'],
    ['plain http', { read_from: 'http://store.example.com' }, challenge(), 'unencrypted'],
  ])('with %s is an error', async (_case, config, reply, text) => {
    const { result, diagnostics } = await opened({ destination_conf: BUCKET, ...config }, reply);
    expect([result, diagnostics.map(({ severity }) => severity)]).toEqual([undefined, ['error']]);
    expect(diagnostics[0]?.summary).toContain(text);
    expect(JSON.stringify(diagnostics)).not.toContain('planted');
  });
});
