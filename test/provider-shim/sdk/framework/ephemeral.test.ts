import { setTimeout as sleep } from 'node:timers/promises';
import { defineEphemeral, type Ephemeral } from '../../../../provider-shim/sdk/framework';
import { describe as described, unknown, type Check, type ObjectSchema } from '../../../../schema';
import { connectParts, ready, shownDiagnostics, type Connected, type ShownDiagnostic } from './connected';
import { bug } from './keeping';
import { encoded, plainOf, valueOf, type Plain } from './plain';
import { privateBytes, privateValues } from './served-resource';

const short: Check<string> = (value) =>
  value.length <= 3 ? [] : [{ code: 'long', path: [], message: `${value} is long.`, hint: 'At most 3.' }];

const ticket: ObjectSchema = described({
  type: 'test_ticket',
  version: 0,
  description: 'Lets in.',
  attributes: {
    name: { type: 'string', required: true, checks: [short], description: 'Who.' },
    kind: { type: 'string', optional: true, default: 'day', description: 'What kind.' },
    token: { type: 'string', computed: true, sensitive: true, description: 'Lets in.' },
  },
});

type Parts = Partial<Ephemeral<ObjectSchema, object>>;

/** A provider with an ephemeral resource `test_ticket` of these parts. */
function served(parts: Parts): Connected {
  const open: Parts['open'] = async ({ config }) => ({ result: { ...config, token: 'the-token' } });
  const ephemerals = [defineEphemeral<ObjectSchema, object>({ schema: ticket, open, ...parts })];
  return connectParts<object>({ ephemerals }, { name: 'the client' });
}

const serving = (parts: Parts): Promise<Connected> => ready(served(parts));

/** Opens a ticket. */
async function opened(connected: Connected, config: Plain = { name: 'ann' }) {
  const reply = await connected.call('OpenEphemeralResource', {
    typeName: 'test_ticket',
    config: encoded(ticket, valueOf(ticket, config)),
  });
  return {
    result: plainOf(ticket, reply.result),
    renewAt: reply.renewAt,
    private: privateValues(reply.private ?? new Uint8Array()),
    diagnostics: shownDiagnostics(reply.diagnostics),
  };
}

const AT = new Date('2026-01-02T03:04:05.678Z');
const AT_SENT = { seconds: AT.getTime() / 1000 - 0.678, nanos: 678_000_000 };
const FAILED = { result: undefined, renewAt: undefined };

describe('an ephemeral resource', () => {
  test('gets the client and its configuration with defaults, and returns the whole object', async () => {
    const seen: unknown[] = [];
    const connected = await serving({
      open: async ({ client, config, privateState: kept }) => {
        seen.push(client, config);
        kept.set('id', 7);
        return { result: { ...config, token: 't' }, renewAt: AT };
      },
      renew: async () => undefined,
    });
    expect(await opened(connected)).toEqual({
      result: { name: 'ann', kind: 'day', token: 't' },
      renewAt: AT_SENT,
      private: { id: 7 },
      diagnostics: [],
    });
    expect(seen).toEqual([{ name: 'the client' }, { name: 'ann', kind: 'day', token: null }]);
  });

  test('with an error diagnostic is not opened', async () => {
    const connected = await serving({
      open: async ({ diagnostics }) => {
        diagnostics.error({ path: ['name'], message: 'Nobody.', hint: 'Name one.' });
        return undefined;
      },
    });
    expect(await opened(connected)).toEqual({
      ...FAILED,
      private: null,
      diagnostics: [{ severity: 'error', summary: 'Nobody.', detail: 'Name one.', at: ['name'] }],
    });
  });

  test.each<readonly [string, Parts['open'], string, readonly string[]]>([
    ['fails', async () => Promise.reject(new Error('no luck')), 'no luck', []],
    ['says nothing', async () => undefined, 'test_ticket returned neither a result nor an error', []],
    [
      'answers another type',
      async ({ config }) => ({ result: { ...config, token: 1 } }),
      'token: expected a string; saw a number',
      ['closed'],
    ],
    [
      'asks for a renewal that there is none of',
      async ({ config }) => ({ result: config, renewAt: AT }),
      'test_ticket asked to be renewed, but has no renew',
      ['closed'],
    ],
  ])('that %s is a bug, and stays closed', async (_case, open, message, expected) => {
    const closed: string[] = [];
    const connected = await serving({
      ...(open ? { open } : {}),
      close: async () => void closed.push('closed'),
    });
    expect(await opened(connected)).toEqual({ ...FAILED, private: null, diagnostics: [bug(message)] });
    expect(closed).toEqual(expected);
  });

  test.each<readonly [string, Plain, boolean, string]>([
    ['the provider', { name: 'ann' }, false, "the provider's configuration"],
    ['its own', { name: unknown }, true, 'its configuration'],
  ])('needs a known configuration: %s', async (_case, config, configured, whose) => {
    const connected = configured ? await serving({}) : served({});
    expect((await opened(connected, config)).diagnostics).toEqual([
      {
        severity: 'error',
        summary: `test_ticket cannot be opened yet: ${whose} is known only after apply.`,
        detail: 'Use values that are known at plan time, or first apply what they come from (-target).',
      },
    ]);
  });
});

