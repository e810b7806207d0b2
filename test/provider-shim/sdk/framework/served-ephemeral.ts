import { defineEphemeral, defineProvider, type Ephemeral } from '../../../../provider-shim/sdk/framework';
import { describe as described, type ObjectSchema, type Check } from '../../../../schema';
import { connect, shownDiagnostics, type Connected, type ShownDiagnostic } from './connected';
import { encoded, plainOf, valueOf, type Plain } from './plain';
import { privateValues } from './served-resource';

const short: Check<string> = (value) =>
  value.length <= 3 ? [] : [{ code: 'long', path: [], message: `${value} is long.`, hint: 'At most 3.' }];

export const ticket: ObjectSchema = described({
  type: 'test_ticket',
  version: 0,
  description: 'Lets in.',
  attributes: {
    name: { type: 'string', required: true, checks: [short], description: 'Who.' },
    kind: { type: 'string', optional: true, default: 'day', description: 'What kind.' },
    token: { type: 'string', computed: true, sensitive: true, description: 'Lets in.' },
  },
});

const nothing = described({ type: 'test', version: 0, description: 'Has no configuration.', attributes: {} });

export type Parts = Partial<Ephemeral<ObjectSchema, object>>;

/** A provider with an ephemeral resource `test_ticket` of these parts, configured. */
export async function serving(parts: Parts): Promise<Connected> {
  const connected = connect(
    defineProvider<typeof nothing, object>({
      schema: nothing,
      resources: [],
      dataSources: [],
      ephemerals: [
        defineEphemeral<ObjectSchema, object>({
          schema: ticket,
          open: async ({ config }) => ({ result: { ...config, token: 'the-token' } }),
          ...parts,
        }),
      ],
      configure: () => ({ name: 'the client' }),
    }),
  );
  await connected.call('ConfigureProvider', { config: encoded(nothing, {}) });
  return connected;
}

interface OpenReply {
  readonly result: unknown;
  readonly renewAt: unknown;
  readonly private: unknown;
  readonly diagnostics: readonly ShownDiagnostic[];
}

/** Opens a ticket. */
export async function opened(connected: Connected, config: Plain = { name: 'ann' }): Promise<OpenReply> {
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

/** The same provider without a client. */
export function unready(): Parameters<typeof connect>[0] {
  return defineProvider<typeof nothing, object>({
    schema: nothing,
    resources: [],
    dataSources: [],
    ephemerals: [defineEphemeral<ObjectSchema, object>({ schema: ticket, open: async () => undefined })],
    configure: () => undefined,
  });
}
