import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { placeFixture } from '../support/fixture-provider';
import { createClientCertificate } from './client-certificate';
import { connect, type ProviderClient, type Reply } from './provider-client';
import { startProvider, type StartedProvider } from './started-provider';
import { plainValue, UNKNOWN, wireValue } from './wire-value';
import { temporaryFolder } from '../support/temporary-folder';

/**
 * Ephemeral resources and write-only attributes, as a provider that is made with the framework has them
 * on the wire: called with gRPC, protobuf and msgpack libraries that are not its own.
 */
const folder = temporaryFolder();
const journalFile = join(folder, 'journal.txt');
let started: StartedProvider;
let client: ProviderClient;

beforeAll(async () => {
  placeFixture('safe')(folder);
  const [program = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.includes('terraform-provider-safe_v'),
  );
  const identity = createClientCertificate();
  started = await startProvider(identity.certificate, {}, join(folder, program));
  client = connect(started.handshake, identity);
});
afterAll(async () => {
  client.close();
  await started.remove();
});

const configure = (): Promise<Reply> =>
  client.call('ConfigureProvider', {
    terraformVersion: '1.11.4',
    config: wireValue({ journal: journalFile, token: null }),
  });
const text = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString('utf8');

describe('an ephemeral resource', () => {
  const config = { name: 'ann', renew_after: 60, kind: null, token: null };

  test('is described with the schema', async () => {
    const { ephemeralResourceSchemas } = await client.call('GetProviderSchema');
    expect((ephemeralResourceSchemas as Reply)['safe_ticket']).toMatchObject({
      block: { description: 'Lets in until it is closed.' },
    });
  });

  test('ValidateEphemeralResourceConfig judges what is known', async () => {
    const validate = (name: unknown): Promise<Reply> =>
      client.call('ValidateEphemeralResourceConfig', {
        typeName: 'safe_ticket',
        config: wireValue({ ...config, name }),
      });
    expect(await validate(UNKNOWN)).toEqual({ diagnostics: [] });
    expect((await validate('a b'))['diagnostics']).toMatchObject([
      { severity: 'ERROR', attribute: { steps: [{ attributeName: 'name' }] } },
    ]);
  });

  test('is opened, renewed and closed, with private bytes that the engine carries', async () => {
    await configure();
    const before = Date.now();
    const opened = await client.call('OpenEphemeralResource', {
      typeName: 'safe_ticket',
      config: wireValue(config),
    });
    expect(opened['diagnostics']).toEqual([]);
    expect(plainValue(opened['result'])).toEqual({
      ...config,
      renew_after: '60',
      kind: 'day',
      token: 'ticket-of-ann',
    });
    expect(text(opened['private'])).toBe('{"name":"ann","after":60}');
    expect(millis(opened['renewAt']) - before).toBeGreaterThanOrEqual(60_000);
    expect(millis(opened['renewAt']) - Date.now()).toBeLessThanOrEqual(60_000);

    const open = { typeName: 'safe_ticket', private: opened['private'] };
    const renewed = await client.call('RenewEphemeralResource', open);
    expect(renewed['diagnostics']).toEqual([]);
    expect(millis(renewed['renewAt'])).toBeGreaterThanOrEqual(millis(opened['renewAt']));
    expect(text(renewed['private'])).toBe('{"name":"ann","after":60,"renewals":1}');

    const closing = { typeName: 'safe_ticket', private: renewed['private'] };
    expect(await client.call('CloseEphemeralResource', closing)).toEqual({ diagnostics: [] });
    expect(readFileSync(journalFile, 'utf8')).toBe('open ann day\nrenew ann 1\nclose ann 1\n');
  });

  test('that is not opened has no result, and says why', async () => {
    const reply = await client.call('OpenEphemeralResource', {
      typeName: 'safe_ticket',
      config: wireValue({ ...config, name: 'broken' }),
    });
    expect(reply).toMatchObject({ result: null, renewAt: null, diagnostics: [{ severity: 'ERROR' }] });
  });

  test('is let go of with private bytes that it did not write, with a warning', async () => {
    const request = { typeName: 'safe_ticket', private: Buffer.from('{') };
    const { diagnostics } = await client.call('CloseEphemeralResource', request);
    expect((diagnostics as readonly Reply[])[0]).toMatchObject({ severity: 'WARNING' });
  });

  test('is refused with a type that is not served', async () => {
    const request = { typeName: 'safe_other' };
    await expect(client.call('CloseEphemeralResource', request)).rejects.toMatchObject({
      code: status.INTERNAL,
    });
  });
});

describe('a write-only attribute', () => {
  const config = {
    name: 'a',
    wait: null,
    secret_wo: 'planted-secret',
    secret_wo_version: 1,
    login: { user: 'u', password_wo: 'planted-password' },
    digest: null,
    by: null,
  };
  const kept = {
    ...config,
    secret_wo: null,
    secret_wo_version: '1',
    login: { user: 'u', password_wo: null },
  };

  test('is marked in the schema', async () => {
    const { resourceSchemas } = await client.call('GetProviderSchema');
    const { block } = (resourceSchemas as Reply)['safe_locker'] as {
      block: { attributes: readonly Reply[] };
    };
    expect(block.attributes.filter(({ writeOnly }) => writeOnly)).toMatchObject([{ name: 'secret_wo' }]);
  });

  test.each([
    ['accepts it', { writeOnlyAttributesAllowed: true }, []],
    ['does not', {}, ['secret_wo', 'password_wo']],
  ])('is a matter of whether the engine %s', async (_case, clientCapabilities, names) => {
    const { diagnostics } = await client.call('ValidateResourceConfig', {
      typeName: 'safe_locker',
      config: wireValue(config),
      clientCapabilities,
    });
    expect(diagnostics).toMatchObject(
      names.map((name) => ({
        summary: expect.stringContaining(`The attribute ${name} is`),
        attribute: null,
      })),
    );
  });

  test('is null in the plan and after apply, though the engine proposes it', async () => {
    await configure();
    const planned = await client.call('PlanResourceChange', {
      typeName: 'safe_locker',
      priorState: wireValue(null),
      proposedNewState: wireValue(config),
      config: wireValue(config),
    });
    expect(planned['diagnostics']).toEqual([]);
    expect(plainValue(planned['plannedState'])).toEqual({ ...kept, digest: UNKNOWN, by: UNKNOWN });
    const applied = await client.call('ApplyResourceChange', {
      typeName: 'safe_locker',
      priorState: wireValue(null),
      plannedState: planned['plannedState'],
      config: wireValue(config),
    });
    expect(applied['diagnostics']).toEqual([]);
    expect(plainValue(applied['newState'])).toEqual({
      ...kept,
      digest: expect.stringMatching(/^[0-9a-f]{16}$/),
      by: expect.any(String),
    });
  });
});

/** Milliseconds since 1970 of a `google.protobuf.Timestamp`. */
function millis(timestamp: unknown): number {
  const { seconds, nanos } = timestamp as { readonly seconds: number; readonly nanos: number };
  return seconds * 1000 + nanos / 1e6;
}