describe('an open ephemeral resource', () => {
  const request = { typeName: 'test_ticket', private: privateBytes({ id: 7 }) };

  test('is renewed with its private state, which it may change', async () => {
    const connected = await serving({
      renew: async ({ client, privateState: kept }) => {
        kept.set('id', Number(kept.get('id')) + Object.keys(client).length);
        return AT;
      },
    });
    const reply = await connected.call('RenewEphemeralResource', request);
    expect({ ...reply, private: privateValues(reply.private ?? new Uint8Array()) }).toEqual({
      renewAt: AT_SENT,
      private: { id: 8 },
      diagnostics: [],
    });
  });

  test('is closed with its private state', async () => {
    const seen: unknown[] = [];
    const connected = await serving({
      close: async ({ client, privateState: kept }) => void seen.push(client, kept.get('id')),
    });
    expect(await connected.call('CloseEphemeralResource', request)).toEqual({ diagnostics: [] });
    expect(seen).toEqual([{ name: 'the client' }, 7]);
  });

  test.each(['renew', 'close'] as const)('says why %s fails', async (step) => {
    const connected = await serving({ [step]: async () => Promise.reject(new Error('no luck')) });
    const rpc = step === 'renew' ? 'RenewEphemeralResource' : 'CloseEphemeralResource';
    const { diagnostics } = await connected.call(rpc, request);
    expect(shownDiagnostics(diagnostics)).toEqual([bug('no luck')]);
  });
});

test('stopping the run ends the opening of an ephemeral resource, and closing still runs', async () => {
  const closed: string[] = [];
  const connected = await serving({
    open: async ({ signal }) => sleep(3_600_000, undefined, { signal }),
    close: async ({ signal }) => void closed.push(String(signal.aborted)),
  });
  const opening = opened(connected);
  await connected.call('StopProvider', {});
  expect((await opening).diagnostics).toEqual([
    {
      severity: 'error',
      summary: 'The run was stopped before this operation finished.',
      detail: 'What is known to exist stays in the state. Run the same command again to continue.',
    },
  ]);
  await connected.call('CloseEphemeralResource', { typeName: 'test_ticket' });
  expect(closed).toEqual(['false']);
});

test('the known part of the configuration of an ephemeral resource is validated', async () => {
  const connected = await serving({
    validate: (_config, diagnostics) => diagnostics.warning({ message: 'Odd.', hint: 'Look.' }),
  });
  const validated = async (config: Plain): Promise<readonly ShownDiagnostic[]> => {
    const reply = await connected.call('ValidateEphemeralResourceConfig', {
      typeName: 'test_ticket',
      config: encoded(ticket, valueOf(ticket, config)),
    });
    return shownDiagnostics(reply.diagnostics);
  };
  const odd = { severity: 'warning', summary: 'Odd.', detail: 'Look.' };
  expect(await validated({ name: 'long' })).toEqual([
    { severity: 'error', summary: 'long is long.', detail: 'At most 3.', at: ['name'] },
    odd,
  ]);
  expect(await validated({ name: unknown })).toEqual([odd]);
});
