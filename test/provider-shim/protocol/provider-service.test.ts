import { bindService, type ProviderService, rpcPath } from '../../../provider-shim/protocol';
import { decodeByReference, encodeByReference } from './reference';

const context = { signal: new AbortController().signal };
const unused = async (): Promise<never> => Promise.reject(new Error('not to be called'));

const service: ProviderService = {
  getMetadata: unused,
  getProviderSchema: async () => ({ resourceSchemas: { a: { version: 1, block: {} } } }),
  validateProviderConfig: async () => ({ diagnostics: [{ severity: 1, summary: 'no' }] }),
  configureProvider: unused,
  stopProvider: async () => ({ error: 'busy' }),
  validateResourceConfig: unused,
  upgradeResourceState: unused,
  readResource: async ({ typeName, currentState, private: kept }) => ({
    newState: { msgpack: currentState?.msgpack ?? new Uint8Array(0) },
    private: kept,
    diagnostics: [{ severity: 2, summary: typeName, attribute: { steps: [{ elementKeyInt: 0 }] } }],
  }),
  planResourceChange: unused,
  applyResourceChange: unused,
  importResourceState: unused,
  validateDataResourceConfig: unused,
  readDataSource: unused,
};

const call = async (
  bound: ReturnType<typeof bindService>,
  rpc: 'ReadResource' | 'GetProviderSchema' | 'StopProvider' | 'ValidateProviderConfig',
  request: object = {},
) => {
  const reply = await bound.get(rpcPath(rpc))?.(encodeByReference(`${rpc}.Request`, request), context);
  return reply && decodeByReference(`${rpc}.Response`, reply);
};

describe('a service bound to its RPCs', () => {
  test('a call is decoded, passed on with its context, and the reply encoded', async () => {
    const state = Uint8Array.of(0x80);
    const request = { typeName: 'zone_thing', currentState: { msgpack: state }, private: Uint8Array.of(7) };
    expect(await call(bindService(service), 'ReadResource', request)).toEqual({
      newState: { msgpack: state, json: new Uint8Array(0) },
      diagnostics: [
        {
          severity: 2,
          summary: 'zone_thing',
          detail: '',
          attribute: {
            steps: [{ attributeName: undefined, elementKeyString: undefined, elementKeyInt: 0 }],
          },
        },
      ],
      private: Uint8Array.of(7),
      deferred: undefined,
      newIdentity: undefined,
    });
  });

  test('the method gets the signal of the call, and keeps its this', async () => {
    class Watching {
      seen: unknown[] = [];
      async stopProvider(_: unknown, { signal }: { signal: AbortSignal }) {
        this.seen.push(signal);
        return {};
      }
    }
    const watching = new Watching();
    const bound = bindService(watching as unknown as ProviderService);
    await bound.get('/tfplugin6.Provider/StopProvider')?.(new Uint8Array(0), context);
    expect(watching.seen).toEqual([context.signal]);
  });

  test('the two irregular fields are where the engine expects them', async () => {
    const bound = bindService(service);
    expect(await call(bound, 'ValidateProviderConfig')).toEqual({
      diagnostics: [{ severity: 1, summary: 'no', detail: '', attribute: undefined }],
    });
    expect(await call(bound, 'StopProvider')).toEqual({ error: 'busy' });
  });

  test('omitted methods have no handler', () => {
    const paths = [...bindService(service).keys()].sort();
    expect(paths).toEqual(
      [
        'ApplyResourceChange',
        'ConfigureProvider',
        'GetMetadata',
        'GetProviderSchema',
        'ImportResourceState',
        'PlanResourceChange',
        'ReadDataSource',
        'ReadResource',
        'StopProvider',
        'UpgradeResourceState',
        'ValidateDataResourceConfig',
        'ValidateProviderConfig',
        'ValidateResourceConfig',
      ].map((rpc) => `/tfplugin6.Provider/${rpc}`),
    );
  });

  test('optional methods have a handler when they exist', () => {
    const bound = bindService({ ...service, callFunction: unused, openEphemeralResource: unused });
    const paths = [...bound.keys()].filter((path) => !bindService(service).has(path));
    expect(paths.sort()).toEqual([
      '/tfplugin6.Provider/CallFunction',
      '/tfplugin6.Provider/OpenEphemeralResource',
    ]);
  });

  test('a malformed request is refused with the name of the message', async () => {
    const handler = bindService(service).get(rpcPath('ReadResource'));
    await expect(handler?.(Uint8Array.of(0x0a), context)).rejects.toThrow(
      'cannot read ReadResource.Request: the number at byte 1 is cut off',
    );
  });
});
